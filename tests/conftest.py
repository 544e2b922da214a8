"""What the tests share: one build of the real corpus, made once, the desk on it, and served applications."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from judge import data_places
from judge.build import build
from judge.corpus import Corpus
from judge.desk import Desk, open_desk
from judge.kept_rulings.store import open_store
from judge.kept_rulings.write_tokens import new_token, read_writers
from judge.web.settings import Settings
from tests.kept_rulings.examples import DISPUTE, ENTRY, grounded, many
from tests.web.fake_desk import fake_desk
from tests.web.server import Client, serving
from tests.web.stocked import keeping, stocked_desk

settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=2_000)
settings.register_profile("steady", settings.get_profile("explore"), derandomize=True, max_examples=50)
settings.load_profile("steady")  # the same examples every time, on however slow a machine


def pytest_collection_finish() -> None:
    """What stands once all tests are known is looked through by no collection of garbage, and others are rarer."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def desk() -> Desk:
    """The desk of the checkout's current build; builds first when something has changed."""
    build(data_places.data_folder(), patience=300)
    return open_desk()


@pytest.fixture(scope="session")
def corpus(desk: Desk) -> Corpus:
    """All entries of the real rulebooks."""
    return desk.corpus


@pytest.fixture(scope="session")
def site() -> Iterator[Client]:
    """The application on the made-up game of `fake_desk`."""
    with serving(fake_desk()) as client:
        yield client


@pytest.fixture(scope="session")
def real_site(desk: Desk) -> Iterator[Client]:
    """The application on the real build."""
    with serving(desk) as client:
        yield client


@pytest.fixture(scope="session")
def with_cards(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The real build with a card library, opened once: what most requests ask of it is at hand."""
    own = stocked_desk(desk, tmp_path_factory.mktemp("cards"))
    own.open_rooms()
    own.mentions("any", own.corpus.games[0])
    own.occurrences()
    return own


@pytest.fixture(scope="session")
def stocked(with_cards: Desk) -> Iterator[Client]:
    """The application on the real build with a card library."""
    with serving(with_cards) as client:
        yield client


@pytest.fixture(scope="session")
def with_rulings(with_cards: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The application on the real build with kept rulings and somebody who may write."""
    own = keeping(with_cards, open_store(tmp_path_factory.mktemp("rulings")))
    long_word = "Donaudampfschifffahrtsgesellschaftskapitänsmütze"
    newer = {"id": "newer", "question": f"And {long_word}?", "supersedes": ["gears-before-bells"], "status": "official"}
    own.kept_rulings.save([*many(40), grounded(own.corpus)], "ada")
    own.kept_rulings.save([grounded(own.corpus, answer=f"No. {long_word * 3}", dispute=DISPUTE)], "bo", long_word)
    own.kept_rulings.save([grounded(own.corpus, **newer, covers={"entries": [ENTRY], "cards": [long_word]})], "ada")
    token, row = new_token("ada", "publish")
    with serving(own, said=Settings(writers=read_writers(row))) as client:
        tokens[client.port] = token
        yield client


tokens: dict[int, str] = {}
"""By port of a site, the token of somebody who may write there."""
