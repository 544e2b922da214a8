"""Tells who can respond at a moment.

In: a dispute that names a moment, the card library. Out: the cards that act, and those that nearly do. An index of what
cards wait for narrows, the engine decides. Knows `engine`, `disputes`, `rulings`, `rules`, `cardtext` and `cards`.
"""
