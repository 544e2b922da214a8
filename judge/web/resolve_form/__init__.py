"""Turns the fields of the resolver's form into a dispute and back, with hints and problems at their fields.

In: fields as submitted, or a dispute. Out: a dispute, or fields. Pure but for `page`. Knows `http`, `views`.
"""
