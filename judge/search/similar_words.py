"""Words that look like another: nearest by typing errors (insertion, deletion, exchange, swap of neighbours).

Of words as near, the earlier one comes first. rapidfuzz is loaded only where something reads like nothing known.
"""

from __future__ import annotations

from collections.abc import Sequence


def allowed_edits(word: str) -> int:
    """How many typing errors a word may hold: none below three letters, one in short words, two from eight letters."""
    return 0 if len(word) < 3 else 1 if len(word) < 8 else 2


def words_within(text: str, words: Sequence[str], edits: int, most: int) -> list[tuple[str, int]]:
    """At most `most` of the words that are at most `edits` away, with the edits, the nearest first."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near = process.extract(text, words, scorer=OSA.distance, score_cutoff=edits, limit=most)
    return [(word, int(away)) for word, away, _ in near]


def words_most_like(text: str, words: Sequence[str], least: float, most: int) -> list[str]:
    """At most `most` of the words whose likeness (1 less the share of letters to be changed) is `least` or more."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    near = process.extract(text, words, scorer=OSA.normalized_similarity, score_cutoff=least, limit=most)
    return [word for word, _, _ in near]
