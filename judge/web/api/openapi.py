"""Describes the interface by OpenAPI 3.1, from the routes themselves.

Paths and methods come from the application's routes, summaries from their docstrings, parameters from
`judge.web.api.parameters`, schemas from `judge.web.api.schemas`; examples are asked of the desk that is described.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from flask import Flask
from werkzeug.routing import Rule

from judge import __version__
from judge.corpus import Corpus
from judge.engine.effort import MOST_LOOKS, MOST_OF_A_TABLE, READING, SEARCHING
from judge.web import page_context
from judge.web.api.moments import CODES, MOMENT, PACK, SET, STEP
from judge.web.api.parameters import (
    ASKED_EDITION,
    ASKED_GAME,
    BODY_GAME,
    EDITION,
    GAME,
    LANG,
    LIMIT,
    MEANT_GAME,
    PASTED,
    PREFIX,
    QUERY,
    QUESTION,
    TEXT,
    Field,
    TextParameter,
)
from judge.web.api.schemas import schemas
from judge.web.http.request_size_limits import MAX_BODY, MOST_LETTERS, MOST_WORD
from judge.web.http.schema_parts import Schema, list_of, ref
from judge.web.kept_rulings import openapi as kept_rulings
from judge.web.settings import settings


@dataclass(frozen=True, slots=True)
class Call:
    """What a route takes and gives: fields of the address, those of the body or a schema for it, the answer."""

    gives: Schema
    query: tuple[Field, ...] = ()
    body: tuple[Field, ...] | Schema = ()


CALLS = MappingProxyType(
    {
        "api.search": Call(list_of(ref("Hit")), (QUERY, GAME, EDITION, LANG, LIMIT)),
        "api.suggest": Call(list_of(ref("Suggestion")), (PREFIX, GAME)),
        "api.entry": Call(ref("Entry")),
        "api.refs": Call(ref("Reference")),
        "api.occurrences": Call(list_of(ref("OccurrenceType")), (GAME, EDITION)),
        "api.responders": Call(ref("Responders"), (MOMENT, STEP, SET, PACK, CODES)),
        "api.ability": Call(ref("CardText"), body=(TEXT, BODY_GAME)),
        "api.dispute": Call(ref("Pasted"), body=(PASTED, MEANT_GAME)),
        "api.resolve": Call(ref("Ruling"), body=ref("Dispute")),
        "api.ask": Call(ref("Answer"), body=(QUESTION, ASKED_GAME, ASKED_EDITION)),
    }
)
"""By endpoint, the calls described. A route of the blueprint `api` that is missing here is found by a test."""

_PLACES: tuple[Field, ...] = (
    TextParameter("game", "The game’s id.", one_of=GAME.one_of),
    TextParameter("edition", "The edition’s id.", one_of=EDITION.one_of),
    TextParameter("slug", "The last part of the entry’s id."),
)
_TOLD = (
    "Clockwork Baron attacks Anna (hero). Overwound Gears on Clockwork Baron: Forced Interrupt: When Clockwork Baron "
    "attacks, the attack gains overkill. Anna has Warning Bells (Interrupt: When the villain initiates an attack "
    "against you, draw 1 card.)."
)
_SLUG = r"^[a-z0-9][a-z0-9.-]*$"
_DESCRIPTION = (
    "The rules of several card games: search, entries with cross-references both ways, card texts taken apart, and "
    "rulings of this program, each step with the rule it rests on. Rulings are never a publisher’s. No key, no "
    "session, no cookie; any site may call it. What one request may take is counted in looks at a card: "
    f"{MOST_LOOKS:,} over reading ({READING} for a letter of a card’s text), resolving, comparing orders, searching "
    f"and answering ({SEARCHING} for a letter); {MOST_OF_A_TABLE:,} where each card of a table or a library is tried "
    "by itself; more is `too-large` (413), with what to send less of."
)


def describe(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of the application."""
    corpus = page_context.desk().corpus
    paths: dict[str, dict[str, Any]] = {}
    for rule, method in calls(app):
        paths.setdefault(path_of(rule), {})[method.lower()] = _operation(app, rule, method, corpus)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Judge", "version": __version__, "description": _DESCRIPTION},
        "servers": [{"url": settings().public_url or "/"}],
        "paths": {**paths, **kept_rulings.paths(corpus)},
        "components": {
            "schemas": {**schemas(corpus), **kept_rulings.schemas()},
            "securitySchemes": kept_rulings.SECURITY,
        },
    }


def calls(app: Flask) -> Iterator[tuple[Rule, str]]:
    """The routes of the interface with their method, in the order of `CALLS`."""
    for endpoint in CALLS:
        for rule in app.url_map.iter_rules(endpoint):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield rule, method


def path_of(rule: Rule) -> str:
    """A route as OpenAPI writes it: `/api/entries/{game}/{edition}/{slug}`."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)


def summary_of(app: Flask, endpoint: str) -> str:
    """What a call does, in the words of its view."""
    return (inspect.getdoc(app.view_functions[endpoint]) or "").split(" (contract", 1)[0].rstrip(".") + "."


def _operation(app: Flask, rule: Rule, method: str, corpus: Corpus) -> dict[str, Any]:
    call = CALLS[rule.endpoint]
    described: dict[str, Any] = {
        "operationId": rule.endpoint.removeprefix("api."),
        "summary": summary_of(app, rule.endpoint),
        "parameters": [*_path_parameters(rule, corpus), *_query_parameters(call, corpus)],
        "responses": {"200": _json_answer("The answer.", call.gives), **_problems(method)},
    }
    if call.body:
        described["requestBody"] = {"required": True, "content": {"application/json": _body(call, corpus)}}
    return described


def _body(call: Call, corpus: Corpus) -> dict[str, Any]:
    examples = {name: {"value": value} for name, value in body_examples(call, corpus).items()}
    if not isinstance(call.body, tuple):
        return {"schema": call.body, "examples": examples}
    properties = {one.name: one.schema(corpus) for one in call.body}
    required = [one.name for one in call.body if one.required]
    return {"schema": {"type": "object", "properties": properties, "required": required}, "examples": examples}


def _path_parameters(rule: Rule, corpus: Corpus) -> Iterator[dict[str, Any]]:
    values = example_id(corpus).split("/", 2)
    for place, value in zip(_PLACES, values, strict=True):
        if f"{place.name}>" in rule.rule:
            schema = place.schema(corpus)
            described = {"name": place.name, "in": "path", "required": True, "description": schema.pop("description")}
            shaped = schema if "enum" in schema else {**schema, "pattern": _SLUG}
            yield {**described, "schema": shaped, "example": value}


def _query_parameters(call: Call, corpus: Corpus) -> Iterator[dict[str, Any]]:
    for one in call.query:
        schema = one.schema(corpus)
        means = schema.pop("description")
        described = {"name": one.name, "in": "query", "required": one.required, "description": means}
        example = query_example(one, corpus)
        yield {**described, "schema": schema, **({"example": example} if example is not None else {})}


def _json_answer(description: str, schema: Schema, media: str = "application/json") -> dict[str, Any]:
    return {"description": description, "content": {media: {"schema": schema}}}


def _problems(method: str) -> dict[str, Any]:
    most = f"{MAX_BODY // 1000} kB"
    sizes = {
        413: f"The body is larger than {most}, its texts together have more than {MOST_LETTERS:,} characters, one has "
        f"{MOST_WORD} without a space, or something else in it exceeds a limit that the answer names.",
        414: "The address is too long.",
    }
    told = {
        400: "The input cannot be read.",
        404: "Nothing is there; near matches are offered.",
        **{status: words for status, words in sizes.items() if status == 414 or method == "POST"},
        429: "More requests, or more work, than the server does for one address; `Retry-After` says when to go on.",
        422: "The input reads well but makes no sense, or means several things, which are listed.",
        500: "The program failed.",
        503: "The machine failed, or is busy; `Retry-After` then says when to go on.",
    }
    return {
        str(status): _json_answer(f"{HTTPStatus(status).phrase}: {words}", ref("Problem"), "application/problem+json")
        for status, words in told.items()
    }


def example_id(corpus: Corpus) -> str:
    """An entry to show: the one most others refer to."""
    entries = [entry for entry in corpus.entries.values() if entry.kind == "entry" and entry.game == corpus.games[0]]
    return max(entries, key=lambda entry: (len(corpus.references[entry.id].referenced_by), entry.id)).id


def query_example(one: Field, corpus: Corpus) -> str | int | None:
    """A value to show for a field of the address; None where it is better left out."""
    headword = corpus.entries[example_id(corpus)].headword
    shown: dict[Field, str | int] = {QUERY: headword, PREFIX: headword[:3], LIMIT: 3, GAME: corpus.games[0]}
    if one == MOMENT:
        return json.dumps(_example_moment(corpus), ensure_ascii=False)
    return shown.get(one)


def _example_moment(corpus: Corpus) -> dict[str, Any]:
    """The moment of the first ready-made dispute that names what happens, without its cards."""
    ready = [
        one.dispute for game in corpus.games for one in page_context.examples(game) if one.dispute.get("occurrence")
    ]
    return {key: value for key, value in (ready[0] if ready else {}).items() if key != "cards"}


def body_examples(call: Call, corpus: Corpus) -> dict[str, dict[str, Any]]:
    """Bodies to show, by name: the ready-made disputes, whose cards are made up, and what they hold."""
    ready = [example for game in corpus.games for example in page_context.examples(game)]
    if not isinstance(call.body, tuple):
        return {example.id: dict(example.dispute) for example in ready} or {"empty": {"game": corpus.games[0]}}
    if PASTED in call.body:
        return {"chat": {"text": _TOLD}}
    if TEXT in call.body:
        told = [(e.game, card["text"]) for e in ready for card in e.dispute.get("cards", []) if card.get("text")]
        game, text = told[0] if told else (corpus.games[0], "Interrupt: When you are attacked, draw 1 card.")
        return {"card": {"text": text, "game": game}}
    headword = corpus.entries[example_id(corpus)].headword
    return {"question": {"question": f"What is {headword}?", "game": corpus.games[0]}}
