"""Strangers who send slowly, half, too much or wrongly: nobody else waits for them, and each gets a clear word."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select

import pytest

from judge import worker_process
from judge.desk import Desk
from tests.web.processes import Server, await_that, served
from tests.web.server import Client

HALF_A_HEAD = b"GET /?q=overkill HTTP/1.1\r\nHost: judge\r\nX-Slow: "
HALF_A_BODY = (
    b"POST /api/ability HTTP/1.1\r\nHost: judge\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
)
PATIENCE = 100
"""Bytes that a slow client may send, one each fifth of a second, before it is let go."""


@contextmanager
def strangers(port: int, number: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """So many connections on which that was sent and nothing more comes."""
    with ExitStack() as stack:
        connections = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(number)]
        for connection in connections:
            connection.sendall(sent)
        yield connections


@pytest.fixture(scope="module")
def running(desk: Desk) -> Iterator[Server]:
    """A server of two workers, for strangers who leave it as it was."""
    assert desk
    with served(2) as server:
        yield server


@pytest.mark.parametrize(
    ("number", "sent"), [(40, HALF_A_HEAD), (40, HALF_A_BODY), (300, b"")], ids=["heads", "bodies", "silence"]
)
def test_nobody_waits_for_clients_that_send_half_or_nothing(running: Server, number: int, sent: bytes) -> None:
    with strangers(running.port, number, sent) as waiting:
        assert [running.client.get("/?q=overkill").status for _ in range(10)] == [200] * 10
        told, _, _ = select(waiting, (), (), 0)
    assert not told, "pages came only once strangers were let go"


def test_a_request_that_takes_too_long_to_arrive_is_let_go(site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "ARRIVAL_SECONDS", 1)
    for half in (HALF_A_HEAD, HALF_A_BODY):
        with strangers(site.port, 1, half) as (connection,):
            connection.settimeout(20)
            received, sent = b"?", 0
            while received:
                assert (sent := sent + 1) < PATIENCE
                try:
                    connection.sendall(b" ")  # a byte now and then does not help
                    connection.settimeout(0.2)
                    received = connection.recv(1)
                except TimeoutError:
                    continue
                except OSError:
                    break


def exchange(port: int, sent: bytes) -> tuple[int, bytes]:
    """Status and body of the answer to bytes sent as they are."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(sent)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        return answer.status, answer.read()


def post(head: bytes, body: bytes = b"") -> bytes:
    start = b"POST /api/resolve HTTP/1.1\r\nHost: judge\r\nContent-Type: application/json\r\n"
    return start + head + b"\r\n\r\n" + body


@pytest.mark.parametrize(
    ("sent", "status", "kind"),
    [
        (post(b"Transfer-Encoding: chunked", b"zz\r\nnothing\r\n0\r\n\r\n"), 400, b"not-understood"),
        (post(b"Transfer-Encoding: chunked", b"-5\r\nabcde\r\n0\r\n\r\n"), 400, b"not-understood"),
        (post(b"Content-Length: minus one"), 400, b"not-understood"),
        (post(b"Content-Length: 30000000000"), 413, b"too-large"),  # told before a byte of it has come
        (post(b"X-Long: " + b"x" * 50_000), 414, b"too-large"),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400, b"not-understood"),
    ],
)
def test_what_is_no_request_is_refused_with_the_status_of_the_contract(
    site: Client, sent: bytes, status: int, kind: bytes
) -> None:
    answered, body = exchange(site.port, sent)
    assert (answered, kind in body) == (status, True), body


def connections_of(process: int) -> int:
    """The sockets a process holds."""
    return sum("socket:" in str(fd.readlink()) for fd in Path(f"/proc/{process}/fd").iterdir())


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not tell the files of processes")
@pytest.mark.usefixtures("desk")
def test_kept_connections_are_shared_evenly_among_the_workers() -> None:
    with served(2) as server, ExitStack() as stack:  # a new one: nobody's connection is being closed there
        before = {process: connections_of(process) for process in both(server)}
        for _ in range(40):
            kept = http.client.HTTPConnection("127.0.0.1", server.port)
            stack.callback(kept.close)
            kept.request("GET", "/healthz")
            assert kept.getresponse().read()
        held = [connections_of(process) - before[process] for process in before]
    assert sum(held) == 40 and min(held) >= 15, held


def both(server: Server) -> list[int]:
    await_that(lambda: len(server.workers()) == 2)
    return server.workers()


def test_a_neighbour_is_believed_nothing_that_is_not_switched_on(running: Server) -> None:
    lies = {
        "SCRIPT_NAME": "//evil.example", "Script-Name": "//evil.example", "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil", "X-Script-Name": "/evil",
    }  # fmt: skip
    for path in ("/games", "/games/marvel-champions", "/robots.txt", "/static"):
        plain, lied = (running.client.send("GET", path, headers=said) for said in ({}, lies))
        assert (plain.status, plain.body, plain.headers.get("location")) == (
            lied.status, lied.body, lied.headers.get("location"),
        ), path  # fmt: skip
    assert running.client.send("GET", "/a/metrics", headers=lies | {"SCRIPT_NAME": "/a"}).status == 404
