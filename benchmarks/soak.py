"""A long run of mixed traffic at the highest rate that keeps answers quick: errors, differences, growth of memory.

    scripts/soak [--minutes 10] [--json FILE|-]

Starts a server with two workers on this machine, finds the rate by stepping up, holds it, and compares a tenth of all
answers with those an idle server gives to the same requests. Exit status 1 on any error, difference or growth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from typing import Any

from benchmarks import printing
from benchmarks.client import Client, Reply, made_unique
from benchmarks.figures import percentile
from benchmarks.load import Request
from benchmarks.machine import facts
from benchmarks.online import WORKERS
from benchmarks.requests import hour_of_mix
from benchmarks.servers import Server, memory_of, our_server
from judge.desk import open_desk
from judge.errors import CouldNot, JudgeError

P95_AT_MOST = 100.0  # milliseconds
GROWTH_AT_MOST = 5.0  # per cent of a process's memory, over the fitted time
_FIRST_RATE = 20.0  # requests a second
_LOWEST_RATE = 2.5
_STEP = 1.25
_STEP_SECONDS = 8.0
_HELD = 0.9
"""Of the highest rate found: what one step of some seconds bore is not yet what minutes bear."""
_EASED = 0.95
_WINDOW = 10.0  # seconds between samples of memory
_WARM_UP = 0.25
"""The part of the run before memory is fitted: until then caches fill."""
_COMPARED = 0.12
_FILLING_AT_ONCE = 2 * WORKERS
_BEYOND_ALL = 10_000_000
"""A number that no request of the run itself has."""
_SEED = 13


@dataclass
class Seen:
    """What a stretch of traffic brought."""

    milliseconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    kept: dict[Request, bytes] = field(default_factory=dict)
    unlike: dict[Request, None] = field(default_factory=dict)
    compared: int = 0

    @property
    def errors(self) -> int:
        """Requests not answered with 200."""
        return sum(number for status, number in self.statuses.items() if status != 200)

    def keep(self, reply: Reply) -> None:
        """Keep an answer to compare later ones with; one that did not come, or was put off, is an error of its own."""
        if reply.status == 200:
            self.compared += 1
            self.compare(reply, self.kept.setdefault(reply.request, reply.digest))

    def compare(self, reply: Reply, told: bytes) -> None:
        """Note a request that was answered otherwise than it once was."""
        if (reply.status, reply.digest) != (200, told):
            self.unlike[reply.request] = None


@dataclass(frozen=True, slots=True)
class Window:
    """Ten seconds of the run: since its start, rate, 95th percentile, megabytes by process id."""

    seconds: float
    rate: float
    p95: float
    memory: dict[int, float]


def main() -> int:
    """Run it and print; 0 when nothing was wrong, 1 when something was, or the status of an error."""
    parser = argparse.ArgumentParser(
        prog="scripts/soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10, help="how long the rate is held (10)")
    parser.add_argument("--json", metavar="FILE", help="write the summary as JSON; - for standard output alone")
    asked = parser.parse_args()
    try:
        summary = asyncio.run(soak(asked.minutes * 60))
    except JudgeError as error:
        print(f"soak: {error}", file=sys.stderr)
        return error.exit_status
    if asked.json == "-":
        print(json.dumps(summary, indent=1))
    else:
        print("\n".join(printing.soak_in_words(summary)))
        if asked.json:
            Path(asked.json).parent.mkdir(parents=True, exist_ok=True)
            Path(asked.json).write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    return int(bool(summary["wrong"]))


async def soak(seconds: float) -> dict[str, Any]:
    """The whole run, as its summary."""
    mix = hour_of_mix(open_desk())
    requests = _endless(mix)
    seen = Seen()
    with our_server(WORKERS) as server:
        client = Client(server.port)
        await _fill_memories(client, list(dict.fromkeys(mix)))
        highest = await _find_rate(client, server, requests)
        _say(f"Holding {highest * _HELD:.0f} requests a second for {seconds / 60:.1f} minutes …")
        windows = await _hold(client, server, requests, highest * _HELD, seconds, seen)
        client.close()
        said = server.said
    _say(f"Comparing {len(seen.kept):,} answers with those of an idle server …")
    with our_server(1) as idle:
        client = Client(idle.port)
        for request, told in seen.kept.items():
            seen.compare(await client.send(request), told)
        client.close()
    return {**_summary(seconds, highest, windows, seen), "said": said}


def _endless(mix: Sequence[Request]) -> Iterator[Request]:
    """Lazily, requests drawn from the mix for ever, what must be unique made so."""
    dice = random.Random(_SEED)
    return (made_unique(dice.choice(mix), number) for number in count(1))


async def _fill_memories(client: Client, every: list[Request]) -> None:
    """Send everything there is to ask, once for each worker: what then still grows is no cache that fills."""
    _say(f"Asking {len(every):,} different things once a worker …")
    numbered = enumerate(WORKERS * every, _BEYOND_ALL)

    async def ask() -> None:
        for number, request in numbered:
            await client.send(made_unique(request, number))

    await asyncio.gather(*(ask() for _ in range(_FILLING_AT_ONCE)))


async def _find_rate(client: Client, server: Server, requests: Iterator[Request]) -> float:
    """The highest rate of some seconds at which the 95th percentile stays in bounds without an error."""
    rate, highest = _FIRST_RATE, 0.0
    while True:
        step = Seen()
        await client.send_at_rate(requests, rate, _STEP_SECONDS, _taking(step, compare=False))
        p95 = percentile(step.milliseconds, 0.95)
        _say(f"{rate:.0f} requests a second: 95th percentile {p95:.0f} ms, errors {step.errors}")
        if p95 < P95_AT_MOST and not step.errors:
            highest, rate = rate, rate * _STEP
        elif highest:
            return highest
        elif rate <= _LOWEST_RATE:
            raise CouldNot(f"Even {rate:.0f} requests a second are not answered well. {server.said}", "soak")
        else:
            rate /= 2


async def _hold(
    client: Client, server: Server, requests: Iterator[Request], rate: float, seconds: float, seen: Seen
) -> list[Window]:
    """Keep up the rate, window by window, each with its memory; the rate eases where answers become slow."""
    windows: list[Window] = []
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        first = len(seen.milliseconds)
        await client.send_at_rate(requests, rate, min(_WINDOW, seconds - passed + 0.1), _taking(seen, compare=True))
        p95 = percentile(seen.milliseconds[first:] or [0.0], 0.95)
        memory = {pid: memory_of(pid) for pid in (server.pid, *server.workers)}
        windows.append(Window(round(time.monotonic() - began, 1), rate, p95, memory))
        if p95 >= P95_AT_MOST:
            rate *= _EASED
    return windows


def _taking(seen: Seen, compare: bool) -> Any:
    dice = random.Random(_SEED)

    def take(reply: Reply) -> None:
        seen.milliseconds.append(reply.milliseconds)
        seen.statuses[reply.status] += 1
        if compare and dice.random() < _COMPARED:
            seen.keep(reply)

    return take


def _summary(seconds: float, highest: float, windows: Sequence[Window], seen: Seen) -> dict[str, Any]:
    p95 = percentile(seen.milliseconds, 0.95)
    growth = growth_of(windows)
    replaced = windows[0].memory.keys() != windows[-1].memory.keys()
    wrong = [
        *([f"{seen.errors} requests were not answered with 200"] if seen.errors else []),
        *([f"{len(seen.unlike)} requests were answered differently over time"] if seen.unlike else []),
        *([f"the 95th percentile is {p95:.0f} ms, {P95_AT_MOST:.0f} at most are wanted"] if p95 >= P95_AT_MOST else []),
        *(["a worker ended and was replaced"] if replaced else []),
        *(f"{row['process']} grew by {row['per_cent']:.1f} %" for row in growth if row["per_cent"] > GROWTH_AT_MOST),
    ]
    return {
        "facts": facts(quick=False),
        "workers": WORKERS,
        "seconds": seconds,
        "highest_rate": highest,
        "requests": len(seen.milliseconds),
        "per_second": len(seen.milliseconds) / windows[-1].seconds,
        "milliseconds": {
            "p50": statistics.median(seen.milliseconds),
            "p95": p95,
            "p99": percentile(seen.milliseconds, 0.99),
            "worst": max(seen.milliseconds),
        },
        "p95_at_most": P95_AT_MOST,
        "windows_above": sum(window.p95 >= P95_AT_MOST for window in windows),
        "windows": len(windows),
        "statuses": {str(status): number for status, number in sorted(seen.statuses.items())},
        "compared": seen.compared,
        "compared_distinct": len(seen.kept),
        "different": [f"{request.method} {request.path}"[:200] for request in islice(seen.unlike, 20)],
        "memory": growth,
        "wrong": wrong,
    }


def growth_of(windows: Sequence[Window]) -> list[dict[str, Any]]:
    """For each process its memory at the start and the end, in megabytes, and what a straight line through the samples
    after the warm-up rises: megabytes a minute, and per cent of its mean over the time fitted."""
    fitted = windows[int(len(windows) * _WARM_UP) :]
    times = [window.seconds for window in fitted]
    rows = []
    for place, pid in enumerate(windows[0].memory):
        samples = [window.memory[pid] for window in fitted if pid in window.memory]
        slope = 0.0
        if len(samples) == len(times) > 1:
            slope = statistics.linear_regression(times, samples).slope
        rise = slope * (times[-1] - times[0])
        rows.append(
            {
                "process": f"worker {place}" if place else "master",
                "first": windows[0].memory[pid],
                "last": windows[-1].memory.get(pid, 0.0),
                "a_minute": slope * 60,
                "per_cent": 100 * rise / statistics.fmean(samples) if samples else 0.0,
            }
        )
    return rows


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
