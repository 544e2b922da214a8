"""Our search page beside Datasette's table page over the same entries, under the same load.

Datasette gets a SQLite file with the entries as a table and full-text search over their names and text, enabled as its
documentation and `sqlite-utils enable-fts` do it. It is one process by design. It is measured as it comes and as its
documentation tunes it (an immutable file, counted before, no facets suggested); we are compared with the faster one.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from benchmarks.engines import rows_of
from benchmarks.figures import Measured, Table, Target
from benchmarks.load import Answered, Request, listed, put_load
from benchmarks.online import CONNECTIONS, LOAD_COLUMNS, WORKERS, figures_of, seconds_of_a_run
from benchmarks.requests import drawn_by_zipf, never_repeated, search_pages
from benchmarks.servers import Server, our_server, running
from judge.corpus import Corpus
from judge.desk import open_desk

_REQUESTS = 40_000
_FASTER = {"500 queries by Zipf": 5.0, "no query twice": 2.0}
"""The mixes of queries, and how many times Datasette's requests a second we promise for each."""

Runs = Mapping[tuple[str, int], Answered]
"""What one server did, by mix of queries and number of connections."""


@dataclass(frozen=True, slots=True)
class _Contender:
    """A server to measure: how it is started, and the page that shows what a query finds."""

    name: str
    start: Callable[[], AbstractContextManager[Server]]
    pages: Callable[[Sequence[str]], list[Request]]


def measure_datasette(quick: bool) -> Measured:
    """Requests a second and latency of both, for queries that recur and for queries that never do."""
    corpus = open_desk().corpus
    by_zipf, distinct = _FASTER
    mixes = {by_zipf: drawn_by_zipf(_REQUESTS), distinct: never_repeated(_REQUESTS, corpus)}
    with tempfile.TemporaryDirectory(prefix="judge-datasette-") as scratch:
        file = Path(scratch) / "rules.db"
        _write_database(corpus, file)
        ours = [_Contender(f"judge, workers: {n}", partial(our_server, n), search_pages) for n in (WORKERS, 1)]
        theirs = [
            _Contender("datasette as it comes", partial(_datasette, str(file)), _table_pages),
            _Contender("datasette tuned", partial(_datasette, *_tuned(file)), _table_pages),
        ]
        found = {contender.name: _measured(contender, mixes, quick) for contender in (*ours, *theirs)}
    faster = max((found[contender.name] for contender in theirs), key=_all_a_second)
    return Measured((_table(found),), tuple(_targets(found[ours[0].name], faster)))


def _all_a_second(runs: Runs) -> float:
    return sum(answered.per_second for answered in runs.values())


def _write_database(corpus: Corpus, path: Path) -> None:
    """The entries as a table with full-text search, as Datasette's documentation sets it up."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE entries (id TEXT PRIMARY KEY, game TEXT, headword TEXT, aliases TEXT, text TEXT)"
        )
        connection.executemany("INSERT INTO entries VALUES (:id, :game, :headword, :aliases, :text)", rows_of(corpus))
        connection.execute(
            "CREATE VIRTUAL TABLE entries_fts USING fts5(headword, aliases, text, tokenize='porter', content='entries')"
        )
        connection.execute("INSERT INTO entries_fts(entries_fts) VALUES ('rebuild')")
    connection.close()


def _tuned(file: Path) -> tuple[str, ...]:
    """What the documentation advises for speed: an immutable file, its tables counted before, no facets suggested."""
    counts = file.with_name("counts.json")
    inspect = (sys.executable, "-m", "datasette", "inspect", str(file), "--inspect-file", str(counts))
    subprocess.run(inspect, check=True, stdout=subprocess.DEVNULL)
    return ("--immutable", str(file), "--inspect-file", str(counts), "--setting", "suggest_facets", "off")


def _datasette(*arguments: str) -> AbstractContextManager[Server]:
    command = (sys.executable, "-m", "datasette", "serve", *arguments, "--host", "127.0.0.1")
    return running(command, "/rules/entries?_search=overkill&_size=10")


def _table_pages(asked: Sequence[str]) -> list[Request]:
    return [Request("GET", f"/rules/entries?{urlencode({'_search': query, '_size': 10})}") for query in asked]


def _measured(contender: _Contender, mixes: Mapping[str, Sequence[str]], quick: bool) -> Runs:
    """A load of each mix with each number of connections, after one of the first mix that is not counted.

    Each load of queries never repeated takes those that no earlier one took.
    """
    seconds = seconds_of_a_run(quick)
    runs: dict[tuple[str, int], Answered] = {}
    with contender.start() as server:
        for mix, asked in mixes.items():
            shares = [asked[at :: len(CONNECTIONS) + 1] for at in range(len(CONNECTIONS) + 1)]
            with listed(contender.pages(shares[0])) as file:
                put_load(server, file, max(CONNECTIONS), seconds / 2)
            for connections, share in zip(CONNECTIONS, shares[1:], strict=True):
                with listed(contender.pages(share)) as file:
                    runs[mix, connections] = put_load(server, file, connections, seconds)
    return runs


def _table(found: Mapping[str, Runs]) -> Table:
    rows = tuple(
        (mix, name, *figures_of(answered, connections))
        for mix in _FASTER
        for name, runs in found.items()
        for (of_mix, connections), answered in runs.items()
        if of_mix == mix
    )
    note = (
        "Datasette: the HTML page of the table with _search and _size=10, one process; ours: the HTML search page. The "
        "load is made by wrk on the same machine. “No query twice”: each query has a further word of the rulebooks."
    )
    return Table("Search pages beside Datasette", ("queries", "server", *LOAD_COLUMNS), rows, note)


def _targets(ours: Runs, theirs: Runs) -> Iterator[Target]:
    """Requests a second and 95th percentile against the faster Datasette, for each mix and number of connections."""
    for (mix, connections), answered in ours.items():
        other = theirs[mix, connections]
        where = f"{mix}, connections: {connections}"
        ratio = answered.per_second / max(other.per_second, 0.001)
        yield Target(f"requests a second, {where}", _FASTER[mix], ratio, "times Datasette’s", at_least=True)
        yield Target(f"p95, {where}", other.p95, answered.p95, "ms (wanted: below Datasette’s)")
