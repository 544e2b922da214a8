"""Every test of the store runs on SQLite and on a PostgreSQL that the tests start themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge.desk import Desk
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.write_tokens import new_token, read_writers
from judge.web.settings import Settings
from tests.kept_rulings import postgres
from tests.kept_rulings.examples import grounded
from tests.web.page import Page
from tests.web.server import Answer, Client, serving
from tests.web.stocked import keeping


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """PostgreSQL on a socket of its own; the test is skipped, with the reason, where there is none."""
    with postgres.running() as server:
        if server is None:
            pytest.skip(postgres.MISSING)
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kept.sqlite'}"
    server: postgres.Server = request.getfixturevalue("postgres_server")
    return server.emptied()


@pytest.fixture
def store(database_address: str) -> RulingStore:
    return RulingStore(Database(database_address))


ADA, BO = "ada", "bo"
"""Who may publish, and who may write drafts alone."""


@dataclass(frozen=True)
class Site:
    """The application on the real build with a store of its own, and the tokens of those who may write."""

    client: Client
    store: RulingStore
    tokens: Mapping[str, str]

    def send(self, method: str, path: str, data: Any = None, token: str = "", **headers: str) -> Answer:
        """Send JSON, with a token where one is named."""
        given = {"Authorization": f"Bearer {token}"} if token else {}
        body = b"" if data is None else json.dumps(data).encode()
        return self.client.send(method, path, body, {"Content-Type": "application/json", **given, **headers})

    def page(self, path: str, **query: str) -> Page:
        """A page that is there."""
        answer = self.client.get(path, **query)
        assert answer.status == 200, answer.text
        return Page(answer.text)


@contextmanager
def site_on(desk: Desk, store: RulingStore) -> Iterator[Site]:
    """Serve the build and cards of `desk` beside `store`."""
    tokens = {ADA: new_token(ADA, "publish"), BO: new_token(BO, "draft")}
    writers = read_writers(" ".join(row for _, row in tokens.values()))
    with serving(keeping(desk, store), said=Settings(writers=writers)) as client:
        yield Site(client, store, {name: token for name, (token, _) in tokens.items()})


@pytest.fixture
def ruled(with_cards: Desk, store: RulingStore) -> Iterator[Site]:
    """A site that keeps the example, on each kind of database."""
    store.save([grounded(with_cards.corpus)], "somebody")
    with site_on(with_cards, store) as site:
        yield site
