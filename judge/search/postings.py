"""Body text: the entries that hold a stem, how telling it is, and how well the words of a query fit every entry."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from math import log

from judge.entry import Entry
from judge.search.index import WordScores


class Postings:
    """The word scores of an index over these entries; may be shared by threads.

    Only the rarity of stems that stand in the index is kept, so that it never outgrows the vocabulary of the books.
    """

    def __init__(self, scores: WordScores, entries: Sequence[Entry]) -> None:
        self._scores = scores
        self._games = [entry.game for entry in entries]
        self._sizes = Counter(entry.game for entry in entries if not entry.redirects_to)
        self._rarities: dict[tuple[str, str | None], float] = {}

    def rarity(self, stem: str, game: str | None = None) -> float:
        """How telling a stem is: the logarithm of entries (of a game) per entry that holds it; 0 where none does."""
        if stem not in self._scores:
            return 0.0
        if (stem, game) not in self._rarities:
            counts = Counter(self._games[place] for place in self._scores[stem][0])
            holders = counts.total() if game is None else counts[game]
            self._rarities[stem, game] = log(1 + self._size(game) / holders) if holders else 0.0
        return self._rarities[stem, game]

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
                for place, score in zip(places[held], scores[held], strict=True):
                    if score * weight > best.get(place, 0.0):
                        best[place] = score * weight
            for place, score in best.items():
                total[place] = total.get(place, 0.0) + score
        return total

    def _size(self, game: str | None) -> int:
        return self._sizes.total() if game is None else self._sizes[game]
