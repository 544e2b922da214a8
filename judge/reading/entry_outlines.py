"""Gathers pieces into entries whose references are not resolved yet, and the names they go by."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from judge.entry import Kind
from judge.errors import Problem
from judge.reading.cross_references import NamedEntry, NameDirectory, split_names
from judge.reading.description import Description
from judge.reading.line_segments import SourcePiece
from judge.reading.paragraphs import KeepsHyphen, NewParagraph, gather, join_text
from judge.reading.text_repair import Repair
from judge.toml_tables import row_name


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
    drafts: tuple[NewParagraph, ...]
    see: tuple[str, ...]
    see_also: tuple[str, ...]
    kind: Kind
    see_line: int = 0


def outline(
    description: Description, pieces: Iterable[SourcePiece], keeps_hyphen: KeepsHyphen
) -> tuple[list[Outline], list[Problem]]:
    """The entries in the description's order, with paragraphs and names as printed; two with one slug are problems."""
    by_row: dict[int, list[SourcePiece]] = defaultdict(list)
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


def _names(pieces: Iterable[SourcePiece], kind: str, keeps_hyphen: KeepsHyphen) -> tuple[str, ...]:
    text = ""
    for piece in pieces:
        if piece.see == kind and piece.text:
            text = join_text(text, piece.text, keeps_hyphen) if text else piece.text
    return split_names(text)


def mend_names(
    outlines: Sequence[Outline], directory: NameDirectory, headwords: Sequence[str]
) -> tuple[list[Outline], list[Repair]]:
    """Names of See lines that lead nowhere because they are damaged, put as the headword they are most like."""
    mended: list[Outline] = []
    changes: list[Repair] = []
    for entry in outlines:
        names: dict[str, tuple[str, ...]] = {}
        for part, printed in (("see", entry.see), ("see_also", entry.see_also)):
            read = [_mended(name, directory, headwords[entry.row]) for name in printed]
            pairs = zip(printed, read, strict=True)
            changes += [Repair(entry.see_line, "reference", was, now) for was, now in pairs if was != now]
            names[part] = tuple(read)
        mended.append(replace(entry, see=names["see"], see_also=names["see_also"]))
    return mended, changes


def _mended(name: str, directory: NameDirectory, entry: str) -> str:
    if directory.find(name, entry) is not None:
        return name
    return directory.nearest(name) or name


def directory_of(description: Description, outlines: Sequence[Outline]) -> NameDirectory:
    """The directory of all entries' names."""
    return NameDirectory(names_of(description, outlines), description.reference)


def references_adrift(description: Description, directory: NameDirectory) -> list[Problem]:
    """[[reference]] rows that lead nowhere."""
    problems = []
    for index, to in directory.find_adrift(description.reference):
        where = row_name(description.file, "reference", index, description.reference[index].name)
        problems.append(Problem(f"{where}: “{to}” is the name of no entry, or of several.", where))
    return problems


def names_of(description: Description, outlines: Sequence[Outline]) -> list[NamedEntry]:
    """Each entry with all its names."""
    rows = description.entry
    return [NamedEntry(o.id, (rows[o.row].headword, *rows[o.row].aliases), o.kind) for o in outlines]
