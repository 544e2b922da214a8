"""Card packs to a local card library."""
