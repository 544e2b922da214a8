"""Makes questions to practise with, each explained by its ruling.

In: disputes whose ruling leaves nothing open. Out: a sheet of questions. Knows `charts`, `responders`, `engine`,
`disputes`, `rulings`, `rules` and `cards`.
"""
