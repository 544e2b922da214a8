"""Holds the steps, first to last. A step that has shipped is never edited: it says what the tables were then."""
