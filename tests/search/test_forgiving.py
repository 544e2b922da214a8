"""Typing errors, word forms, split and joined words, diacritics, synonyms, Finnish: found, below what is exact."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.errors import JudgeError
from judge.search.search import Searcher

Ids = Callable[..., list[str]]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("ancor", "harbour/second/anchor"),
        ("ancohr", "harbour/second/anchor"),
        ("anchors", "harbour/second/anchor"),
        ("ANCHOR", "harbour/second/anchor"),
        ("ánchor", "harbour/second/anchor"),
        ("cargohold", "harbour/second/cargo-hold"),
        ("cargo-hold", "harbour/second/cargo-hold"),
        ("light house", "harbour/second/lighthouse"),
        ("lihgthouze", "harbour/second/lighthouse"),
        ("piratse", "harbour/second/pirate-x"),
        ("corsair", "harbour/second/pirate-x"),
        ("sea robbers", "harbour/second/pirate-x"),
        ("ankkurin", "harbour/second/anchor"),
        ("ankkurilla", "harbour/second/anchor"),
        ("satamassa", "harbour/second/satama"),
        ("“anchr”", "harbour/second/anchor"),
    ],
)
def test_what_is_meant_comes_first(ids: Ids, typed: str, first: str) -> None:
    assert ids(typed)[0] == first


def test_a_word_of_the_books_is_never_mended(ids: Ids) -> None:
    assert ids("gull") == ids("gulls")
    assert "harbour/second/anchor" not in ids("reef")


def test_a_mended_word_is_told(harbour: Searcher) -> None:
    results = harbour.search("lightouse keeper")
    assert results.notes == ("“lightouse” is no word of these rules; it was read as “lighthouse”.",)
    assert "Lighthouse" in results.did_you_mean


def test_an_everyday_word_is_not_taken_for_a_mistyped_one(harbour: Searcher) -> None:
    assert harbour.search("stoorm").notes != ()
    assert harbour.search("store").notes == ()


def test_nothing_found_offers_near_names(harbour: Searcher) -> None:
    results = harbour.search("stxrmzz")
    assert results.hits == ()
    assert "Storm" in results.did_you_mean
    assert harbour.search("storm").did_you_mean == ()


@given(st.text(max_size=60))
def test_whatever_is_typed_is_answered_or_refused_in_a_sentence(harbour: Searcher, typed: str) -> None:
    try:
        results = harbour.search(typed)
    except JudgeError as error:
        assert error.message.endswith(".")
    else:
        for hit in results.hits:
            assert all(0 <= start < end <= len(hit.snippet) for start, end in hit.marks)


def test_an_everyday_phrase_leads_to_the_entry_by_some_of_its_words_too(ids: Ids, harbour: Searcher) -> None:
    assert ids("boat will not budge at all")[0] == "harbour/second/anchor"
    assert not [found for found in harbour.suggest("boat") if "budge" in found.text]
