"""Fixtures of the reading room: the project's own lexicon, and a corpus folder to build made-up books in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.data_places import corpus_folder
from judge.reading.confusions import Confusions, parse_confusions
from judge.reading.text_repair import Repairer
from judge.reading.word_frequencies import WordFrequencies, count_words
from tests.reading.damage import HARBOUR, REPAIRS


@pytest.fixture(scope="session")
def confusions() -> Confusions:
    return parse_confusions((corpus_folder() / "lexicon" / "confusions.toml").read_text("utf-8"))


@pytest.fixture(scope="session")
def vocabulary() -> WordFrequencies:
    """Words of the harbour's primer, and a few of English at large."""
    english = {"the": 10**10, "of": 10**10, "to": 10**10, "a": 10**10, "if": 10**9, "bell": 10**7, "tower": 10**7}
    return count_words([(HARBOUR / "primer.txt").read_text("utf-8")], english)


@pytest.fixture(scope="session")
def repairer(vocabulary: WordFrequencies, confusions: Confusions) -> Repairer:
    return Repairer(vocabulary, confusions, REPAIRS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """An empty corpus folder with the project's lexicon and the harbour's primer."""
    for name in ("sources", "rulebooks", "glossaries"):
        (tmp_path / name).mkdir()
    shutil.copytree(corpus_folder() / "lexicon", tmp_path / "lexicon")
    shutil.copy(HARBOUR / "primer.txt", tmp_path / "sources" / "primer.txt")
    return tmp_path
