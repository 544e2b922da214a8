"""Draws a map of the cross-references around an entry: places and curves, which the template writes as SVG. Pure.

The entry stands in the middle; what refers to it stands above, what it refers to below, in two columns along a stem.
Units are those of the drawing, which is `WIDTH` wide so that its letters stay readable at the width of a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from judge.corpus import Corpus
from judge.entry import Entry

WIDTH = 320
_GUTTER = 24
_BOX_WIDTH = (WIDTH - _GUTTER) // 2
_BOX_HEIGHT = 52
_ROW = 60
_MOST = 8
"""Entries on a side; the lists beside the map hold them all."""
_LETTERS = 16
"""Letters that fit on a line of a box."""


@dataclass(frozen=True, slots=True)
class MapNode:
    """A box: the entry it leads to, its upper left corner, and its words on one line or two."""

    entry: Entry
    x: int
    y: int
    width: int
    height: int
    lines: tuple[str, ...]
    mutual: bool = False
    """True where the two refer to each other."""

    @property
    def middle(self) -> int:
        """Where the words stand, across."""
        return self.x + self.width // 2

    @property
    def rows(self) -> tuple[tuple[int, str], ...]:
        """Each line of words with its height in the drawing."""
        first = self.y + self.height // 2 + 5 - 9 * (len(self.lines) - 1)
        return tuple((first + 18 * n, line) for n, line in enumerate(self.lines))


@dataclass(frozen=True, slots=True)
class ReferenceMap:
    """The drawing. `into` and `out_of` are the boxes above and below, `paths` the curves to each (SVG path data)."""

    height: int
    centre: MapNode
    into: tuple[MapNode, ...]
    out_of: tuple[MapNode, ...]
    paths: tuple[str, ...]
    more_into: int = 0
    more_out_of: int = 0
    """How many entries the drawing leaves out."""
    mutual: int = 0
    """How many entries stand below because the two refer to each other, and so not above."""


def draw_map(corpus: Corpus, entry: Entry) -> ReferenceMap | None:
    """The map around `entry`; None where nothing refers to it and it refers to nothing."""
    references = corpus.references[entry.id]
    incoming = set(references.referenced_by)
    targets = [i for i in dict.fromkeys((*references.see_also, *references.mentions)) if i != entry.id]
    sources = [i for i in references.referenced_by if i != entry.id and i not in targets]
    if not targets and not sources:
        return None
    by_weight = sorted(sources, key=lambda i: entry.id not in corpus.references[i].see_also)  # what says “see” first
    above, below = _entries(corpus, by_weight), _entries(corpus, targets)
    into = _boxes(above, 4, incoming=set())
    top = 4 + _ROW * _rows(above) + (18 if above else 0)
    centre = MapNode(entry, 24, top, WIDTH - 48, _BOX_HEIGHT + 6, _lines(entry.headword, 28))
    start = top + centre.height + 26
    out_of = _boxes(below, start, incoming)
    height = start + _ROW * _rows(below) if below else top + centre.height + 4
    paths = tuple(_paths(centre, into, out_of))
    mutual = len(incoming & set(targets))
    return ReferenceMap(
        height, centre, into, out_of, paths, len(sources) - len(into), len(targets) - len(out_of), mutual
    )


def _entries(corpus: Corpus, ids: Sequence[str]) -> list[Entry]:
    return [corpus.entries[i] for i in ids[:_MOST]]


def _rows(entries: Sequence[Entry]) -> int:
    return (len(entries) + 1) // 2


def _boxes(entries: Sequence[Entry], top: int, incoming: set[str]) -> tuple[MapNode, ...]:
    return tuple(
        MapNode(
            entry,
            (place % 2) * (_BOX_WIDTH + _GUTTER),
            top + _ROW * (place // 2),
            _BOX_WIDTH,
            _BOX_HEIGHT,
            _lines(entry.headword, _LETTERS),
            entry.id in incoming,
        )
        for place, entry in enumerate(entries)
    )


def _lines(name: str, letters: int) -> tuple[str, ...]:
    """A headword on at most two lines; what does not fit is cut short.

    >>> _lines("Activation (Enemy Activation)", 17)
    ('Activation (Enemy', 'Activation)')
    """
    return tuple(wrap(name, letters, max_lines=2, placeholder=" …", break_on_hyphens=False))


def _paths(centre: MapNode, into: Iterable[MapNode], out_of: Iterable[MapNode]) -> Iterable[str]:
    """From each box above along the stem to the entry, and from the entry to each box below; bends are rounded."""
    stem = WIDTH // 2
    for node in into:
        side = node.x + node.width if node.x < stem else node.x
        turn = -1 if node.x < stem else 1
        at = node.y + node.height // 2
        yield f"M{side} {at}h{-turn * 4}Q{stem} {at} {stem} {at + 8}V{centre.y}"
    for node in out_of:
        side = node.x + node.width if node.x < stem else node.x
        at = node.y + node.height // 2
        yield f"M{stem} {centre.y + centre.height}V{at - 8}Q{stem} {at} {side} {at}"
