"""Reads the timing rules: what each edition says about order.

In: the tables of `corpus/timing/`, the entries that they quote. Out: `Rules`, typed, every name in them linked. Knows
`cardtext`, into whose words a game's cards are read.
"""
