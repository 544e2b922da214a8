"""Coverage of the rulebooks' statements about timing: complete, accounted for, quoted as the glossary has it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from judge import places
from judge.corpus import Corpus
from judge.errors import CouldNot, Problem
from judge.scripts.coverage import Statement, check_coverage, count_fates, load_coverage, read_coverage, row_names
from judge.scripts.script import Script
from judge.scripts.shelf import load_scripts
from tests.rooms import engine_files

_TIMING = places.corpus_folder() / "timing"
_EDITIONS = [
    ("marvel-champions", "community", 581),
    ("marvel-champions", "rr-1.0", 365),
    ("vs-system-2pcg", "mcu", 179),
    ("legendary", "manual", 25),
    ("marvel-united", "x-men", 154),
]


@pytest.fixture(scope="module")
def scripts(corpus: Corpus) -> dict[str, Script]:
    """The timing scripts by the stem of their file."""
    return {f"{s.game}-{s.edition}": s for s in load_scripts(_TIMING, corpus).by_edition.values()}


@pytest.fixture(scope="module")
def asked() -> frozenset[str]:
    """Every string in the resolver's code: among them the keys of rules that it cites by itself."""
    nodes = (node for file in engine_files() for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _messages(problems: list[Problem]) -> str:
    return "\n".join(problem.message for problem in problems)


@pytest.mark.parametrize(("game", "edition", "size"), _EDITIONS)
def test_every_statement_has_its_fate(
    game: str, edition: str, size: int, scripts: dict[str, Script], corpus: Corpus, asked: frozenset[str]
) -> None:
    statements = read_coverage(_TIMING / "coverage" / f"{game}-{edition}.tsv")
    counts = dict(count_fates(statements))
    assert len(statements) == size, counts
    problems = check_coverage(statements, scripts[f"{game}-{edition}"], corpus, asked)
    assert not problems, f"{counts}\n{_messages(problems)}"


def test_every_coverage_stands_beside_a_script(
    scripts: dict[str, Script], corpus: Corpus, asked: frozenset[str]
) -> None:
    found = load_coverage(_TIMING)
    assert set(found) == {f"{game}-{edition}" for game, edition, _ in _EDITIONS} == set(scripts)
    for stem, statements in found.items():
        assert not (problems := check_coverage(statements, scripts[stem], corpus, asked)), _messages(problems)


_GOOD = Statement("002:168", "Cancel abilities interrupt the initiation of effects", "encoded", "cancel", "")


@pytest.mark.parametrize(
    ("faulty", "says"),
    [
        (replace(_GOOD, fate="done"), "the fate “done” is none of encoded, restates"),
        (replace(_GOOD, by="cancelling"), "no row “cancelling” of the script is used"),
        (replace(_GOOD, by=""), "no row “” of the script is used"),
        (replace(_GOOD, fate="restates", by="002:168"), "“002:168” is no other statement"),
        (replace(_GOOD, fate="restates", by="002:999"), "“002:999” is no other statement"),
        (replace(_GOOD, fate="open", by=""), "a why is needed"),
        (replace(_GOOD, fate="not-about-order", by="cancel", why="a term"), "a why is needed, and no “by”"),
        (replace(_GOOD, quote="Cancel abilities … the weather of effects"), "“the weather of effects” does not stand"),
        (replace(_GOOD, quote="ancel abilities interrupt"), "“ancel abilities interrupt” does not stand"),
    ],
)
def test_a_statement_not_accounted_for_is_named(
    faulty: Statement, says: str, scripts: dict[str, Script], corpus: Corpus
) -> None:
    problems = check_coverage([faulty], scripts["marvel-champions-community"], corpus)
    assert [problem.where for problem in problems] == ["002:168"]
    assert says in problems[0].message


def test_lost_icons_and_left_out_words_are_no_fault(scripts: dict[str, Script], corpus: Corpus) -> None:
    shortened = replace(_GOOD, quote="Cancel abilities … the initiation [x] of ‘effects’")
    assert not check_coverage([_GOOD, shortened], scripts["marvel-champions-community"], corpus)


def test_a_statement_twice_is_named(scripts: dict[str, Script], corpus: Corpus) -> None:
    problems = check_coverage([_GOOD, _GOOD], scripts["marvel-champions-community"], corpus)
    assert len(problems) == 2
    assert all("stands 2 times" in problem.message for problem in problems)


def test_a_statement_may_not_restate_one_that_only_restates(scripts: dict[str, Script], corpus: Corpus) -> None:
    again = Statement("002:169", "Only the effects are prevented.", "restates", "002:168", "")
    circle = [replace(_GOOD, fate="restates", by="002:169"), again]
    script = scripts["marvel-champions-community"]
    assert len(check_coverage(circle, script, corpus)) == 2
    assert not check_coverage([_GOOD, again], script, corpus)


def test_rules_that_nothing_cites_encode_nothing(scripts: dict[str, Script], corpus: Corpus) -> None:
    script = scripts["marvel-champions-community"]
    rule = corpus.cite("marvel-champions/community/cancel", "Cancel abilities interrupt")
    idle = replace(script, rules={**script.rules, "idle": (rule,)})
    assert "idle" not in row_names(idle)
    assert "idle" in row_names(idle, {"idle"})
    assert "idle" in row_names(replace(idle, options={**idle.options, "effects": {"cancel": ["idle"]}}))
    assert {"cancel", "enemy-attack/damage", "occurrence:damage", "status:tough"} <= row_names(script)


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
