"""Defines a ruling and says it in words.

In: what a run of the engine recorded. Out: a `Ruling`, its sentences, its text. Knows `rules` alone.
"""
