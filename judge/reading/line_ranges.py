"""Tells which source lines each entry stands on, and in which part of the book."""

from __future__ import annotations

from collections import defaultdict

from judge.reading.description import Description, Stretch
from judge.reading.line_segments import LineSequence
from judge.reading.row_locations import RowsByLine


def line_ranges(sequence: LineSequence, places: RowsByLine) -> dict[int, tuple[Stretch, ...]]:
    """Each entry's stretches of lines, in the order in which they are read.

    Blank lines and furniture inside a stretch do not part it; lines of other entries do.
    """
    reading = {number: place for place, number in enumerate(sequence.order)}
    ranges: dict[int, list[Stretch]] = defaultdict(list)
    running: int | None = None
    for number in sorted(sequence.owner):
        row = None if number in places.made else sequence.owner[number]
        if row is not None and row == running:
            ranges[row][-1] = (ranges[row][-1][0], number)
        elif row is not None:
            ranges[row].append((number, number))
        running = row
    return {row: tuple(sorted(found, key=lambda stretch: reading[stretch[0]])) for row, found in ranges.items()}


def sections_of(description: Description, sequence: LineSequence, places: RowsByLine) -> dict[int, str]:
    """The section each entry's row stands in, "" before the first."""
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
