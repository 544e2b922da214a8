"""A card's text, as players type or paste it, to abilities and keywords. Pure: word tables are handed in."""
