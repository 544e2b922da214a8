"""Bounds the heavy routes in a worker: few at once, a short queue, then 503 with `Retry-After`.

Who searches and reads is answered beside them, whatever they are sent. The documents to keep offline take seconds where
they are made anew, so they have a share of their own and nobody's ruling waits for them.
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
        "resolver.hints_of_the_form", "resolver.press", "resolver.reading",
        "api.responders", "responders.page", "charts.draw", "practice.page",
        "rulings.edit", "rulings.file", "rulings.picture", "rulings.ruling", "rulings.what_if",
    )
)  # fmt: skip
"""Endpoints whose work grows with what is sent."""
DOCUMENTS = frozenset(("offline.kept", "offline.search"))
"""Endpoints that make a whole document, once for everybody."""
AT_ONCE = 1
"""Heavy requests of a share that a worker answers at the same time: Python runs one thread at a time anyhow."""
WAITING = 20
"""Heavy requests that wait for their turn, each holding one of the worker's threads."""
WAITING_FOR_DOCUMENTS = 4
_PATIENCE_SECONDS = 10.0
_RETRY_AFTER = 2


class Busy(CouldNot):
    """All places for heavy work are taken (503)."""


class _Share:
    """Turns for requests of one sort, and places to wait for one."""

    def __init__(self, waiting: int) -> None:
        self._places = BoundedSemaphore(AT_ONCE + waiting)
        self._turns = BoundedSemaphore(AT_ONCE)

    def enter(self) -> None:
        """Take a turn. Raises Busy where there is no place, or no turn in time."""
        if not self._places.acquire(blocking=False):
            raise _busy()
        if not self._turns.acquire(timeout=_PATIENCE_SECONDS):
            self._places.release()
            raise _busy()

    def leave(self) -> None:
        """Give the turn back."""
        self._turns.release()
        self._places.release()


def is_heavy() -> bool:
    """True for a request to a heavy route."""
    by_dispute = request.endpoint == "resolver.resolve" and "dispute" in request.args
    return request.endpoint in ENDPOINTS | DOCUMENTS or by_dispute


def install(app: Flask) -> None:
    """Let heavy requests wait for their share. To be installed after whatever refuses requests more cheaply."""
    rulings, documents = _Share(WAITING), _Share(WAITING_FOR_DOCUMENTS)

    def enter() -> None:
        if is_heavy() and not is_inside():
            share = documents if request.endpoint in DOCUMENTS else rulings
            share.enter()
            g.share = share

    def leave(_: BaseException | None) -> None:
        if share := g.pop("share", None):
            share.leave()

    app.before_request(enter)
    app.teardown_request(leave)


def _busy() -> Busy:
    retry_after(_RETRY_AFTER)
    return Busy(
        f"The server is busy with requests like this one; try again in {_RETRY_AFTER} seconds. "
        "The page you came from still holds what you typed.",
    )
