"""Shows an entry at `/rules/GAME/EDITION/SLUG`, and the contents of an edition at `/games/GAME/EDITION`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from judge.corpus import Corpus
from judge.edition_comparison import EntryComparison, also_in
from judge.entry import Entry
from judge.web import page_context
from judge.web.addresses import entry_address, find_entry, name_in
from judge.web.views.reference_map import draw_map

pages = Blueprint("reader", __name__)

_SHOWN_OF_A_TARGET = 3
"""Paragraphs of an entry that a redirect to it shows where none is about the redirect's name."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The entries before and after one, in reading order."""

    previous: Entry | None
    following: Entry | None


@dataclass(frozen=True, slots=True)
class ContentsGroup:
    """A part of a contents page: a letter or a section, its entries in order, and its anchor."""

    title: str
    anchor: str
    entries: tuple[Entry, ...]


@pages.get("/rules/<game>/<edition>/<path:slug>")
def entry(game: str, edition: str, slug: str) -> str | Response:
    """One entry, whole; a redirect shows where it leads. Another name of it leads to its address, or a paragraph's."""
    corpus = page_context.desk().corpus
    found = find_entry(corpus, game, edition, slug)
    if found.slug != slug:
        explaining = corpus.explaining(found, name_in(slug))
        return redirect(entry_address(found.id, explaining[0].anchor if explaining else None))
    book = corpus.book_of(found)
    references = corpus.references[found.id]
    differences = page_context.desk().differences(found)
    return render_template(
        "entry.html",
        entry=found,
        book=book,
        targets=[(target, told or target.paragraphs[:_SHOWN_OF_A_TARGET]) for target, told in corpus.told(found)],
        see_also=_see_also(corpus, found),
        mentions=[corpus.entries[i] for i in references.mentions if i not in references.see_also],
        referenced_by=[corpus.entries[i] for i in references.referenced_by],
        map=draw_map(corpus, found),
        retired=_retired_paragraphs(corpus, found),
        neighbours=_neighbours(corpus, found),
        elsewhere=_sides(corpus, found, differences, lambda d: (d.old, d.new)),
        newer=_sides(corpus, found, (d for d in differences if _says_otherwise(d, found)), lambda d: (d.new,)),
        other_games=also_in(corpus, found),
        lines=lines_in_words(found.ranges),
        query="",
    )


@pages.get("/rules/<game>/<edition>/")
def rules(game: str, edition: str) -> Response:
    """An address cut short leads to the contents."""
    return redirect(url_for("reader.contents", game=game, edition=edition))


@pages.get("/games/<game>")
def game_contents(game: str) -> Response:
    """A game without an edition leads to its default edition."""
    return redirect(url_for("reader.contents", game=game, edition=page_context.desk().corpus.book(game).edition))


@pages.get("/games/<game>/<edition>")
def contents(game: str, edition: str) -> str:
    """The contents of one edition by section, and of its glossary by letter."""
    corpus = page_context.desk().corpus
    book = corpus.book(game, edition)
    entries = corpus.entries_of(game, edition)
    return render_template(
        "contents.html",
        corpus=corpus,
        book=book,
        editions=corpus.editions(game),
        sections=_by_section(entries),
        letters=_by_letter(entries),
        count=len(entries),
        query="",
    )


def _see_also(corpus: Corpus, found: Entry) -> list[tuple[str, Entry | None, tuple[Entry, ...]]]:
    """Each printed name with the entry it leads to.

    None where it names nothing, or several things, in this edition; then those it may name, its own edition's first.
    """
    ids: Sequence[str | None] = found.see_also_ids or [None] * len(found.see_also)
    named = [(name, corpus.entries.get(i) if i else None) for name, i in zip(found.see_also, ids, strict=False)]
    return [(name, target, () if target else corpus.meant_by_reference(found, name)) for name, target in named]


def _neighbours(corpus: Corpus, found: Entry) -> Neighbours:
    entries = corpus.entries_of(found.game, found.edition)
    at = entries.index(found)
    return Neighbours(entries[at - 1] if at else None, entries[at + 1] if at + 1 < len(entries) else None)


def _sides(
    corpus: Corpus,
    found: Entry,
    differences: Iterable[EntryComparison],
    sides: Callable[[EntryComparison], Sequence[str]],
) -> tuple[Entry, ...]:
    """The entry's counterparts on the sides asked for, each once, in the order of the editions."""
    ids = (side for d in differences for side in sides(d) if side and side != found.id)
    return tuple(corpus.entries[i] for i in dict.fromkeys(ids))


def _says_otherwise(difference: EntryComparison, found: Entry) -> bool:
    """True where `found` is the older text and the newer has other words."""
    return difference.old == found.id and any(change.kind != "same" for change in difference.changes)


def _retired_paragraphs(corpus: Corpus, found: Entry) -> list[tuple[str, str]]:
    """Anchors that this entry once had, each with the words that stood there."""
    prefix = f"{found.id}#"
    return [(i.removeprefix(prefix), words) for i, words in corpus.retired.items() if i.startswith(prefix)]


def _by_section(entries: Iterable[Entry]) -> list[ContentsGroup]:
    """Runs of entries that share a section, in reading order."""
    runs = [(title, tuple(run)) for title, run in groupby(entries, key=lambda e: e.section)]
    return [ContentsGroup(title, f"part-{number}", run) for number, (title, run) in enumerate(runs, 1)]


def _by_letter(entries: Iterable[Entry]) -> list[ContentsGroup]:
    """All entries from A to Z, whatever section they stand in; digits and signs stand together first."""
    ordered = sorted(entries, key=lambda e: (_letter(e) != "0–9", _sort_name(e.headword)))
    return [
        ContentsGroup(letter, f"letter-{letter.lower() if letter.isalpha() else 'other'}", tuple(run))
        for letter, run in groupby(ordered, key=_letter)
    ]


def _sort_name(headword: str) -> str:
    bare = unicodedata.normalize("NFKD", headword.casefold())
    return "".join(c for c in bare if c.isalnum() or c == " ").strip()


def _letter(found: Entry) -> str:
    first = _sort_name(found.headword)[:1].upper()
    return first if first.isalpha() else "0–9"


def lines_in_words(ranges: Sequence[tuple[int, int]]) -> str:
    """Source lines for reading.

    >>> lines_in_words([(912, 915), (919, 919)])
    '912–915, 919'
    """
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)
