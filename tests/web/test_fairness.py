"""Eight clients send the worst that is allowed, again and again: who searches and reads hardly notices.

Here the clock is what is tested: how long somebody waits beside others is settled by the system, the interpreter's lock
and the bounds together, and no count of work tells it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from judge.web.http.request_size_limits import MOST_CARDS, MOST_LETTERS, MOST_TEXT
from tests.web.processes import Server, await_that, served
from tests.web.server import Client

ATTACKERS, READERS, SECONDS = 8, 4, 2.5
P95_SECONDS = 0.5
PAGES = ("/?q=overkill", "/api/search?q=can+an+ally+defend", "/rules/marvel-champions/rr-1.0/damage")
LOOP = "Forced Response: After you take damage, the villain attacks you."
WORST: dict[str, dict[str, Any]] = {
    "a dispute without end": {
        "players": [{"name": "Ada"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"},
        "cards": [{"name": f"C{n}", "kind": "upgrade", "text": LOOP} for n in range(MOST_CARDS)],
    },
    "as much text as may be": {
        "cards": [
            {"name": f"C{n}", "text": "Action: Draw 1 card.\n" * (MOST_TEXT // 21)}
            for n in range(MOST_LETTERS // MOST_TEXT - 1)
        ]
    },
}


def send(client: Client, dispute: dict[str, Any], until: float, answers: Counter[int]) -> None:
    number = 0
    while time.monotonic() < until:
        number += 1
        body = {"game": "marvel-champions", **dispute, "note": str(number)}
        answers[client.post_json("/api/resolve", body).status] += 1


def read(client: Client, until: float, waited: list[float], wrong: list[int]) -> None:
    number = 0
    while time.monotonic() < until:
        number += 1
        began = time.monotonic()
        answer = client.get(PAGES[number % len(PAGES)])
        waited.append(time.monotonic() - began)
        if answer.status != 200:
            wrong.append(answer.status)
        time.sleep(0.05)


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of two workers on the current build."""
    request.getfixturevalue("desk")
    with served(2) as running:
        yield running


@pytest.mark.parametrize("name", WORST)
def test_readers_are_answered_beside_clients_that_send_the_worst_that_is_allowed(server: Server, name: str) -> None:
    answers: Counter[int] = Counter()
    waited: list[float] = []
    wrong: list[int] = []
    workers = both(server)
    until = time.monotonic() + SECONDS
    crowd = [threading.Thread(target=send, args=(server.client, WORST[name], until, answers)) for _ in range(ATTACKERS)]
    crowd += [threading.Thread(target=read, args=(server.client, until, waited, wrong)) for _ in range(READERS)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    assert set(server.workers()) == workers
    assert wrong == []
    assert set(answers) <= {200, 413, 429, 503}, answers
    assert sorted(waited)[int(len(waited) * 0.95)] <= P95_SECONDS, sorted(waited)[-20:]


def both(server: Server) -> set[int]:
    await_that(lambda: len(server.workers()) == 2)
    return set(server.workers())
