"""A dispute as people send it, checked: players, cards, the occurrence; every mistake in it named at once."""
