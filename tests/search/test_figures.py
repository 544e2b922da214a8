"""The labelled queries and the headwords with a typing error, over the real rulebooks: figures that must not sink."""

from __future__ import annotations

import json
import re
import runpy
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk

_QUERIES = Path(__file__).with_name("queries.json")
_MEASURE = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "eval-search"), run_name="measure")


@pytest.fixture(scope="module")
def ranks(desk: Desk) -> dict[str, list[int]]:
    rank_of: Callable[[Sequence[Any], Any], int] = _MEASURE["rank_of"]
    found: dict[str, list[int]] = defaultdict(list)
    for case in json.loads(_QUERIES.read_text(encoding="utf-8")):
        found[case["kind"]].append(rank_of(desk.search(case["q"], game=case.get("game")).hits, case["expect"]))
    return found


def test_there_are_queries_of_every_kind_and_game() -> None:
    cases = json.loads(_QUERIES.read_text(encoding="utf-8"))
    assert len(cases) >= 120
    assert {case["kind"] for case in cases} >= {"plain", "typo", "question", "finnish", "slang"}
    assert len({game for case in cases for game, _ in case["expect"]}) == 4
    for case in cases:
        for _, pattern in case["expect"]:
            re.compile(pattern)


@pytest.mark.parametrize("kind", ["plain", "typo", "question", "finnish", "slang"])
def test_the_right_entry_is_first_for_nine_of_ten_and_in_three_for_nearly_all(
    ranks: dict[str, list[int]], kind: str
) -> None:
    of_kind = ranks[kind]
    assert sum(rank == 1 for rank in of_kind) >= 0.9 * len(of_kind)
    assert sum(0 < rank <= 3 for rank in of_kind) >= 0.95 * len(of_kind)


def test_a_headword_with_one_typing_error_is_among_the_first_three(desk: Desk) -> None:
    name_of: Callable[[str], str] = _MEASURE["name_of"]
    entries = list(desk.corpus.entries.values())
    found = []
    for typed, headword in _MEASURE["typing_errors"](entries):
        bearing = {i for e in entries if name_of(e.headword) == name_of(headword) for i in (e.id, *e.redirects_to)}
        found.append(any(hit.id in bearing for hit in desk.search(typed).hits[:3]))
    assert sum(found) >= 0.95 * len(found)


def test_finnish_finds_the_english_rule_and_english_the_finnish_guide(desk: Desk) -> None:
    found = [hit.id for hit in desk.search("puolulainen", lang="en").hits]
    assert found[0] == "marvel-champions/community/ally"
    assert desk.search("villain phase", lang="fi").hits[0].headword == "Roiston vuoro"
    assert "marvel-champions/community/roiston-vuoro" in [hit.id for hit in desk.search("roisto").hits[:3]]


def test_a_term_of_several_games_shows_each_side_by_side(desk: Desk) -> None:
    assert len({hit.game for hit in desk.search("KO").hits[:4]}) == 3
    assert {hit.game for hit in desk.search("attack").hits[:3]} == {"marvel-champions", "marvel-united"}


def test_signed_counters_and_icons_are_words(desk: Desk) -> None:
    assert desk.search("+1/+1").hits[0].headword == "+1/+1 and -1/-1 counters"
    assert desk.search("-1/-1 counters").hits[0].headword == "+1/+1 and -1/-1 counters"
    assert desk.search("[per player]").hits[0].headword == "Per Player Icon"
