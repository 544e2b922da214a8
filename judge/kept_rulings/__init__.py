"""Keeps rulings that people gave: who said what about which rules and cards, and when; as versions in a database.

In: rulings as YAML, JSON or fields. Out: `StoredRuling`s, found by entry, card or words, and checked. Knows no other
room: what this program rules it is handed as JSON.

Not to be mixed up with `judge.rulings`, which is what this program computes. `model` is a kept ruling as a value,
`ruling_form` how it is written down, `staleness` sets it against the words of a build, `checking` against a ruling of
this program, `store` keeps it.
"""
