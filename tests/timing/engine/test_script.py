"""The timing scripts: every row cites its rule, word for word; the engine knows no game by name."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from judge import places
from judge.corpus import Corpus
from judge.errors import NotUnderstood
from judge.scripts.reader import check_script, merge
from judge.scripts.shelf import load_scripts

_TIMING = places.corpus_folder() / "timing"
_EDITIONS = ("marvel-champions-community", "marvel-champions-rr-1.0")


def _merged(stem: str) -> dict[str, Any]:
    edition = tomllib.loads((_TIMING / f"{stem}.toml").read_text(encoding="utf-8"))
    return merge(tomllib.loads((_TIMING / f"{edition['extends']}.toml").read_text(encoding="utf-8")), edition)


@pytest.mark.parametrize("stem", _EDITIONS)
def test_every_row_cites_words_that_stand_in_the_glossary(stem: str, corpus: Corpus) -> None:
    assert check_script(_merged(stem), corpus) == []


def test_a_misquoted_rule_is_named(corpus: Corpus) -> None:
    data = _merged(_EDITIONS[0])
    data["rules"] = {**data["rules"], "surge": ["surge", "After revealing a card with surge, do nothing at all."]}
    messages = [problem.message for problem in check_script(data, corpus)]
    assert any(
        "do nothing at all” does not stand in marvel-champions/community/surge" in m.replace(".”", "”")
        for m in messages
    )
    assert any("reveal/surge cites no rule" in message for message in messages)


def test_a_rule_of_no_entry_is_named(corpus: Corpus) -> None:
    data = _merged(_EDITIONS[0])
    data["rules"] = {**data["rules"], "guard": ["garde", "that player cannot use cards"]}
    assert "There is no entry marvel-champions/community/garde to cite; did you mean guard?" in [
        p.message for p in check_script(data, corpus)
    ]


def test_no_script_of_the_corpus_has_problems(corpus: Corpus) -> None:
    assert [p.message for p in load_scripts(_TIMING, corpus).problems] == []


def test_a_broken_script_file_is_named(tmp_path: Path, corpus: Corpus) -> None:
    (tmp_path / "abilities").mkdir()
    (tmp_path / "odd.toml").write_text("game = [", encoding="utf-8")
    with pytest.raises(NotUnderstood, match="odd"):
        load_scripts(tmp_path, corpus)


def test_the_engine_names_no_game() -> None:
    names = re.compile(r"marvel|champions|vs[ _-]system|2pcg|legendary|x-men|xavier", re.IGNORECASE)
    rooms = [Path(places.__file__).parent / room for room in ("timing", "scripts", "disputes", "cardtext")]
    modules = [module for room in rooms for module in sorted(room.glob("*.py"))]
    named = [
        f"{module.name}: {line}"
        for module in modules
        for line in module.read_text("utf-8").splitlines()
        if names.search(line)
    ]
    assert named == []
