"""Coverage of the rulebooks' statements about timing: complete, accounted for, quoted as the glossary has it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.errors import CouldNot, Problem
from judge.rules.model import Rules
from judge.rules.rules_files import RulesFiles
from tests.rules.coverage import Statement, check_coverage, count_fates, encodings, load_coverage, read_coverage

_TIMING = data_places.corpus_folder() / "timing"
_EDITIONS = [
    ("marvel-champions", "community", 581),
    ("marvel-champions", "rr-1.0", 365),
    ("vs-system-2pcg", "mcu", 180),
    ("legendary", "manual", 25),
    ("marvel-united", "x-men", 154),
]


Edition = tuple[Rules, frozenset[str]]
"""The rules of an edition, and the citation keys that its rows name."""


@pytest.fixture(scope="module")
def editions(shelf: RulesFiles) -> dict[str, Edition]:
    """The editions by the stem of their file."""
    return {f"{game}-{edition}": (rules, shelf.cited[game, edition])
            for (game, edition), rules in shelf.by_edition.items()}  # fmt: skip


@pytest.fixture(scope="module")
def community(editions: dict[str, Edition]) -> Edition:
    return editions["marvel-champions-community"]


def _messages(problems: list[Problem]) -> str:
    return "\n".join(problem.message for problem in problems)


@pytest.mark.parametrize(("game", "edition", "size"), _EDITIONS)
def test_every_statement_has_its_fate(
    game: str, edition: str, size: int, editions: dict[str, Edition], corpus: Corpus
) -> None:
    statements = read_coverage(_TIMING / "coverage" / f"{game}-{edition}.tsv")
    counts = dict(count_fates(statements))
    assert len(statements) == size, counts
    rules, cited = editions[f"{game}-{edition}"]
    problems = check_coverage(statements, rules, corpus, cited)
    assert not problems, f"{counts}\n{_messages(problems)}"


def test_every_coverage_stands_beside_rules(editions: dict[str, Edition]) -> None:
    found = load_coverage(_TIMING)
    assert set(found) == {f"{game}-{edition}" for game, edition, _ in _EDITIONS} == set(editions)


_GOOD = Statement("002:168", "Cancel abilities interrupt the initiation of effects", "encoded", "cancel", "")


@pytest.mark.parametrize(
    ("faulty", "says"),
    [
        (replace(_GOOD, fate="done"), "the fate “done” is none of encoded, restates"),
        (replace(_GOOD, by="cancelling"), "no row cites or is called “cancelling”"),
        (replace(_GOOD, by=""), "no row cites or is called “”"),
        (replace(_GOOD, fate="restates", by="002:168"), "“002:168” is no other statement"),
        (replace(_GOOD, fate="restates", by="002:999"), "“002:999” is no other statement"),
        (replace(_GOOD, fate="open", by=""), "a why is needed"),
        (replace(_GOOD, fate="not-about-order", by="cancel", why="a term"), "a why is needed, and no “by”"),
        (replace(_GOOD, quote="Cancel abilities … the weather of effects"), "“the weather of effects” does not stand"),
        (replace(_GOOD, quote="ancel abilities interrupt"), "“ancel abilities interrupt” does not stand"),
    ],
)
def test_a_statement_not_accounted_for_is_named(
    faulty: Statement, says: str, community: Edition, corpus: Corpus
) -> None:
    problems = check_coverage([faulty], community[0], corpus, community[1])
    assert [problem.where for problem in problems] == ["002:168"]
    assert says in problems[0].message


def test_lost_icons_and_left_out_words_are_no_fault(community: Edition, corpus: Corpus) -> None:
    shortened = replace(_GOOD, quote="Cancel abilities … the initiation [x] of ‘effects’")
    assert not check_coverage([_GOOD, shortened], community[0], corpus, community[1])


def test_a_statement_twice_is_named(community: Edition, corpus: Corpus) -> None:
    problems = check_coverage([_GOOD, _GOOD], community[0], corpus, community[1])
    assert len(problems) == 2
    assert all("stands 2 times" in problem.message for problem in problems)


def test_a_statement_may_not_restate_one_that_only_restates(community: Edition, corpus: Corpus) -> None:
    again = Statement("002:169", "Only the effects are prevented.", "restates", "002:168", "")
    circle = [replace(_GOOD, fate="restates", by="002:169"), again]
    rules, cited = community
    assert len(check_coverage(circle, rules, corpus, cited)) == 2
    assert not check_coverage([_GOOD, again], rules, corpus, cited)


def test_only_a_row_that_cites_a_rule_encodes(community: Edition) -> None:
    rules, cited = community
    assert "cancel" not in encodings(rules, cited - {"cancel"})
    assert {"cancel", "enemy-attack/damage", "occurrence:damage", "status:tough"} <= encodings(rules, cited)
    assert "class:surge" in encodings(rules, cited) and "kind:minion" not in encodings(rules, cited)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("reference\tquote\n", "must begin with the columns reference, quote, fate, by, why"),
        ("", "must begin with the columns"),
        ("reference\tquote\tfate\tby\twhy\n002:1\ta\tb\n", "has 3 columns in line 2; there are 5"),
    ],
)
def test_a_file_that_is_no_coverage_is_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "game-edition.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CouldNot, match=says):
        read_coverage(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CouldNot, match=r"nowhere\.tsv cannot be read"):
        read_coverage(tmp_path / "nowhere.tsv")
