"""Rulings that people keep: who said what about which rules and cards, and when; as versions in a database.

Not to be mixed up with `judge.rulings`, which is what this program computes. `model` is a kept ruling as a value,
`ruling_form` how it is written down, `staleness` sets it against the words of a build, `checking` against a ruling of
this program, `store` keeps it.
"""
