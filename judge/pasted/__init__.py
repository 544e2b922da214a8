"""A dispute as people write it in a chat, a copied ruling, YAML, JSON or a deck list → a dispute to check.

The text is cut into sentences (`text_layout`), card texts are found in it (`card_passages`), and each sentence is
read into what it says of whom and what happens (`story_reader`). All that is told of a name is weighed: it is a
player's or a card's (`roster`). From that come the cards (`card_rows`) and the occurrence (`happenings`).
`pasted_reader` is the door. Every fact keeps where it stands and whether it was said or guessed; what served for
nothing is told.
"""
