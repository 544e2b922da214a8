"""Brings the database that Alembic hands it to the schema asked for, in one transaction.

The transaction is the caller's (`judge.kept_rulings.database`).
"""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
context.run_migrations()
