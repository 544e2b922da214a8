"""Load over HTTP with wrk, which takes little of the machine that the server under measurement needs.

Each connection sends its next request when its last is answered; times are those wrk sees, the network's included.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from benchmarks.servers import Server, ask
from judge.errors import CouldNot

_SCRIPT = Path(__file__).with_name("load.lua")
_RUNS = count(1)
_MOST_REQUESTS = 1_000_000
"""Of one run: each run's unique words begin that much later than the last one's."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `disputes.NEW` in its path or body becomes something unique each time it is sent."""

    method: str
    path: str
    body: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a run of load found; times in milliseconds."""

    requests: int
    per_second: float
    p50: float
    p95: float
    p99: float
    kilobytes: float
    """Of an average answer, its head included."""
    errors: int
    """Answers of 400 and above, broken connections, answers later than ten seconds."""


@contextmanager
def listed(requests: Iterable[Request]) -> Iterator[Path]:
    """The requests as a file that `put_load` sends, while the block lasts."""
    with tempfile.TemporaryDirectory(prefix="judge-load-") as folder:
        path = Path(folder) / "requests.tsv"
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{one.method}\t{one.path}\t{one.body}\n" for one in requests)
        yield path


def put_load(server: Server, requests: Path, connections: int, seconds: float) -> Answered:
    """Send the listed requests in turn over so many connections. Raises CouldNot where wrk is missing or fails."""
    offset = str(next(_RUNS) * _MOST_REQUESTS)
    command = [
        *(_wrk(), "--threads", "1", "--connections", str(connections), "--duration", f"{max(1, round(seconds))}s"),
        *("--timeout", "10s", "--script", str(_SCRIPT), server.address, "--", str(requests), offset),
    ]
    for _ in range(8):  # what an earlier run left half asked is answered first
        ask(server.port, "/healthz")
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    line = next((line for line in run.stdout.splitlines() if line.startswith("{")), "")
    if run.returncode or not line:
        raise CouldNot(f"wrk failed: {(run.stderr or run.stdout).strip()[-500:]}", "wrk")
    told = json.loads(line)
    return Answered(
        requests=told["requests"],
        per_second=told["requests"] / told["seconds"],
        p50=told["p50"],
        p95=told["p95"],
        p99=told["p99"],
        kilobytes=told["bytes"] / 1000 / max(1, told["requests"]),
        errors=told["refused"] + told["broken"] + told["late"],
    )


def _wrk() -> str:
    """wrk, installed first where apt is at hand. Raises CouldNot with how to install it."""
    if not shutil.which("wrk") and shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["update", "-qq"], ["install", "-y", "-qq", "wrk"]):
            subprocess.run(["apt-get", *command], stdout=subprocess.DEVNULL, check=False)
    found = shutil.which("wrk")
    if not found:
        raise CouldNot("wrk, which makes the load, is not installed (Debian: apt install wrk).", "wrk")
    return found
