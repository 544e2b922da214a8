"""Serving the web application with gunicorn: several workers that share one read-only build, and a graceful stop."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import mkdtemp
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import ThreadWorker

from judge.desk import Desk
from judge.errors import CouldNot, NotAllowed
from judge.web import create_app
from judge.web.metrics import SHARED
from judge.web.problems import AddressTooLong, details

_GRACE_SECONDS = 20
_LONGEST_REQUEST_LINE = 8190  # gunicorn's own limit of 4094 would cut the address of a long ruling
_MOST_DRAINED = 1_000_000
_PATIENCE_WITH_A_SENDER = 0.5  # seconds without a byte


class _Worker(ThreadWorker):
    """gunicorn's worker with threads, which tells an address beyond the limit in our words."""

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
        return create_app(self._desk)


def serve(desk: Desk, host: str, port: int, workers: int) -> None:
    """Serve until stopped; requests under way are finished first.

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
        "loglevel": "warning",
        "proc_name": "judge",
        "control_socket_disable": True,
    }
    with _metrics_folder():
        _Server(desk, settings).run()


@contextmanager
def _metrics_folder() -> Iterator[None]:
    """A folder in which the workers count together, unless the environment names one."""
    if SHARED in os.environ:
        yield
        return
    folder, maker = mkdtemp(prefix="judge-metrics-"), os.getpid()
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
        raise CouldNot(
            f"Cannot serve on {host} port {port} ({problem.strerror}): stop what uses it or choose another port.",
            "--port",
        ) from problem
