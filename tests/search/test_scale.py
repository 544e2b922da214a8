"""Ways of counting that only differ in how they scale give the same numbers."""

from __future__ import annotations

from array import array
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from judge.search import likeness, totals
from judge.search.likeness import Lookalikes
from judge.search.totals import WordRows, add_up
from judge.search.word_scores import WordScores

_ENTRIES = 40
_SCORE = st.floats(0.1, 30)


@st.composite
def word_rows(draw: st.DrawFn) -> WordRows:
    """A word of one to three stems, each in some entries."""
    stems = []
    for weight in draw(st.lists(st.sampled_from((1.0, 0.85, 0.5)), min_size=1, max_size=3)):
        held = draw(st.dictionaries(st.integers(0, _ENTRIES - 1), _SCORE))
        stems.append(((array("I", sorted(held)), array("d", [held[place] for place in sorted(held)])), weight))
    return stems


@given(st.lists(word_rows(), max_size=5), st.floats(0, 60))
def test_many_rows_add_up_to_what_few_do(words: list[WordRows], least: float) -> None:
    few = add_up(words, _ENTRIES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(totals, "_MANY", 0)
        many = add_up(words, _ENTRIES)
    assert many.most == few.most
    assert [many.of(place) for place in range(_ENTRIES)] == [few.of(place) for place in range(_ENTRIES)]
    assert sorted(many.reaching(least)) == sorted(few.reaching(least))


_WORDS = st.lists(st.text("abcä", min_size=1, max_size=9), unique=True, max_size=30)


@given(_WORDS, st.text("abcä", min_size=1, max_size=9), st.integers(0, 2), st.sampled_from((0, 2_000)))
def test_near_words_are_those_that_comparing_all_would_find(words: list[str], text: str, edits: int, many: int) -> None:
    away = [(OSA.distance(text, word), place, word) for place, word in enumerate(words)]
    nearest = [(word, distance) for distance, _, word in sorted(away) if distance <= edits]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(likeness, "_MANY", many)
        assert Lookalikes(words).within(text, edits, 4) == nearest[:4]


@given(_WORDS, st.text("abcä", min_size=1, max_size=9))
def test_likest_words_are_those_that_comparing_all_would_find(words: list[str], text: str) -> None:
    alike = [(-OSA.normalized_similarity(text, word), place, word) for place, word in enumerate(words)]
    likest = [word for likeness, _, word in sorted(alike) if -likeness >= 0.5]
    assert Lookalikes(words).most_like(text, 0.5, 3) == likest[:3]


def test_word_scores_are_read_as_they_were_written() -> None:
    ends = list(accumulate((0, 2, 1)))
    table = WordScores(
        {"gull": (ends[0], ends[1]), "ship": (ends[1], ends[2])}, array("I", (1, 7, 7)), array("d", (0.5, 2.25, 3)), {}
    )
    assert WordScores.read(table.head(), table.columns()) == table
    with pytest.raises(ValueError, match="not whole"):
        WordScores.read(table.head(), table.columns()[:-1])
