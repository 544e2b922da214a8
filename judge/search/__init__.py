"""Finds entries for a query, and the words of the rules that answer a question.

In: entries, the lexicon, what somebody types. Out: an index; ranked hits, suggestions, an `Answer` that quotes.
Knows no other room.

The way of a query: `query` reads it, `spelling` mends it, `expansion` adds what else its words are called,
`ranking` orders the entries that `name_matches` and `postings` find; `search` is the door. The way of a question:
`question` finds the sentence that asks, `quotations` what of the entries found may be quoted, `answer_features`
weighs each, `answer` takes the best one; `step_order` answers what comes first.
"""
