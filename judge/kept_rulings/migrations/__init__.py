"""Brings the tables to what they are, step by step (Alembic). Each step is one transaction."""
