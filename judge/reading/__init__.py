"""The reading room: a rulebook's source text becomes a glossary with its audit trail.

In: the source, its description, the lexicon. Out: a `Glossary`. Knows no other room.

The way of a line: it is read with its number (`source_text`), given its entry or named furniture (`row_locations`,
`line_segments`), repaired (`text_repair`) and corrected by an editor (`corrections`), joined to its paragraph
(`paragraphs`), linked (`cross_references`, `term_mentions`), given an address that lasts (`anchors`) and led to by
the names it explains (`entry_parts`). `read_book` is pure; `corpus_files` is the edge that reads and writes files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.entry import Entry
from judge.errors import NotUnderstood, Problem
from judge.reading.anchors import retire
from judge.reading.audit import find_lost, take_account
from judge.reading.confusions import Confusions
from judge.reading.corrections import correct_printed, correct_repaired
from judge.reading.description import Description
from judge.reading.editor_record import doubts_of_rewrites, editorial_changes
from judge.reading.entry_assembly import Outlined, entries_of
from judge.reading.entry_outlines import directory_of, mend_names, outline, references_adrift
from judge.reading.glossary import Glossary
from judge.reading.line_segments import segment
from judge.reading.link_stoplist import StopList
from judge.reading.row_locations import locate
from judge.reading.source_text import Source
from judge.reading.text_repair import Repair, Repairer, repair_pieces
from judge.reading.word_frequencies import WordFrequencies

__all__ = ["Glossary", "Lexicon", "Reading", "read_book", "read_with_problems"]


@dataclass(frozen=True, slots=True)
class ReadingLexicon:
    """What reading needs beside the book: how words and misreadings are distributed, and which terms are not linked."""

    vocabulary: WordFrequencies
    confusions: Confusions
    stops: StopList


@dataclass(frozen=True, slots=True)
class BookReading:
    """A glossary as far as it could be read, and everything that is wrong with its description."""

    glossary: Glossary
    problems: tuple[Problem, ...]


def read_book(
    description: Description, source: Source, lexicon: ReadingLexicon, previous: Glossary | None = None
) -> Glossary:
    """The glossary of one book; anchors are kept from the `previous` glossary.

    Raises NotUnderstood, naming every row that points at nothing and every line that belongs nowhere.
    """
    reading = read_with_problems(description, source, lexicon, previous)
    if reading.problems:
        raise NotUnderstood.of(reading.problems)
    return reading.glossary


def read_with_problems(
    description: Description, source: Source, lexicon: ReadingLexicon, previous: Glossary | None = None
) -> BookReading:
    """As `read_book`, but hands back what could be read together with the problems, for writers of descriptions."""
    vocabulary, damaged = lexicon.vocabulary, "confusions" in description.layout.repairs
    places, problems = locate(description, source)
    made = correct_printed(source, description, places.drift)
    pieces, sequence, astray = segment(source, description, places, made.lines)
    repairer = Repairer(vocabulary, lexicon.confusions, description.layout.repairs)
    pieces, changes = repair_pieces(pieces, repairer, made.given)
    pieces = correct_repaired(pieces, made, description, places.drift, len(source.lines))
    outlines, clashes = outline(description, pieces, vocabulary.keeps_hyphen)
    directory = directory_of(description, outlines)
    mended: list[Repair] = []
    if damaged:
        outlines, mended = mend_names(outlines, directory, [row.headword for row in description.entry])
    book = Outlined(description, places, sequence, tuple(outlines), directory)
    kept = previous.entries if previous else ()
    entries = entries_of(book, lexicon.stops, kept, [*made.doubts, *doubts_of_rewrites(description, places)])
    record = [*changes, *mended, *made.changes, *editorial_changes(description, source, places)]
    audit = take_account(source, description, places, sequence, entries, record)
    retired = retire(entries, kept, previous.retired if previous else {})
    glossary = Glossary(description.book, entries, retired, audit)
    lost = () if astray or problems else find_lost(source, places, sequence)
    adrift = references_adrift(description, directory)
    wrong = (*problems, *lost, *astray, *made.problems, *clashes, *adrift, *_empty(description, entries))
    return BookReading(glossary, wrong)


def _empty(description: Description, entries: Sequence[Entry]) -> list[Problem]:
    """Entries whose text went elsewhere: no body and no See line. A section may be a heading only."""
    return [
        Problem(f"{description.file}: the entry “{e.headword}” has no text and leads nowhere.", e.id)
        for e in entries
        if not e.paragraphs and not e.redirects_to and not e.see_also and e.kind != "section"
    ]
