"""An entry as its source came: every line it was read from, unmended, with its number, beside what was made of it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, render_template

from judge.entry import Entry
from judge.errors import CouldNot
from judge.rulebook import Rulebook
from judge.web import context
from judge.web.addresses import find_entry

pages = Blueprint("printed", __name__)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines that stand together in the source: number (from 1) and text of each, control characters dropped."""

    lines: tuple[tuple[int, str], ...]


@pages.get("/printed/<game>/<edition>/<path:slug>")
def printed(game: str, edition: str, slug: str) -> str:
    """The source lines of one entry."""
    corpus = context.desk().corpus
    found = find_entry(corpus, game, edition, slug)
    book = corpus.book_of(found)
    targets = [corpus.entries[target] for target in found.redirects_to]
    stretches = stretches_of(found, book)
    return render_template("printed.html", entry=found, book=book, stretches=stretches, targets=targets, query="")


def stretches_of(found: Entry, book: Rulebook) -> list[Stretch]:
    """The source lines of an entry of `book`. Raises CouldNot where the corpus lacks the source."""
    lines: Sequence[str] = _source_lines(context.desk().corpus_folder, book) if found.ranges else ()
    return [
        Stretch(tuple((number, _visible(lines[number - 1])) for number in range(first, min(last, len(lines)) + 1)))
        for first, last in found.ranges
    ]


def _visible(line: str) -> str:
    return "".join(c for c in line if c.isprintable() or c == "\t")


def _source_lines(corpus_folder: Path, book: Rulebook) -> list[str]:
    """The source of an edition, cut at newlines only. Raises CouldNot where the corpus lacks it."""
    description = corpus_folder / "rulebooks" / f"{book.file_stem}.toml"
    try:
        name = str(tomllib.loads(description.read_text(encoding="utf-8"))["layout"]["source"])
        return (corpus_folder / "sources" / name).read_text(encoding="utf-8").split("\n")
    except (OSError, KeyError, tomllib.TOMLDecodeError) as problem:
        raise CouldNot(f"The source of {book.key} cannot be read.", str(description)) from problem
