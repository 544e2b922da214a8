"""Measures each request once: its route (never the address itself), method, status and time, told to who listens."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import WatchedFileHandler
from types import MappingProxyType

from flask import Flask, Response, g, request

from judge.errors import CouldNot

_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})
_INSIDE = "judge.inside"
INSIDE = MappingProxyType({_INSIDE: True})
"""For the WSGI environment of a request with which the application asks itself: nobody is told of it."""
NO_ROUTE = "none"
"""The route of an address that nothing answers at."""


@dataclass(frozen=True, slots=True)
class MeasuredRequest:
    """One request: the pattern of its route (`/rules/<game>/…`), and how long its answer took, in seconds."""

    method: str
    route: str
    status: int
    seconds: float


Listener = Callable[[MeasuredRequest], None]


def install(app: Flask, listeners: Sequence[Listener]) -> None:
    """Tell each listener of every request. To be installed first, so that it sees what others refuse."""
    if not listeners:
        return

    def begin() -> None:
        g.began = time.perf_counter()

    def end(response: Response) -> Response:
        if not is_inside():
            seen = _seen(response.status_code)
            for listener in listeners:
                listener(seen)
        return response

    app.before_request(begin)
    app.after_request(end)


def is_inside() -> bool:
    """True for a request with which the application asks itself."""
    return _INSIDE in request.environ


def _seen(status: int) -> MeasuredRequest:
    rule = request.url_rule
    method = request.method if request.method in _METHODS else "other"
    return MeasuredRequest(method, rule.rule if rule else NO_ROUTE, status, time.perf_counter() - g.began)


def access_log(target: str) -> Listener:
    """A listener that writes a line of JSON for each request: to standard output (`-`), or to the file of that path,
    which may be rotated. Raises CouldNot when the file cannot be written."""
    logger = logging.Logger("judge.access", logging.INFO)
    logger.addHandler(_handler(target))

    def write(seen: MeasuredRequest) -> None:
        row = {
            "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "method": seen.method,
            "route": seen.route,
            "status": seen.status,
            "ms": round(seen.seconds * 1000, 2),
        }
        logger.info(json.dumps(row))

    return write


def _handler(target: str) -> logging.Handler:
    if target == "-":
        return logging.StreamHandler(sys.stdout)
    try:
        return WatchedFileHandler(target, encoding="utf-8")
    except OSError as problem:
        raise CouldNot(
            f"The access log {target} cannot be written ({problem.strerror}): choose another file.", "JUDGE_ACCESS_LOG"
        ) from problem
