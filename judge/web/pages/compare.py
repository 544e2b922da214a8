"""Shows an entry beside its counterparts in the game's other editions, word by word, at `/compare/…`."""

from __future__ import annotations

from flask import Blueprint, render_template

from judge.corpus import Corpus
from judge.edition_comparison import Aligned, EntryComparison, align, paragraphs_of, parts_of_redirects, said_of
from judge.entry import Entry
from judge.paragraph_blocks import iter_numbered, outline
from judge.web import page_context
from judge.web.addresses import find_entry

pages = Blueprint("compare", __name__)

FATES = {
    "same": "",
    "renamed": "The term has another name in the newer edition.",
    "split": "The newer edition has parted this term.",
    "merged": "The newer edition has put terms together here.",
    "new": "The older edition has no entry of this term.",
    "gone": "The newer edition has no entry of this term.",
}


@pages.get("/compare/<game>/<edition>/<path:slug>")
def compare(game: str, edition: str, slug: str) -> str:
    """What the editions say of one term: words only the older has, words only the newer has."""
    desk = page_context.desk()
    found = find_entry(desk.corpus, game, edition, slug)
    differences = desk.differences(found)
    return render_template(
        "compare.html",
        entry=found,
        book=desk.corpus.book_of(found),
        differences=[
            (d, _side(desk.corpus, d.old), _side(desk.corpus, d.new), _rows(desk.corpus, d)) for d in differences
        ],
        numbers={side: _steps(desk.corpus, side) for d in differences for side in (d.old, d.new)},
        unsaid={side for d in differences for side in (d.old, d.new) if not said_of(desk.corpus, side)},
        parted=[i for d in differences for side in (d.old, d.new) for i in _named_apart(desk.corpus, side)],
        corpus=desk.corpus,
        fates=FATES,
        query="",
    )


def _named_apart(corpus: Corpus, entry_id: str) -> list[Entry]:
    """The redirects under whose names parts of an entry are compared."""
    return [corpus.entries[i] for i in parts_of_redirects(corpus, corpus.entries[entry_id])]


def _rows(corpus: Corpus, difference: EntryComparison) -> tuple[Aligned, ...]:
    old, new = difference.old, difference.new
    return align(paragraphs_of(corpus, old, new), paragraphs_of(corpus, new, old))


def _steps(corpus: Corpus, entry_id: str) -> dict[str, int]:
    """The numbers of the steps of an entry, by anchor."""
    entry = _side(corpus, entry_id)
    numbered = iter_numbered(outline(entry.paragraphs)) if entry is not None else ()
    return {paragraph.anchor: number for number, paragraph in numbered if number is not None}


def _side(corpus: Corpus, entry_id: str) -> Entry | None:
    return corpus.entries.get(entry_id)
