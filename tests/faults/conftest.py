"""One small checkout with a build and a card library, made once; each test breaks a copy of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.cards.card import LibraryCard
from judge.desk import library_of
from tests.faults.checkout import Checkout, copied, new_checkout

CARD = LibraryCard("90001", "Trimmed Wick", "lantern", "Deed: At dawn, move one stone.", game="lantern-race")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Built, with one card in the library; not to be touched."""
    made = new_checkout(tmp_path_factory.mktemp("template") / "checkout")
    assert made.judge("build").status == 0
    library_of(made.data).add([CARD])
    return made


@pytest.fixture
def checkout(template: Checkout, tmp_path: Path) -> Checkout:
    """A copy to break."""
    return copied(template, tmp_path / "checkout")
