"""Keeps a local library of published cards.

In: card packs in MarvelCDB's format, from disk or the web. Out: `LibraryCard`s by name, code or set. Knows no
other room.
"""
