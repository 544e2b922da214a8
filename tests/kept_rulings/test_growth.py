"""Twice as many rulings take about twice the work, counted; `scripts/bench kept` has the seconds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from judge import data_places
from judge.desk import Desk
from judge.kept_rulings.build_comparison import check_all, with_disputes
from judge.kept_rulings.database import Database
from judge.kept_rulings.ruling_form import as_form, read_file, read_forms
from judge.kept_rulings.staleness import ground
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.version_comparison import as_yaml
from judge.web import create_app
from judge.web.http.request_log import INSIDE
from judge.web.settings import Settings
from tests.counted_work import lines_run
from tests.kept_rulings.examples import DISPUTE, ENTRY, grounded, many

MORE = 2.3


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_twice_as_many_rulings_take_about_twice_the_work_to_import(store: RulingStore, desk: Desk, kind: str) -> None:
    def imported(first: int, end: int) -> int:
        forms = [{**as_form(one), "interprets": [{"entry": ENTRY}], "answer": "It does. " * 9} for one in many(end)]
        content = (json.dumps(forms[first:]) if kind == "json" else as_yaml(forms[first:])).encode()

        def run() -> None:
            read, problems = read_forms(read_file(content))
            saved = store.save([ground(desk.corpus, one)[0] for one in read], "ada")
            assert not problems and len(saved.added) == end - first

        return lines_run(run)

    imported(0, 10)  # what is opened by the first
    once = imported(10, 110)
    assert imported(110, 310) < MORE * once


def test_a_page_with_twenty_rulings_asks_the_database_no_oftener_than_with_one(desk: Desk, tmp_path: Path) -> None:
    asked: list[int] = []
    for count in (1, 20):
        own = Desk(desk.build_folder, data_places.corpus_folder(), tmp_path / str(count))
        own.kept_rulings.save(many(count), "ada")
        client = create_app(own, Settings(metrics=False)).test_client()
        with statements() as said:
            answer = client.get(f"/rules/{ENTRY}", environ_overrides=dict(INSIDE))
        assert answer.text.count("lantern number") == count
        asked.append(len(said))
    assert 0 < asked[0] == asked[1]


@contextmanager
def statements() -> Iterator[list[str]]:
    """What databases are asked meanwhile."""
    said: list[str] = []

    def note(*given: Any) -> None:
        said.append(given[2])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def test_twice_as_many_disputes_are_checked_with_about_twice_the_work(desk: Desk, tmp_path: Path) -> None:
    def checked(count: int) -> int:
        store = RulingStore(Database(f"sqlite:///{tmp_path / f'{count}.sqlite'}"))
        store.save([grounded(desk.corpus, id=f"n{n}", dispute={**DISPUTE, "prefer": []}) for n in range(count)], "ada")
        found: list[str] = []

        def run() -> None:
            found.extend(outcome.verdict for _, outcome in check_all(with_disputes(store), desk.resolve))

        work = lines_run(run)
        assert found == ["agrees"] * count
        return work

    checked(1)
    once = checked(10)
    assert checked(20) < MORE * once
