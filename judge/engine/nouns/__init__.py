"""Whom words name, in three values: `naming` asks the rooms below it, one for each part of a noun."""
