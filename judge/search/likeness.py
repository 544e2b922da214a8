"""Words that look like another: nearest by typing errors, found without comparing those far too long or too short."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

_MANY = 2_000
"""From so many words on it pays to leave out first those of other letters."""


class _Group(NamedTuple):
    """Words of one length, with their places in the list and the letters they hold."""

    words: list[str]
    places: list[int]
    letters: array[int]

    def sharing(self, text: str, edits: int) -> tuple[Sequence[str], Sequence[int]]:
        """Words, with their places, that may be so near by the letters they hold: an edit changes at most two."""
        if len(self.words) < _MANY:
            return self.words, self.places
        import numpy  # loaded only where there are many names

        others = numpy.bitwise_count(numpy.frombuffer(self.letters, dtype=numpy.uint32) ^ numpy.uint32(_letters(text)))
        at = (others <= 2 * edits).nonzero()[0].tolist()
        return [self.words[n] for n in at], [self.places[n] for n in at]


class Lookalikes:
    """A list of words, compared by typing errors (insertion, deletion, exchange, swap of neighbours); read-only."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = words

    @cached_property
    def _by_length(self) -> dict[int, _Group]:
        """The words of each length, with their places in the list."""
        found: dict[int, _Group] = defaultdict(lambda: _Group([], [], array("I")))
        for place, word in enumerate(self._words):
            group = found[len(word)]
            group.words.append(word)
            group.places.append(place)
            group.letters.append(_letters(word))
        return dict(found)

    def within(self, text: str, edits: int, most: int) -> list[tuple[str, int]]:
        """At most `most` words at most `edits` away, with the edits: the nearest first, ties in the list's order."""
        from rapidfuzz import process  # loaded where something reads like nothing known
        from rapidfuzz.distance import OSA

        found: list[tuple[int, int, str]] = []
        for size in range(len(text) - edits, len(text) + edits + 1):
            if size not in self._by_length:
                continue
            words, places = self._by_length[size].sharing(text, edits)
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
            words, places, _ = self._by_length[size]
            near = process.extract(
                text, words, scorer=OSA.normalized_similarity, score_cutoff=least, limit=most
            )
            best = sorted([*best, *((-likeness, places[at], word) for word, likeness, at in near)])[:most]
        return [word for _, _, word in best]


def _letters(word: str) -> int:
    """The letters of a word, a bit each."""
    bits = 0
    for letter in word:
        bits |= 1 << ord(letter) % 32
    return bits


def _likeness(size: int, text: str) -> float:
    """The most that a word of so many letters can be like the text."""
    return 1 - abs(size - len(text)) / (max(size, len(text)) or 1)
