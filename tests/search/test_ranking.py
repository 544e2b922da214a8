"""What comes first: names, then passages; default editions; one hit an entry, each with its best paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judge.errors import NotAllowed
from judge.search.search import Searcher

Ids = Callable[..., list[str]]


def test_the_entry_of_that_name_stands_before_entries_that_only_speak_of_it(ids: Ids) -> None:
    assert ids("storm")[:2] == ["harbour/second/storm", "orchard/only/storm"]
    assert "orchard/only/apple" in ids("storm")[2:]


def test_the_default_edition_stands_before_an_older_one_however_often_that_says_the_word(ids: Ids) -> None:
    assert ids("anchor")[:2] == ["harbour/second/anchor", "harbour/first/anchor"]


def test_a_redirect_leads_to_its_target_and_is_no_hit_itself(ids: Ids) -> None:
    found = ids("moor")
    assert found[0] == "harbour/second/anchor"
    assert "harbour/second/moor" not in found


def test_each_entry_is_found_once(ids: Ids) -> None:
    found = ids("ship anchor storm crates")
    assert len(found) == len(set(found))


def test_a_hit_shows_the_paragraph_that_answers_and_names_it(harbour: Searcher) -> None:
    hit = harbour.search("how do I weigh anchor").hits[0]
    assert (hit.id, hit.anchor) == ("harbour/second/anchor", "p-2")
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["Weigh", "anchor"]


def test_a_long_paragraph_is_cut_between_words_around_what_was_found(harbour: Searcher) -> None:
    hit = harbour.search("keeper trims").hits[0]
    assert hit.id == "harbour/second/lighthouse"
    assert hit.snippet.startswith("… ") and hit.snippet.endswith("keeper trims the lamp.")
    assert len(hit.snippet) < 300
    assert [hit.snippet[start:end] for start, end in hit.marks] == ["keeper", "trims"]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("what does then mean", "harbour/second/then"),
        ("what does 'then' mean on a card", "harbour/second/then"),
        ("what is an anchor", "harbour/second/anchor"),
        ("when does the tide turn", "harbour/first/tide"),
        ("can a ship at anchor move?", "harbour/second/anchor"),
        ("do gulls steal from the cargo hold", "harbour/second/cargo-hold"),
        ("pirate 2", "harbour/second/pirate-x"),
    ],
)
def test_a_question_finds_the_entry_that_defines_what_it_asks_about(ids: Ids, question: str, first: str) -> None:
    assert ids(question)[0] == first


def test_a_game_named_in_words_comes_first(ids: Ids, harbour: Searcher) -> None:
    assert ids("storm", game="orchard") == ["orchard/only/storm", "orchard/only/apple"]
    assert {hit.game for hit in harbour.search("storm", edition="only").hits} == {"orchard"}


def test_only_entries_of_a_language(ids: Ids) -> None:
    assert ids("satama", lang="fi") == ["harbour/second/satama"]
    assert ids("satama", lang="en") == []
    with pytest.raises(NotAllowed, match="language"):
        ids("satama", lang="sv")


@pytest.mark.parametrize("limit", [0, 101, -1])
def test_a_limit_outside_1_to_100_is_refused(harbour: Searcher, limit: int) -> None:
    with pytest.raises(NotAllowed, match="from 1 to 100"):
        harbour.search("storm", limit=limit)


def test_the_limit_bounds_what_is_given_back(harbour: Searcher) -> None:
    assert len(harbour.search("ship storm", limit=1).hits) == 1


def test_unknown_games_and_editions_are_refused_with_those_there_are(harbour: Searcher) -> None:
    with pytest.raises(NotAllowed, match="harbour, orchard"):
        harbour.search("storm", game="harbor")
    with pytest.raises(NotAllowed, match="second, first"):
        harbour.search("storm", game="harbour", edition="third")
    with pytest.raises(NotAllowed, match="edition"):
        harbour.search("storm edition:third")


def test_the_same_query_gives_the_same_answer(harbour: Searcher) -> None:
    assert harbour.search("gull crates storm") == harbour.search("gull crates storm")


def test_every_hit_says_why_it_stands_there(harbour: Searcher) -> None:
    reasons = " ".join(harbour.search("anchor").hits[0].reasons)
    assert "headword “Anchor” is what was typed" in reasons
    assert "BM25F" in reasons


def test_the_json_is_the_contract_s(harbour: Searcher) -> None:
    (hit, *_) = harbour.search("storm").as_json()
    assert list(hit) == ["id", "headword", "game", "edition", "official", "score", "snippet", "anchor"]
    assert hit["official"] is True
