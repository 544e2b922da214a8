"""The referee on the real corpus and scripts, without a card library."""

from __future__ import annotations

import pytest

from judge import places
from judge.corpus import Corpus
from judge.scripts.shelf import load_scripts
from judge.timing.referee import Referee


@pytest.fixture(scope="session")
def referee(corpus: Corpus) -> Referee:
    """Rules by the checkout's scripts; knows no card but those submitted."""
    return Referee(corpus, load_scripts(places.corpus_folder() / "timing", corpus))
