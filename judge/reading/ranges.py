"""Which source lines each entry stands on, and in which part of the book."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from judge.reading.description import Description, Stretch
from judge.reading.locate import Places
from judge.reading.segment import Sequence as LineSequence


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


def sections_of(description: Description, sequence: LineSequence, places: Places) -> dict[int, str]:
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
