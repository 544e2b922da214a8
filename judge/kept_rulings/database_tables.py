"""Defines the tables of the store. `versions` is all there is to know and is only ever added to; `rulings`, `covered`
and `superseding` hold the latest version of each ruling, taken apart so that it can be looked for.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

REVISION = "0002"
"""The schema that this program reads and writes: the last of `migrations/versions/`."""

metadata = MetaData()

versions = Table(
    "versions",
    metadata,
    Column("serial", Integer, primary_key=True, autoincrement=True),
    Column("ruling_id", String(100), nullable=False),
    Column("number", Integer, nullable=False),
    Column("action", String(10), nullable=False),
    Column("body", Text, nullable=False),  # the form as JSON; of one removed, as it was before
    Column("made", String(32), nullable=False),
    Column("made_by", String(200), nullable=False),
    Column("why", Text, nullable=False),
    UniqueConstraint("ruling_id", "number", name="one_version_of_a_number"),
)

rulings = Table(
    "rulings",
    metadata,
    Column("id", String(100), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("changed", String(32), nullable=False),
    Column("game", String(300), nullable=False),
    Column("editions", Text, nullable=False),  # each between spaces; none: all
    Column("status", String(20), nullable=False),
    Column("rank", Integer, nullable=False),  # of its status: those that count first come first
    Column("given", String(10), nullable=False),
    Column("source", String(300), nullable=False),
    Column("source_slug", String(300), nullable=False),
    Column("searched", Text, nullable=False),  # its words, folded, each after a space
    Column("body", Text, nullable=False),
    Column("replaced", Boolean, nullable=False),  # by one that is no draft
    Index("rulings_by_day", "given"),
    Index("rulings_by_source", "source_slug"),
)

covered = Table(
    "covered",
    metadata,
    Column("kind", String(10), primary_key=True),  # entry, code or name
    Column("key", String(300), primary_key=True),
    Column("ruling_id", String(100), ForeignKey("rulings.id", ondelete="CASCADE"), primary_key=True),
    Index("covered_by_ruling", "ruling_id"),
)

superseding = Table(
    "superseding",
    metadata,
    Column("older", String(100), primary_key=True),
    Column("newer", String(100), ForeignKey("rulings.id", ondelete="CASCADE"), primary_key=True),
    Index("superseding_by_newer", "newer"),
)

audit = Table(
    "audit",
    metadata,
    Column("serial", Integer, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("who", String(200), nullable=False),
    Column("action", String(10), nullable=False),
    Column("ruling_id", String(100), nullable=False),
    Column("came_of_it", String(200), nullable=False),
)

outcomes = Table(
    "outcomes",
    metadata,
    Column("build", String(40), primary_key=True),
    Column("ruling_id", String(100), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("verdict", String(20), nullable=False),
    Column("sentence", Text, nullable=False),
    Column("told", Text, nullable=False),  # order and exclusions as the program ruled, as JSON
)
