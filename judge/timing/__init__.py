"""Card text to abilities; a dispute to a ruling. Pure: no files, no web, no index."""
