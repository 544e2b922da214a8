"""Runs a worker process: gunicorn keeps it alive and tells it to stop, Waitress speaks HTTP in it.

Waitress takes in heads and bodies and gives out answers in one loop, so that a thread is held only while an answer is
made: slow and silent clients hold none. The workers share one listening port and tell each other how many connections
they have, so that each takes its share.
"""

from __future__ import annotations

import json
import logging
import os
import select
import time
from collections.abc import Callable, Sequence
from functools import partial
from mmap import mmap
from queue import SimpleQueue
from signal import SIGINT, SIGQUIT, SIGTERM
from socket import socket
from typing import Any

from gunicorn.workers.base import Worker
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask, WSGITask

from judge.web.http.errors import details, of_the_server

THREADS = 32
"""More than heavy requests may hold (`web.http.heavy_routes`): those that wait for their turn cost nothing."""
GRACE_SECONDS = 20
"""How long a stopping worker finishes what it is answering."""
IDLE_SECONDS = 15
"""How long a connection without a request, or a reader who takes nothing, is kept; proxies should let go earlier."""
ARRIVAL_SECONDS = 30
"""How long a request may take to arrive, head and body."""
LARGEST_BODY = 4_000_000
"""Bytes that are taken in at all; the application answers what is beyond its own (`request_size_limits.MAX_BODY`)."""
_LARGEST_HEAD = 32_768
_MOST_CONNECTIONS = 800  # with files and pipes below the usual limit of 1,024
_LINGER_SECONDS = 2.0  # a stopping worker keeps idle connections so long: a request may be on its way
_BODY_IN_MEMORY = 65_536  # the rest goes into a temporary file
_ANSWER_IN_MEMORY = 262_144  # of what waits for its reader; a page needs no temporary file, a full disk stops none
_TICK_SECONDS = 0.25
_POLITE_SECONDS = 0.005
_STOPS = (SIGTERM, SIGQUIT, SIGINT)


class Shares:
    """How many connections each worker has, in memory that all of them share; a byte pair for each of 128 places."""

    _PLACES = 128
    _NONE = 2**15 - 1

    def __init__(self) -> None:
        self._counts = memoryview(mmap(-1, 2 * self._PLACES)).cast("h")
        for place in range(self._PLACES):
            self.leave(place)

    def enter(self) -> int:
        """Take a free place, for a worker that is about to begin."""
        place = next((place for place in range(self._PLACES) if self._counts[place] < 0), 0)
        self.retire(place)  # until it begins
        return place

    def leave(self, place: int) -> None:
        """Give a place back: its worker has ended."""
        self._counts[place] = -1

    def retire(self, place: int) -> None:
        """Note that a worker takes no connections any more."""
        self._counts[place] = self._NONE

    def begin(self, place: int, workers: int) -> None:
        """Begin, and wait for so many that have, for a second at most: who comes first must not take everybody."""
        self._counts[place] = 0
        deadline = time.monotonic() + 1
        while sum(0 <= count < self._NONE for count in self._counts) < workers and time.monotonic() < deadline:
            time.sleep(0.005)

    def count(self, place: int, connections: int) -> None:
        """Note how many connections a worker has."""
        self._counts[place] = connections

    def is_above_its_share(self, place: int) -> bool:
        """True where another worker has clearly fewer connections."""
        return self._counts[place] > 1 + min(count for count in self._counts if count >= 0)


class JudgeWorker(Worker):
    """gunicorn's worker around a Waitress server; its attributes are set by `judge.serving`."""

    shares: Shares
    place: int = 0
    begun: Callable[[], None] | None = None
    """Whom to tell that it answers."""
    heard: SimpleQueue[int] = SimpleQueue()
    """Signals that reached it while it still had the handlers of the process it was forked from."""

    def run(self) -> None:
        """Serve until told to stop, then finish what has arrived."""
        listeners: Any = self.sockets
        server = http_server(self.wsgi, [listener.sock for listener in listeners])
        server.handle_accept = partial(self._accept_politely, server, server.handle_accept)
        self.shares.begin(self.place, self.cfg.workers)
        if self.begun:
            self.begun()
        self._hear_signals()
        while self.alive and self.ppid == os.getppid():
            turn(server)
            self.notify()
            self._hear_signals()
        self.shares.retire(self.place)
        _finish(server, self.notify)

    def _hear_signals(self) -> None:
        while not self.heard.empty():
            if self.heard.get() in _STOPS:
                self.alive = False

    def _accept_politely(self, server: Any, accept: Callable[[], None]) -> None:
        """Leave who waits at the port to a worker that has fewer connections, but not for long: it may be busy."""
        self.shares.count(self.place, len(server.active_channels))
        if self.shares.is_above_its_share(self.place):
            time.sleep(_POLITE_SECONDS)
        accept()


def http_server(application: Any, sockets: Sequence[socket]) -> Any:
    """A Waitress server with our bounds on sockets that are bound already; `turn` lets it work."""
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    server: Any = create_server(
        application,
        sockets=list(sockets),
        threads=THREADS,
        connection_limit=_MOST_CONNECTIONS,
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=1,
        max_request_header_size=_LARGEST_HEAD,
        max_request_body_size=LARGEST_BODY,
        inbuf_overflow=_BODY_IN_MEMORY,
        outbuf_overflow=_ANSWER_IN_MEMORY,
        clear_untrusted_proxy_headers=False,  # `web.settings` believes as many proxies as it is told, no others
        asyncore_use_poll=True,
        log_socket_errors=False,
        ident=None,
    )
    server.channel_class = _Channel
    server.is_stopping = False
    server.arrivals = _Arrivals(server)
    return server


def turn(server: Any, seconds: float = _TICK_SECONDS) -> None:
    """Let a server take in and give out what is there, waiting for it so long."""
    server.asyncore.loop(timeout=seconds, map=server._map, use_poll=True, count=1)
    server.arrivals.close_late_ones()


class _Arrivals:
    """Since when each request has been arriving."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._since: dict[Any, float] = {}
        self._next = 0.0

    def close_late_ones(self) -> None:
        """Close connections whose request takes too long to arrive; looks once a second."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + 1
        arriving = [channel for channel in self._server.active_channels.values() if channel.request is not None]
        self._since = {channel: self._since.get(channel, now) for channel in arriving}
        for channel, since in self._since.items():
            if now - since > ARRIVAL_SECONDS:
                channel.will_close = True


def _finish(server: Any, notify: Any) -> None:
    """Take in who already waits at the port, leave it to the others, and end when everybody is answered.

    Connections still waiting at a port that nobody listens at any more would be reset.
    """
    server.is_stopping = True
    while _is_anybody_waiting(server):
        type(server).handle_accept(server)  # without politeness
    server.del_channel()
    server.socket.close()
    began = time.monotonic()
    while server.active_channels and time.monotonic() - began < GRACE_SECONDS:
        if time.monotonic() - began > _LINGER_SECONDS:
            for channel in server.active_channels.values():
                channel.will_close |= _is_idle(channel)
        turn(server, 0.05)
        notify()
    server.task_dispatcher.shutdown(timeout=1)


def _is_anybody_waiting(server: Any) -> bool:
    poll = select.poll()
    poll.register(server.socket, select.POLLIN)
    return bool(poll.poll(0))


def _is_idle(channel: Any) -> bool:
    return not (channel.requests or channel.request or channel.total_outbufs_len)


class _Task(WSGITask):
    """A request answered; of a stopping worker the last of its connection."""

    def start(self) -> None:
        super().start()
        server: Any = self.channel.server
        if server.is_stopping:
            self.set_close_on_finish()


class _ErrorTask(ErrorTask):
    """A request that Waitress itself refuses, told in our words."""

    def execute(self) -> None:
        request: Any = self.request
        error = of_the_server(request.error.code, request.error.body)
        body = json.dumps(details(error), ensure_ascii=False).encode()
        self.status = f"{error.http_status} {details(error)['title']}"
        self.response_headers = [
            ("Content-Type", "application/problem+json; charset=utf-8"), ("Access-Control-Allow-Origin", "*"),
        ]  # fmt: skip
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Channel(HTTPChannel):
    task_class = _Task
    error_task_class = _ErrorTask
