"""What the resolver says and offers in each game: the words of its form, ready-made disputes; both are data."""
