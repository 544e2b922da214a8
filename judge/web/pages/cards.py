"""Shows the card library: search at `/cards`, one card at `/cards/CODE`, names for the resolver at `/cards/suggest`;
and the cards that a browser keeps for itself, `/cards/device`, for which `/cards/fetch` fetches packs.
"""

from __future__ import annotations

import json

from flask import Blueprint, Response, render_template, request

from judge.cards.download import download, is_under
from judge.errors import JudgeError, NotAllowed, NotFound, NotUnderstood
from judge.web import page_context
from judge.web.http.json_answers import answer_json
from judge.web.http.request_size_limits import refuse_a_long_query
from judge.web.settings import settings
from judge.web.views.card_html import plain_text
from judge.web.views.card_view import show_card

pages = Blueprint("cards", __name__)

_SHOWN = 60
_SUGGESTED = 8
_LARGEST_FETCHED = 8 * 2**20
"""Bytes of a pack fetched for a browser."""
_LONGEST_LINE = 70
_PATIENCE_SECONDS = 20.0
_PACKS_ARE_OF = "marvel-champions"


@pages.get("/cards")
def search() -> str:
    """Cards whose name holds the words asked for, and how the library is filled."""
    words = request.args.get("name", "").strip()
    refuse_a_long_query(words)
    library = page_context.desk().cards
    found = library.search(words, limit=_SHOWN + 1)
    return render_template(
        "cards.html",
        name=words,
        found=found[:_SHOWN],
        more=len(found) > _SHOWN,
        count=len(library),
        advice=library.advice,
        corpus=page_context.desk().corpus,
        query="",
    )


@pages.get("/cards/suggest")
def suggest() -> Response:
    """Cards for completing a name, as JSON: `[{"code","name","remark","line","game"}]`; of one game with `game`."""
    words = request.args.get("q", "").strip()
    refuse_a_long_query(words)
    game = request.args.get("game", "")
    found = page_context.desk().cards.search(words, limit=_SHOWN)
    fitting = [card for card in found if game in ("", card.game)][:_SUGGESTED]
    return answer_json(
        [
            {"code": c.code, "name": c.name, "remark": c.remark, "line": _first_line(c.text), "game": c.game}
            for c in fitting
        ]
    )


def _first_line(text: str) -> str:
    line = plain_text(text).partition("\n")[0]
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE].rpartition(' ')[0]} …"


@pages.get("/cards/device")
def device() -> str:
    """The cards that the reader's browser keeps for itself: a script fills the page."""
    kinds = page_context.wording(_PACKS_ARE_OF).kinds
    return render_template("device_cards.html", kinds=kinds, sources=settings().card_sources, query="")


@pages.post("/cards/fetch")
def fetch() -> Response:
    """A pack or deck of an address on the list of this installation, as it came; what is wrong as `{"error"}`."""
    try:
        return Response(_fetched(request.form.get("address", "").strip()), content_type="application/json")
    except JudgeError as error:
        answer = answer_json({"error": error.message})
        answer.status_code = error.http_status
        return answer


def _fetched(address: str) -> bytes:
    """Raises NotAllowed for an address not on the list, NotUnderstood for what is no JSON, and as `download`."""
    sources = settings().card_sources
    if not any(is_under(address, source) for source in sources):
        known = f"only from {', '.join(sources)}" if sources else "from no address"
        raise NotAllowed(f"This site fetches cards {known}; download the file and choose it here.", "address")
    data = download(address, _LARGEST_FETCHED, sources, _PATIENCE_SECONDS)
    try:
        json.loads(data)
    except (ValueError, RecursionError) as problem:
        raise NotUnderstood(
            f"{address} does not answer with JSON; is it the address of an API?", "address"
        ) from problem
    return data


@pages.get("/cards/<code>")
def card(code: str) -> str:
    """One card. Raises NotFound for a code the library lacks."""
    desk = page_context.desk()
    faces = desk.cards.find("", code)
    if not faces:
        filled = "it holds other codes" if len(desk.cards) else "it is empty: see how to fill it on the page Cards"
        raise NotFound(f"The card library has no card with the code “{code[:40]}”; {filled}.", "address")
    found = faces[0]
    alike = desk.cards.find(found.name)
    namesakes = [other for other in alike if other.code != found.code and other.game == found.game]
    return render_template(
        "card.html",
        shown=show_card(desk, found),
        namesakes=namesakes,
        book=desk.corpus.book(found.game),
        resolvable=page_context.can_resolve(found.game),
        wording=page_context.wording(found.game),
        query="",
    )
