"""Records what an editor did beside corrections: headings restored, text rewritten and moved, doubts left."""

from __future__ import annotations

from collections.abc import Mapping

from judge.reading.corrections import Doubt
from judge.reading.description import Description
from judge.reading.line_segments import given_pieces
from judge.reading.row_locations import RowsByLine
from judge.reading.source_text import Source
from judge.reading.text_repair import Repair


def editorial_changes(description: Description, source: Source, places: RowsByLine) -> list[Repair]:
    """Headings restored, regions rewritten and text moved, as changes."""
    raw = {n: source.text(n) for n in source.numbers}
    changes = _headings_restored(description, places, raw)
    for index, row in enumerate(description.rewrite):
        lines = sorted(n for n, i in places.rewrites.items() if i == index)
        if lines:
            was = " ".join(raw[n] for n in lines if raw[n])
            changes.append(Repair(lines[0], "rewrite", was, " ".join(row.text), row.why))
    for (stretch, after), move in zip(places.moves, description.move, strict=False):
        changes.append(Repair(stretch[0], "move", move.starts, f"after line {after}", move.why))
    return changes


def doubts_of_rewrites(description: Description, places: RowsByLine) -> list[Doubt]:
    """Rewritten regions whose reading stays uncertain."""
    first: dict[int, int] = {}
    for line, index in sorted(places.rewrites.items()):
        first.setdefault(index, line)
    doubts: list[Doubt] = []
    for index, line in first.items():
        row = description.rewrite[index]
        if row.uncertain:
            pieces = given_pieces(0, line, (line, line), row.text, description.layout, heals=False)
            doubts += [Doubt(line, piece.text, row.uncertain) for piece in pieces]
    return doubts


def _headings_restored(description: Description, places: RowsByLine, raw: Mapping[int, str]) -> list[Repair]:
    """A record of each heading that does not read as printed."""
    starts = {row: line for line, row in places.starts.items()}
    changes = []
    for index, row in enumerate(description.entry):
        printed = " ".join(raw[n] for n, name in sorted(places.headings.items()) if name == row.headword)
        if index in starts and not row.run_in and printed != row.headword:
            changes.append(Repair(starts[index], "heading", printed, row.headword, row.why or ""))
    return changes
