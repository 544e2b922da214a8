"""What the tests share: one build of the real corpus, made once, and the desk on it."""

from __future__ import annotations

import pytest

from judge import places
from judge.build import build
from judge.corpus import Corpus
from judge.desk import Desk, open_desk


@pytest.fixture(scope="session")
def desk() -> Desk:
    """The desk of the checkout's current build; builds first when something has changed."""
    build(places.data_folder(), patience=300)
    return open_desk()


@pytest.fixture(scope="session")
def corpus(desk: Desk) -> Corpus:
    """All entries of the real rulebooks."""
    return desk.corpus
