"""Makes entries, cards and rulings ready for the templates.

In: values and links. Out: HTML parts and plain facts. Knows no page.
"""
