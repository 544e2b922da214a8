"""Serving the web application with gunicorn: several workers that share one read-only build, and a graceful stop."""

from __future__ import annotations

import errno
import gc
import json
import os
import select
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from queue import SimpleQueue
from tempfile import mkdtemp
from threading import Thread
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker

from judge.desk import Desk, open_desk
from judge.errors import CouldNot, JudgeError, NotAllowed
from judge.web import create_app
from judge.web.metrics import SHARED
from judge.web.problems import AddressTooLong, details
from judge.web.warm import warm

_GRACE_SECONDS = 20
_KEPT_ALIVE_SECONDS = 5  # a connection without requests; a proxy before us should let go of it earlier
_LONGEST_REQUEST_LINE = 8190  # gunicorn's own limit of 4094 would cut the address of a long ruling
_STOPS = (signal.SIGTERM, signal.SIGQUIT, signal.SIGINT)
_MOST_DRAINED = 1_000_000
_PATIENCE_WITH_A_SENDER = 0.5  # seconds without a byte


class _Worker(ThreadWorker):
    """gunicorn's worker with threads, which tells an address beyond the limit in our words.

    It ends only when nobody waits at its port, and also when it is told so in the moment between its fork and its first
    own signal handler.
    """

    heard: SimpleQueue[int] = SimpleQueue()
    """Signals that reached it while it still had the handlers of the process it was forked from."""

    def init_signals(self) -> None:
        """As gunicorn's; then obey what came too early."""
        super().init_signals()
        while not self.heard.empty():
            if (early := self.heard.get()) in _STOPS:
                os.kill(os.getpid(), early)

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """As gunicorn's; a worker that ends first takes in who already waits, then leaves the port to the others.

        Connections still waiting at a port nobody listens to any more would be reset.
        """
        if not enabled and not self.alive:
            for listener in self.sockets:
                _accept_all(listener, self.accept)
        super().set_accept_enabled(enabled)
        if not enabled and not self.alive:
            for listener in self.sockets:
                listener.close()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        if not isinstance(exc, LimitRequestLine):
            super().handle_error(req, client, addr, exc)
            return
        message = f"The address is longer than {_LONGEST_REQUEST_LINE:,} characters; send less, or in a body."
        body = json.dumps(details(AddressTooLong(message, "address")), ensure_ascii=False).encode()
        head = (
            "HTTP/1.1 414 URI Too Long\r\nConnection: close\r\nAccess-Control-Allow-Origin: *\r\n"
            f"Content-Type: application/problem+json; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        _drain(client)
        client.sendall(head.encode("ascii") + body)


def _accept_all(listener: socket.socket, accept: Callable[[socket.socket], None]) -> None:
    """Accept every connection that waits."""
    while select.select([listener], [], [], 0)[0]:
        accept(listener)


def _drain(client: socket.socket) -> None:
    """Take in what is still being sent: a connection closed before that loses the answer on its way."""
    client.settimeout(_PATIENCE_WITH_A_SENDER)
    taken, last = 0, b""
    try:
        while taken < _MOST_DRAINED and b"\r\n\r\n" not in last and (chunk := client.recv(65_536)):
            taken, last = taken + len(chunk), last[-3:] + chunk
    except OSError:
        return  # nothing more comes


class _Server(BaseApplication):
    """gunicorn with our settings instead of a configuration file."""

    def __init__(self, desk: Desk, settings: dict[str, Any]) -> None:
        self._desk = desk
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, with its rooms open: the workers share their memory, and no damage to the disk shows."""
        self._desk.open_rooms()
        application = create_app(self._desk)
        gc.collect()
        gc.freeze()  # what is looked at by no collection is copied by no worker
        return application

    def reload(self) -> None:
        """Take up the build now in use (SIGHUP, before new workers begin); keep the old one where it cannot be had."""
        super().reload()
        before = self._desk
        try:
            self._desk = open_desk()
            self.callable = self.load()
        except JudgeError as error:
            self._desk = before
            print(f"judge: {error} The build {self._desk.build_id} stays in use.", file=sys.stderr, flush=True)


def serve(desk: Desk, host: str, port: int, workers: int, say: Callable[[str], None]) -> None:
    """Serve until stopped; requests under way are finished first. `say` is told the address, and that it has stopped.

    SIGTERM stops it gracefully, SIGINT at once, SIGHUP makes it take up a new build. Port 0 lets the system choose.
    Raises CouldNot when the address cannot be had, NotAllowed for a port or number of workers that makes no sense.
    """
    if not 1 <= workers <= 64:
        raise NotAllowed(f"{workers} workers cannot be run; choose from 1 to 64.", "--workers")
    _check_address(host, port)
    settings = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": workers,
        "worker_class": _Worker,
        "limit_request_line": _LONGEST_REQUEST_LINE,
        "threads": 4,
        "preload_app": True,
        "graceful_timeout": _GRACE_SECONDS,
        "keepalive": _KEPT_ALIVE_SECONDS,
        "when_ready": lambda arbiter: say(f"Judge is ready at {_address(arbiter.LISTENERS)} (stop with Ctrl-C)."),
        "post_fork": _hand_over_signals,
        "post_worker_init": lambda worker: Thread(target=warm, args=(worker.app.wsgi(),), daemon=True).start(),
        "on_exit": lambda _: say("Judge has stopped."),
        "loglevel": "warning",
        "proc_name": "judge",
        "control_socket_disable": True,
    }
    with _metrics_folder():
        _Server(desk, settings).run()


def _hand_over_signals(arbiter: Any, worker: Any) -> None:
    worker.heard = arbiter.SIG_QUEUE  # in the new process: its own copy of the queue


def _address(listeners: Sequence[Any]) -> str:
    host, port = listeners[0].sock.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@contextmanager
def _metrics_folder() -> Iterator[None]:
    """A folder in which the workers count together, unless the environment names one."""
    if SHARED in os.environ:
        yield
        return
    try:
        folder, maker = mkdtemp(prefix="judge-metrics-"), os.getpid()
    except OSError as problem:
        raise CouldNot(
            f"No folder for temporary files can be written ({problem.strerror}): free some space in one, or name "
            "another in TMPDIR.",
            "TMPDIR",
        ) from problem
    os.environ[SHARED] = folder
    try:
        yield
    finally:
        del os.environ[SHARED]
        if os.getpid() == maker:  # a worker that ends passes here too
            shutil.rmtree(folder, ignore_errors=True)


def _check_address(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OverflowError as problem:
        raise NotAllowed(f"{port} is no port; choose from 1 to 65535.", "--port") from problem
    except OSError as problem:
        where, way = _way_out(problem)
        raise CouldNot(f"Cannot serve on {host} port {port} ({problem.strerror}): {way}.", where) from problem


def _way_out(problem: OSError) -> tuple[str, str]:
    """The option that is wrong, and what would be right."""
    if isinstance(problem, socket.gaierror) or problem.errno == errno.EADDRNOTAVAIL:
        return "--host", "choose another host, an address of this machine"
    if problem.errno == errno.EACCES:
        return "--port", "choose another port; those below 1024 need the right to use them"
    return "--port", "stop what uses it or choose another port"
