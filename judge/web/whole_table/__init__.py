"""The whole table on pages: who can respond, the chart of a table, collisions, practice. Knows `http`, `views`."""
