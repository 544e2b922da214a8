"""Kept rulings: what it costs to import thousands, to show many on an entry's page, to check those with disputes."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from benchmarks.figures import Cell, Measured, Table, Target
from judge import data_places
from judge.desk import Desk, open_desk
from judge.kept_rulings.build_comparison import check_all, with_disputes
from judge.kept_rulings.database import Database
from judge.kept_rulings.ruling_form import as_form, read_file, read_forms
from judge.kept_rulings.staleness import ground
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.version_comparison import as_yaml
from judge.web import create_app
from judge.web.http.request_log import INSIDE
from judge.web.settings import Settings
from tests.kept_rulings.examples import DISPUTE, ENTRY, grounded, many

_IMPORT_AT_MOST = 5.0  # seconds
_CHECK_AT_MOST = 30.0  # seconds
_PAGE_AT_MOST = 1.2  # times a page without rulings


def measure_kept(quick: bool) -> Measured:
    """Seconds of the processor for an import and a check, and a page with 20 rulings beside one without."""
    desk = open_desk()
    count, checked, rounds = (200, 50, 20) if quick else (2_000, 1_000, 200)
    with tempfile.TemporaryDirectory(prefix="judge-kept-") as scratch:
        folder = Path(scratch)
        spent: list[tuple[Cell, ...]] = [
            (f"{count:,} rulings imported as {kind}", _import(desk, folder / kind, count, kind))
            for kind in ("json", "yaml")
        ]
        spent.append((f"{checked:,} disputes checked", _check(desk, folder / "checked", checked)))
        pages = _pages(desk, folder, rounds)
    tables = (
        Table("Keeping", ("work", "s of the processor"), tuple(spent), "Each once, in SQLite, in one process."),
        Table("An entry’s page", ("page", "without ms", "with 20 ms", "times"), pages, "Medians, of the processor."),
    )
    targets = (
        Target("2,000 rulings imported, worst", _IMPORT_AT_MOST, max(_seconds(row) for row in spent[:2]), "s"),
        Target("1,000 disputes checked", _CHECK_AT_MOST, _seconds(spent[2]), "s"),
        *(Target(f"with 20 rulings, {row[0]}", _PAGE_AT_MOST, _seconds(row), "times") for row in pages),
    )
    return Measured(tables, targets)


def _seconds(row: tuple[Cell, ...]) -> float:
    return float(row[-1] or 0)


def _worked(work: Callable[[], Any]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _store(folder: Path) -> RulingStore:
    folder.mkdir()
    return RulingStore(Database(f"sqlite:///{folder / 'kept.sqlite'}"))


def _import(desk: Desk, folder: Path, count: int, kind: str) -> float:
    forms = [{**as_form(one), "interprets": [{"entry": ENTRY}], "answer": "It does. " * 40} for one in many(count)]
    content = (json.dumps(forms) if kind == "json" else as_yaml(forms)).encode()
    store = _store(folder)

    def run() -> None:
        read, problems = read_forms(read_file(content))
        assert not problems
        store.save([ground(desk.corpus, one)[0] for one in read], "ada")

    return _worked(run)


def _check(desk: Desk, folder: Path, count: int) -> float:
    store = _store(folder)
    store.save([grounded(desk.corpus, id=f"n{n}", dispute=_varied(n)) for n in range(count)], "ada")
    return _worked(lambda: list(check_all(with_disputes(store), desk.resolve)))


def _varied(number: int) -> dict[str, Any]:
    """The dispute of the example among some more cards, no two alike."""
    more = [
        {"id": f"more-{n}", "name": f"Contraption {number}-{n}", "kind": "upgrade", "controller": "Ada",
         "text": f"Response: After the villain attacks you, deal {number % 9 + n + 1} damage to it."}
        for n in range(number % 4)
    ]  # fmt: skip
    return {**DISPUTE, "cards": [*DISPUTE["cards"], *more]}


def _pages(desk: Desk, folder: Path, rounds: int) -> tuple[tuple[Cell, ...], ...]:
    clients = []
    for count in (0, 20):
        own = Desk(desk.build_folder, data_places.corpus_folder(), folder / str(count))
        if count:
            own.kept_rulings.save(many(count), "ada")
        clients.append(create_app(own, Settings(metrics=False)).test_client())
    rows: list[tuple[Cell, ...]] = []
    for name, inside in (("as readers meet it", {}), ("made anew each time", dict(INSIDE))):
        spent: list[list[float]] = [[], []]
        for _ in range(rounds):  # in turns, so that both meet the same machine
            for client, times in zip(clients, spent, strict=True):
                times.append(_page(client, inside))
        bare, full = (statistics.median(times) * 1000 for times in spent)
        rows.append((name, bare, full, full / bare))
    return tuple(rows)


def _page(client: FlaskClient, inside: dict[str, Any]) -> float:
    began = time.thread_time()
    client.get(f"/rules/{ENTRY}", environ_overrides=inside)
    return time.thread_time() - began
