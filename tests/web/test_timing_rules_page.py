"""The timing chart of each edition: every step the engine knows, each with a rule that leads into the reader."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from judge.desk import Desk
from judge.web import create_app


@pytest.fixture(scope="module")
def client(desk: Desk) -> FlaskClient:
    return create_app(desk).test_client()


def test_every_step_stands_in_the_chart_with_a_rule_that_is_there(client: FlaskClient, desk: Desk) -> None:
    for book in desk.corpus.books:
        page = client.get(f"/games/{book.game}/{book.edition}/timing").text
        steps = {step["step"] for item in desk.occurrences(book.game, book.edition) for step in item["steps"]}
        assert steps <= set(re.findall(r"<code>([^<]+)</code>", page)), book.key
        boxes = page.split("<summary><h3>")[1:]
        addresses = [re.findall(r'href="(/rules/[^"]+)"', box) for box in boxes]
        assert all(addresses), book.key
        assert all(f"/rules/{book.key}/" in address for found in addresses for address in found)
        for address in sorted({found[0] for found in addresses})[:5]:
            entry, _, anchor = address.partition("#")
            assert f'id="{anchor}"' in client.get(entry).text


def test_windows_and_what_a_step_unfolds_into_are_shown(client: FlaskClient) -> None:
    page = client.get("/games/marvel-champions/community/timing").text
    assert 'Unfolds into <a href="#damage">' in page
    assert "Responses: attack" in page


def test_a_game_that_is_not_there(client: FlaskClient) -> None:
    assert client.get("/games/marvel-chess/first/timing").status_code in (404, 422)
