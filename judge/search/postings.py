"""Body text: the entries that hold a stem, how telling it is, and how well the words of a query fit every entry."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import log

from judge.search.word_scores import WordScores

_NOWHERE = (0, 0)


class Postings:
    """The word scores of an index, narrowed to a game where one is asked for; may be shared by threads.

    `stretches` are the places, end excluded, at which the entries of each game stand. Only the rarity of stems that
    stand in the index is kept, so that it never outgrows the vocabulary of the books.
    """

    def __init__(self, table: WordScores, stretches: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        self._table = table
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

    def totals(self, words: Iterable[Mapping[str, float]], game: str | None = None) -> dict[int, float]:
        """BM25F of a query by place of the entry: of each word, given as its stems with how well each stands for it,
        the best stem counts."""
        total: dict[int, float] = {}
        for stems in words:
            scored = self._scores_of(stems, game)
            if not total:
                total.update(scored)  # in one go, as nothing is there to be added to
                continue
            for place, score in scored:
                total[place] = total.get(place, 0.0) + score
        return total

    def _scores_of(self, stems: Mapping[str, float], game: str | None) -> Iterable[tuple[int, float]]:
        if len(stems) == 1 and 1.0 in stems.values():
            (stem,) = stems
            return self._scores(stem, game)
        best: dict[int, float] = {}
        for stem, weight in stems.items():
            if best:
                for place, score in self._scores(stem, game):
                    best[place] = max(score * weight, best.get(place, 0.0))
            else:
                best = {place: score * weight for place, score in self._scores(stem, game)}
        return best.items()

    def _scores(self, stem: str, game: str | None) -> Iterable[tuple[int, float]]:
        table = self._table
        for start, end in self._rows(stem, game):
            yield from zip(table.places[start:end], table.scores[start:end], strict=True)

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
