"""Shows the pages, one module for each family of addresses.

In: requests. Out: HTML. Knows `views`, in which what they show is made, `resolve_form`, `kept_rulings` and `http`.
"""
