"""Makes the tables of rulings, their versions, what they cover and replace, and who wrote what."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "versions",
        sa.Column("serial", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("ruling_id", sa.String(100), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("action", sa.String(10), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made", sa.String(32), nullable=False),
        sa.Column("made_by", sa.String(200), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.UniqueConstraint("ruling_id", "number", name="one_version_of_a_number"),
    )
    op.create_table(
        "rulings",
        sa.Column("id", sa.String(100), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.String(32), nullable=False),
        sa.Column("game", sa.String(300), nullable=False),
        sa.Column("editions", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("given", sa.String(10), nullable=False),
        sa.Column("source", sa.String(300), nullable=False),
        sa.Column("source_slug", sa.String(300), nullable=False),
        sa.Column("searched", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("replaced", sa.Boolean, nullable=False),
    )
    op.create_index("rulings_by_day", "rulings", ["given"])
    op.create_index("rulings_by_source", "rulings", ["source_slug"])
    op.create_table(
        "covered",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("key", sa.String(300), primary_key=True),
        sa.Column("ruling_id", sa.String(100), sa.ForeignKey("rulings.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("covered_by_ruling", "covered", ["ruling_id"])
    op.create_table(
        "superseding",
        sa.Column("older", sa.String(100), primary_key=True),
        sa.Column("newer", sa.String(100), sa.ForeignKey("rulings.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("superseding_by_newer", "superseding", ["newer"])
    op.create_table(
        "audit",
        sa.Column("serial", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("who", sa.String(200), nullable=False),
        sa.Column("action", sa.String(10), nullable=False),
        sa.Column("ruling_id", sa.String(100), nullable=False),
        sa.Column("came_of_it", sa.String(200), nullable=False),
    )
