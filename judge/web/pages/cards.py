"""The card library: search at `/cards`, one card at `/cards/CODE`, names for the resolver at `/cards/suggest`."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from judge.errors import NotFound
from judge.web import context
from judge.web.http.bounds import refuse_a_long_query
from judge.web.http.json_answers import answer_json
from judge.web.views.card_view import show_card

pages = Blueprint("cards", __name__)

_SHOWN = 60
_SUGGESTED = 8


@pages.get("/cards")
def search() -> str:
    """Cards whose name holds the words asked for, and how the library is filled."""
    words = request.args.get("name", "").strip()
    refuse_a_long_query(words)
    library = context.desk().cards
    found = library.search(words, limit=_SHOWN + 1)
    return render_template(
        "cards.html",
        name=words,
        found=found[:_SHOWN],
        more=len(found) > _SHOWN,
        count=len(library),
        corpus=context.desk().corpus,
        query="",
    )


@pages.get("/cards/suggest")
def suggest() -> Response:
    """Cards for completing a name, as JSON: `[{"code","name","remark","game"}]`; of one game with `game`."""
    words = request.args.get("q", "").strip()
    refuse_a_long_query(words)
    game = request.args.get("game", "")
    found = context.desk().cards.search(words, limit=_SHOWN)
    fitting = [card for card in found if game in ("", card.game)][:_SUGGESTED]
    return answer_json([{"code": c.code, "name": c.name, "remark": c.remark, "game": c.game} for c in fitting])


@pages.get("/cards/<code>")
def card(code: str) -> str:
    """One card. Raises NotFound for a code the library lacks."""
    desk = context.desk()
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
        resolvable=context.can_resolve(found.game),
        wording=context.wording(found.game),
        query="",
    )
