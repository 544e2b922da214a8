"""A dispute as people write it in a chat, a copied ruling, YAML, JSON or a deck list → a dispute to check.

The text is cut into sentences (`text_layout`), each into those it names and what it says of them (`mentions`), and from
these come the players (`who_plays`), the cards with their texts (`card_mentions`) and what happens
(`told_occurrences`). `pasted_reader` is the door. Every fact keeps where it stands and whether it was said or
guessed; what served for nothing is told.
"""
