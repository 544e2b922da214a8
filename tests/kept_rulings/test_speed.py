"""What it may cost: an import of thousands, an entry page with many rulings, a check of a thousand disputes.

`pytest -s tests/kept_rulings/test_speed.py` prints the figures. Times are of the processor, so that a busy machine
counts for little.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from judge import data_places
from judge.desk import Desk
from judge.kept_rulings.build_comparison import check_all, with_disputes
from judge.kept_rulings.ruling_form import as_form, read_file, read_forms
from judge.kept_rulings.staleness import ground
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.version_comparison import as_yaml
from judge.web import create_app
from judge.web.http.request_log import INSIDE
from judge.web.settings import Settings
from tests.kept_rulings.examples import DISPUTE, ENTRY, grounded, many

IMPORTED, IMPORT_SECONDS = 2_000, 5.0
CHECKED, CHECK_SECONDS = 1_000, 30.0
SLOWER = 1.2


def say(capsys: pytest.CaptureFixture[str], words: str) -> None:
    with capsys.disabled():
        print(f"\n    {words}")


@pytest.mark.parametrize("kind", ["json", "yaml"])
def test_two_thousand_rulings_are_imported(
    store: RulingStore, desk: Desk, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    forms = [{**as_form(r), "interprets": [{"entry": ENTRY}], "answer": "It does. " * 40} for r in many(IMPORTED)]
    content = (json.dumps(forms) if kind == "json" else as_yaml(forms)).encode()
    began, worked = time.perf_counter(), time.process_time()
    read, problems = read_forms(read_file(content))
    saved = store.save([ground(desk.corpus, one)[0] for one in read], "ada")
    seconds, work = time.perf_counter() - began, time.process_time() - worked
    assert not problems and len(saved.added) == IMPORTED
    name = "SQLite" if store.database.is_sqlite else "PostgreSQL"
    what = f"{IMPORTED:,} rulings as {kind} ({len(content) / 1e6:.1f} MB) into {name}"
    say(capsys, f"{what}: {seconds:.2f} s, {work:.2f} s of work")
    assert work < IMPORT_SECONDS


def test_an_entry_with_twenty_rulings_is_not_much_slower(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clients = []
    for count in (0, 20):
        own = Desk(desk.build_folder, data_places.corpus_folder(), tmp_path / str(count))
        if count:
            own.kept_rulings.save(many(count), "ada")
        clients.append(create_app(own, Settings(metrics=False)).test_client())
    for name, inside in (("as readers meet it", {}), ("made anew each time", dict(INSIDE))):
        rounds: list[list[float]] = [[], []]
        for turn in range(220):
            for which, client in enumerate(clients):
                began = time.thread_time()
                answer = client.get(f"/rules/{ENTRY}", environ_overrides=inside)
                took = time.thread_time() - began
                assert answer.status_code == 200 and answer.text.count("lantern number") == 20 * which
                if turn >= 20:
                    rounds[which].append(took)
        bare, full = (statistics.median(times) * 1000 for times in rounds)
        say(
            capsys,
            f"an entry page {name}: {bare:.2f} ms without, {full:.2f} ms with 20 rulings ({full / bare - 1:+.0%})",
        )
        assert full <= SLOWER * bare


def test_a_thousand_disputes_are_checked(desk: Desk, store: RulingStore, capsys: pytest.CaptureFixture[str]) -> None:
    store.save([grounded(desk.corpus, id=f"n{n}", dispute=_varied(n)) for n in range(CHECKED)], "ada")
    began, worked = time.perf_counter(), time.process_time()
    found = list(check_all(with_disputes(store), desk.resolve))
    seconds, work = time.perf_counter() - began, time.process_time() - worked
    say(capsys, f"{CHECKED:,} disputes checked: {seconds:.1f} s, {work:.1f} s of work")
    assert {outcome.verdict for _, outcome in found} == {"agrees"} and len(found) == CHECKED
    assert work < CHECK_SECONDS


def _varied(number: int) -> dict[str, Any]:
    """The dispute of the example among some more cards, no two alike."""
    more = [
        {"id": f"more-{n}", "name": f"Contraption {number}-{n}", "kind": "upgrade", "controller": "Ada",
         "text": f"Response: After the villain attacks you, deal {number % 9 + n + 1} damage to it."}
        for n in range(number % 4)
    ]  # fmt: skip
    return {**DISPUTE, "cards": [*DISPUTE["cards"], *more]}
