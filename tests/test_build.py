"""The build is all or nothing: what happens when it is repeated, doubled, or given a wrong corpus."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge import data_places
from judge.build import build
from judge.build_folder import current_build, facts_of
from judge.corpus import load_corpus, read_rulebooks
from judge.errors import CouldNot, JudgeError
from tests.small_lexicon import copy_lexicon

BOOK = "legendary-manual"
_BUILD = """
import pathlib, sys
from judge.build import build
build(pathlib.Path(sys.argv[1]), corpus_folder=pathlib.Path(sys.argv[2]))
"""


@pytest.fixture
def corpus_folder(tmp_path: Path) -> Path:
    """A corpus of one small book, so that a build takes a moment only."""
    ours, small = data_places.corpus_folder(), tmp_path / "corpus"
    copy_lexicon(small)
    for room in ("sources", "examples", "pages"):
        if (ours / room).is_dir():
            shutil.copytree(ours / room, small / room)
    shutil.copytree(ours / "timing" / "card-words", small / "timing" / "card-words")
    for room, suffix in (("rulebooks", "toml"), ("glossaries", "json")):
        (small / room).mkdir()
        shutil.copy(ours / room / f"{BOOK}.{suffix}", small / room)
    return small


def test_a_second_build_changes_nothing(corpus_folder: Path, tmp_path: Path) -> None:
    said: list[str] = []
    first = build(tmp_path / "data", corpus_folder=corpus_folder)
    stamp = (first / "build.json").stat().st_mtime_ns
    second = build(tmp_path / "data", said.append, corpus_folder)
    assert second == first and (second / "build.json").stat().st_mtime_ns == stamp
    assert said == ["Nothing has changed since the last build."]


def test_the_same_corpus_gives_the_same_build_byte_for_byte(corpus_folder: Path, tmp_path: Path) -> None:
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"  # in which order the words of a set come
    command = [sys.executable, "-c", _BUILD, str(tmp_path / "theirs"), str(corpus_folder)]
    subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
    one, other = build(tmp_path / "ours", corpus_folder=corpus_folder), current_build(tmp_path / "theirs")
    assert one.name == other.name and facts_of(one)["files"] == facts_of(other)["files"]


def test_the_committed_glossary_is_what_the_sources_give(corpus_folder: Path, tmp_path: Path) -> None:
    built = build(tmp_path / "data", corpus_folder=corpus_folder)
    committed = data_places.corpus_folder() / "glossaries" / f"{BOOK}.json"
    assert (built / "glossaries" / f"{BOOK}.json").read_bytes() == committed.read_bytes()


def test_an_edited_line_makes_a_new_build_and_keeps_other_anchors(corpus_folder: Path, tmp_path: Path) -> None:
    first = build(tmp_path / "data", corpus_folder=corpus_folder)
    source = corpus_folder / "sources" / f"{BOOK}.txt"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("permanently out of the game", "out of the game for good"), encoding="utf-8")
    second = build(tmp_path / "data", corpus_folder=corpus_folder)
    assert second.name != first.name
    before, after = (load_corpus(read_rulebooks(corpus_folder), f / "glossaries") for f in (first, second))
    assert "out of the game for good" in after.find("KO")[0].text
    assert {e.id: [p.anchor for p in e.paragraphs] for e in before.entries.values()} == {
        e.id: [p.anchor for p in e.paragraphs] for e in after.entries.values()
    }


def test_a_source_line_that_belongs_nowhere_is_refused_and_the_last_build_stays(
    corpus_folder: Path, tmp_path: Path
) -> None:
    good = build(tmp_path / "data", corpus_folder=corpus_folder)
    description = corpus_folder / "rulebooks" / f"{BOOK}.toml"
    text = description.read_text(encoding="utf-8")
    description.write_text(text.replace('was = "OfcerStacks"', 'was = "NoSuchWords"'), encoding="utf-8")
    if text == description.read_text(encoding="utf-8"):
        description.write_text(text + '\n[[correction]]\nline = 6\nwas = "NoSuchWords"\nnow = "x"\nwhy = "y"\n')
    with pytest.raises(JudgeError, match="NoSuchWords"):
        build(tmp_path / "data", corpus_folder=corpus_folder)
    assert current_build(tmp_path / "data") == good


def test_the_first_and_last_line_of_text_put_back_from_elsewhere_are_in_the_order_of_the_source() -> None:
    entries = load_corpus(
        read_rulebooks(data_places.corpus_folder()), data_places.corpus_folder() / "glossaries"
    ).entries
    spans = [(entry.as_json()["source"], entry.ranges) for entry in entries.values() if entry.ranges]
    assert any(list(ranges) != sorted(ranges) for _, ranges in spans)
    for source, ranges in spans:
        assert source["lines"] == [min(ranges)[0], max(last for _, last in ranges)]


def test_a_missing_source_is_named(corpus_folder: Path, tmp_path: Path) -> None:
    (corpus_folder / "sources" / f"{BOOK}.txt").unlink()
    with pytest.raises(JudgeError, match=f"{BOOK}.txt"):
        build(tmp_path / "data", corpus_folder=corpus_folder)


def test_two_builds_at_once_are_refused(corpus_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with (tmp_path / "data" / "building.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CouldNot, match="Another build"):
            build(tmp_path / "data", corpus_folder=corpus_folder)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('reveel = ["flip"]', "`reveel`: no card says “reveel”; did you mean “reveal”?"),
        ('reveal = ["flip", "uncover", "flip"]', "[[reveal]] 1 (flip): “flip” stands there 2 times."),
        ('reveal = ["flip/flipped/up/over"]', "[[reveal]] 1 (flip/flipped/up/over): write a verb in small letters"),
        ('reveal = "flip"', "`reveal`: it should be a list."),
    ],
)
def test_words_of_the_table_that_lead_nowhere_are_refused(
    said: str, wrong: str, corpus_folder: Path, tmp_path: Path
) -> None:
    (corpus_folder / "lexicon" / "told.toml").write_text(said, encoding="utf-8")
    with pytest.raises(JudgeError) as refused:
        build(tmp_path / "data", corpus_folder=corpus_folder)
    assert "lexicon/told.toml" in refused.value.message and wrong in refused.value.message
