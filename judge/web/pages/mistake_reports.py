"""Helps report a mistake at `/report?entry=ID`: the facts about one entry ready to copy, and where to send them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, render_template, request

from judge.entry import Entry
from judge.errors import NotUnderstood
from judge.rulebook import Rulebook
from judge.web import page_context
from judge.web.addresses import find_entry
from judge.web.pages.entries import lines_in_words
from judge.web.pages.source_lines import LineStretch, stretches_of
from judge.web.settings import settings

pages = Blueprint("report", __name__)

_MOST_IN_MAIL = 1_500
"""Characters of a letter prepared in an address; mail programs cut longer ones."""


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """Where reports go: an address to open, and whether it is a letter."""

    address: str
    is_mail: bool


@pages.get("/report")
def report() -> str:
    """What to send about an entry. Raises NotUnderstood without an entry, NotFound for one that is not there."""
    entry_id = request.args.get("entry", "").strip()
    if entry_id.count("/") < 2:
        raise NotUnderstood("Say which entry: the address should end in ?entry=GAME/EDITION/ENTRY.", "entry")
    corpus = page_context.desk().corpus
    found = find_entry(corpus, *entry_id.split("/", 2))
    book = corpus.book_of(found)
    words = _words(found, book, stretches_of(found, book), page_context.desk().build_id)
    return render_template("report.html", entry=found, book=book, words=words, target=_target(found, words), query="")


def _words(found: Entry, book: Rulebook, stretches: list[LineStretch], build_id: str) -> str:
    """The report to fill in: facts, source lines as they came, text as read."""
    printed = [f"{number}: {text}" for stretch in stretches for number, text in stretch.lines]
    mark = "" if book.official else ", unofficial"
    return "\n".join(
        [
            "What is wrong, and what would be right:",
            "",
            "",
            f"Entry: {found.id} ({found.headword})",
            f"Edition: {book.game_title}, {book.title} ({book.publisher}{mark})",
            f"Source lines: {lines_in_words(found.ranges) or 'none noted'}",
            f"Build: {build_id}",
            "",
            "As printed:",
            *printed,
            "",
            "As read:",
            *(f"[{p.anchor}] {p.text}" for p in found.paragraphs),
        ]
    )


def _target(found: Entry, words: str) -> ReportTarget | None:
    """Where this installation takes reports (`JUDGE_REPORT_URL`), None where it does not say."""
    address = settings().report_url or ""
    if address.startswith("mailto:"):
        body = words if len(words) <= _MOST_IN_MAIL else words[:_MOST_IN_MAIL] + "\n…"
        joint = "&" if "?" in address else "?"
        return ReportTarget(f"{address}{joint}subject={quote(f'Mistake in {found.id}')}&body={quote(body)}", True)
    return ReportTarget(address, False) if address else None
