"""The index folder: a damaged or foreign one is refused before it answers wrongly; a wrong lexicon is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from judge.errors import CouldNot, NotUnderstood
from judge.search.index import write_index
from judge.search.search import open_searcher
from tests.search.conftest import make_corpus


@pytest.fixture
def index(lexicon: Path, tmp_path: Path) -> Path:
    write_index(make_corpus(), lexicon, tmp_path)
    return tmp_path


def test_any_damaged_file_is_noticed(index: Path) -> None:
    for path in sorted(index.iterdir()):
        whole = path.read_bytes()
        if not whole:
            continue
        path.write_bytes(whole[: len(whole) // 2])
        with pytest.raises(CouldNot, match="judge build"):
            open_searcher(index, make_corpus())
        path.write_bytes(whole)
    assert open_searcher(index, make_corpus()).search("anchor").hits


def test_a_missing_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CouldNot, match="judge build"):
        open_searcher(tmp_path / "nowhere", make_corpus())


def test_the_index_of_another_corpus_is_refused(index: Path) -> None:
    with pytest.raises(CouldNot):
        open_searcher(index, replace(make_corpus(), build_id="build-2"))


def test_the_same_corpus_makes_the_same_answers(lexicon: Path, tmp_path: Path) -> None:
    answers = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_index(make_corpus(), lexicon, tmp_path / name)
        answers.append(open_searcher(tmp_path / name, make_corpus()).search("storm ship crates"))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [("search.toml", "[fields]\ntext = 1"), ("terms.toml", "[[term]]\nmeans = ['Anchor']"), ("terms.toml", "[[term")],
)
def test_a_wrong_lexicon_is_named(lexicon: Path, tmp_path: Path, name: str, text: str) -> None:
    own = tmp_path / "lexicon"
    own.mkdir()
    for path in lexicon.iterdir():
        (own / path.name).write_bytes(path.read_bytes())
    (own / name).write_text(text, encoding="utf-8")
    (tmp_path / "index").mkdir()
    with pytest.raises(NotUnderstood, match=name):
        write_index(make_corpus(), own, tmp_path / "index")
