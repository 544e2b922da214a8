"""What is kept between requests: pages that rest on the build alone, the same to the byte; nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from judge.desk import Desk
from judge.web.http import page_cache
from tests.web.fake_desk import GAME, FakeDesk, FakeResults
from tests.web.server import Client, serving
from tests.web.stocked import stocked_desk


class CountingDesk(FakeDesk):
    """Counts how often it is searched."""

    def __init__(self) -> None:
        self.searches = 0

    def search(self, query: str, *, limit: int = 10, **narrowed: Any) -> FakeResults:
        self.searches += 1
        return super().search(query, limit=limit, **narrowed)


@pytest.fixture
def counting() -> CountingDesk:
    return CountingDesk()


@pytest.fixture
def client(counting: CountingDesk) -> Iterator[Client]:
    with serving(counting) as client:  # type: ignore[arg-type]
        yield client


def test_a_page_is_made_once_and_comes_back_the_same(client: Client, counting: CountingDesk) -> None:
    first, second = (client.get("/", q="lantern") for _ in range(2))
    assert counting.searches == 1
    assert second.body == first.body
    changing = {"date"}
    assert {k: v for k, v in second.headers.items() if k not in changing} == {
        k: v for k, v in first.headers.items() if k not in changing
    }


def test_a_kept_page_answers_not_modified_and_head(client: Client, counting: CountingDesk) -> None:
    first = client.get("/", q="lantern")
    again = client.send("GET", "/?q=lantern", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    head = client.send("HEAD", "/?q=lantern")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(first.body)))
    assert counting.searches == 1


def test_addresses_are_told_apart(client: Client, counting: CountingDesk) -> None:
    pages = {client.get("/", q=words).body for words in ("lantern", "Lantern", "light", "lantern ")}
    assert len(pages) == 4
    host = {"Host": "other.example"}
    assert b"other.example" in client.send("GET", "/sitemap.xml", headers=host).body
    assert b"other.example" not in client.get("/sitemap.xml").body
    assert counting.searches == 4


def test_a_mistake_is_not_kept(client: Client) -> None:
    assert [client.get("/", q=" ").status for _ in range(2)] == [400, 400]
    assert [client.get(f"/rules/{GAME}/second/zeppelin").status for _ in range(2)] == [404, 404]


def test_what_does_not_fit_pushes_out_the_oldest() -> None:
    made: list[str] = []
    app = Flask("small")

    @app.get("/<name>")
    def page(name: str) -> str:
        made.append(name)
        return name * 100

    page_cache.install(app, ["page"], most_bytes=3_000)
    client = app.test_client()
    for name in ("a", "b", "c", "d", "e", "f", "a"):
        assert client.get(f"/{name}").text == name * 100
    assert made == ["a", "b", "c", "d", "e", "f", "a"]
    assert client.get("/f").text == "f" * 100
    assert len(made) == 7


def test_an_address_counts_with_its_page() -> None:
    made: list[str] = []
    app = Flask("small")

    @app.get("/")
    def page() -> str:
        made.append("page")
        return "short"

    page_cache.install(app, ["page"], most_bytes=20_000)
    client = app.test_client()
    for junk in ("a", "b", "c", "a"):
        client.get("/", query_string={"junk": junk * 15_000})
    assert len(made) == 4


def test_what_rests_on_the_card_library_is_made_anew(desk: Desk, tmp_path: Path) -> None:
    stocked = stocked_desk(desk, tmp_path)
    with serving(stocked) as client:
        assert "/cards/90001" in client.get("/cards", name="lumen").text
        (tmp_path / "cards.sqlite").unlink()
        assert "/cards/90001" not in client.get("/cards", name="lumen").text
