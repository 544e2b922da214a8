"""Judge: a rules reference for card games, with a resolver that says what resolves first and why."""

__version__ = "0.1.0"
