"""Collisions: the short way finds what the engine finds of every pair; parts are resumed; workers change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from judge.cards.library import CardLibrary
from judge.charts.round_moments import read_round
from judge.collisions.card_pairs import EditionView, Finding, findings, side_of
from judge.desk import Desk
from judge.errors import CouldNot, NotFound
from judge.rules.model import Rules
from tests.charts.made_up_table import CARDS
from tests.responders.test_index_and_engine import made_up

GAME = "marvel-champions"


@pytest.fixture(scope="module")
def own(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    folder: Path = tmp_path_factory.mktemp("collisions")
    CardLibrary(folder / "cards.sqlite").add((*CARDS, *made_up(GAME)))
    return Desk(desk.build_folder, desk.corpus_folder, folder)


def _moments(own: Desk) -> list[tuple[str, list[EditionView]]]:
    editions = own.every_edition(GAME)
    index, cards = own.index_cards(), own.cards.every(GAME)
    parts = read_round(own.corpus_folder / "charts", editions[0])
    shown = frozenset(moment.occurrence for part in parts for moment in part.moment)

    def sides(moment: object) -> list[EditionView]:
        def of(rules: Rules) -> EditionView | None:
            return side_of(moment, rules, own.dispute, cards, lambda o: index.narrowed(GAME, rules.edition, o), shown)  # type: ignore[arg-type]

        return [side for rules in editions if (side := of(rules)) is not None]

    return [(moment.occurrence, sides(moment)) for part in parts for moment in part.moment]


def _keys(found: Sequence[Finding]) -> list[tuple[str, ...]]:
    return sorted(one.key for one in found)


def test_the_short_way_finds_what_the_engine_finds_of_every_pair(own: Desk) -> None:
    kinds: set[str] = set()
    for name, sides in _moments(own):
        short = list(findings(own.dispute, name, sides))
        whole = list(findings(own.dispute, name, sides, whole=True))
        assert _keys(short) == _keys(whole), name
        kinds |= {one.kind for one in short}
    assert {"shuts-out", "tie"} <= kinds


def test_parts_of_a_moment_find_together_what_the_whole_finds(own: Desk) -> None:
    name, sides = next((name, sides) for name, sides in _moments(own) if name == "enemy-attack")
    parts = [one for part in range(3) for one in findings(own.dispute, name, sides, part, 3)]
    assert _keys(parts) == _keys(list(findings(own.dispute, name, sides)))


def test_the_dispute_of_a_finding_shows_it(own: Desk) -> None:
    import json

    shown = 0
    for name, sides in _moments(own):
        for one in findings(own.dispute, name, sides):
            ruling = own.resolve(json.loads(one.dispute))
            if one.kind == "tie" and one.edition == ruling.edition:
                assert any(group.decided_by == one.decided_by for group in ruling.order)
                shown += 1
            if one.kind == "shuts-out" and one.edition == ruling.edition:
                assert one.reason in {out.reason for out in ruling.excluded}
                shown += 1
    assert shown > 5


def test_a_run_is_resumed_and_any_number_of_workers_writes_the_same(own: Desk, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    from judge.collisions.dask_run import run
    from judge.collisions.findings_report import COLUMNS, overview
    from judge.collisions.findings_store import FindingsFilter, FindingsStore

    first = run(own, tmp_path, GAME, workers=1, parts=1)
    assert first.taken_over == 0
    assert first.findings > 0
    written = {path: path.read_bytes() for path in tmp_path.glob("*.parquet")}
    broken = sorted(written)[::2]
    for path in broken:
        path.write_bytes(b"broken off")
    mended = run(own, tmp_path, GAME, workers=2, parts=1)
    told = (mended.taken_over, mended.pairs, mended.findings)
    assert told == (first.jobs - len(broken), first.pairs, first.findings)
    assert {path: path.read_bytes() for path in tmp_path.glob("*.parquet")} == written
    found = list(FindingsStore(tmp_path).rows(FindingsFilter(kind="tie")))
    assert {row["kind"] for row in found} == {"tie"}
    assert overview(FindingsStore(tmp_path).rows(columns=COLUMNS)).counts["tie"] == len(found)


def test_a_folder_without_findings_and_a_library_without_cards_are_told(own: Desk, desk: Desk, tmp_path: Path) -> None:
    from judge.collisions.dask_run import run
    from judge.collisions.findings_store import FindingsStore

    with pytest.raises(NotFound, match="judge collisions run"):
        list(FindingsStore(tmp_path).rows())
    with pytest.raises((NotFound, CouldNot), match="no such cards"):
        run(own, tmp_path, GAME, ["nowhere"])
    assert desk
