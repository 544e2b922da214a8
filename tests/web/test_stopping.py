"""The server of several workers: it stops without cutting anybody off, and goes on when a worker is lost."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from tests.web.processes import PATIENCE, Server, await_that, served

pytestmark = pytest.mark.usefixtures("desk")

DISPUTE = json.dumps({
    "game": "marvel-champions",
    "players": [{"name": "Ada", "form": "hero"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Clockwork Baron", "target": "Ada"},
    "cards": [
        {"name": "Warning Bells", "kind": "upgrade", "controller": "Ada",
         "text": "Interrupt: When the villain initiates an attack against you, draw 1 card."},
    ],
}).encode()  # fmt: skip
REQUESTS = (
    ("GET", "/api/search?q=can+an+ally+defend", b""),
    ("POST", "/api/resolve", DISPUTE),
    ("GET", "/rules/marvel-champions/rr-1.0/damage", b""),
)
CLIENTS = 8
PAUSE = 0.02
"""Seconds between an answer and the next request of a client: on two cores the workers must begin beside them."""


@dataclass
class Crowd:
    """Clients that ask until nobody listens any more: half over connections they keep, half over ever new ones."""

    port: int
    answered: int = 0
    wrong: list[str] = field(default_factory=list)
    leave: threading.Event = field(default_factory=threading.Event)

    def ask(self, first: int) -> None:
        """One client, request after request; that a port which nobody listens at refuses it is the only end allowed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        turn = first
        while not self.leave.is_set():
            method, path, body = REQUESTS[turn % len(REQUESTS)]
            try:
                connection.request(method, path, body or None, {"Content-Type": "application/json"} if body else {})
                answer = connection.getresponse()
                answer.read()  # raises where it is shorter than announced
            except ConnectionRefusedError:
                break
            except (OSError, http.client.HTTPException) as problem:
                self.wrong.append(f"{method} {path}: {problem!r}")
                break
            if answer.status != 200:
                self.wrong.append(f"{method} {path}: {answer.status}")
            self.answered += 1
            turn += 1
            if first % 2:
                connection.close()
            time.sleep(PAUSE)
        connection.close()


@contextmanager
def crowd(server: Server) -> Iterator[Crowd]:
    """A crowd at the server while the block runs; at its end all have left."""
    people = Crowd(server.port)
    clients = [threading.Thread(target=people.ask, args=(turn,)) for turn in range(CLIENTS)]
    for client in clients:
        client.start()
    try:
        await_that(lambda: people.answered > 5 * CLIENTS or bool(people.wrong))
        yield people
    finally:
        people.leave.set()
        for client in clients:
            client.join(PATIENCE)


def test_a_hangup_and_a_stop_under_load_cut_nobody_off() -> None:
    with served(2) as server, crowd(server) as people:
        before = set(server.workers())
        server.process.send_signal(signal.SIGHUP)
        await_that(lambda: len(server.workers()) == 2 and not before & set(server.workers()))
        answered = people.answered
        await_that(lambda: people.answered > answered + 5 * CLIENTS or bool(people.wrong))
        assert server.stop() == 0
    assert people.wrong == []
    assert "".join(server.err) == ""
    assert server.out[-1] == "Judge has stopped.\n"


def test_a_killed_worker_is_replaced_and_ctrl_c_stops_all_with_a_word() -> None:
    with served(2) as server:
        await_that(lambda: len(server.workers()) == 2)
        lost, other = server.workers()
        os.kill(lost, signal.SIGKILL)
        assert server.client.get("/readyz").status == 200
        await_that(lambda: len(server.workers()) == 2 and lost not in server.workers())
        assert other in server.workers()
        told = "".join(server.err)
        os.killpg(server.process.pid, signal.SIGINT)  # as a terminal does: all its processes at once
        assert server.process.wait(PATIENCE) == 0
    ready = f"Judge is ready at http://127.0.0.1:{server.port} (stop with Ctrl-C).\n"
    assert server.out == [ready, "Judge has stopped.\n"]
    assert "".join(server.err) == told
    assert "SIGKILL" in told
    assert "Traceback" not in told
