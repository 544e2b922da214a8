"""Servers for the tests of the pages: one on a made-up game with canned answers, one on the real build."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.desk import Desk
from tests.web.fake_desk import fake_desk
from tests.web.server import Client, serving
from tests.web.stocked import stocked_desk


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
def stocked(desk: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """The application on the real build with a card library."""
    with serving(stocked_desk(desk, tmp_path_factory.mktemp("cards"))) as client:
        yield client
