"""Shows collisions that were found at `/collisions`: an overview for rules editors, and findings to filter."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import islice
from pathlib import Path

from flask import Blueprint, render_template, request

from judge.collisions.findings_report import COLUMNS, Overview, overview
from judge.collisions.findings_store import FindingsFilter, FindingsStore, has_parquet
from judge.web import page_context
from judge.web.dispute_in_address import pack
from judge.web.http.request_size_limits import refuse_a_long_query

pages = Blueprint("collisions", __name__)

_SHOWN = 50
_KINDS = {
    "shuts-out": "one shuts the other out",
    "tie": "they tie, and somebody decides",
    "open": "the rules leave it open",
    "editions": "editions differ",
}


@pages.get("/collisions")
def page() -> str:
    """The overview, and with a filter the findings that fit, each with its ruling one tap away."""
    said = request.args
    words = said.get("words", "").strip()
    refuse_a_long_query(words)
    wanted = FindingsFilter(
        said.get("kind", "") if said.get("kind") in _KINDS else "",
        said.get("moment", "")[:80],
        said.get("edition", "")[:40],
        words,
    )
    folder = page_context.desk().collisions_folder
    there = has_parquet() and FindingsStore(folder).is_there
    if not there:
        return render_template("collisions.html", there=False, kinds=_KINDS, query="")
    found = list(islice(FindingsStore(folder).rows(wanted), _SHOWN + 1)) if wanted != FindingsFilter() else []
    return render_template(
        "collisions.html",
        there=True,
        overview=_overview(folder, FindingsStore(folder).stamp),
        wanted=wanted,
        kinds=_KINDS,
        asked=wanted != FindingsFilter(),
        found=[(row, pack(json.loads(row["dispute"]))) for row in found[:_SHOWN]],
        more=len(found) > _SHOWN,
        build=page_context.desk().build_id,
        query="",
    )


@lru_cache(maxsize=2)
def _overview(folder: Path, _stamp: str) -> Overview:
    return overview(FindingsStore(folder).rows(columns=COLUMNS))
