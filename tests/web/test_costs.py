"""What the worst request within all bounds gives, route by route: an answer of bounded size, in bounded memory.

`scripts/bench worst` measures how long each takes; test_growth, that twice the text takes about twice the work.
"""

from __future__ import annotations

import pytest
from flask import Flask

from benchmarks.worst_requests import REQUESTS, peak_of, warm_app
from judge.desk import Desk
from judge.web.http.request_size_limits import LARGEST_ANSWER

MEMORY = 64_000_000


@pytest.fixture(scope="module")
def app(desk: Desk) -> Flask:
    return warm_app(desk)


@pytest.mark.parametrize("name", REQUESTS)
def test_the_worst_request_within_bounds_is_answered_within_them(app: Flask, name: str) -> None:
    status, size, peak = peak_of(app, REQUESTS[name])
    assert status < 500
    assert size <= LARGEST_ANSWER
    assert peak <= MEMORY
