"""Describes the calls under `/api/kept-rulings` for the document of `judge.web.api.openapi`."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from judge.corpus import Corpus
from judge.kept_rulings.model import STATUSES
from judge.kept_rulings.ruling_form import RulingForm
from judge.web.http.schema_parts import Schema, list_of, or_null, ref
from judge.web.kept_rulings.api import MOST
from judge.web.kept_rulings.list_filters import FIELDS

_STRING: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_ID: Schema = {"name": "ruling_id", "in": "path", "required": True, "description": "The ruling’s id.",
               "schema": {"type": "string", "pattern": "^[a-z0-9]+(?:-[a-z0-9]+)*$", "maxLength": 100}}  # fmt: skip
_TOLD = {
    400: "The input cannot be read.",
    401: "Writing needs a token that somebody has.",
    403: "The token’s rights do not go so far, or nobody may write here.",
    404: "There is no such ruling.",
    409: "Somebody else has changed the ruling since.",
    413: "The body is too large.",
    414: "The address is too long.",
    422: "The input reads well but makes no sense; every mistake is named.",
    429: "Too many requests; `Retry-After` says when to go on.",
    500: "The program failed.",
    503: "The database cannot be reached; nothing was changed.",
}
_READING, _WRITING = (400, 404, 414, 422, 429, 500, 503), tuple(_TOLD)


def paths(corpus: Corpus) -> dict[str, dict[str, Any]]:
    """Each path with its calls."""
    why = {"name": "why", "in": "query", "required": False, "description": "Why.", "schema": _STRING}
    version = {"name": "version", "in": "query", "required": True, "description": "As which it was read.",
               "schema": {"type": "integer", "minimum": 1, "maximum": 999_999_999}}  # fmt: skip
    one, root = "/api/kept-rulings/{ruling_id}", "/api/kept-rulings"
    return {
        root: {
            "get": _call("every", "Kept rulings, newest first or best first for words.", ref("KeptRulings"),
                         [*_narrowing(corpus), *_paging()]),
            "post": _call("add", "Keep a new ruling.", ref("KeptRuling"), body=_body("ruling", "why"), status=201),
        },
        f"{root}/schema": {"get": _call("schema", "The JSON schema of the form of a kept ruling.", {"type": "object"})},
        one: {
            "get": _call("one", "One kept ruling, checked by the build in use.", ref("KeptRuling"), [_ID]),
            "put": _call("change", "Change a ruling, as it was read at `version`.", ref("KeptRuling"), [_ID],
                         _body("ruling", "version", "why")),
            "delete": _call("remove", "Keep a ruling no longer; its versions stay.", {"type": "object"},
                            [_ID, version, why], writes=True),
        },
        f"{one}/versions": {"get": _call("versions", "Every version of a ruling.", list_of(ref("KeptVersion")), [_ID])},
    }  # fmt: skip


def schemas() -> dict[str, Schema]:
    """The schemas of what these calls take and give."""
    form = RulingForm.model_json_schema(ref_template="#/components/schemas/{model}")
    parts = form.pop("$defs")
    form["title"] = "Kept ruling"
    stale = _object(place=_STRING, why=_STRING)
    check = _object(build=_STRING, verdict={"enum": ["agrees", "differs", "cannot-say"]}, sentence=_STRING,
                    why=_STRING, step=_STRING)  # fmt: skip
    row = {"id": _STRING, "version": _NUMBER, "changed": _STRING, "superseded_by": list_of(_STRING),
           "ruling": ref("KeptRulingForm")}  # fmt: skip
    return {
        **parts,
        "KeptRulingForm": form,
        "KeptRuling": _object(**row, stale=list_of(stale), check=check),
        "KeptRulings": _object(total=_NUMBER, first=_NUMBER, next=or_null(_STRING), rulings=list_of(_object(**row))),
        "KeptVersion": _object(
            version=_NUMBER, action={"enum": ["add", "change", "remove", "restore"]}, made=_STRING, made_by=_STRING,
            why=_STRING, ruling=ref("KeptRulingForm"),
        ),
    }  # fmt: skip


SECURITY: dict[str, Schema] = {"token": {"type": "http", "scheme": "bearer"}}
"""How a writer is known."""


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _body(*names: str) -> Schema:
    known = {"ruling": ref("KeptRulingForm"), "version": {"type": "integer", "minimum": 1},
             "why": {"type": "string", "maxLength": 2_000}}  # fmt: skip
    schema = {
        "type": "object",
        "properties": {n: known[n] for n in names},
        "required": [n for n in names if n != "why"],
    }
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _narrowing(corpus: Corpus) -> list[Schema]:
    one_of = {"game": list(corpus.games), "status": list(STATUSES)}
    days = {name: {"pattern": r"^\d{4}-\d\d-\d\d$"} for name in ("since", "until")}
    return [
        {"name": name, "in": "query", "required": False, "description": means,
         "schema": {**_STRING, **({"enum": one_of[name]} if name in one_of else {}), **days.get(name, {})}}
        for name, means in FIELDS.items()
    ]  # fmt: skip


def _paging() -> list[Schema]:
    first = {**_NUMBER, "minimum": 0, "maximum": 10_000_000, "default": 0}
    limit = {**_NUMBER, "minimum": 1, "maximum": MOST, "default": 20}
    return [
        {"name": "first", "in": "query", "required": False, "description": "How many to pass over.", "schema": first},
        {"name": "limit", "in": "query", "required": False, "description": "At most so many.", "schema": limit},
    ]


def _call(
    name: str, summary: str, gives: Schema, parameters: list[Schema] | None = None, body: Schema | None = None,
    status: int = 200, writes: bool = False,
) -> Schema:  # fmt: skip
    writes = writes or body is not None
    problem = {"application/problem+json": {"schema": ref("Problem")}}
    refused = {
        str(code): {"description": f"{HTTPStatus(code).phrase}: {_TOLD[code]}", "content": problem}
        for code in (_WRITING if writes else _READING)
    }
    given = {"description": "The answer.", "content": {"application/json": {"schema": gives}}}
    return {
        "operationId": f"kept-rulings.{name}",
        "summary": summary,
        "parameters": parameters or [],
        **({"requestBody": body} if body else {}),
        **({"security": [{"token": []}]} if writes else {}),
        "responses": {str(status): given, **refused},
    }
