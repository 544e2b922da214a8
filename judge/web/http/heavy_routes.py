"""Bounds the heavy routes in a worker: few at once, a short queue, then 503 with `Retry-After`.

Who searches and reads is answered beside them, whatever they are sent.
"""

from __future__ import annotations

from threading import BoundedSemaphore

from flask import Flask, g, request

from judge.errors import CouldNot
from judge.web.http.request_log import is_inside
from judge.web.http.retry_after import retry_after

ENDPOINTS = frozenset(
    (
        "api.ability", "api.ask", "api.dispute", "api.resolve",
        "offline.kept", "offline.search",
        "resolver.press", "resolver.reading",
        "api.responders", "responders.page", "charts.draw", "practice.page",
        "rulings.edit", "rulings.file", "rulings.picture", "rulings.ruling", "rulings.what_if",
    )
)  # fmt: skip
"""Endpoints whose work grows with what is sent, or that make a whole document."""
AT_ONCE = 1
"""Heavy requests that a worker answers at the same time: Python runs one thread at a time anyhow."""
WAITING = 20
"""Heavy requests that wait for their turn, each holding one of the worker's threads."""
_PATIENCE_SECONDS = 10.0
_RETRY_AFTER = 2


class Busy(CouldNot):
    """All places for heavy work are taken (503)."""


def is_heavy() -> bool:
    """True for a request to a heavy route."""
    return request.endpoint in ENDPOINTS or (request.endpoint == "resolver.resolve" and "dispute" in request.args)


def install(app: Flask) -> None:
    """Let heavy requests wait for their share. To be installed after whatever refuses requests more cheaply."""
    places = BoundedSemaphore(AT_ONCE + WAITING)
    turns = BoundedSemaphore(AT_ONCE)

    def enter() -> None:
        if not is_heavy() or is_inside():
            return
        if not places.acquire(blocking=False):
            raise _busy()
        if not turns.acquire(timeout=_PATIENCE_SECONDS):
            places.release()
            raise _busy()
        g.has_turn = True

    def leave(_: BaseException | None) -> None:
        if g.pop("has_turn", False):
            turns.release()
            places.release()

    app.before_request(enter)
    app.teardown_request(leave)


def _busy() -> Busy:
    retry_after(_RETRY_AFTER)
    return Busy(
        f"The server is busy with other rulings; try again in {_RETRY_AFTER} seconds. "
        "The page you came from still holds what you typed.",
    )
