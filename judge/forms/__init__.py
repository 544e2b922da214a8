"""Reads what the resolver says and offers in each game.

In: `corpus/pages/` and `corpus/examples/`. Out: the words of its form, ready-made disputes. Knows `rules`, to which it
holds both.
"""
