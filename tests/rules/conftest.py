"""What the tests of the timing rules share: the shelf of the corpus, and what a slip in its tables makes of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from judge import data_places
from judge.corpus import Corpus
from judge.rules.rules_files import RulesFiles, load_rules

Slip = Callable[[str, str, str], list[str]]
"""A file of corpus/timing, words in it and what stands there instead → what the build says."""


@pytest.fixture(scope="session")
def shelf(corpus: Corpus) -> RulesFiles:
    """The rules of every edition of the corpus."""
    return load_rules(data_places.corpus_folder() / "timing", corpus)


@pytest.fixture(scope="session")
def copied(corpus: Corpus, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By game, a copy of corpus/timing that holds its tables alone."""
    folders = {game: tmp_path_factory.mktemp(game) / "timing" for game in corpus.games}
    for game, folder in folders.items():
        (folder / "card-words").mkdir(parents=True)
        for room in (".", "card-words"):
            for path in (data_places.corpus_folder() / "timing" / room).glob(f"{game}*.toml"):
                shutil.copy(path, folder / room)
    return folders


@pytest.fixture
def slip(copied: dict[str, Path], corpus: Corpus) -> Slip:
    """What is said of a game in which words of a table are others."""

    def messages(file: str, words: str, instead: str) -> list[str]:
        folder = next(folder for game, folder in copied.items() if Path(file).name.startswith(game))
        path = folder / file
        before = path.read_text(encoding="utf-8")
        assert words in before, f"{file} has no “{words}”"
        path.write_text(before.replace(words, instead, 1), encoding="utf-8")
        try:
            return [problem.message for problem in load_rules(folder, corpus).problems]
        finally:
            path.write_text(before, encoding="utf-8")

    return messages
