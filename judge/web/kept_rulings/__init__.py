"""Shows kept rulings on the web: their pages and feed, what stands beside rules, cards and rulings; and takes them in.

In: requests. Out: HTML, JSON, Atom. Knows `http` and `views`.

What this program computes has its pages in `judge.web.pages.rulings`.
"""

from __future__ import annotations

from flask import Flask

from judge.web import page_context
from judge.web.kept_rulings import api, database_gone, ruling_pages, shown_beside, write_access, writing_pages
from judge.web.kept_rulings.ruling_pages import paths_to_keep, rows_to_find
from judge.web.kept_rulings.shown_beside import mark, mark_now
from judge.web.settings import Settings

__all__ = ["install", "mark", "mark_now", "paths_to_keep", "rows_to_find"]


def install(app: Flask, said: Settings) -> None:
    """Let the application show and take kept rulings. Raises NotAllowed where their database is named wrongly."""
    with app.app_context():
        page_context.desk().kept_rulings  # noqa: B018 - a wrong setting is told at the start
    database_gone.install(app)
    write_access.install(app, said)
    shown_beside.install(app)
    for family in (ruling_pages, writing_pages, api):
        app.register_blueprint(family.pages)
