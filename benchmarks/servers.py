"""Servers under measurement, ours and Datasette: started as their users start them, on a free port of this machine."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from judge.errors import CouldNot

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
_PATIENCE = 120.0  # seconds until a server must answer
_SAID_AT_MOST = 2_000
_GRACE = 30.0  # seconds until a stopped one must be gone


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: the port it answers on, the process that was started, the file it complains into."""

    port: int
    pid: int
    log: Path

    @property
    def said(self) -> str:
        """The end of what it has complained about."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-_SAID_AT_MOST:].strip()

    @property
    def address(self) -> str:
        """Its address without a path."""
        return f"http://{HOST}:{self.port}"

    @property
    def workers(self) -> tuple[int, ...]:
        """The processes it started, lowest id first."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return tuple(sorted(int(pid) for task in tasks for pid in task.read_text(encoding="ascii").split()))


@contextmanager
def our_server(workers: int = 2) -> Iterator[Server]:
    """`judge serve` with so many workers, warmed: every worker has opened its rooms."""
    command = (sys.executable, "-m", "judge", "serve", "--host", HOST, "--workers", str(workers))
    with running(command, "/readyz") as server:
        for _ in range(20 * workers):  # a worker that has not been asked yet opens its rooms with the first request
            ask(server.port, "/readyz")
        yield server


@contextmanager
def running(command: Sequence[str], path: str, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """`command` with `--port N` behind it, until the block ends; begins when `path` answers with 200.

    Raises CouldNot where it ends before, or does not answer in time, with what it printed.
    """
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="judge-server-") as folder, (Path(folder) / "log").open("wb") as log:
        process = subprocess.Popen(  # not into a pipe: one that nobody empties would stop the server
            [*command, "--port", str(port)],
            cwd=ROOT,
            env={**os.environ, "JUDGE_ACCESS_LOG": "off", "JUDGE_WORK_LIMIT": "off", **(environment or {})},
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
        server = Server(port, process.pid, Path(log.name))
        try:
            _wait(process, server, path)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: subprocess.Popen[bytes], server: Server, path: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise CouldNot(f"The server ended before it answered: {server.said}", "server")
        if ask(server.port, path) == 200:
            return
        time.sleep(0.02)
    raise CouldNot(f"The server did not answer {path} within {_PATIENCE:.0f} seconds. {server.said}", "server")


def ask(port: int, path: str) -> int:
    """The status with which `path` is answered; 0 where nobody listens."""
    connection = http.client.HTTPConnection(HOST, port, timeout=60)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        return response.status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def memory_of(pid: int) -> float:
    """Megabytes of a process: PSS, so that what processes share is counted once in all.

    Raises CouldNot where the system does not tell (only Linux does).
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError as problem:
        raise CouldNot("The memory of processes can be read on Linux only (/proc/PID/smaps_rollup).") from problem
    kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1024
