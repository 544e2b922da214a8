"""The chart of a table: its scenario, heroes and decks, and at each step of a round the cards that act there."""
