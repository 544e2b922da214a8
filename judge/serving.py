"""Serving the web application with gunicorn: several workers that share one read-only build, and a graceful stop."""

from __future__ import annotations

import socket
from typing import Any

from gunicorn.app.base import BaseApplication

from judge.desk import Desk
from judge.errors import CouldNot, NotAllowed
from judge.web import create_app

_GRACE_SECONDS = 20
_LONGEST_REQUEST_LINE = 8190  # gunicorn's own limit of 4094 would cut the address of a long ruling


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
        "worker_class": "gthread",
        "limit_request_line": _LONGEST_REQUEST_LINE,
        "threads": 4,
        "preload_app": True,
        "graceful_timeout": _GRACE_SECONDS,
        "loglevel": "warning",
        "proc_name": "judge",
        "control_socket_disable": True,
    }
    _Server(desk, settings).run()


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
