"""Entries to an index, queries to ranked hits."""
