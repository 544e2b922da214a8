"""What the words of a query come to in every entry: few rows are added up one by one, many by numpy.

Both add the same numbers in the same order, so that they agree to the last bit. numpy takes longer to load than a
search in a shelf of rulebooks takes: it is loaded only where a library is searched.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Columns: TypeAlias = "tuple[array[int], array[float]]"
"""Places of entries in reading order, none twice, and their scores for one stem."""
WordRows: TypeAlias = "Sequence[tuple[Columns, float]]"
"""A word: the columns of each of its stems, with how well the stem stands for the word. Its best stem counts."""

_MANY = 6_000
"""From so many rows on numpy is quicker, the time to reach it included."""


class Totals(Protocol):
    """Scores by place of the entry; 0 where no word stands."""

    @property
    def most(self) -> float:
        """The highest of them."""

    def of(self, place: int) -> float:
        """The score of one entry."""

    def reaching(self, least: float) -> Iterable[tuple[int, float]]:
        """Places and scores of entries that hold a word, with at least such a score."""

    def all(self, entries: int) -> NDArray[numpy.float64]:
        """The scores of all so many entries."""


def add_up(words: Sequence[WordRows], entries: int) -> Totals:
    """The totals of these words in a corpus of so many entries."""
    rows = sum(len(places) for stems in words for (places, _), _ in stems)
    return _ManyTotals(words, entries) if rows >= _MANY else _FewTotals(words)


class _FewTotals:
    def __init__(self, words: Sequence[WordRows]) -> None:
        total: dict[int, float] = {}
        for stems in words:
            scored = _best_of(stems)
            if not total:
                total.update(scored)  # in one go, as nothing is there to be added to
                continue
            for place, score in scored:
                total[place] = total.get(place, 0.0) + score
        self._total = total
        self.most = max(total.values(), default=0.0)

    def of(self, place: int) -> float:
        return self._total.get(place, 0.0)

    def reaching(self, least: float) -> Iterable[tuple[int, float]]:
        return [(place, score) for place, score in self._total.items() if score >= least]

    def all(self, entries: int) -> NDArray[numpy.float64]:
        import numpy

        scores = numpy.zeros(entries)
        scores[list(self._total)] = list(self._total.values())
        return scores


def _best_of(stems: WordRows) -> Iterable[tuple[int, float]]:
    if len(stems) == 1:
        ((places, scores), weight) = stems[0]
        return zip(places, scores if weight == 1.0 else [score * weight for score in scores], strict=True)
    best: dict[int, float] = {}
    for (places, scores), weight in stems:
        for place, score in zip(places, scores, strict=True):
            best[place] = max(score * weight, best.get(place, 0.0))
    return best.items()


class _ManyTotals:
    def __init__(self, words: Sequence[WordRows], entries: int) -> None:
        import numpy

        self._total: NDArray[numpy.float64] = numpy.zeros(entries)
        for stems in words:
            best = numpy.zeros(entries)
            for (places, scores), weight in stems:
                at = numpy.frombuffer(places, dtype=numpy.uint32)
                best[at] = numpy.maximum(numpy.frombuffer(scores) * weight, best[at])
            self._total += best
        self.most = float(self._total.max(initial=0.0))

    def of(self, place: int) -> float:
        return float(self._total[place])

    def reaching(self, least: float) -> Iterable[tuple[int, float]]:
        places = ((self._total >= least) & (self._total > 0.0)).nonzero()[0]
        return zip(places.tolist(), self._total[places].tolist(), strict=True)

    def all(self, entries: int) -> NDArray[numpy.float64]:  # noqa: ARG002  # known since they were added up
        return self._total
