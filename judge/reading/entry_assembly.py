"""Finishes outlined entries: resolves names, finds mentions, keeps anchors, puts doubts in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from judge.entry import Entry, Mention, Paragraph, Uncertain
from judge.reading.anchors import ParagraphPlace, keep_anchors
from judge.reading.certain_names import CertainNames, with_named
from judge.reading.corrections import Doubt
from judge.reading.cross_references import NameDirectory
from judge.reading.description import Description, EntryRow, Stretch
from judge.reading.entry_outlines import Outline, names_of
from judge.reading.entry_parts import with_parts
from judge.reading.line_ranges import line_ranges, sections_of
from judge.reading.line_segments import LineSequence
from judge.reading.link_stoplist import StopList
from judge.reading.row_locations import RowsByLine
from judge.reading.term_mentions import MentionFinder

_LOST_ICON = "An icon is lost here and nothing in the source proves which."


@dataclass(frozen=True, slots=True)
class Outlined:
    """A book whose entries are outlined and whose names are known."""

    description: Description
    places: RowsByLine
    sequence: LineSequence
    outlines: tuple[Outline, ...]
    directory: NameDirectory

    def own_names(self, entry: Outline) -> tuple[str, ...]:
        """Headword and aliases of an entry."""
        row = self.description.entry[entry.row]
        return (row.headword, *row.aliases)


def entries_of(
    book: Outlined, stops: StopList, previous: Sequence[Entry], doubts: Sequence[Doubt]
) -> tuple[Entry, ...]:
    """The finished entries, in the description's order; anchors are kept from the entries `previous`."""
    anchors = keep_anchors({o.id: [d.text for d in o.drafts] for o in book.outlines}, previous)
    linkers = _linkers(book.description, book.outlines, book.directory, stops)
    names = CertainNames(names_of(book.description, book.outlines))
    ranges = line_ranges(book.sequence, book.places)
    sections = sections_of(book.description, book.sequence, book.places)

    def finish(entry: Outline) -> Entry:
        row = book.description.entry[entry.row]
        linker = linkers[row.lang or book.description.book.language]
        own = frozenset({entry.id, *(i for n in book.own_names(entry) for i in book.directory.find_all(n, ""))})
        seen: set[str] = set()
        paragraphs = tuple(
            Paragraph(
                anchors[ParagraphPlace(entry.id, place)],
                draft.text,
                draft.role,
                draft.level,
                draft.lines,
                _fresh(
                    with_named(names.find_mentions(draft.text, entry.id), linker.find_mentions(draft.text, own)), seen
                ),
            )
            for place, draft in enumerate(entry.drafts)
        )
        stretches = book.places.stretches.get(entry.row) or ranges.get(entry.row, ())
        uncertain = _uncertain(row, paragraphs, doubts)
        return _entry(book, entry, paragraphs, uncertain, stretches, sections.get(entry.row, ""))

    return with_parts([finish(entry) for entry in book.outlines], book.description, book.places)


def _fresh(mentions: Sequence[Mention], seen: set[str]) -> tuple[Mention, ...]:
    """The mentions of what the entry has not named before; adds them to what it has `seen`."""
    fresh = tuple(mention for mention in mentions if mention.target not in seen)
    seen.update(mention.target for mention in fresh)
    return fresh


def _entry(
    book: Outlined,
    entry: Outline,
    paragraphs: tuple[Paragraph, ...],
    uncertain: tuple[Uncertain, ...],
    ranges: tuple[Stretch, ...],
    section: str,
) -> Entry:
    """An entry with its references resolved; a See line's name that leads nowhere is kept among `see_also`."""
    row, find = book.description.entry[entry.row], book.directory
    targets = {name: find.find_all(name, row.headword) for name in entry.see}
    see_also = (*entry.see_also, *(name for name, found in targets.items() if not found))
    return Entry(
        id=entry.id,
        headword=row.headword,
        kind=entry.kind,
        official=book.description.book.official,
        lang=row.lang or book.description.book.language,
        paragraphs=paragraphs,
        aliases=row.aliases,
        see_also=see_also,
        see_also_ids=tuple(find.find(name, row.headword) for name in see_also),
        redirects_to=tuple(target for found in targets.values() for target in found),
        uncertain=uncertain,
        ranges=ranges,
        section=section,
    )


def _linkers(
    description: Description, outlines: Sequence[Outline], directory: NameDirectory, stops: StopList
) -> dict[str, MentionFinder]:
    terms: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for entry in outlines:
        row = description.entry[entry.row]
        language = row.lang or description.book.language
        terms[language]  # a language without terms still has a linker
        targets = [i for name in entry.see for i in directory.find_all(name, row.headword)]
        target = targets[0] if len(targets) == 1 else entry.id
        terms[language] += [(name, target) for name in (row.headword, *row.aliases)]
    return {language: MentionFinder(found, language, description.book.key, stops) for language, found in terms.items()}


def _uncertain(row: EntryRow, paragraphs: Sequence[Paragraph], doubts: Sequence[Doubt]) -> tuple[Uncertain, ...]:
    """What stays uncertain, each at its paragraph; of the headword at the first, below which an entry is found."""
    first = paragraphs[0].anchor if paragraphs else ""
    found = [Uncertain(first, row.headword, row.uncertain)] if row.uncertain else []
    for paragraph in paragraphs:
        here = [d for d in doubts if d.text in paragraph.text and any(a <= d.line <= b for a, b in paragraph.lines)]
        found += [Uncertain(paragraph.anchor, d.text, d.why) for d in here]
        if "[?]" in paragraph.text and not any("[?]" in d.text for d in here):
            found.append(Uncertain(paragraph.anchor, "[?]", _LOST_ICON))
    return tuple(found)
