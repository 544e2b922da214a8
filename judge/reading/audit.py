"""Accounts for how a book was read: lines in and out, repairs by kind, doubts, references that lead nowhere."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from judge.entry import Entry
from judge.errors import Problem
from judge.reading.description import Description
from judge.reading.line_segments import LineSequence
from judge.reading.row_locations import RowsByLine
from judge.reading.source_text import Source
from judge.reading.text_repair import Repair

_LEFT_OUT = "call-outs and marks of pictures"


@dataclass(frozen=True, slots=True)
class LineCount:
    """How many lines were read and what became of them.

    read = blank + furniture + kept; some of those kept were moved, rewritten or are headings.
    """

    read: int = 0
    blank: int = 0
    furniture: int = 0
    kept: int = 0
    headings: int = 0
    moved: int = 0
    rewritten: int = 0

    def as_json(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name in a See line of `entry` (an id) that leads to no entry of the edition."""

    entry: str
    name: str


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole account of one book."""

    lines: LineCount = LineCount()
    furniture: tuple[tuple[str, tuple[int, ...]], ...] = ()
    changes: tuple[Repair, ...] = ()
    uncertain: tuple[tuple[str, str, str, str], ...] = ()
    """Entry id, anchor, words, why."""
    unresolved: tuple[Unresolved, ...] = ()
    orphans: tuple[str, ...] = ()
    """Entries without references in or out."""
    entries: int = 0
    redirects: int = 0
    references: int = 0
    mentions: int = 0

    def as_json(self) -> dict[str, Any]:
        """As the glossary's file keeps it; `changes` are [line, kind, was, now, why] in the order of lines."""
        by_kind: Mapping[str, int] = Counter(change.kind for change in self.changes)
        examples: dict[str, list[str]] = defaultdict(list)
        for change in self.changes:
            if len(examples[change.kind]) < 3:
                examples[change.kind].append(f"{change.was} → {change.now}")
        return {
            "lines": self.lines.as_json(),
            "furniture": [{"name": name, "lines": list(lines)} for name, lines in self.furniture],
            "repairs": {kind: {"count": n, "examples": examples[kind]} for kind, n in sorted(by_kind.items())},
            "changes": [[c.line, c.kind, c.was, c.now, c.why] for c in self.changes],
            "uncertain": [
                {"id": entry, "anchor": anchor, "text": text, "why": why} for entry, anchor, text, why in self.uncertain
            ],
            "unresolved": [{"id": u.entry, "name": u.name} for u in self.unresolved],
            "orphans": list(self.orphans),
            "entries": self.entries,
            "redirects": self.redirects,
            "references": self.references,
            "mentions": self.mentions,
        }


def left_out(source: Source, places: RowsByLine, entries: Sequence[Entry]) -> frozenset[int]:
    """Lines of a card put together from its picture whose words are not in it: call-outs, the publisher's marks.

    Each word of an entry stands for one printed word, those of the longest lines first. `entries` are in the order of
    the description's rows.
    """
    gone: set[int] = set()
    for row in set(places.made.values()):
        lines = [(n, _words(source.text(n))) for n, made in places.made.items() if made == row]
        entry = entries[row]
        if entry.kind != "card":
            continue
        kept = Counter(_words(f"{entry.headword} {entry.text}"))
        for number, words in sorted(lines, key=lambda line: -len(line[1])):
            wanted = Counter(words)
            if words and wanted <= kept:
                kept -= wanted
            elif not source.is_blank(number):
                gone.add(number)
    return frozenset(gone)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def count_lines(source: Source, places: RowsByLine, sequence: LineSequence, out: Set[int] = frozenset()) -> LineCount:
    """What became of each line; those left `out` of the entry they belong to count as furniture."""
    written = [n for n in source.numbers if not source.is_blank(n)]
    owned = [n for n in written if n in sequence.owner and n not in out]
    loose = [n for n in written if n not in sequence.owner]
    moved = {n for stretch, _ in places.moves for n in stretch}
    return LineCount(
        read=len(source.lines),
        blank=len(source.numbers) - len(written),
        furniture=_count_in(loose, places.furniture, places.headings) + len(out),
        kept=len(owned),
        headings=_count_in(owned, places.headings),
        moved=_count_in(owned, moved),
        rewritten=_count_in(owned, places.rewrites, places.made),
    )


def _count_in(lines: Sequence[int], *rows: Container[int]) -> int:
    return sum(any(line in lines_of_rows for lines_of_rows in rows) for line in lines)


def find_lost(source: Source, places: RowsByLine, sequence: LineSequence) -> list[Problem]:
    """Lines in are lines out: each line is blank, furniture, a heading or an entry's; any other is a problem."""
    return [
        Problem(f"{source.name}, line {n}: “{source.text(n)}” got lost on the way.", f"{source.name}, line {n}")
        for n in source.numbers
        if not (source.is_blank(n) or n in sequence.owner or n in places.furniture or n in places.headings)
    ]


def take_account(
    source: Source,
    description: Description,
    places: RowsByLine,
    sequence: LineSequence,
    entries: Sequence[Entry],
    changes: Sequence[Repair],
) -> Audit:
    """The account of a book whose entries are linked and anchored."""
    out = left_out(source, places, entries)
    return Audit(
        lines=count_lines(source, places, sequence, out),
        furniture=_furniture(source, description, places, sequence, out),
        changes=tuple(sorted(changes, key=lambda c: c.line)),
        uncertain=tuple((e.id, u.anchor, u.text, u.why) for e in entries for u in e.uncertain),
        unresolved=tuple(_unresolved(entries)),
        orphans=_orphans(entries),
        entries=sum(e.kind != "redirect" for e in entries),
        redirects=sum(e.kind == "redirect" for e in entries),
        references=sum(len(e.see_also) + len(e.redirects_to) for e in entries),
        mentions=sum(len(p.mentions) for e in entries for p in e.paragraphs),
    )


def _furniture(
    source: Source, description: Description, places: RowsByLine, sequence: LineSequence, out: Set[int]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The lines of no entry, by what they are."""
    furniture: dict[str, list[int]] = {row.name: [] for row in description.furniture}
    if out:
        furniture[_LEFT_OUT] = sorted(out)
    for number, name in sorted(places.furniture.items()):
        if not source.is_blank(number) and number not in sequence.owner:
            furniture.setdefault(name, []).append(number)
    return tuple((name, tuple(lines)) for name, lines in furniture.items())


def _unresolved(entries: Sequence[Entry]) -> Iterator[Unresolved]:
    """References that lead to no entry."""
    for entry in entries:
        for name, target in zip(entry.see_also, entry.see_also_ids, strict=True):
            if target is None:
                yield Unresolved(entry.id, name)


def _orphans(entries: Sequence[Entry]) -> tuple[str, ...]:
    """Entries that nothing refers to and that refer to nothing."""
    referred = {target for e in entries for target in _targets(e)}
    return tuple(e.id for e in entries if e.id not in referred and not any(_targets(e)))


def _targets(entry: Entry) -> list[str]:
    mentioned = [m.target for p in entry.paragraphs for m in p.mentions]
    return [*(i for i in entry.see_also_ids if i), *entry.redirects_to, *mentioned]
