"""Tells a supervisor: `/healthz` (the process answers) and `/readyz` (index and timing rules are open)."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from judge.errors import CouldNot, JudgeError
from judge.web import page_context

pages = Blueprint("health", __name__)


@pages.get("/healthz")
def healthz() -> dict[str, str]:
    """The process answers; it opens nothing."""
    return {"status": "ok", "build": page_context.desk().build_id}


@pages.get("/readyz")
def readyz() -> Response:
    """Search and resolver answer; the first asking opens them. 503 says what stands in the way."""
    desk = page_context.desk()
    facts = {"status": "ready", "build": desk.build_id}
    status = 200
    try:
        facts["suggestions"] = str(len(desk.suggest(_first_letters(), None)))
        facts["occurrences"] = str(len(desk.occurrences()))
        if "0" in (facts["suggestions"], facts["occurrences"]):
            raise CouldNot("The search index or the timing rules are empty: run `judge build`.")
    except (JudgeError, OSError) as problem:
        facts |= {"status": "not ready", "why": str(problem)}
        status = 503
    return Response(json.dumps(facts, ensure_ascii=False), status, content_type="application/json; charset=utf-8")


def _first_letters() -> str:
    """What some entry begins with."""
    entries = page_context.desk().corpus.entries.values()
    return next((entry.headword for entry in entries if entry.kind == "entry"), "a")
