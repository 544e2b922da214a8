"""Real servers: `judge serve` in processes of its own, on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.web.server import Client

PATIENCE = 90
"""Seconds that a server may take to begin or end, on a slow and busy machine."""
_ADDRESS = re.compile(r"http://[\d.]+:(\d+)")


@dataclass
class Server:
    """A running `judge serve`: its process, and what it has printed so far."""

    process: subprocess.Popen[str]
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    port: int = 0

    @property
    def client(self) -> Client:
        return Client(self.port)

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """Send it a signal and give back how it ended."""
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE)

    def workers(self) -> list[int]:
        """The processes it has started."""
        listed = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        return [int(word) for word in listed.stdout.split()]


def await_that(happened: Callable[[], bool]) -> None:
    """Wait until it has happened; fail where it never does."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


@contextmanager
def served(
    workers: int,
    *,
    base: Mapping[str, str] = os.environ,
    cwd: Path | None = None,
    user: int | None = None,
    under: Sequence[str] = (),
    **environment: str,
) -> Iterator[Server]:
    """`judge serve` on a port the system chooses, from the moment it says its address until the block ends.

    Its environment is `base` with what is named added; `user` is the number of the user it runs as, if not ourselves;
    `under` is a command that runs it in a world of its making, as the process it was itself.
    """
    process = subprocess.Popen(
        [*under, sys.executable, "-m", "judge", "serve", "--port", "0", "--workers", str(workers)],
        env={**base, **environment}, cwd=cwd, user=user, group=user, extra_groups=[] if user else None,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    server, ready = Server(process), threading.Event()
    readers = [
        threading.Thread(target=_read, args=(pipe, lines, server, ready), daemon=True)
        for pipe, lines in ((process.stdout, server.out), (process.stderr, server.err))
    ]
    for reader in readers:
        reader.start()
    try:
        if not ready.wait(PATIENCE) or not server.port:
            pytest.fail(f"judge serve did not begin: {''.join(server.err)}")
        yield server
    finally:
        if process.poll() is None:
            server.stop()
        for reader in readers:
            reader.join(PATIENCE)
        for pipe in (process.stdout, process.stderr):
            if pipe:
                pipe.close()


def _read(pipe: Iterator[str], lines: list[str], server: Server, ready: threading.Event) -> None:
    """Keep each line; the first that holds an address tells the port."""
    for line in pipe:
        lines.append(line)
        if not server.port and (found := _ADDRESS.search(line)):
            server.port = int(found[1])
            ready.set()
    ready.set()  # nothing more will come
