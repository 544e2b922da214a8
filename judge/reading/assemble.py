"""Pieces into entries: paragraphs gathered, names resolved, mentions found, anchors kept, doubts put in place."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.entry import Entry, Kind, Paragraph, Uncertain
from judge.errors import Problem
from judge.reading.anchors import Address, keep_anchors
from judge.reading.correct import Doubt
from judge.reading.description import Description, Stretch, row_name
from judge.reading.link import Linker, StopList
from judge.reading.locate import Places
from judge.reading.named import Names, with_named
from judge.reading.paragraphs import Draft, KeepsHyphen, gather, join_text
from judge.reading.references import Directory, Named, split_names
from judge.reading.repair import Change
from judge.reading.segment import Piece
from judge.reading.segment import Sequence as LineSequence

_LOST_ICON = "An icon is lost here and nothing in the source proves which."


def slug_of(headword: str) -> str:
    """A headword as part of an address: kebab-case ASCII.

    >>> slug_of("“Cannot”"), slug_of("Pääjuoni & ATK")
    ('cannot', 'paajuoni-atk')
    """
    plain = unicodedata.normalize("NFKD", headword.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


@dataclass(frozen=True, slots=True)
class Outline:
    """An entry before its references are resolved."""

    row: int
    id: str
    drafts: tuple[Draft, ...]
    see: tuple[str, ...]
    see_also: tuple[str, ...]
    kind: Kind
    see_line: int = 0


def outline(
    description: Description, pieces: Iterable[Piece], keeps_hyphen: KeepsHyphen
) -> tuple[list[Outline], list[Problem]]:
    """The entries in the description's order, with paragraphs and names as printed; two with one slug are problems."""
    by_row: dict[int, list[Piece]] = defaultdict(list)
    for piece in pieces:
        by_row[piece.entry].append(piece)
    outlines: list[Outline] = []
    problems: list[Problem] = []
    taken: dict[str, str] = {}
    for index, row in enumerate(description.entry):
        slug = row.slug or slug_of(row.headword)
        if slug in taken or not slug:
            where = row_name(description.file, "entry", index, row.headword)
            other = f"“{taken[slug]}” has the slug {slug} already" if slug else "its headword makes no slug"
            problems.append(Problem(f"{where}: {other}; give this one a `slug` of its own.", where))
        taken[slug] = row.headword
        drafts = gather(by_row[index], description.layout.paragraphs == "line", keeps_hyphen)
        see, see_also = _names(by_row[index], "see", keeps_hyphen), _names(by_row[index], "see_also", keeps_hyphen)
        if drafts:
            see, see_also = (), (*see, *see_also)
        if row.see_also_names is not None:
            see, see_also = (row.see_also_names, ()) if see and not see_also else ((), row.see_also_names)
        kind: Kind = "redirect" if see and not drafts else row.kind
        line = next((p.line for p in by_row[index] if p.see), 0)
        outlines.append(Outline(index, f"{description.book.key}/{slug}", drafts, see, see_also, kind, line))
    return outlines, problems


def _names(pieces: Iterable[Piece], kind: str, keeps_hyphen: KeepsHyphen) -> tuple[str, ...]:
    text = ""
    for piece in pieces:
        if piece.see == kind and piece.text:
            text = join_text(text, piece.text, keeps_hyphen) if text else piece.text
    return split_names(text)


def mend_names(
    outlines: Sequence[Outline], directory: Directory, headwords: Sequence[str]
) -> tuple[list[Outline], list[Change]]:
    """Names of See lines that lead nowhere because they are damaged, put as the headword they are most like."""
    mended: list[Outline] = []
    changes: list[Change] = []
    for entry in outlines:
        names: dict[str, tuple[str, ...]] = {}
        for part, printed in (("see", entry.see), ("see_also", entry.see_also)):
            read = [_mended(name, directory, headwords[entry.row]) for name in printed]
            pairs = zip(printed, read, strict=True)
            changes += [Change(entry.see_line, "reference", was, now) for was, now in pairs if was != now]
            names[part] = tuple(read)
        mended.append(replace(entry, see=names["see"], see_also=names["see_also"]))
    return mended, changes


def _mended(name: str, directory: Directory, entry: str) -> str:
    if directory.find(name, entry) is not None:
        return name
    return directory.nearest(name) or name


def entries_of(
    description: Description,
    outlines: Sequence[Outline],
    sequence: LineSequence,
    places: Places,
    directory: Directory,
    stops: StopList,
    previous: Sequence[Entry],
    doubts: Sequence[Doubt],
) -> tuple[Entry, ...]:
    """The finished entries, in the description's order."""
    anchors = keep_anchors({o.id: [d.text for d in o.drafts] for o in outlines}, previous)
    linkers = _linkers(description, outlines, directory, stops)
    names = Names(_named(description, outlines))
    ranges = line_ranges(sequence, places)
    sections = _section_of(description, sequence, places)
    finished: list[Entry] = []
    for entry in outlines:
        row = description.entry[entry.row]
        language = row.lang or description.book.language
        own = frozenset({entry.id, *(i for n in (row.headword, *row.aliases) for i in directory.find_all(n, ""))})
        paragraphs = tuple(
            Paragraph(
                anchors[Address(entry.id, n)],
                d.text,
                d.role,
                d.level,
                d.lines,
                with_named(names.find_mentions(d.text, entry.id), linkers[language].find_mentions(d.text, own)),
            )
            for n, d in enumerate(entry.drafts)
        )
        nowhere = tuple(name for name in entry.see if not directory.find_all(name, row.headword))
        see_also = (*entry.see_also, *nowhere)
        finished.append(
            Entry(
                id=entry.id,
                headword=row.headword,
                kind=entry.kind,
                official=description.book.official,
                lang=language,
                paragraphs=paragraphs,
                aliases=row.aliases,
                see_also=see_also,
                see_also_ids=tuple(directory.find(name, row.headword) for name in see_also),
                redirects_to=tuple(i for name in entry.see for i in directory.find_all(name, row.headword)),
                uncertain=_uncertain(description, entry, paragraphs, doubts),
                ranges=places.stretches.get(entry.row) or ranges.get(entry.row, ()),
                section=sections.get(entry.row, ""),
            )
        )
    return tuple(finished)


def directory_of(description: Description, outlines: Sequence[Outline]) -> Directory:
    """The directory of all entries' names."""
    return Directory(_named(description, outlines), description.reference)


def _named(description: Description, outlines: Sequence[Outline]) -> list[Named]:
    rows = description.entry
    return [Named(o.id, (rows[o.row].headword, *rows[o.row].aliases), o.kind) for o in outlines]


def _linkers(
    description: Description, outlines: Sequence[Outline], directory: Directory, stops: StopList
) -> dict[str, Linker]:
    terms: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for entry in outlines:
        row = description.entry[entry.row]
        language = row.lang or description.book.language
        terms[language]  # a language without terms still has a linker
        if entry.kind == "section" and " " not in row.headword:
            continue
        targets = [i for name in entry.see for i in directory.find_all(name, row.headword)]
        target = targets[0] if len(targets) == 1 else entry.id
        terms[language] += [(name, target) for name in (row.headword, *row.aliases)]
    return {language: Linker(found, language, description.book.key, stops) for language, found in terms.items()}


def line_ranges(sequence: LineSequence, places: Places) -> dict[int, tuple[Stretch, ...]]:
    """Each entry's stretches of lines, in reading order.

    Blank lines and furniture inside a stretch do not part it, lines that another entry was put together from do.
    Stretches that overlap, where lines changed places within the entry, count as one.
    """
    ranges: dict[int, list[Stretch]] = defaultdict(list)
    running: int | None = None
    for number in sequence.order:
        row = sequence.owner.get(number)
        if row is None:
            continue
        if number in places.made:
            running = None
            continue
        last = ranges[row][-1] if ranges[row] else None
        if last and running == row and number > last[1]:
            ranges[row][-1] = (last[0], number)
        else:
            ranges[row].append((number, number))
        running = row
    return {row: _merged(stretches) for row, stretches in ranges.items()}


def _merged(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    merged: list[Stretch] = []
    for stretch in stretches:
        if merged and stretch[0] <= merged[-1][1] and merged[-1][0] <= stretch[1]:
            merged[-1] = (min(stretch[0], merged[-1][0]), max(stretch[1], merged[-1][1]))
        else:
            merged.append(stretch)
    return tuple(merged)


def _section_of(description: Description, sequence: LineSequence, places: Places) -> dict[int, str]:
    place = {number: i for i, number in enumerate(sequence.order)}
    begins = sorted((place[line], title) for line, title in places.sections if line in place)
    titles: dict[int, str] = {}
    starts = {row: line for line, row in places.starts.items()}
    starts.update((row, stretches[0][0]) for row, stretches in places.stretches.items() if stretches)
    current = ""
    for row in range(len(description.entry)):
        if row in starts:
            current = next((title for at, title in reversed(begins) if at <= place[starts[row]]), "")
        titles[row] = current
    return titles


def _uncertain(
    description: Description, entry: Outline, paragraphs: Sequence[Paragraph], doubts: Sequence[Doubt]
) -> tuple[Uncertain, ...]:
    row = description.entry[entry.row]
    found = [Uncertain("", row.headword, row.uncertain)] if row.uncertain else []
    for paragraph in paragraphs:
        here = [d for d in doubts if d.text in paragraph.text and any(a <= d.line <= b for a, b in paragraph.lines)]
        found += [Uncertain(paragraph.anchor, d.text, d.why) for d in here]
        if "[?]" in paragraph.text and not any("[?]" in d.text for d in here):
            found.append(Uncertain(paragraph.anchor, "[?]", _LOST_ICON))
    return tuple(found)


def headings_restored(description: Description, places: Places, raw: Mapping[int, str]) -> list[Change]:
    """A record of each heading that does not read as printed."""
    starts = {row: line for line, row in places.starts.items()}
    changes = []
    for index, row in enumerate(description.entry):
        printed = " ".join(raw[n] for n, name in sorted(places.headings.items()) if name == row.headword)
        if index in starts and not row.run_in and printed != row.headword:
            changes.append(Change(starts[index], "heading", printed, row.headword, row.why or ""))
    return changes
