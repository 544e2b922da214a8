"""A dispute as people write it in a chat, a copied ruling, YAML, JSON or a deck list → a dispute to check.

The text is cut into sentences (`text_layout`); what it takes back is left out (`taken_back`), who says a line of a
chat (`chat_lines`) and card texts (`card_passages`) are found in it, and how far names reach (`name_extents`). Each
sentence becomes units (`noun_phrases`) and those clauses (`clauses`), read into what they say of whom (`told_facts`,
`descriptions`), who sits where (`told_seats`), what happens (`told_events`) and which card a text is of
(`text_bearers`); `story_reader` goes through them. All that is told of a name is weighed: it is a player's or a
card's (`roster`). From that come the cards (`card_rows`; whose they are where nobody says it: `card_owners`) and the
occurrence (`happenings`). `pasted_reader` is the door. Every fact keeps where it stands and whether it was said or
guessed; what served for nothing is told.
"""
