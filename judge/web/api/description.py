"""Describes the interface: `/api/openapi.json` for programs, `/api` for people, both from one description."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Flask, Response, current_app, render_template
from werkzeug.routing import Rule

from judge import __version__
from judge.corpus import Corpus
from judge.disputes.dispute_reader import MOST_PLAYERS
from judge.disputes.findings import MOST_NAME
from judge.search.question import MAX_CHARACTERS
from judge.web import page_context
from judge.web.api import openapi
from judge.web.api.parameters import LIMIT
from judge.web.http.json_answers import answer_json
from judge.web.http.request_log import INSIDE
from judge.web.http.request_size_limits import (
    MAX_BODY,
    MAX_QUERY,
    MOST_ABILITIES,
    MOST_CARDS,
    MOST_LETTERS,
    MOST_TEXT,
    MOST_WORD,
)
from judge.web.views.link_previews import on_any_host

pages = Blueprint("api_page", __name__)

_KEY = "judge-api-page"
_SHOWN_LINES = 24
_SHOWN_WIDTH = 140


@dataclass(frozen=True, slots=True)
class CallExample:
    """A call to try: its address, what is sent, and what came back."""

    path: str
    body: str | None
    answer: str


@dataclass(frozen=True, slots=True)
class DescribedCall:
    """One call for the page: its fields as (name, required, meaning), and an example."""

    method: str
    path: str
    summary: str
    fields: tuple[tuple[str, bool, str], ...]
    example: CallExample


class _Made:
    """What one application tells of itself, made when first asked for."""

    def __init__(self, app: Flask) -> None:
        self._app = app

    @cached_property
    def document(self) -> dict[str, Any]:
        return openapi.describe(self._app)

    @cached_property
    def told(self) -> tuple[DescribedCall, ...]:
        return tuple(_told(self._app, self.document))


def install(app: Flask) -> None:
    """Let the application describe itself."""
    app.extensions[_KEY] = _Made(app)
    app.register_blueprint(pages)


def _made() -> _Made:
    made: _Made = current_app.extensions[_KEY]
    return made


@pages.get("/api/openapi.json")
def description() -> Response:
    """The OpenAPI description."""
    return answer_json(_made().document)


@pages.get("/api")
def about() -> str:
    """Every call with an example, the limits, and what may be relied on."""
    limits = (
        (f"{MAX_BODY // 1000} kB", "a body"),
        (f"{MAX_QUERY:,} characters", "a query"),
        (f"{MAX_CHARACTERS:,} characters", "a question"),
        (f"{MOST_TEXT:,} characters", "a card’s text"),
        (f"{MOST_CARDS:,}", "cards in a dispute"),
        (f"{MOST_WORD:,} characters", "without a space"),
        (f"{MOST_LETTERS:,} characters", "all texts of a dispute together"),
        (f"{MOST_ABILITIES:,}", "abilities given with the cards of a dispute"),
        (f"{MOST_NAME:,} characters", "a name"),
        (f"{MOST_PLAYERS:,}", "players in a dispute"),
        (f"{LIMIT.most:,}", "hits of a search"),
    )
    corpus = page_context.desk().corpus
    return render_template(
        "api.html",
        calls=[(call, _curl(call)) for call in _made().told],
        limits=limits,
        books=corpus.books,
        api_version=__version__,
        query="",
    )


def _told(app: Flask, document: dict[str, Any]) -> Iterator[DescribedCall]:
    corpus = page_context.desk().corpus
    for rule, method in openapi.calls(app):
        operation = document["paths"][openapi.path_of(rule)][method.lower()]
        fields = tuple((p["name"], p["required"], p["description"]) for p in operation["parameters"])
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        fields += tuple(_body_fields(body.get("schema", {}), document))
        example = _example(app, rule, operation, body, corpus)
        yield DescribedCall(method, openapi.path_of(rule), operation["summary"], fields, example)


def _body_fields(schema: dict[str, Any], document: dict[str, Any]) -> Iterator[tuple[str, bool, str]]:
    name = schema.get("$ref", "").rpartition("/")[2]
    schema = document["components"]["schemas"].get(name, schema)
    for field, described in schema.get("properties", {}).items():
        yield field, field in schema.get("required", ()), described.get("description", "")


def _example(app: Flask, rule: Rule, operation: dict[str, Any], body: dict[str, Any], corpus: Corpus) -> CallExample:
    path = openapi.path_of(rule)
    if path.endswith("{game}/{edition}/{slug}"):
        path = path.replace("{game}/{edition}/{slug}", openapi.example_id(corpus))
    asked = {p["name"]: p["example"] for p in operation["parameters"] if p["in"] == "query" and "example" in p}
    address = f"{path}?{urlencode(asked)}" if asked else path
    sent = next((example["value"] for example in body.get("examples", {}).values()), None)
    method = "GET" if sent is None else "POST"
    answer = app.test_client().open(address, method=method, json=sent, environ_overrides=dict(INSIDE))
    typed = None if sent is None else json.dumps(sent, ensure_ascii=False, indent=1)
    return CallExample(
        address, typed, _shortened(json.dumps(answer.get_json(), ensure_ascii=False, indent=1).split("\n"))
    )


def _shortened(lines: Sequence[str]) -> str:
    kept = [line if len(line) <= _SHOWN_WIDTH else line[:_SHOWN_WIDTH] + "…" for line in lines[:_SHOWN_LINES]]
    return "\n".join([*kept, "…"] if len(lines) > _SHOWN_LINES else kept)


def _curl(call: DescribedCall) -> str:
    """The call as typed in a shell."""
    address = shlex.quote(on_any_host(call.example.path))
    if call.example.body is None:
        return f"curl {address}"
    return f"curl {address} -H 'Content-Type: application/json' -d {shlex.quote(call.example.body)}"
