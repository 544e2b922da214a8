"""Operators: phrases, -, OR, game:, edition:, in:headword; and what is malformed is read as words, and said so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.errors import NotAllowed, NotUnderstood, TooLarge
from judge.search.query import read_query
from judge.search.search import Searcher

Ids = Callable[..., list[str]]


def test_a_phrase_must_stand_word_for_word(ids: Ids) -> None:
    assert ids('"storm apple"') == ["orchard/only/apple"]
    assert ids('storm "storm apple"') == ["orchard/only/apple"]


def test_a_phrase_that_stands_nowhere_is_read_as_words_and_said_so(harbour: Searcher) -> None:
    results = harbour.search('"apple storm"')
    assert results.hits
    assert "word for word" in results.notes[0]


def test_minus_excludes_in_any_form(ids: Ids) -> None:
    assert ids("storm -apples") == ["harbour/second/storm"]
    assert ids('storm -"each player"', game="harbour") == []


def test_or_takes_either_and_nothing_else(ids: Ids) -> None:
    assert set(ids("tide OR apple")) == {"harbour/first/tide", "orchard/only/storm", "orchard/only/apple"}


def test_game_and_edition_narrow(ids: Ids) -> None:
    assert ids("storm game:orchard")[0] == "orchard/only/storm"
    assert ids("anchor edition:first") == ["harbour/first/anchor"]
    with pytest.raises(NotAllowed, match="no game “chess”"):
        ids("storm game:chess")


def test_in_headword_looks_at_names_only(ids: Ids) -> None:
    assert ids("in:headword storm") == ["harbour/second/storm", "orchard/only/storm"]
    assert ids("in:headword gull") == []


@pytest.mark.parametrize(
    ("typed", "words", "note"),
    [
        ('storm "each player', "storm each player", "quotation mark"),
        ("OR storm", "storm", "OR stands between"),
        ("storm OR", "storm", "OR stands between"),
        ("storm game:", "storm game", "no value"),
        ("in:text storm", "in text storm", "in:headword"),
    ],
)
def test_a_malformed_query_is_read_as_plain_words(typed: str, words: str, note: str) -> None:
    query = read_query(typed)
    assert query.text == words
    assert note in query.notes[0]


@pytest.mark.parametrize("typed", ["+1/+1 counters", "-1/-1 counters", "alter-ego (form)", "storm*", "a:b", "[energy]"])
def test_signs_that_are_no_operator_are_plain_text(typed: str) -> None:
    query = read_query(typed)
    assert query.words and not query.excluded and not query.notes


@pytest.mark.parametrize("typed", ["", "   ", "OR", "-storm", '""', "game:harbour", "in:headword", "???", "- OR"])
def test_nothing_to_look_for_is_not_understood(typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_query(typed)


def test_a_query_beyond_all_reason_is_too_large() -> None:
    with pytest.raises(TooLarge, match="1,000"):
        read_query("storm " * 200)
