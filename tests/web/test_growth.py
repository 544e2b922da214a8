"""Twice as long a text costs about twice as much: calls of functions counted, and memory; no clock is asked."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from typing import Any
from urllib.parse import quote_plus

import pytest
from flask import Flask
from flask.testing import FlaskClient

from benchmarks.worst_requests import ATTACK, GAME, Request, dispute, rows
from judge.desk import Desk
from judge.disputes.findings import MOST_NAME
from judge.web import create_app
from judge.web.dispute_in_address import pack
from judge.web.http.request_size_limits import MAX_QUERY, MOST_CARDS, MOST_TEXT
from judge.web.settings import Settings
from judge.web.warming import warm
from tests.counted_work import calls_made

MORE = 2.6
"""Times what half of it costs: linear is 2, n·log n a little more, quadratic 4."""
CALLS, BYTES = 20_000, 5_000_000
"""What may be added whatever the length; what squeezes a long address has 4 MB of its own."""
SAID = ("draw 1 card, ", "deal 1 damage to an enemy, ", "discard 2 cards. ", "an ally defends you. ", "Guard. ")
PASTED = 10_000
"""Letters, a third of what may be pasted: enough to tell what grows faster. The form reads the same way."""
LETTERS = "aeiounrst"
"""Of words that nobody knows: what each may mean is looked for."""
Make = Callable[[int, random.Random], Request]
"""A request with a field of so many letters, never the same twice: what is remembered costs nothing."""


def said(letters: int, chance: random.Random) -> str:
    return "".join(chance.choice(SAID) for _ in range(letters // 5))[:letters]


def unknown(letters: int, chance: random.Random) -> str:
    return "".join(chance.choice(LETTERS + " " * 2) for _ in range(letters))


def _ask(path: str, words: Callable[[int, random.Random], str] = unknown) -> Make:
    return lambda letters, chance: Request(path + quote_plus(words(letters, chance)))


def _body(path: str, make: Callable[[str], Any], is_form: bool = False) -> Make:
    return lambda letters, chance: Request(path, make(said(letters, chance)), is_form)


def _card(field: str, **facts: Any) -> Callable[[str], dict[str, Any]]:
    return lambda text: dispute([{"name": "C", "text": "Guard.", field: text, **facts}], occurrence=ATTACK)


def _resolve(make: Callable[[str], Any]) -> Make:
    return _body("/api/resolve", make)


def _given(text: str) -> dict[str, Any]:
    return dispute([{"name": "C", "abilities": [{"timing": "response", "effect": text}]}])


def _many(count: int, _: random.Random) -> Request:
    return Request("/api/resolve", dispute(rows(count, "Response: After you are attacked, draw 1 card.")))


def _shared(text: str) -> dict[str, Any]:
    return {"dispute": pack(_card("text")(text)), "change": "pass:0"}


FIELDS: dict[str, tuple[int, Make]] = {
    "search q": (MAX_QUERY, _ask("/api/search?q=")),
    "search known words": (MAX_QUERY, _ask("/api/search?q=", said)),
    "search page q": (MAX_QUERY, _ask("/?q=")),
    "suggest q": (MAX_QUERY, _ask("/api/suggest?q=")),
    "kept rulings q": (MAX_QUERY, _ask("/api/kept-rulings?q=")),
    "cards name": (MAX_QUERY, _ask("/cards?name=")),
    "ask question": (MAX_QUERY, _body("/api/ask", lambda text: {"question": text})),
    "ability text": (MOST_TEXT, _body("/api/ability", lambda text: {"text": text})),
    "reading text": (MOST_TEXT, _body("/resolve/reading", lambda text: {"text": text, "game": GAME}, True)),
    "form text": (MOST_TEXT, _body("/resolve", lambda t: {"do": "read", "game": GAME, "cards-0-text": t}, True)),
    "hints text": (MOST_TEXT, _body("/resolve/hints", lambda t: {"game": GAME, "cards-0-text": t}, True)),
    "card text": (MOST_TEXT, _resolve(_card("text"))),
    "card name": (MOST_NAME, _resolve(_card("name"))),
    "card id": (MOST_NAME, _resolve(_card("id"))),
    "card controller": (MOST_NAME, _resolve(_card("controller"))),
    "card attached_to": (MOST_NAME, _resolve(_card("attached_to", kind="attachment"))),
    "card keywords": (MOST_TEXT, _resolve(lambda text: _card("keywords")([text]))),  # type: ignore[arg-type]
    "given effect": (MOST_TEXT, _resolve(_given)),
    "player name": (MOST_NAME, _resolve(lambda text: {**_card("text")("Guard."), "players": [{"name": text}]})),
    "participant": (MOST_NAME, _resolve(lambda t: dispute(rows(1, "Guard."), occurrence={**ATTACK, "attacker": t}))),
    "prefer": (MOST_NAME, _resolve(lambda text: {**_card("text")("Guard."), "prefer": [text]})),
    "unknown key": (MOST_TEXT, _resolve(lambda text: {**_card("text")("Guard."), "colour": text})),
    "what if": (MOST_TEXT, _body("/rulings/what-if", _shared, True)),
    "shared address": (MOST_TEXT, lambda n, c: Request(f"/rulings/x/{pack(_card('text')(said(n, c)))}")),
    "number of cards": (MOST_CARDS, _many),
    "pasted text": (PASTED, _body("/api/dispute", lambda text: {"text": text})),
    "pasted in the form": (PASTED // 2, _body("/resolve", lambda t: {"do": "paste", "pasted": t, "game": ""}, True)),
}  # fmt: skip


@pytest.fixture(scope="module")
def client(desk: Desk) -> FlaskClient:
    app: Flask = create_app(desk, Settings(metrics=False))
    warm(app)
    return app.test_client()


def calls(client: FlaskClient, request: Request) -> int:
    """How many functions are called to answer."""
    statuses: list[int] = []
    count = calls_made(lambda: statuses.append(request.send(client).status_code))
    assert statuses[0] < 500
    return count


def peak(client: FlaskClient, request: Request) -> int:
    """Bytes that answering takes at most."""
    tracemalloc.start()
    try:
        request.send(client)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", FIELDS)
def test_twice_as_much_costs_about_twice_as_much(client: FlaskClient, name: str) -> None:
    most, make = FIELDS[name]
    chance = random.Random(name)
    calls_of_half, calls_of_whole = (calls(client, make(letters, chance)) for letters in (most // 2, most))
    assert calls_of_whole <= MORE * calls_of_half + CALLS
    peak_of_whole = peak(client, make(most, chance))
    assert peak_of_whole <= BYTES or peak_of_whole <= MORE * peak(client, make(most // 2, chance)) + BYTES


def show(desk: Desk) -> None:
    """Print the table: `python -m tests.web.test_growth`."""
    made = create_app(desk, Settings(metrics=False))
    warm(made)
    client = made.test_client()
    print(f"{'field':18} {'n':>5} {'calls n/2':>10} {'calls n':>10} {'times':>6} {'kB n/2':>8} {'kB n':>8}")
    for name, (most, make) in FIELDS.items():
        chance, sizes = random.Random(name), (most // 2, most)
        counted = [calls(client, make(letters, chance)) for letters in sizes]
        memory = [peak(client, make(letters, chance)) // 1000 for letters in sizes]
        row = f"{name:18} {most:5} {counted[0]:10} {counted[1]:10} {counted[1] / counted[0]:6.2f}"
        print(f"{row} {memory[0]:8} {memory[1]:8}", flush=True)


if __name__ == "__main__":
    from judge.desk import open_desk

    show(open_desk())
