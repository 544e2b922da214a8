"""Our server over HTTP: requests a second and latency by number of connections; memory after an hour's mix."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.figures import Cell, Measured, Table, Target
from benchmarks.load import Answered, Request, listed, put_load
from benchmarks.requests import disputes, drawn_by_zipf, entry_pages, hour_of_mix, search_pages
from benchmarks.servers import Server, memory_of, our_server
from judge.desk import open_desk
from judge.errors import CouldNot

WORKERS = 2
CONNECTIONS = (1, 16, 64)
LOAD_COLUMNS = ("connections", "requests/s", "p50 ms", "p95 ms", "p99 ms", "kB an answer", "errors")
_RESOLVED_AT_LEAST = 300.0  # a second
_MEGABYTES_AT_MOST = 150.0  # a worker


def seconds_of_a_run(quick: bool) -> float:
    """How long each load lasts."""
    return 2 if quick else 10


def figures_of(answered: Answered, connections: int) -> tuple[Cell, ...]:
    """A run of load as the cells of `LOAD_COLUMNS`."""
    return (
        connections,
        answered.per_second,
        answered.p50,
        answered.p95,
        answered.p99,
        answered.kilobytes,
        answered.errors,
    )


def measure_http(quick: bool) -> Measured:
    """Search pages, entries, and disputes of ten cards, each with 1, 16 and 64 connections."""
    corpus = open_desk().corpus
    kinds = (
        ("search page", search_pages(drawn_by_zipf(20_000))),
        ("entry page", entry_pages(corpus)),
        ("resolve, 10 cards", disputes(400)),
    )
    rows: list[tuple[Cell, ...]] = []
    resolved = 0.0
    with our_server(WORKERS) as server:
        for what, requests in kinds:
            for connections, answered in _loads(server, requests, quick):
                rows.append((what, *figures_of(answered, connections)))
                if what.startswith("resolve"):
                    resolved = max(resolved, answered.per_second)
    note = (
        f"{WORKERS} workers, the load made by wrk on the same machine. Search: {len(set(drawn_by_zipf(20_000)))} "
        "distinct queries drawn by Zipf. Resolve: mixed disputes, one of ten texts new in each request."
    )
    table = Table("Judge over HTTP", ("request", *LOAD_COLUMNS), tuple(rows), note)
    target = Target(f"resolve over HTTP, {WORKERS} workers", _RESOLVED_AT_LEAST, resolved, "a second", at_least=True)
    return Measured((table,), (target,))


def _loads(server: Server, requests: Sequence[Request], quick: bool) -> list[tuple[int, Answered]]:
    """A run with each number of connections, after one that is not counted. Raises CouldNot where nothing is right."""
    seconds = seconds_of_a_run(quick)
    with listed(requests) as file:
        put_load(server, file, max(CONNECTIONS), max(5, seconds))
        found = [(connections, put_load(server, file, connections, seconds)) for connections in CONNECTIONS]
    if all(answered.errors and answered.errors >= answered.requests for _, answered in found):
        raise CouldNot(f"Every answer to {requests[0].method} {requests[0].path} is an error. {server.said}", "http")
    return found


def measure_memory(quick: bool) -> Measured:
    """What the master and each worker take before and after an hour's mix compressed into a minute."""
    seconds = 4 if quick else 60
    with our_server(WORKERS) as server:
        before = _memory(server)
        with listed(hour_of_mix(open_desk())) as file:
            answered = put_load(server, file, 16, seconds)
        after = _memory(server)
    rows = tuple((name, then, now) for (name, then), (_, now) in zip(before, after, strict=True))
    note = (
        f"PSS: what processes share is counted once. The mix: {answered.requests:,} searches, questions, disputes, "
        f"card texts, entries, suggestions and rulings in {seconds} seconds, {answered.errors} errors."
    )
    table = Table("Memory of a server with two workers", ("process", "started, MB", "after the mix, MB"), rows, note)
    heaviest = max(now for name, now in after if name.startswith("worker"))
    return Measured((table,), (Target("memory of a worker", _MEGABYTES_AT_MOST, heaviest, "MB"),))


def _memory(server: Server) -> list[tuple[str, float]]:
    workers = [(f"worker {place}", memory_of(pid)) for place, pid in enumerate(server.workers, 1)]
    return [("master", memory_of(server.pid)), *workers]
