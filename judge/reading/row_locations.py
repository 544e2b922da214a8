"""Locates each row of a description in the source: finds quoted words again near the line given.

A book whose lines have shifted (lines inserted or dropped) is still read rightly: the quotes lead. What is found
nowhere, or claimed twice, is reported; all of it together.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.errors import Problem
from judge.reading.description import Description, EntryRow, Furniture, Role, Stretch
from judge.reading.source_text import Source, find_line, nearest, tidy
from judge.toml_tables import row_name


@dataclass(frozen=True, slots=True)
class Drift:
    """How far lines have shifted since the description was written, learnt from the rows whose quotes were found."""

    given: tuple[int, ...] = ()
    shifts: tuple[int, ...] = ()

    def at(self, line: int) -> int:
        """Where a line of the description now stands."""
        place = bisect_right(self.given, line) - 1
        return line + (self.shifts[place] if place >= 0 else 0)


@dataclass(frozen=True, slots=True)
class RowsByLine:
    """All rows by the lines they concern. Line numbers are the source's."""

    starts: dict[int, int]
    """First line of an entry (of its body, or of its heading where it has one) to the entry's row."""
    headings: dict[int, str]
    """Lines of printed headings, to the headword or section title they print."""
    furniture: dict[int, str]
    """Lines that belong to no entry, to the name of their furniture row."""
    made: dict[int, int]
    """Lines that entries were put together from, to the entry's row."""
    rewrites: dict[int, int]
    """Lines that are read otherwise, to the rewrite's row."""
    moves: tuple[tuple[range, int], ...]
    """Lines out of order, with the line they are read after."""
    roles: dict[int, Role]
    levels: dict[int, int]
    joins: dict[int, bool]
    sections: tuple[tuple[int, str], ...]
    drift: Drift
    parts: tuple[tuple[int, int], ...] = ()
    """Line and row of each place that explains names of its own."""
    stretches: dict[int, tuple[Stretch, ...]] = field(default_factory=dict)
    """Row of a put-together entry to the lines it was put together from."""


class RowLocator:
    """Finds the rows of one description in one source, collecting what it cannot find."""

    def __init__(self, description: Description, source: Source) -> None:
        self.description, self.source = description, source
        self.problems: list[Problem] = []
        self.drift = Drift()
        self._found: dict[int, int] = {}

    def report(self, table: str, index: int, label: str, message: str) -> None:
        """Remember a mistake, naming file and row."""
        where = row_name(self.description.file, table, index, label)
        self.problems.append(Problem(f"{where}: {message}", where))

    def find(self, table: str, index: int, label: str, quote: str, line: int) -> int | None:
        """The line that `quote` stands on, nearest to where `line` has drifted to; reported when there is none."""
        found = find_line(self.source, quote, self.drift.at(line))
        if found is None:
            self.report(table, index, label, f"“{quote}” stands nowhere in {self.source.name}.")
        return found

    def learn(self, given: int, found: int) -> None:
        """Take note that what was described at line `given` stands on line `found`."""
        self._found[given] = found
        ordered = sorted(self._found.items())
        self.drift = Drift(tuple(g for g, _ in ordered), tuple(f - g for g, f in ordered))

    def stretches(
        self,
        table: str,
        index: int,
        label: str,
        lines: Sequence[Stretch],
        starts: str | None,
        ends: str | None = None,
    ) -> list[range]:
        """The stretches of a row, shifted by as much as its first line has; a single one may have grown."""
        if not lines:
            return []
        first, last = lines[0][0], lines[-1][1]
        found = self.drift.at(first) if starts is None else self.find(table, index, label, starts, first)
        if found is None:
            return []
        shift = found - first
        ranges = [range(low + shift, high + shift + 1) for low, high in lines]
        if ends is not None:
            end = find_line(self.source, ends, last + shift)
            if end is not None and end >= found and len(lines) == 1:
                ranges = [range(found, end + 1)]
            elif end != last + shift:
                self.report(table, index, label, f"“{ends}” does not stand where its lines end: they have changed.")
        for stretch in ranges:
            if not stretch or stretch[0] < 1 or stretch[-1] > len(self.source.lines):
                self.report(table, index, label, f"lines {list(lines)} are not in {self.source.name}.")
                return []
        return ranges


def locate(description: Description, source: Source) -> tuple[RowsByLine, list[Problem]]:
    """Find every row of `description` in `source`; the problems say what was not found."""
    locator = RowLocator(description, source)
    starts, headings, made, stretches = _entries(locator)
    sections = _sections(locator, headings)
    rewrites: dict[int, int] = {}
    for index, row in enumerate(description.rewrite):
        for stretch in locator.stretches("rewrite", index, row.starts[:40], row.lines, row.starts, row.ends):
            rewrites.update(dict.fromkeys(stretch, index))
    moves = tuple(_moves(locator))
    roles, levels = _lists(locator)
    joins = {}
    for index, row_ in enumerate(description.paragraph):
        found = locator.find("paragraph", index, row_.starts[:40], row_.starts, row_.line)
        if found is not None:
            joins[found] = row_.join
    furniture = _furniture(locator, headings)
    named = [
        (locator.find("part", index, row.names[0], row.starts, row.line), index)
        for index, row in enumerate(locator.description.part)
    ]
    parts = tuple((line, index) for line, index in named if line is not None)
    drift = locator.drift
    places = RowsByLine(
        starts, headings, furniture, made, rewrites, moves, roles, levels, joins, sections, drift, parts, stretches
    )
    return places, locator.problems


def _entries(
    locator: RowLocator,
) -> tuple[dict[int, int], dict[int, str], dict[int, int], dict[int, tuple[Stretch, ...]]]:
    starts: dict[int, int] = {}
    headings: dict[int, str] = {}
    made: dict[int, int] = {}
    stretches: dict[int, tuple[Stretch, ...]] = {}
    for index, row in enumerate(locator.description.entry):
        if row.text:
            ranges = locator.stretches("entry", index, row.headword, row.lines, row.starts, row.ends)
            stretches[index] = tuple((r[0], r[-1]) for r in ranges)
            if ranges and row.starts is not None:
                locator.learn(row.lines[0][0], ranges[0][0])
                locator.learn(row.lines[-1][1], ranges[-1][-1])
            made.update((n, index) for r in ranges for n in r)
            continue
        lines = _heading_lines(locator, index, row)
        if lines is None:
            continue
        first = lines[0] if lines else _body_line(locator, index, row)
        if first is None:
            continue
        if first in starts:
            other = locator.description.entry[starts[first]].headword
            locator.report("entry", index, row.headword, f"begins on line {first}, where “{other}” begins already.")
            continue
        starts[first] = index
        headings.update(dict.fromkeys(lines, row.headword))
        locator.learn(row.line, first)
    return starts, headings, made, stretches


def _heading_lines(locator: RowLocator, index: int, row: EntryRow) -> list[int] | None:
    """Lines of the printed heading; empty when it is lost, None when a quoted line is not found."""
    lines: list[int] = []
    for quote in row.heading:
        near = lines[-1] + 1 if lines else locator.drift.at(row.line)
        wanted = tidy(quote)
        same = (n for n in locator.source.numbers if n not in lines and locator.source.text(n) == wanted)
        found = nearest(same, near)
        if found is None:
            locator.report("entry", index, row.headword, f"no line of {locator.source.name} reads “{quote}”.")
            return None
        lines.append(found)
    return lines


def _body_line(locator: RowLocator, index: int, row: EntryRow) -> int | None:
    return locator.find("entry", index, row.headword, row.run_in or row.starts or "", row.line)


def _sections(locator: RowLocator, headings: dict[int, str]) -> tuple[tuple[int, str], ...]:
    sections = []
    for index, row in enumerate(locator.description.section):
        near = locator.drift.at(row.line)
        for offset, quote in enumerate(row.heading):
            found = nearest((n for n in locator.source.numbers if locator.source.text(n) == tidy(quote)), near + offset)
            if found is None:
                locator.report("section", index, row.title, f"no line of {locator.source.name} reads “{quote}”.")
            else:
                headings.setdefault(found, row.title)
        start: int | None = near
        if row.starts is not None:
            start = locator.find("section", index, row.title, row.starts, row.line)
        if start is not None:
            sections.append((start, row.title))
    return tuple(sections)


def _moves(locator: RowLocator) -> list[tuple[range, int]]:
    moves = []
    for index, row in enumerate(locator.description.move):
        stretches = locator.stretches("move", index, row.starts[:40], [row.lines], row.starts)
        after: int | None = locator.drift.at(row.after)
        if row.after_text is not None:
            after = locator.find("move", index, row.starts[:40], row.after_text, row.after)
        if stretches and after is not None:
            moves.append((stretches[0], after))
    return moves


def _lists(locator: RowLocator) -> tuple[dict[int, Role], dict[int, int]]:
    roles: dict[int, Role] = {}
    levels: dict[int, int] = {}
    for index, row in enumerate(locator.description.list):
        lines = [row.lines] if row.lines else []
        label = (row.starts or str(row.lines or row.items))[:40]
        for stretch in locator.stretches("list", index, label, lines, row.starts):
            if row.role:
                roles.update(dict.fromkeys(stretch, row.role))
        for line, level in row.items:
            levels[locator.drift.at(line)] = level
    return roles, levels


def _furniture(locator: RowLocator, headings: dict[int, str]) -> dict[int, str]:
    furniture: dict[int, str] = {}
    for index, row in enumerate(locator.description.furniture):
        lines = _by_pattern(locator, index, row) if row.pattern else _by_quote(locator, index, row)
        for number in lines:
            if number in headings and not row.pattern:
                locator.report("furniture", index, row.name, f"line {number} is the heading of “{headings[number]}”.")
            elif number not in headings:
                furniture.setdefault(number, row.name)
    return furniture


def _by_quote(locator: RowLocator, index: int, row: Furniture) -> list[int]:
    lines = row.lines or ((row.line or 0, row.line or 0),)
    found = locator.stretches("furniture", index, row.name, lines, row.text, row.ends)
    return [n for stretch in found for n in stretch]


def _by_pattern(locator: RowLocator, index: int, row: Furniture) -> list[int]:
    try:
        pattern = re.compile(row.pattern or "")
    except re.error as problem:
        locator.report("furniture", index, row.name, f"the pattern cannot be read: {problem}.")
        return []
    source = locator.source
    lines = [n for n in source.numbers if source.text(n) and pattern.fullmatch(source.text(n))]
    if not lines:
        locator.report("furniture", index, row.name, f"no line of {source.name} matches {row.pattern}.")
    return lines
