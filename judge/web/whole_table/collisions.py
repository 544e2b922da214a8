"""Shows collisions that were found at `/collisions`: an overview for rules editors, and findings to filter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from flask import Blueprint, render_template, request

from judge.collisions.findings_report import COLUMNS, Overview, overview
from judge.collisions.findings_store import FindingsFilter, FindingsStore, has_parquet
from judge.desk import Desk
from judge.forms.form_wording import in_words
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
        words=_words_of(page_context.desk()),
        wanted=wanted,
        kinds=_KINDS,
        asked=wanted != FindingsFilter(),
        found=[(row, pack(json.loads(row["dispute"]))) for row in found[:_SHOWN]],
        more=len(found) > _SHOWN,
        build=page_context.desk().build_id,
        query="",
    )


@dataclass(frozen=True, slots=True)
class _Words:
    """What moments, steps and editions are called, whose findings hold their ids."""

    occurrences: Mapping[str, str]
    steps: Mapping[str, str]
    editions: Mapping[str, str]

    def moment(self, name: str) -> str:
        """A moment, with its number where an occurrence has several."""
        type_, _, number = name.partition(" ")
        return f"{self.occurrences.get(type_) or in_words(type_)}{f' ({number})' if number else ''}"

    def step(self, step: str) -> str:
        """A step by its title."""
        return self.steps.get(step, step)

    def edition(self, edition: str) -> str:
        """An edition by its title."""
        return self.editions.get(edition, edition)

    def by_editions(self, said: str) -> str:
        """What each edition makes of a pair."""
        told = (one.partition(": ") for one in said.split("; "))
        return "; ".join(f"{self.edition(edition)}: {_relation(how)}" if how else edition for edition, _, how in told)


_RELATIONS = {
    "shuts out first": "the first does not resolve",
    "shuts out second": "the second does not resolve",
    "first": "the first goes before the second",
    "second": "the second goes before the first",
    "tie": "neither goes before the other",
    "open": "the rules leave it open",
}


def _relation(how: str) -> str:
    """How two cards stand, with what is told besides (“(replaced)”, “Ada decides”)."""
    known = next((one for one in _RELATIONS if how.startswith(one)), "")
    return _RELATIONS.get(known, known) + how.removeprefix(known)


def _words_of(desk: Desk) -> _Words:
    every = [rules for game in reversed(desk.corpus.games) for rules in desk.every_edition(game)]
    occurrences = {
        type_: page_context.wording(rules.game).occurrence(type_) for rules in every for type_ in rules.offered
    }
    steps = {step.id: step.title for rules in every for one in rules.occurrences.values() for step in one.steps}
    return _Words(occurrences, steps, {book.edition: book.title for book in reversed(desk.corpus.books)})


@lru_cache(maxsize=2)
def _overview(folder: Path, _stamp: str) -> Overview:
    return overview(FindingsStore(folder).rows(columns=COLUMNS))
