"""Serves the web application: gunicorn starts, replaces and stops workers that share one read-only build.

What a worker does stands in `judge.worker_process`.
"""

from __future__ import annotations

import errno
import gc
import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import mkdtemp
from typing import Any

from gunicorn.app.base import BaseApplication

from judge.desk import Desk, open_desk
from judge.errors import CouldNot, JudgeError, NotAllowed
from judge.web import create_app
from judge.web.http.metrics import SHARED
from judge.web.warming import warm
from judge.worker_process import GRACE_SECONDS, JudgeWorker, Shares

_SILENT_SECONDS = 60  # a worker that gives no sign of life for so long is replaced


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
        """The application, warm: the workers share its memory, no damage to the disk shows, nobody waits for a room."""
        application = _warm_application(self._desk)
        keep_from_collections()
        return application

    def reload(self) -> None:
        """Take up the build now in use (SIGHUP, before new workers begin); keep the old one where it cannot be had, and
        where it is the same: two at once take twice the memory, of which the system gets little back.
        """
        super().reload()
        try:
            desk = open_desk()
            if desk.build_id == self._desk.build_id:
                return
            self.callable, self._desk = _warm_application(desk), desk
            keep_from_collections()
        except JudgeError as error:
            print(f"judge: {error} The build {self._desk.build_id} stays in use.", file=sys.stderr, flush=True)


def _warm_application(desk: Desk) -> Any:
    desk.open_rooms()
    application = create_app(desk)
    warm(application)
    return application


def keep_from_collections() -> None:
    """What is looked at by no collection is copied by no worker. What an earlier build has left is collected first."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _begin(worker: Any) -> None:
    """A worker asks itself what people ask first: that copies the memory it writes to, and needs no collections."""
    warm(worker.app.wsgi())
    gc.freeze()  # without `unfreeze`, which would write to the memory that all share


def serve(desk: Desk, host: str, port: int, workers: int, say: Callable[[str], None]) -> None:
    """Serve until stopped; requests under way are finished first. `say` is told the address, and that it has stopped.

    SIGTERM stops it gracefully, SIGINT at once, SIGHUP makes it take up a new build. Port 0 lets the system choose.
    Raises CouldNot when the address cannot be had, NotAllowed for a port or number of workers that makes no sense.
    """
    if not 1 <= workers <= 64:
        raise NotAllowed(f"{workers} workers cannot be run; choose from 1 to 64.", "--workers")
    _check_address(host, port)
    shares = Shares()

    def prepare(_: Any, worker: JudgeWorker) -> None:
        worker.shares, worker.place = shares, shares.enter()
        if worker.age == workers:  # the last of those it begins with: who knocks now finds all of them
            worker.begun = lambda: say(f"Judge is ready at {_address(worker.sockets)} (stop with Ctrl-C).")

    settings = {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "workers": workers,
        "worker_class": JudgeWorker,
        "preload_app": True,
        "timeout": _SILENT_SECONDS,
        "graceful_timeout": GRACE_SECONDS + 2,
        "pre_fork": prepare,
        "post_fork": _hand_over_signals,
        "post_worker_init": _begin,
        "child_exit": lambda _, worker: shares.leave(worker.place),
        "on_exit": lambda _: say("Judge has stopped."),
        "loglevel": "warning",
        "proc_name": "judge",
        "control_socket_disable": True,
    }
    with _metrics_folder():
        _Server(desk, settings).run()


def _hand_over_signals(arbiter: Any, worker: JudgeWorker) -> None:
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
