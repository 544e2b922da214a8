"""The web application: requests in, pages and JSON out. `judge.web.application.create_app` makes it.

Its packages, each knowing only those before it: `http` (limits, headers, errors, metrics), `views` (values made ready
for templates), `resolve_form`, `kept_rulings`, `pages` (one module for each address), `api`, `offline`.
"""

from judge.web.application import create_app

__all__ = ["create_app"]
