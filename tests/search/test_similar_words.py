"""Words that look like another: the nearest come first, ties in the list's order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from judge.search.similar_words import words_most_like, words_within

_WORDS = st.lists(st.text("abcä", min_size=1, max_size=9), unique=True, max_size=30)


@given(_WORDS, st.text("abcä", min_size=1, max_size=9), st.integers(0, 2))
def test_near_words_are_those_that_comparing_all_would_find(words: list[str], text: str, edits: int) -> None:
    away = [(OSA.distance(text, word), place, word) for place, word in enumerate(words)]
    nearest = [(word, distance) for distance, _, word in sorted(away) if distance <= edits]
    assert words_within(text, words, edits, 4) == nearest[:4]


@given(_WORDS, st.text("abcä", min_size=1, max_size=9))
def test_likest_words_are_those_that_comparing_all_would_find(words: list[str], text: str) -> None:
    alike = [(-OSA.normalized_similarity(text, word), place, word) for place, word in enumerate(words)]
    likest = [word for likeness, _, word in sorted(alike) if -likeness >= 0.5]
    assert words_most_like(text, words, 0.5, 3) == likest[:3]
