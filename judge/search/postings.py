"""Body text: the entries that hold a stem, how telling it is, and how well the words of a query fit every entry."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import log

from judge.search.totals import Columns, Totals, add_up
from judge.search.word_scores import WordScores

_NOWHERE = (0, 0)


class Postings:
    """The word scores of an index, narrowed to a game where one is asked for; may be shared by threads.

    `stretches` are the places, end excluded, at which the entries of each game stand. Only the rarity of stems that
    stand in the index is kept, so that it never outgrows the vocabulary of the books.
    """

    def __init__(self, table: WordScores, stretches: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        self._table = table
        self._entries = max((end for ends in stretches.values() for _, end in ends), default=0)
        self._stretches = stretches
        self._rarities: dict[tuple[str, str | None], float] = {}

    def rarity(self, stem: str, game: str | None = None) -> float:
        """How telling a stem is: the logarithm of entries (of a game) per entry that holds it; 0 where none does."""
        kept = self._rarities.get((stem, game))
        if kept is None:
            holders = sum(end - start for start, end in self._rows(stem, game))
            if not holders:
                return 0.0
            kept = self._rarities[stem, game] = log(1 + self._size(game) / holders)
        return kept

    def rarest(self, game: str | None = None) -> float:
        """The rarity of a word that a single entry holds."""
        return log(1 + self._size(game))

    def holders(self, stem: str) -> array[int]:
        """The places of the entries that hold a stem, in reading order."""
        start, end = self._table.stretches.get(stem, _NOWHERE)
        return self._table.places[start:end]

    def totals(self, words: Iterable[Mapping[str, float]], game: str | None = None) -> Totals:
        """BM25F of a query by place of the entry: each word is given as its stems with how well each stands for it."""
        rows = [[(self._columns(stem, game), weight) for stem, weight in stems.items()] for stems in words]
        return add_up(rows, self._entries)

    def _columns(self, stem: str, game: str | None) -> Columns:
        places, scores = self._table.places, self._table.scores
        (start, end), *more = self._rows(stem, game) or [_NOWHERE]
        here, there = places[start:end], scores[start:end]
        for first, last in more:
            here, there = here + places[first:last], there + scores[first:last]
        return here, there

    def _rows(self, stem: str, game: str | None) -> list[tuple[int, int]]:
        """The rows of a stem in the table, in one stretch or, narrowed to a game, in one for each stretch of it."""
        start, end = self._table.stretches.get(stem, _NOWHERE)
        if game is None or start == end:
            return [(start, end)]
        places = self._table.places
        cuts = (
            (bisect_left(places, first, start, end), bisect_left(places, last, start, end))
            for first, last in self._stretches.get(game, ())
        )
        return [(a, b) for a, b in cuts if a < b]

    def _size(self, game: str | None) -> int:
        sizes = self._table.sizes
        return sum(sizes.values()) if game is None else sizes.get(game, 0)
