"""What the worst request within all bounds gives, route by route: an answer of bounded size, in bounded memory.

Each input is sent to the route that does least beside it, and to each other route the inputs that take it the most
memory and give the largest answer. `scripts/bench worst` sends all, and measures how long each takes; test_growth, that
twice the text takes about twice the work.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import pytest
from flask import Flask

from benchmarks.worst_requests import PASTED, QUERIES, REQUESTS, TEXTS, Request, forms, peak_of, warm_app
from judge.desk import open_desk
from judge.web.http.request_size_limits import LARGEST_ANSWER

MEMORY = 64_000_000
_EVERY = (
    *(f"search {name}" for name in QUERIES), *(f"ability {name}" for name in TEXTS),
    *(f"paste {name}" for name in PASTED), *dict(forms()),
)  # fmt: skip
_WORST = (
    "search page or", "search page typos", "ask words", "suggest", "reading runs", "reading lines", "effect runs",
    "resolve commas", "resolve most abilities", "ruling responses", "ruling page loop", "picture responses",
    "orders responses", "dispute question", "chart decks", "responders loop", "responders API responses", "practice",
)  # fmt: skip


@cache
def app() -> Flask:
    return warm_app(open_desk())


def measured(name: str) -> tuple[int, int, int]:
    return peak_of(app(), REQUESTS[name])


@pytest.fixture(scope="module")
def worker() -> Iterator[Executor]:
    """A new process: in one that has done much, memory that it kept free would hide what a request takes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", [*_EVERY, *_WORST])
def test_the_worst_request_within_bounds_is_answered_within_them(worker: Executor, name: str) -> None:
    status, size, peak = worker.submit(measured, name).result()
    assert status < 500
    assert size <= LARGEST_ANSWER
    assert 0 < peak <= MEMORY


def test_what_a_request_takes_is_counted(worker: Executor) -> None:
    assert worker.submit(taken_by_a_hundred_megabytes).result() > 100_000_000


def taken_by_a_hundred_megabytes() -> int:
    greedy = Flask(__name__)
    greedy.add_url_rule("/", view_func=lambda: str(len(bytes(100_000_000).replace(b"\0", b"a"))))
    return peak_of(greedy, Request("/"))[2]
