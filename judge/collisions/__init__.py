"""Finds collisions: pairs of cards that shut each other out, tie, differ between editions, or stay open.

In: the card library and the rules. Out: findings, as Parquet files. Knows `charts`, `responders`, `engine`, `rules`,
`cards`, and `desk`, with which each worker opens its rooms.
"""
