"""Entries, cards and rulings made ready for the templates: values and links in, HTML parts and plain facts out."""
