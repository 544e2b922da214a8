"""Answers requests with pages and JSON. `judge.web.application.create_app` makes the application.

In: requests. Out: answers, all made of what the desk says.

Its packages, each knowing those before it: `http` (limits, headers, errors, metrics), `views` (values made ready for
templates), `resolve_form`, `api`, `kept_rulings`, `pages` (one module for each address), `whole_table`, `offline`.
One arrow goes back: `api` describes what `kept_rulings` answers beside its own.
"""

from judge.web.application import create_app

__all__ = ["create_app"]
