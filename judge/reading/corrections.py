"""Applies the editor's corrections after the general repair, and records each with what proves it.

A correction quotes what stood there either as the source prints it or as the general repair leaves it. One that quotes
what is printed is put in before the repair, and the repair leaves its words alone, so that it holds whatever the repair
learns later.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.errors import Problem
from judge.reading.description import Correction, Description
from judge.reading.line_segments import SourcePiece
from judge.reading.row_locations import Drift
from judge.reading.source_text import Source, tidy
from judge.reading.text_repair import Repair
from judge.toml_tables import row_name

_WINDOW = 8
_MOST_NAMED = 3
"""Lines named where a quotation stands elsewhere."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An uncertain reading: the source line, the words as they now read, and why."""

    line: int
    text: str
    why: str


@dataclass(slots=True)
class Corrected:
    """Corrections made so far."""

    lines: dict[int, str] = field(default_factory=dict)
    """Source lines with the corrections put in that quote what is printed."""
    given: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Words that editors gave, by line: the general repair leaves them alone."""
    changes: list[Repair] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left: list[tuple[int, Correction]] = field(default_factory=list)
    """Rows that quote nothing printed near their line: they may quote what the repair leaves."""

    def note(self, line: int, row: Correction) -> None:
        """Record a correction that was made on `line`; one that changes nothing marks a doubt."""
        kind = "doubt" if tidy(row.was) == tidy(row.now) else "correction"
        self.changes.append(Repair(line, kind, row.was, row.now, row.why))
        if row.uncertain:
            self.doubts.append(Doubt(line, tidy(row.now) or tidy(row.was), row.uncertain))


def _places(line: int, last: int) -> Iterable[int]:
    near = sorted(range(line - _WINDOW, line + _WINDOW + 1), key=lambda n: (abs(n - line), n))
    return (n for n in near if 1 <= n <= last)


def correct_printed(source: Source, description: Description, drift: Drift) -> Corrected:
    """Put in the corrections that quote what the source prints."""
    made = Corrected()
    for index, row in enumerate(description.correction):
        was, now = tidy(row.was), tidy(row.now)
        for number in _places(drift.at(row.line), len(source.lines)):
            text = made.lines.get(number, source.text(number))
            if was not in text:
                continue
            if text.count(was) > 1:
                made.problems.append(_problem(description, index, row, f"stands several times in line {number}"))
                break
            made.lines[number] = tidy(text.replace(was, now))
            made.given[number].append(now)
            made.note(number, row)
            break
        else:
            made.left.append((index, row))
    return made


def correct_repaired(
    pieces: Sequence[SourcePiece], made: Corrected, description: Description, drift: Drift, last: int
) -> list[SourcePiece]:
    """Put in the corrections that quote what the repair leaves; one that quotes neither is a problem in `made`."""
    corrected = list(pieces)
    where: Mapping[int, int] = {p.line: i for i, p in enumerate(corrected) if not p.given}
    for index, row in made.left:
        was = tidy(row.was)
        for number in _places(drift.at(row.line), last):
            place = where.get(number)
            if place is None or was not in corrected[place].text:
                continue
            text = corrected[place].text
            if text.count(was) > 1:
                made.problems.append(_problem(description, index, row, f"stands several times in line {number}"))
                break
            corrected[place] = replace(corrected[place], text=tidy(text.replace(was, tidy(row.now))))
            made.note(number, row)
            break
        else:
            made.problems.append(_problem(description, index, row, _not_found(row, corrected, where, drift)))
    return corrected


def _not_found(row: Correction, pieces: Sequence[SourcePiece], where: Mapping[int, int], drift: Drift) -> str:
    place = where.get(drift.at(row.line))
    reads = f"; the line reads “{pieces[place].text}”" if place is not None else ""
    was = tidy(row.was)
    elsewhere = [f"line {piece.line}" for piece in pieces if was in piece.text]
    hint = f"; it stands in {', '.join(elsewhere[:_MOST_NAMED])}" if elsewhere else ""
    return f"stands neither in the source nor in the repaired text near line {row.line}{reads}{hint}"


def _problem(description: Description, index: int, row: Correction, what: str) -> Problem:
    name = row_name(description.file, "correction", index, f"line {row.line}")
    hint = ": quote more of the line" if "several" in what else ""
    return Problem(f"{name}: “{row.was}” {what}{hint}.", name)
