"""Reads and checks a dispute as people send it; names every mistake in it at once.

In: players, cards and the occurrence as plain data, the rules, a reader of card texts. Out: a `Dispute`. Knows
`cardtext` and `rules`.
"""
