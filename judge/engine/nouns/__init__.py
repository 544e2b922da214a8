"""Whom words name, in three values: `noun_matching` asks the rooms below it, one for each part of a noun."""
