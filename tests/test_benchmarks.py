"""The benchmark runs and says what it measured; its page holds the results that were kept, not others."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import page
from benchmarks.client import Reply
from benchmarks.disputes import NEW, mixed_disputes, unique_word
from benchmarks.growth import grow
from benchmarks.load import Request
from benchmarks.sections import SECTIONS
from benchmarks.soak import Seen
from judge.corpus import Corpus
from judge.desk import Desk

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.usefixtures("desk")
def test_a_section_is_measured_and_printed_as_json_alone() -> None:
    command = [sys.executable, "-m", "benchmarks", "suggest", "--quick", "--json", "-"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    section = json.loads(run.stdout)["suggest"]
    assert section["facts"]["quick"] is True and section["facts"]["build"]
    (table,) = section["tables"]
    assert [row[0] for row in table["rows"]] == [1, 2, 3, 5, 8, "mistyped"]
    for row in table["rows"]:
        count, median, p95 = row[1:]
        assert count > 0 and 0 < median <= p95


def test_the_page_shows_the_kept_results_of_every_section() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert page.filled(text, page.read_results(page.RESULTS), page.read_results(page.SOAK)) == text, (
        "docs/benchmarks.md is stale: run scripts/bench --page"
    )
    assert [name for name in (*SECTIONS, "soak") if f"<!-- measured: {name} -->" not in text] == []


def test_a_grown_corpus_has_each_entry_under_other_names_and_references_within_its_copy(corpus: Corpus) -> None:
    grown = grow(corpus, 3)
    assert len(grown.entries) == 3 * len(corpus.entries)
    assert len(grown.games) == 3 * len(corpus.games)
    assert len({(e.game, e.headword) for e in grown.entries.values()}) == 3 * len(
        {(e.game, e.headword) for e in corpus.entries.values()}
    )
    for reference in grown.references.values():
        game = grown.entries[reference.id].game
        assert {grown.entries[other].game for other in (*reference.see_also, *reference.mentions)} <= {game}


def test_every_made_up_dispute_can_be_resolved(desk: Desk) -> None:
    for number, dispute in enumerate(mixed_disputes(60)):
        said = json.loads(json.dumps(dispute).replace(NEW, unique_word(number)))
        ruling = desk.resolve(said).as_json()
        assert ruling["order"] or ruling["excluded"]


def test_a_soak_tells_answers_that_did_not_come_from_answers_that_differ() -> None:
    seen, asked = Seen(), Request("GET", "/")
    for status, digest in ((0, b""), (200, b"a"), (503, b"busy"), (200, b"a")):
        seen.keep(Reply(asked, status, digest, 1.0))
    assert (seen.compared, list(seen.unlike)) == (2, [])
    seen.keep(Reply(asked, 200, b"b", 1.0))
    assert list(seen.unlike) == [asked]
