"""Words that look like another: nearest by typing errors (insertion, deletion, exchange, swap of neighbours)."""

from __future__ import annotations

from collections.abc import Iterable


class SimilarWords:
    """A list of words to compare with; read-only. rapidfuzz is loaded only where something reads like nothing known."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = tuple(words)

    def within(self, text: str, edits: int, most: int) -> list[tuple[str, int]]:
        """At most `most` words at most `edits` away, with the edits: the nearest first, ties in the list's order."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = process.extract(text, self._words, scorer=OSA.distance, score_cutoff=edits, limit=None)
        return [(word, int(away)) for word, away, _ in sorted(near, key=lambda found: (found[1], found[2]))[:most]]

    def most_like(self, text: str, least: float, most: int) -> list[str]:
        """At most `most` words whose likeness (1 less the share of letters to be changed) is `least` or more."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near = process.extract(text, self._words, scorer=OSA.normalized_similarity, score_cutoff=least, limit=None)
        return [word for word, _, _ in sorted(near, key=lambda found: (-found[1], found[2]))[:most]]
