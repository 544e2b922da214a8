"""Suggestions while one types: from the first letter, across games, default editions first."""

from __future__ import annotations

import pytest

from judge.errors import NotAllowed
from judge.search.search import Searcher


def texts(searcher: Searcher, typed: str, game: str | None = None) -> list[tuple[str, str]]:
    return [(found.text, found.id) for found in searcher.suggest(typed, game=game)]


def test_names_that_begin_so_then_names_with_a_later_word_that_does(harbour: Searcher) -> None:
    assert texts(harbour, "an")[0] == ("Anchor", "harbour/second/anchor")
    assert ("Cargo Hold", "harbour/second/cargo-hold") in texts(harbour, "ho")


def test_one_letter_suggests_across_games_and_once_a_game(harbour: Searcher) -> None:
    found = texts(harbour, "s")
    assert ("Storm", "harbour/second/storm") in found and ("Storm", "orchard/only/storm") in found
    assert [id_ for text, id_ in texts(harbour, "anchor") if text == "Anchor"] == ["harbour/second/anchor"]


def test_only_of_a_game(harbour: Searcher) -> None:
    assert texts(harbour, "s", game="orchard") == [("Storm", "orchard/only/storm")]
    with pytest.raises(NotAllowed):
        harbour.suggest("s", game="chess")


def test_redirects_and_players_words_lead_to_the_entry(harbour: Searcher) -> None:
    assert texts(harbour, "moo") == [("Moor", "harbour/second/anchor")]
    assert texts(harbour, "cors") == [("corsair", "harbour/second/pirate-x")]


def test_diacritics_and_typing_errors_are_forgiven(harbour: Searcher) -> None:
    assert texts(harbour, "ÁNCH")[0][0] == "Anchor"
    assert texts(harbour, "lihgthouse") == [("Lighthouse", "harbour/second/lighthouse")]


def test_nothing_typed_suggests_nothing(harbour: Searcher) -> None:
    assert texts(harbour, "  ") == []
    assert texts(harbour, "zzzz") == []
