"""Words that look like another: nearest by typing errors, found without comparing those far too long or too short."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

_Group = tuple[list[str], list[int]]


class Lookalikes:
    """A list of words, compared by typing errors (insertion, deletion, exchange, swap of neighbours); read-only."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = words

    @cached_property
    def _by_length(self) -> dict[int, _Group]:
        """The words of each length, with their places in the list."""
        found: dict[int, _Group] = defaultdict(lambda: ([], []))
        for place, word in enumerate(self._words):
            words, places = found[len(word)]
            words.append(word)
            places.append(place)
        return dict(found)

    def within(self, text: str, edits: int, most: int) -> list[tuple[str, int]]:
        """At most `most` words at most `edits` away, with the edits: the nearest first, ties in the list's order."""
        from rapidfuzz import process  # loaded where something reads like nothing known
        from rapidfuzz.distance import OSA

        found: list[tuple[int, int, str]] = []
        for size in range(len(text) - edits, len(text) + edits + 1):
            words, places = self._by_length.get(size, ((), ()))
            near = process.extract(text, words, scorer=OSA.distance, score_cutoff=edits, limit=None)
            found += [(int(distance), places[at], word) for word, distance, at in near]
        return [(word, distance) for distance, _, word in sorted(found)[:most]]

    def most_like(self, text: str, least: float, most: int) -> list[str]:
        """At most `most` words whose likeness (1 less the share of letters to be changed) is `least` or more."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best: list[tuple[float, int, str]] = []
        for size in sorted(self._by_length, key=lambda size: (_likeness(size, text), -size), reverse=True):
            if _likeness(size, text) < (-best[most - 1][0] if len(best) >= most else least):
                break  # those of this length, and all further ones, differ by more letters
            words, places = self._by_length[size]
            near = process.extract(
                text, words, scorer=OSA.normalized_similarity, score_cutoff=least, limit=most
            )
            best = sorted([*best, *((-likeness, places[at], word) for word, likeness, at in near)])[:most]
        return [word for _, _, word in best]


def _likeness(size: int, text: str) -> float:
    """The most that a word of so many letters can be like the text."""
    return 1 - abs(size - len(text)) / (max(size, len(text)) or 1)
