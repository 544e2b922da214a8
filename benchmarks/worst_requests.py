"""The worst request within all bounds for each route: its processor time, its memory, the size of its answer."""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote_plus

from flask import Flask
from flask.testing import FlaskClient

from benchmarks.figures import Cell, Measured, Table, Target
from judge.desk import Desk, open_desk
from judge.pasted.pasted_reader import MOST_LETTERS as PASTED_LETTERS
from judge.serving import keep_from_collections
from judge.web import create_app
from judge.web.dispute_in_address import pack
from judge.web.http.request_size_limits import MOST_ABILITIES, MOST_CARDS, MOST_TEXT
from judge.web.settings import Settings
from judge.web.warming import warm

_SECONDS = 1.0
"""Of the processor, on one core."""
_STEPS = 300_000
_PACE = 0.0107
"""Seconds for so many steps on a core that does nothing else: what is measured beside much else is scaled to it."""
GAME = "marvel-champions"
ATTACK = {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"}


@dataclass(frozen=True)
class Request:
    """One request: a form or JSON is posted where it has a body."""

    path: str
    body: Mapping[str, Any] = field(default_factory=dict)
    is_form: bool = False

    def send(self, client: FlaskClient) -> Any:
        if not self.body:
            return client.get(self.path)
        return client.post(self.path, data=self.body) if self.is_form else client.post(self.path, json=self.body)


def words(text: str, letters: int = MOST_TEXT) -> str:
    return (text * (letters // len(text) + 1))[:letters]


def dispute(cards: list[dict[str, Any]], **facts: Any) -> dict[str, Any]:
    return {"game": GAME, "players": [{"name": "Ada"}], "cards": cards, **facts}


def rows(count: int, text: str) -> list[dict[str, Any]]:
    return [{"name": f"C{n}", "kind": "upgrade", "text": text} for n in range(count)]


QUERIES = {
    "letters": "x" * 1_000, "brackets": "(" * 1_000, "quotes": '"a" ' * 250, "minus": "-a " * 330, "or": "a OR " * 200,
    "words": words("ally defend threat damage minion villain ", 1_000), "typos": words("alyl defned thraet ", 1_000),
    "question": words("what happens when an ally defends and ", 999) + "?",
}  # fmt: skip
TEXTS = {
    "words": words("KO "), "keywords": words("Guard. "), "triggers": words("Forced Response: After you take damage, "),
    "brackets": words("] "), "runs": words("(" * 199 + " "), "spaces": "KO" + " " * (MOST_TEXT - 4) + "KO",
    "lines": words("Action: Draw 1 card.\n"), "commas": words("a, "), "bold": words("<b>"),
}  # fmt: skip


def searches() -> Iterator[tuple[str, Request]]:
    for name, query in QUERIES.items():
        yield f"search {name}", Request(f"/api/search?limit=100&q={quote_plus(query)}")
        yield f"search page {name}", Request(f"/?all=1&q={quote_plus(query)}")
        yield f"ask {name}", Request("/api/ask", {"question": words(query[:190] + " ", 1_000)})
    yield "suggest", Request(f"/api/suggest?q={'e' * 1_000}")


def readings() -> Iterator[tuple[str, Request]]:
    for name, text in TEXTS.items():
        yield f"ability {name}", Request("/api/ability", {"text": text})
        yield f"reading {name}", Request("/resolve/reading", {"text": text, "game": GAME}, is_form=True)
        yield f"resolve {name}", Request("/api/resolve", dispute(rows(14, text)))
        given = {"timing": "response", "effect": text[:MOST_TEXT]}
        cards = [{"name": f"C{n}", "abilities": [given]} for n in range(14)]
        yield f"effect {name}", Request("/api/resolve", dispute(cards))
    yield "resolve most abilities", Request("/api/resolve", dispute(rows(10, TEXTS["lines"])))


def forms() -> Iterator[tuple[str, Request]]:
    empty = pack(dispute([{}] * MOST_CARDS))
    yield "form of an address", Request(f"/resolve?dispute={empty}")
    yield "refused dispute", Request(f"/rulings/x/{empty}")
    yield "as file", Request("/rulings/file", {"dispute": empty}, is_form=True)
    yield "what if", Request("/rulings/what-if", {"dispute": empty, "change": "pass:0"}, is_form=True)
    yield "rows", Request("/resolve", {"do": "add-player", "game": GAME} | names(MOST_CARDS), is_form=True)
    given = json.dumps([{"timing": "action"}] * (MOST_ABILITIES // 5))
    mended = {f"cards-{n}-abilities": given for n in range(5)}
    yield "mended", Request("/resolve", {"do": "read", "game": GAME} | mended, is_form=True)
    texts = {f"cards-{n}-text": words("Guard. ") for n in range(14)}
    yield "hints", Request("/resolve/hints", {"game": GAME} | texts, is_form=True)
    yield "edit", Request("/rulings/edit", {"dispute": empty}, is_form=True)
    yield "texts read", Request("/resolve", {"do": "read", "game": GAME} | texts, is_form=True)


def names(count: int) -> dict[str, str]:
    return {f"cards-{n}-name": "x" for n in range(count)}


LOOP = "Forced Response: After you take damage, the villain attacks you."
ANSWER = "Response: After the villain attacks you, draw 1 card."


def rulings() -> Iterator[tuple[str, Request]]:
    for name, text in {"loop": LOOP, "responses": ANSWER, "cannot": "You cannot take damage."}.items():
        hostile = dispute(rows(MOST_CARDS, text), occurrence=ATTACK)
        yield f"ruling {name}", Request("/api/resolve", hostile)
        yield f"ruling page {name}", Request(f"/rulings/x/{pack(hostile)}")
        yield f"picture {name}", Request(f"/rulings/x/{pack(hostile)}/picture.png")
        yield f"orders {name}", Request(f"/rulings/x/{pack(hostile)}?as=orders")


PASTED = {
    **{name: words(TEXTS[name], PASTED_LETTERS) for name in ("words", "keywords", "triggers", "runs", "lines", "bold")},
    "cards": "\n".join(f"Card{n} (upgrade): Response: After you are attacked, draw 1 card." for n in range(400)),
    "story": words('Baron attacks Ada. Ada has Bells: "Forced Response: After you take damage, draw 1 card." ', 30_000),
    "question": words("Baron attacks Ada with Toughness. Does Ada defend first? ", PASTED_LETTERS),
    "deck": "\n".join(f"2x Card{n}" for n in range(2_000)),
}  # fmt: skip


def pasted() -> Iterator[tuple[str, Request]]:
    for name, text in PASTED.items():
        said = text[:PASTED_LETTERS]
        yield f"dispute {name}", Request("/api/dispute", {"text": said})
        yield f"paste {name}", Request("/resolve", {"do": "paste", "pasted": said, "game": ""}, is_form=True)


def _different(seat: int) -> Iterator[str]:
    """Lazily, cards of which no two say the same, as many as the form takes of each of four players."""
    for n in range(120):
        text = f"Hero Action: Deal {n} damage to an enemy. Response: After you play an event, draw {n} cards."
        yield f"D{seat}-{n} (upgrade): {text}"


def tables() -> Iterator[tuple[str, Request]]:
    hostile = "\n".join(f"E{n} (minion): Forced Interrupt: When E{n} attacks, draw 1 card." for n in range(190))
    for name, text in {"loop": LOOP, "responses": ANSWER}.items():
        cards = "\n".join(f"C{n} (upgrade): {text}" for n in range(190))
        yield f"chart {name}", Request("/chart", {"game": GAME, "cards-1": cards, "cards": hostile}, is_form=True)
        moment = pack(dispute(rows(MOST_CARDS, text), occurrence=ATTACK))
        yield f"responders {name}", Request(f"/responders?dispute={moment}")
        yield f"responders API {name}", Request(f"/api/responders?dispute={moment}")
    decks = {f"cards-{seat}": "\n".join(_different(seat)) for seat in range(1, 5)}
    yield "chart decks", Request("/chart", {"game": GAME, **decks}, is_form=True)
    yield "practice", Request(f"/practice?game={GAME}&count=50&seed=77")


REQUESTS = dict((*searches(), *readings(), *forms(), *rulings(), *pasted(), *tables()))


def warm_app(desk: Desk) -> Flask:
    """The application as a worker has it that has answered before."""
    made = create_app(desk, Settings(metrics=False))
    warm(made)
    return made


def peak_of(app: Flask, request: Request) -> tuple[int, int, int]:
    """Status, bytes of the answer, and bytes of memory at most beyond what the worker holds at rest.

    Asked in a child of this process, whose memory is counted by the system from its beginning.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            rest = _largest()
            answer = request.send(app.test_client())
            size = len(answer.get_data())
            os.write(writing, json.dumps([answer.status_code, size, _largest() - rest]).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        status, size, peak = json.loads(told.read())
    os.waitpid(child, 0)
    return status, size, peak


def _largest() -> int:
    """Bytes of memory that this process has held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure_worst(quick: bool) -> Measured:
    """Each request sent once with memory counted, in a child, then once by the clock of the processor, both in a
    process whose memory is as a worker's. What shares the core slows that clock down, and a plain loop with it.
    """
    app = warm_app(open_desk())
    keep_from_collections()
    rows = [_measured(app, name, request) for name, request in list(REQUESTS.items())[: 3 if quick else None]]
    table = Table(
        "The worst request found for each route",
        ("request", "status", "ms", "ms at rest", "answer, kB", "memory, MB"), tuple(rows),
        "ms: time of the processor; at rest: scaled by a plain loop measured just before and after; memory: beyond "
        "what the worker holds at rest.",
    )  # fmt: skip
    slowest = max((float(row[3] or 0) for row in rows), default=0)
    return Measured((table,), (Target("the worst request, one core", _SECONDS * 1000, slowest, "ms"),))


def _measured(app: Flask, name: str, request: Request) -> tuple[Cell, ...]:
    status, size, peak = peak_of(app, request)
    pace = _seconds(_loop)
    spent = _seconds(lambda: request.send(app.test_client()))
    pace = (pace + _seconds(_loop)) / 2
    return name, status, spent * 1000, spent * 1000 * _PACE / pace, size / 1000, peak / 1_000_000


def _loop() -> None:
    total = 0
    for step in range(_STEPS):
        total += step


def _seconds(work: Callable[[], object]) -> float:
    """Of the processor, of this thread."""
    began = time.thread_time()
    work()
    return time.thread_time() - began
