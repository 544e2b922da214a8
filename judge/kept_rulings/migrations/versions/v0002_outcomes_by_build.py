"""Adds the table of what each build ruled on the kept disputes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of outcomes."""
    op.create_table(
        "outcomes",
        sa.Column("build", sa.String(40), primary_key=True),
        sa.Column("ruling_id", sa.String(100), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("verdict", sa.String(20), nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
    )
