"""The referee on the real corpus, read straight from its files: no build, no card library."""

from __future__ import annotations

import pytest

from judge import data_places
from judge.cardtext.card_words import load_words
from judge.corpus import Corpus, load_corpus, read_rulebooks
from judge.engine.referee import Referee
from judge.rules.rules_files import load_rules


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """All entries of the real rulebooks, as the glossaries that were last built have them."""
    folder = data_places.corpus_folder()
    return load_corpus(read_rulebooks(folder), folder / "glossaries", "tests")


@pytest.fixture(scope="session")
def referee(corpus: Corpus) -> Referee:
    """Rules by the checkout's tables; knows no card but those submitted."""
    timing = data_places.corpus_folder() / "timing"
    return Referee(corpus, load_rules(timing, corpus), load_words(timing / "card-words"))
