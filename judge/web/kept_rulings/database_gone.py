"""Copes with a database that is gone: what needs it says so with 503, what only shows some of it goes on without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from flask import Flask, Response, current_app

from judge.errors import CouldNot
from judge.kept_rulings.database import DatabaseGone
from judge.kept_rulings.store import RulingStore
from judge.web import page_context
from judge.web.http import errors

Found = TypeVar("Found")


def install(app: Flask) -> None:
    """Tell readers that the database is gone, and whoever runs the program why."""
    app.register_error_handler(DatabaseGone, _answer)


def _answer(gone: DatabaseGone) -> Response:
    _log(gone)
    sentence = "The kept rulings cannot be reached at the moment; nothing was changed. Try again in a minute. Rules, "
    return errors.answer(CouldNot(f"{sentence}search and the resolver go on."))


def if_there(ask: Callable[[RulingStore], Found]) -> Found | None:
    """What is asked of the store; None where the database cannot be reached, for a moment without asking it again."""
    store = page_context.desk().kept_rulings
    if store.database.is_resting():
        return None
    try:
        return ask(store)
    except CouldNot as gone:
        _log(gone)
        return None


def _log(gone: CouldNot) -> None:
    current_app.logger.error("kept rulings: %s", gone.message)
