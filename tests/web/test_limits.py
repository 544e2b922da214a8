"""Bounds on what strangers send, over real HTTP: each is refused with a clear word and the status of the contract."""

from __future__ import annotations

import http.client
from typing import Any

import pytest

from judge.desk import Desk
from judge.disputes import card_reader
from judge.disputes.dispute_reader import MOST_PLAYERS
from judge.disputes.findings import MOST_NAME
from judge.disputes.participants import MOST_NAMED
from judge.engine import effort as effort_room
from judge.engine.effort import Effort, one_answer
from judge.errors import TooLarge
from judge.search.question import MAX_CHARACTERS
from judge.web import create_app
from judge.web.dispute_in_address import pack
from judge.web.http import limits_and_headers
from judge.web.http.request_size_limits import (
    LARGEST_ANSWER,
    MAX_BODY,
    MAX_QUERY,
    MOST_ABILITIES,
    MOST_CARDS,
    MOST_LETTERS,
    MOST_TEXT,
)
from judge.web.settings import Settings
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
    told = refused(real_site.post_json("/api/resolve", {"game": GAME, "note": "x" * MAX_BODY}))
    assert "250 kB" in told and "browser" not in told
    assert "Go back with your browser" in real_site.press("resolve", game=GAME, cards_0_text="x" * MAX_BODY).text


@pytest.mark.parametrize(
    ("facts", "most"),
    [
        ({"cards": [{"name": "Gear"}] * (MOST_CARDS + 1)}, MOST_CARDS),
        ({"cards": [{"name": "Gear", "text": "x" * (MOST_TEXT + 1)}]}, MOST_TEXT),
        ({"cards": [{"name": f"G{n}", "text": "KO " * 1_000} for n in range(MOST_LETTERS // 3_000)]}, MOST_LETTERS),
        ({"cards": [{"name": "Gear", "abilities": [{"timing": "action", "effect": "x" * 4_001}]}]}, MOST_TEXT),
        ({"cards": [{"name": "Gear", "abilities": [{"timing": "action"}] * (MOST_ABILITIES + 1)}]}, MOST_ABILITIES),
        ({"notes": ["KO " * 1_000] * 21}, MOST_LETTERS),
        ({"cards": [{"name": "Gear", "text": "After " + "]" * 201}]}, 200),
        ({"x" * 30_000: 1, "more": {"y" * 31_000: 1}}, MOST_LETTERS),
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
    assert f"{MOST_CARDS - 100} more" in problems[-1]["message"]


def test_keys_that_nobody_knows_are_passed_over_however_many(real_site: Client) -> None:
    cards = [{"name": "Gear", "colour": 1, **{f"key{n}": 0 for n in range(5_000)}}]
    assert real_site.post_json("/api/resolve", dispute(cards=cards)).status == 200


def many(text: str, kind: str = "upgrade", **facts: Any) -> list[dict[str, Any]]:
    """A thousand cards of that text."""
    return [{"name": f"C{n}", "kind": kind, "text": text, **facts} for n in range(card_reader.MOST_CARDS)]


ATTACK = {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"}
LOOP = "Forced Response: After you take damage, the villain attacks you."
AGAIN = "Forced Response: After this attacks you, it attacks you again."


@pytest.mark.parametrize(
    ("cards", "occurrence"), [(many(LOOP), ATTACK), (many(AGAIN, "minion"), {"type": "villain-phase"})]
)
def test_what_cannot_be_settled_in_bounds_is_refused(
    desk: Desk, cards: list[dict[str, Any]], occurrence: dict[str, Any]
) -> None:
    with one_answer(), pytest.raises(TooLarge, match="cannot be settled in bounds"):
        desk.resolve(dispute(cards=cards, occurrence=occurrence))


def test_the_orders_of_what_cannot_be_settled_are_refused_in_the_form(real_site: Client) -> None:
    cards = [{"name": f"C{n}", "kind": "upgrade", "controller": "Ada", "text": LOOP} for n in range(40)]
    page = real_site.get(f"/rulings/x/{pack(dispute(cards=cards, occurrence=ATTACK))}?as=orders")
    assert page.status == 413
    assert "cannot be settled in bounds" in page.text


REPLACED = "Forced Interrupt: When any amount of damage would be dealt to you, place it here instead."
TOUGH = [
    {"name": "Tough", "id": f"t{n}", "kind": "status", "attached_to": "Ada"} for n in range(card_reader.MOST_CARDS)
]


@pytest.mark.parametrize(
    ("cards", "most"),
    [
        (many("Response: After the villain attacks you, draw 1 card."), card_reader.MOST_CARDS),
        (many(REPLACED), 150),  # each is weighed against each
        (many("You cannot take damage."), card_reader.MOST_CARDS),
        (TOUGH, MOST_CARDS),
    ],
    ids=["responses", "replacements", "cannots", "statuses"],
)
def test_very_many_cards_that_all_answer_are_settled(
    desk: Desk, real_site: Client, cards: list[dict[str, Any]], most: int
) -> None:
    part = min(most, MOST_CARDS)
    whole = desk.resolve(dispute(cards=cards[:most], occurrence=ATTACK)).as_json()
    answer = real_site.post_json("/api/resolve", dispute(cards=cards[:part], occurrence=ATTACK)).json()
    for ruling, count in ((whole, most), (answer, part)):
        assert sum(len(group["abilities"]) for group in ruling["order"]) + len(ruling["excluded"]) == count


@pytest.mark.parametrize(
    ("cards", "most"),
    [
        ([{"name": "Gear"}] * (card_reader.MOST_CARDS + 1), card_reader.MOST_CARDS),
        ([{"name": "Gear", "text": "x" * (card_reader.MOST_TEXT + 1)}], card_reader.MOST_TEXT),
        ([{"name": f"G{n}", "text": "x" * 15_000} for n in range(21)], card_reader.MOST_TEXTS),
        ([{"name": f"G{n}", "text": "Guard. " * 200} for n in range(31)], card_reader.MOST_ABILITIES),
    ],
)
def test_a_dispute_has_bounds_for_the_command_line_too(desk: Desk, cards: list[dict[str, Any]], most: int) -> None:
    with pytest.raises(TooLarge, match=f"{most:,}|{most}"):
        desk.resolve(dispute(cards=cards))


def rows(count: int) -> dict[str, Any]:
    return {"game": GAME, "cards": [{}] * count}


@pytest.mark.parametrize("count", [MOST_CARDS + 1, 20_000, 80_000])
def test_a_short_address_is_not_unfolded_into_a_large_page(real_site: Client, count: int) -> None:
    packed = pack(rows(count))
    assert len(packed) < 1_400
    for path in (f"/resolve?dispute={packed}", f"/rulings/x/{packed}", f"/rulings/x/{packed}?as=orders"):
        answer = real_site.get(path)
        assert (answer.status, len(answer.body) < 20_000) == (413, True), path
    for path in ("what-if", "file", "edit"):
        assert real_site.post_form(f"/rulings/{path}", dispute=packed, change="pass:0").status == 413


def test_a_form_has_no_more_rows_than_a_dispute_may_and_its_page_stays_small(real_site: Client) -> None:
    names = {f"cards_{n}_name": "x" for n in range(MOST_CARDS + 1)}
    assert real_site.press("add-player", game=GAME, **names).status == 413
    names.popitem()
    page = real_site.press("add-player", game=GAME, **names)
    assert page.status == 200 and len(page.body) < LARGEST_ANSWER
    whole = real_site.get(f"/resolve?dispute={pack(rows(MOST_CARDS))}")
    assert whole.status == 200 and len(whole.body) < LARGEST_ANSWER


def test_abilities_mended_in_the_form_are_bounded_too(real_site: Client) -> None:
    many_of_them = "[" + ",".join(['{"timing":"action"}'] * 180) + "]"
    fields = {f"cards_{n}_abilities": many_of_them for n in range(3)}
    assert real_site.press("add-card", game=GAME, **fields).status == 413


@pytest.mark.parametrize("field", ["text", "find", "extra", "occ_attacker", "cards_0_text", "players_0_name"])
def test_letters_of_every_field_of_the_form_are_counted(real_site: Client, field: str) -> None:
    assert real_site.press("read", **{"game": GAME, field: "KO " * 1_400}).status == 413
    assert real_site.press("read", game=GAME, **{f"{field}{n}": "KO " * 1_000 for n in range(21)}).status == 413


def test_a_reading_alone_is_bounded(real_site: Client) -> None:
    assert real_site.post_form("/resolve/reading", game=GAME, text="KO " * 100_000).status == 413
    for text in ("KO " * 1_400, "(" * 300):
        assert real_site.post_form("/resolve/reading", game=GAME, text=text).status == 413


def test_an_answer_beyond_the_stated_size_is_refused(real_site: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_and_headers, "LARGEST_ANSWER", 10_000)
    assert "larger than" in refused(real_site.get("/api/openapi.json"))
    page = real_site.get("/games/marvel-champions/community")
    assert (page.status, "larger than" in page.text) == (413, True)
    assert real_site.get("/static/app.css").status == 200


def test_texts_and_questions_are_bounded(real_site: Client) -> None:
    refused(real_site.post_json("/api/ability", {"text": "x" * (MOST_TEXT + 1)}))
    refused(real_site.post_json("/api/ability", {"text": "Forced Response: After " + "]" * 2_000}))
    refused(real_site.post_json("/api/ask", {"question": "x" * (MAX_CHARACTERS + 1)}))


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


RULED = {
    "game": GAME,
    "players": [{"name": "Ada", "form": "hero"}],
    "occurrence": {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"},
    "cards": [{"name": f"C{n}", "controller": "Ada", "kind": "upgrade",
               "text": "Interrupt: When the villain initiates an attack against you, draw 1 card."} for n in range(3)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/resolve", RULED), ("/api/ability", {"text": "Action: Draw 1 card."}),
        ("/api/ask", {"question": "Guard?"}),
        ("/api/search?q=guard", None), ("/?q=what+is+guard", None), (f"/rulings/x/{pack(RULED)}", None),
        (f"/rulings/x/{pack(RULED)}?as=orders", None), (f"/rulings/x/{pack(RULED)}?as=compare&change=pass:0", None),
    ],
)  # fmt: skip
def test_whatever_a_request_asks_is_one_effort(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any] | None
) -> None:
    made: list[Effort] = []

    def begin(self: Effort, left: int = effort_room.MOST_LOOKS) -> None:
        self.left = left
        made.append(self)

    monkeypatch.setattr(effort_room.Effort, "__init__", begin)
    client = create_app(desk, Settings(metrics=False)).test_client()
    answer = client.post(path, json=body) if body else client.get(path)
    assert answer.status_code == 200
    assert len(made) == 1
    assert 0 < effort_room.MOST_LOOKS - made[0].left < effort_room.MOST_LOOKS / 10


@pytest.mark.parametrize(
    ("path", "body", "less"),
    [
        ("/api/ability", {"text": "Guard. " * 500}, "fewer or shorter texts"),
        ("/api/ask", {"question": "What is guard? " * 60}, "fewer words"), ("/api/resolve", RULED, "fewer"),
    ],
)  # fmt: skip
def test_an_effort_that_is_spent_says_what_to_send_less_of(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any], less: str
) -> None:
    monkeypatch.setattr(effort_room.Effort, "__init__", lambda self: setattr(self, "left", 500))
    answer = create_app(desk, Settings(metrics=False)).test_client().post(path, json=body)
    assert (answer.status_code, answer.get_json()["kind"]) == (413, "too-large")
    assert less in answer.get_json()["detail"]


def test_the_description_tells_what_one_request_may_take(site: Client) -> None:
    assert f"{effort_room.MOST_LOOKS:,}" in site.get("/api/openapi.json").json()["info"]["description"]


@pytest.mark.parametrize("path", ["/responders?dispute=", "/api/responders?dispute="])
def test_a_moment_that_never_ends_is_told_with_what_to_ask_less_of(real_site: Client, path: str) -> None:
    text = "Forced Response: After you take damage, the villain attacks you."
    endless = dispute(cards=[{"name": f"C{n}", "kind": "upgrade", "text": text} for n in range(200)], occurrence=ATTACK)
    answer = real_site.get(path + pack(endless))
    assert answer.status == 413
    assert "name a step" in answer.text


def test_a_chart_of_more_cards_than_can_be_tried_says_so_beside_the_form(real_site: Client) -> None:
    cards = "\n".join(f"C{n} (upgrade): Response: After the villain attacks you, draw 1 card." for n in range(190))
    others = "\n".join(f"E{n} (minion): Forced Interrupt: When E{n} attacks, draw 1 card." for n in range(190))
    answer = real_site.post_form("/chart", **{"game": GAME, "cards-1": cards, "cards": others})
    assert answer.status == 413
    assert "fewer cards" in answer.text and "C189 (upgrade)" in answer.text
