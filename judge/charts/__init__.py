"""Charts a table: which of its cards act at each step of a round.

In: scenario, heroes and decks, and the card library. Out: a `Chart`. Knows `responders`, which lays cards on a table,
`engine` and `disputes`, which it asks, `rules`, `rulings`, `cards` and `cardtext`.
"""
