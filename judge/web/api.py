"""The JSON interface under `/api` (contract, section 2): the same answers as the commands, no session, no cookie."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from judge.bodies import read_json
from judge.errors import NotAllowed, NotUnderstood
from judge.web import context
from judge.web.finder import refuse_a_long_query
from judge.web.reader import find_entry

pages = Blueprint("api", __name__, url_prefix="/api")

_MAX_HITS = 100


def answer_json(data: object) -> Response:
    """`data` as JSON, keys in the contract's order."""
    return Response(json.dumps(data, ensure_ascii=False), content_type="application/json; charset=utf-8")


@pages.get("/search")
def search() -> Response:
    """Ranked entries; an empty list where nothing is found."""
    query = request.args.get("q", "")
    refuse_a_long_query(query)
    results = context.desk().search(
        query, game=_given("game"), edition=_given("edition"), lang=_given("lang"), limit=_limit()
    )
    return answer_json(results.as_json())


@pages.get("/suggest")
def suggest() -> Response:
    """Names that begin like `q`, for completing what is typed, each with the title of its game."""
    prefix = request.args.get("q", "").strip()
    refuse_a_long_query(prefix)
    corpus, game = context.desk().corpus, _given("game")
    if game:
        corpus.book(game)
    found = context.desk().suggest(prefix, game) if prefix else []
    return answer_json([{**s.as_json(), "game_title": corpus.book(s.game).game_title} for s in found])


@pages.get("/entries/<game>/<edition>/<path:slug>")
def entry(game: str, edition: str, slug: str) -> Response:
    """One entry (contract, section 3)."""
    return answer_json(find_entry(context.desk().corpus, game, edition, slug).as_json())


@pages.get("/refs/<game>/<edition>/<path:slug>")
def refs(game: str, edition: str, slug: str) -> Response:
    """Cross-references of one entry, both ways."""
    corpus = context.desk().corpus
    return answer_json(corpus.references[find_entry(corpus, game, edition, slug).id].as_json())


@pages.get("/occurrences")
def occurrences() -> Response:
    """The occurrence types a dispute may name, of one game or of all."""
    game, edition = _given("game"), _given("edition")
    if game:
        context.desk().corpus.book(game, edition)
    return answer_json(context.desk().occurrences(game, edition))


@pages.post("/ability")
def ability() -> Response:
    """A card's text taken apart."""
    body = read_json(request.get_data())
    return answer_json(context.desk().ability(_words(body, "text"), _game(body)).as_json())


@pages.post("/resolve")
def resolve() -> Response:
    """A dispute's ruling."""
    return answer_json(context.desk().resolve(read_json(request.get_data())).as_json())


@pages.post("/ask")
def ask() -> Response:
    """A question in plain words, answered by what the rules cited support."""
    body = read_json(request.get_data())
    return answer_json(context.desk().ask(_words(body, "question"), _game(body)))


def _given(name: str) -> str | None:
    return request.args.get(name) or None


def _limit() -> int:
    typed = request.args.get("limit", "10")
    try:
        limit = int(typed)
    except ValueError:
        raise NotUnderstood(f"limit is “{typed[:40]}”; it should be a number from 1 to {_MAX_HITS}.", "limit") from None
    if not 1 <= limit <= _MAX_HITS:
        raise NotAllowed(f"limit is {limit}; it may be 1 to {_MAX_HITS}.", "limit")
    return limit


def _words(body: Mapping[str, Any], name: str) -> str:
    words = body.get(name)
    if words is None:
        raise NotUnderstood(f"The body has no “{name}”; it should be an object with “{name}” and perhaps “game”.", name)
    if not isinstance(words, str):
        raise NotUnderstood(f"“{name}” should be text in quotes.", name)
    if not words.strip():
        raise NotUnderstood(f"“{name}” is empty; say what you look for.", name)
    return words


def _game(body: Mapping[str, Any]) -> str | None:
    game = body.get("game")
    if game is None:
        return None
    if not isinstance(game, str):
        raise NotUnderstood("“game” should be the id of a game, in quotes.", "game")
    context.desk().corpus.book(game)
    return game
