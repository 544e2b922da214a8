"""Takes a card's text, as players type or paste it, apart into abilities and keywords. Pure.

In: the text, and one game's words (`card_words`). Out: a `judge.ability.CardText`, each ability of it a tree
(`tree`). Knows no other room.

The way of a text: `lexer` cuts it into pieces; `card_text_reader` parts these into abilities, by their
`timing_headers`, `keywords` and `use_limits`; `triggering_conditions`, `condition_reader` and `effect_sentences`
(“if”, “may”, “then”, “until”) read an ability; clauses they read with `clause_grammar`, `noun_phrases` and
`determiners`. What a clause comes to mean is said in `clause_meaning` and `effect_nodes`, what words behind it
change in `effect_modifiers`, whom “it” means in `antecedents`.
"""
