"""Answers the calls under `/api` (contract, section 2) as the commands do: no session, no cookie."""

from __future__ import annotations

from flask import Blueprint, Response, request

from judge.engine.effort import for_a_table, one_answer
from judge.request_bodies import read_json
from judge.web import page_context
from judge.web.addresses import find_entry
from judge.web.api.moments import MOMENT, STEP, moment_of, scope_of
from judge.web.api.parameters import (
    EDITION,
    GAME,
    LANG,
    LIMIT,
    PASTED,
    PREFIX,
    QUERY,
    QUESTION,
    TEXT,
    known_edition,
    known_game,
    short_query,
)
from judge.web.dispute_in_address import unpack
from judge.web.http.json_answers import answer_json
from judge.web.http.request_size_limits import check_dispute, check_texts
from judge.web.kept_rulings import shown_beside

pages = Blueprint("api", __name__, url_prefix="/api")


@pages.get("/search")
def search() -> Response:
    """Ranked entries; an empty list where nothing is found."""
    said = request.args
    query = short_query(said, QUERY)
    limit = LIMIT.given(said)
    results = page_context.desk().search(
        query, game=GAME.given(said), edition=EDITION.given(said), lang=LANG.given(said), limit=limit
    )
    return answer_json(shown_beside.in_hits(results.as_json()))


@pages.get("/suggest")
def suggest() -> Response:
    """Names that begin like q, for completing what is typed, each with the title of its game."""
    prefix = short_query(request.args, PREFIX).strip()
    corpus, game = page_context.desk().corpus, GAME.given(request.args)
    if game:
        corpus.book(game)
    found = page_context.desk().suggest(prefix, game) if prefix else []
    return answer_json([{**s.as_json(), "game_title": corpus.book(s.game).game_title} for s in found])


@pages.get("/entries/<game>/<edition>/<path:slug>")
def entry(game: str, edition: str, slug: str) -> Response:
    """One entry (contract, section 3)."""
    return answer_json(shown_beside.in_entry(find_entry(page_context.desk().corpus, game, edition, slug).as_json()))


@pages.get("/refs/<game>/<edition>/<path:slug>")
def refs(game: str, edition: str, slug: str) -> Response:
    """Cross-references of one entry, both ways."""
    corpus = page_context.desk().corpus
    return answer_json(corpus.references[find_entry(corpus, game, edition, slug).id].as_json())


@pages.get("/occurrences")
def occurrences() -> Response:
    """The occurrence types a dispute may name, of one game or of all."""
    game, edition = GAME.given(request.args), EDITION.given(request.args)
    if game:
        page_context.desk().corpus.book(game, edition)
    return answer_json(page_context.desk().occurrences(game, edition))


@pages.get("/responders")
def responders() -> Response:
    """Who of the card library may or must act at a moment, step by step and class by class, and what nearly does."""
    moment, scope = moment_of(request.args.get(MOMENT.name, "")), scope_of(request.args)
    with one_answer(for_a_table()):
        return answer_json(page_context.desk().responders(moment, STEP.given(request.args), scope).as_json())


@pages.post("/ability")
def ability() -> Response:
    """A card's text taken apart."""
    body = read_json(request.get_data())
    check_texts(body)
    return answer_json(
        page_context.desk().ability(TEXT.said(body), known_game(body, page_context.desk().corpus)).as_json()
    )


@pages.post("/resolve")
def resolve() -> Response:
    """A dispute's ruling, and the rulings that people gave on its cards and rules."""
    dispute = check_dispute(read_json(request.get_data()))
    return answer_json(shown_beside.in_ruling(dispute, page_context.desk().resolve(dispute).as_json()))


@pages.post("/dispute")
def dispute() -> Response:
    """A dispute read from text as people write it, with what was guessed and what found no place."""
    body = read_json(request.get_data())
    game = known_game(body, page_context.desk().corpus)
    return answer_json(page_context.desk().pasted(PASTED.said(body), game, unpack).as_json())


@pages.post("/ask")
def ask() -> Response:
    """A question in plain words, answered by what the rules cited support."""
    body = read_json(request.get_data())
    check_texts(body)
    corpus = page_context.desk().corpus
    game = known_game(body, corpus)
    answer = page_context.desk().ask(QUESTION.said(body), game, known_edition(body, game, corpus))
    return answer_json(shown_beside.in_answer(answer))
