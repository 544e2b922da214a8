"""Shows pages about a whole table: who can respond, its chart, collisions, practice.

In: requests. Out: HTML. Knows `http`, and of `api` how an address names a moment.
"""
