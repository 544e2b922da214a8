"""Body text: the entries that hold a stem, how telling it is, and how well the words of a query fit every entry."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cache
from math import log
from operator import add

from judge.entry import Entry
from judge.search.index import WordScores


class Postings:
    """The word scores of an index over these entries; may be shared by threads.

    Only the holders of stems that stand in the index are kept, so that it never outgrows the vocabulary of the books.
    """

    def __init__(self, scores: WordScores, entries: Sequence[Entry]) -> None:
        self._scores = scores
        self._games = [entry.game for entry in entries]
        self._sizes = Counter(entry.game for entry in entries if not entry.redirects_to)
        self._whole = self._sizes.total()
        self._holders = cache(self._count_holders)

    def _count_holders(self, stem: str) -> Counter[str]:
        """How many entries of each game hold a stem of the index."""
        return Counter(map(self._games.__getitem__, self._scores[stem][0]))

    def rarity(self, stem: str, game: str | None = None) -> float:
        """How telling a stem is: the logarithm of entries (of a game) per entry that holds it; 0 where none does."""
        if stem not in self._scores:
            return 0.0
        counts = self._holders(stem)
        holders = counts.total() if game is None else counts[game]
        return log(1 + self._size(game) / holders) if holders else 0.0

    def rarest(self, game: str | None = None) -> float:
        """The rarity of a word that a single entry holds."""
        return log(1 + self._size(game))

    def totals(self, words: Iterable[Mapping[str, float]], shelf: Set[int] | None) -> Mapping[int, float]:
        """BM25F of a query by place of the entry: each word is given as its stems with how well each stands for it, of
        which the best counts. Only places around those of `shelf` are looked at."""
        total: dict[int, float] = {}
        first, last = (min(shelf), max(shelf)) if shelf else (0, len(self._games))
        for stems in words:
            best: dict[int, float] = {}
            for stem, weight in stems.items():
                places, scores = self._scores.get(stem, ((), ()))
                held = slice(bisect_left(places, first), bisect_right(places, last))
                weighed = zip(places[held], (score * weight for score in scores[held]), strict=True)
                _merge(best, weighed, max)
            _merge(total, best.items(), add)
        return total

    def _size(self, game: str | None) -> int:
        return self._whole if game is None else self._sizes[game]


def _merge(found: dict[int, float], more: Iterable[tuple[int, float]], both: Callable[[float, float], float]) -> None:
    """Take more in; `both` says what counts of two at one place."""
    if not found:
        found.update(more)
        return
    for place, score in more:
        found[place] = both(found[place], score) if place in found else score
