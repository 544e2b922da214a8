"""Cuts source lines into pieces: whose entry each line is, what marks a list item, where a paragraph may begin.

Each line belongs to an entry, to a named furniture row, or is blank; one that does none of these is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from judge.errors import Problem
from judge.reading.description import Description, Layout, Role, Stretch
from judge.reading.row_locations import RowsByLine
from judge.reading.source_text import Source, tidy

_ENDS_SENTENCE = (".", "!", "?", ":", ")", "”", '"')


@dataclass(frozen=True, slots=True)
class SourcePiece:
    """The text of one source line (or of one line an editor gave) inside an entry, without its list marker."""

    entry: int
    """Place of the entry's row in the description."""
    line: int
    lines: Stretch
    text: str
    marker: str = ""
    role: Role = "text"
    level: int = 0
    opens: bool = False
    """True after a blank line or a heading: a paragraph may begin here."""
    forced: bool | None = None
    """True when a paragraph must begin here, False when it must not."""
    given: bool = False
    """True for an editor's text, which general repair leaves alone."""
    see: Literal["", "see", "see_also"] = ""


@dataclass(frozen=True, slots=True)
class LineSequence:
    """The source's lines in reading order, each with the entry it belongs to."""

    order: tuple[int, ...]
    owner: dict[int, int]
    """Line to the row of the entry it belongs to; blank lines and furniture have none."""


def reading_order(source: Source, places: RowsByLine) -> tuple[int, ...]:
    """All line numbers in the order they are read: as printed, with the moves made."""
    order = list(source.numbers)
    for stretch, after in places.moves:
        moved = [n for n in order if n in stretch]
        rest = [n for n in order if n not in stretch]
        place = rest.index(after) + 1 if after in rest else len(rest)
        order = [*rest[:place], *moved, *rest[place:]]
    return tuple(order)


def split_marker(text: str, layout: Layout, opens: bool, ended: bool = False) -> tuple[str, Role, str]:
    """A line's list marker, its role and the rest.

    One with letters or digits counts only where a paragraph may begin (`opens`), a number also when a sentence has
    `ended`.

    >>> split_marker("• Draw a card.", Layout(source="x"), False)
    ('•', 'item', 'Draw a card.')
    """
    marker, _, rest = text.partition(" ")
    role: Role | None = "step" if marker in layout.numbers else "item" if marker in layout.bullets else None
    if role is None or not rest:
        return "", "text", text
    if any(c.isalnum() for c in marker) and not (opens or (ended and role == "step")):
        return "", "text", text
    return marker, role, rest


def split_see(text: str, layout: Layout) -> tuple[Literal["", "see", "see_also"], str]:
    """Which kind of cross-reference line this is, and the names that follow its opening words."""
    for token in layout.see_also:
        if text.startswith(token):
            return "see_also", text.removeprefix(token).strip()
    for token in layout.see:
        if text.startswith(token):
            return "see", text.removeprefix(token).strip()
    return "", text


class _Segmenter:
    """Walks the lines in reading order and hands out pieces; `problems` collects lines that belong nowhere."""

    def __init__(self, source: Source, description: Description, places: RowsByLine, lines: Mapping[int, str]) -> None:
        self.source, self.description, self.places, self.lines = source, description, places, lines
        self.layout = description.layout
        self.order = reading_order(source, places)
        self.owner: dict[int, int] = {n: row for n, row in places.made.items() if not source.is_blank(n)}
        self.problems: list[Problem] = []
        self._written: set[int] = set()

    def walk(self) -> Iterator[SourcePiece]:
        entry: int | None = None
        opens, last = True, ""
        for number in self.order:
            row = self.places.starts.get(number)
            if row is not None:
                entry, opens, last = row, True, ""
            if self.source.is_blank(number):
                opens = True
            elif number in self.places.rewrites:
                yield from self._rewritten(number, entry)
                opens = True
            elif number in self.places.headings:
                opens = True
                if entry is not None:
                    self.owner[number] = entry
            elif number in self.places.furniture or number in self.places.made:
                continue
            elif entry is None:
                self._stray(number)
            else:
                self.owner[number] = entry
                text = self._without_head(entry, number)
                if text:
                    may_open = opens or self.layout.paragraphs == "line" or self.places.joins.get(number) is False
                    piece = self._piece(entry, number, text, may_open, last)
                    yield piece
                    opens, last = False, text

    def _piece(self, entry: int, number: int, text: str, opens: bool, last: str) -> SourcePiece:
        ends_sentence = not last or last.endswith(_ENDS_SENTENCE)
        marker, role, rest = split_marker(text, self.layout, opens, ends_sentence)
        if marker.isalpha() and rest[:1].islower() and not ends_sentence:
            marker, role, rest = "", "text", text
        see, rest = split_see(rest, self.layout) if not marker else ("", rest)
        if see == "see" and not opens:
            see, rest = "", text
        level = self.places.levels.get(number)
        if marker or level is not None:
            role = self.places.roles.get(number, "item" if role == "text" else role)
        forced = self.places.joins.get(number)
        return SourcePiece(
            entry,
            number,
            (number, number),
            rest,
            marker,
            role,
            level or 0,
            opens or level is not None,
            None if forced is None else not forced,
            False,
            see,
        )

    def _without_head(self, entry: int, number: int) -> str:
        text = self.lines.get(number, self.source.text(number))
        head = self.description.entry[entry].run_in
        if head and self.places.starts.get(number) == entry:
            return tidy(text.removeprefix(tidy(head)))
        return text

    def _rewritten(self, number: int, entry: int | None) -> Iterator[SourcePiece]:
        index = self.places.rewrites[number]
        if entry is None:
            self._stray(number)
            return
        self.owner.setdefault(number, entry)
        if index in self._written:
            return
        self._written.add(index)
        row = self.description.rewrite[index]
        claimed = [n for n, i in self.places.rewrites.items() if i == index]
        stretch = (min(claimed), max(claimed))
        yield from given_pieces(entry, number, stretch, row.text, self.layout, heals=True)

    def _stray(self, number: int) -> None:
        where = f"{self.source.name}, line {number}"
        self.problems.append(
            Problem(
                f"{where}: “{self.source.text(number)}” belongs to no entry; give it an [[entry]] or [[furniture]].",
                where,
            )
        )


def given_pieces(
    entry: int, line: int, lines: Stretch, text: Iterable[str], layout: Layout, heals: bool
) -> Iterator[SourcePiece]:
    """Lines that an editor gave, each a paragraph; items are marked as the layout says, or with “•” or “1.”.

    `heals` says that the first may go on with the sentence before it.
    """
    first = True
    marked = layout.model_copy(
        update={"bullets": (*layout.bullets, "•"), "numbers": (*layout.numbers, *_PLAIN_NUMBERS)}
    )
    for given in text:
        marker, role, rest = split_marker(tidy(given), marked, True)
        see, rest = split_see(rest, layout) if not marker else ("", rest)
        yield SourcePiece(entry, line, lines, rest, marker, role, 0, True, None if first and heals else True, True, see)
        first = False


_PLAIN_NUMBERS = tuple(f"{n}." for n in range(1, 30))


def segment(
    source: Source, description: Description, places: RowsByLine, lines: Mapping[int, str]
) -> tuple[list[SourcePiece], LineSequence, list[Problem]]:
    """All pieces in reading order, whose line is whose, and the lines that belong nowhere.

    `lines` holds the text of lines that an editor corrected.
    """
    segmenter = _Segmenter(source, description, places, lines)
    pieces = list(_see_continued(segmenter.walk(), description.layout))
    for index, row in enumerate(description.entry):
        if row.text and index in places.stretches:
            stretch = places.stretches[index][0]
            pieces.extend(given_pieces(index, stretch[0], stretch, row.text, description.layout, heals=False))
    return pieces, LineSequence(segmenter.order, segmenter.owner), segmenter.problems


def _see_continued(pieces: Iterable[SourcePiece], layout: Layout) -> Iterator[SourcePiece]:
    """A See line goes on over line breaks, and over a blank line when what follows is no sentence and no list item."""
    last: SourcePiece | None = None
    for piece in pieces:
        if last and last.see and not piece.see and layout.paragraphs == "blank" and piece.entry == last.entry:
            goes_on = not piece.opens or not (piece.marker or piece.text.endswith(_ENDS_SENTENCE[:4]))
            last = replace(piece, see=last.see) if goes_on and not piece.given else piece
        else:
            last = piece
        yield last
