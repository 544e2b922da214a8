"""Bounds on what strangers send, over real HTTP: each is refused with a clear word and the status of the contract."""

from __future__ import annotations

import http.client
from typing import Any

import pytest

from judge.disputes.cards_in import MOST_ABILITIES, MOST_CARDS, MOST_TEXT, MOST_TEXTS
from judge.disputes.dispute import MOST_PLAYERS
from judge.disputes.findings import MOST_NAME
from judge.disputes.participants import MOST_NAMED
from judge.web.address import pack
from judge.web.finder import MAX_QUERY
from judge.web.guard import MAX_BODY
from tests.web.server import Answer, Client

GAME = "marvel-champions"


def refused(answer: Answer, status: int = 413) -> str:
    """The sentence of a refusal that is `too-large`."""
    problem = answer.json()
    assert (answer.status, problem["kind"]) == (status, "too-large"), answer.text
    return str(problem["detail"])


def dispute(**facts: Any) -> dict[str, Any]:
    return {"game": GAME, "players": [{"name": "Ada"}], "cards": [], **facts}


def test_a_body_is_read_up_to_its_limit(real_site: Client) -> None:
    assert "1 MB" in refused(real_site.post_json("/api/resolve", {"game": GAME, "note": "x" * MAX_BODY}))


@pytest.mark.parametrize(
    ("facts", "most"),
    [
        ({"cards": [{"name": "Gear"}] * (MOST_CARDS + 1)}, MOST_CARDS),
        ({"cards": [{"name": "Gear", "text": "x" * (MOST_TEXT + 1)}]}, MOST_TEXT),
        ({"cards": [{"name": f"G{n}", "text": "x" * 15_000} for n in range(MOST_TEXTS // 15_000 + 1)]}, MOST_TEXTS),
        ({"cards": [{"name": f"G{n}", "keywords": ["Guard"] * 100} for n in range(31)]}, MOST_ABILITIES),
        ({"cards": [{"name": f"G{n}", "text": "Guard. " * 200} for n in range(31)]}, MOST_ABILITIES),
        ({"players": [{"name": f"P{n}"} for n in range(MOST_PLAYERS + 1)]}, MOST_PLAYERS),
        ({"players": [{"name": "x" * (MOST_NAME + 1)}]}, MOST_NAME),
        ({"cards": [{"name": "x" * (MOST_NAME + 1)}]}, MOST_NAME),
        ({"cards": [{"name": "Gear", "attached_to": "x" * (MOST_NAME + 1)}]}, MOST_NAME),
        ({"occurrence": {"type": "damage", "target": "x" * (MOST_NAME + 1)}}, MOST_NAME),
        ({"occurrence": {"type": "damage", "target": "Ada"} | {f"a{n}_kind": "x" for n in range(900)}}, MOST_NAMED),
        (
            {
                "game": "vs-system-2pcg",
                "players": [{"name": "Ada"}, {"name": "Bo"}],
                "occurrence": {"type": "ko", "characters": ["Fox"] * (MOST_NAMED + 1)},
            },
            MOST_NAMED,
        ),
    ],
)
def test_cards_texts_names_and_players_of_a_dispute_are_bounded(
    real_site: Client, facts: dict[str, Any], most: int
) -> None:
    told = refused(real_site.post_json("/api/resolve", dispute(**facts)))
    assert f"{most:,}" in told or str(most) in told


def test_a_thousand_mistakes_are_told_in_part(real_site: Client) -> None:
    cards = [{"name": f"G{n}", "controller": "Nobody"} for n in range(MOST_CARDS)]
    problems = real_site.post_json("/api/resolve", dispute(cards=cards)).json()["problems"]
    assert len(problems) == 101
    assert "900 more" in problems[-1]["message"]


def test_keys_that_nobody_knows_are_passed_over_however_many(real_site: Client) -> None:
    cards = [{"name": "Gear", "colour": 1, **{f"key{n}": 0 for n in range(50_000)}}]
    assert real_site.post_json("/api/resolve", dispute(cards=cards)).status == 200


def many(text: str, kind: str = "upgrade", **facts: Any) -> list[dict[str, Any]]:
    """A thousand cards of that text."""
    return [{"name": f"C{n}", "kind": kind, "text": text, **facts} for n in range(MOST_CARDS)]


ATTACK = {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"}
LOOP = "Forced Response: After you take damage, the villain attacks you."
AGAIN = "Forced Response: After this attacks you, it attacks you again."


@pytest.mark.parametrize(
    ("cards", "occurrence"), [(many(LOOP), ATTACK), (many(AGAIN, "minion"), {"type": "villain-phase"})]
)
def test_what_cannot_be_settled_in_bounds_is_refused(
    real_site: Client, cards: list[dict[str, Any]], occurrence: dict[str, Any]
) -> None:
    hostile = dispute(cards=cards, occurrence=occurrence)
    assert "cannot be settled in bounds" in refused(real_site.post_json("/api/resolve", hostile))


def test_the_orders_of_what_cannot_be_settled_are_refused_in_the_form(real_site: Client) -> None:
    cards = [{"name": f"C{n}", "kind": "upgrade", "controller": "Ada", "text": LOOP} for n in range(40)]
    page = real_site.get(f"/rulings/x/{pack(dispute(cards=cards, occurrence=ATTACK))}?as=orders")
    assert page.status == 413
    assert "cannot be settled in bounds" in page.text


@pytest.mark.parametrize(
    "cards",
    [
        many("Response: After the villain attacks you, draw 1 card."),
        many("Forced Interrupt: When any amount of damage would be dealt to you, place it here instead."),
        many("You cannot take damage."),
        [{"name": "Tough", "id": f"t{n}", "kind": "status", "attached_to": "Ada"} for n in range(MOST_CARDS)],
    ],
    ids=["responses", "replacements", "cannots", "statuses"],
)
def test_a_thousand_ordinary_cards_are_settled(real_site: Client, cards: list[dict[str, Any]]) -> None:
    ruling = real_site.post_json("/api/resolve", dispute(cards=cards, occurrence=ATTACK)).json()
    assert sum(len(group["abilities"]) for group in ruling["order"]) + len(ruling["excluded"]) == MOST_CARDS


def test_texts_and_questions_are_bounded(real_site: Client) -> None:
    refused(real_site.post_json("/api/ability", {"text": "x" * (MOST_TEXT + 1)}))
    refused(real_site.post_json("/api/ask", {"question": "x" * (MAX_QUERY + 1)}))


@pytest.mark.parametrize("path", ["/api/search", "/api/suggest"])
def test_a_long_query_is_refused_as_a_long_address(real_site: Client, path: str) -> None:
    assert f"{MAX_QUERY:,}" in refused(real_site.get(path, q="x" * (MAX_QUERY + 1)), 414)


def test_a_body_nested_without_end_is_refused(real_site: Client) -> None:
    deep = b'{"game":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    answer = real_site.send("POST", "/api/resolve", deep)
    assert (answer.status, answer.json()["kind"]) == (400, "not-understood")


TRAVERSALS = [
    "/api/entries/marvel-champions/rr-1.0/../../../pyproject.toml",
    "/api/entries/marvel-champions/rr-1.0/..%2f..%2f..%2fpyproject.toml",
    "/api/entries/..%2f..%2fetc/passwd/x",
    "/rules/marvel-champions/rr-1.0/..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/printed/marvel-champions/..%2fsources/damage",
    "/printed/marvel-champions/rr-1.0/..%2f..%2f..%2fpyproject.toml",
    "/static/../factory.py",
    "/static/..%2ffactory.py",
    "/static/%2e%2e/%2e%2e/%2e%2e/pyproject.toml",
    "/cards/..%2f..%2f..%2fetc%2fpasswd",
    "/games/..%2f..%2f/x",
    "/api/entries/marvel-champions/rr-1.0/damage%00.json",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_address_leads_out_of_the_rooms(real_site: Client, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", real_site.port, timeout=30)
    connection.putrequest("GET", path, skip_host=False)  # sent as it stands, nothing evened out
    connection.endheaders()
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    assert response.status in (400, 404, 422), (path, response.status)
    assert "root:" not in body
    assert "[project]" not in body
    assert "def create_app" not in body
    assert "Traceback" not in body
