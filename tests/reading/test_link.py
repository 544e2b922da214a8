"""Mentions of terms inside sentences."""

from __future__ import annotations

import pytest

from judge.errors import NotUnderstood
from judge.reading.link_stoplist import parse_stop_list
from judge.reading.term_mentions import MentionFinder

TERMS = [
    ("Kettle", "k"),
    ("Hot Kettle", "hk"),
    ("Pot (Iron)", "p"),
    ("Attach To", "a"),
    ("Quality", "q"),
    ("Boil", "b"),
    ("Pour (Water)", "water"),
    ("Pour (Tea)", "tea"),
    ("Pour", "water"),
    ("Pour", "tea"),
]


def linker(stops: str = "") -> MentionFinder:
    return MentionFinder(TERMS, "en", "g/e", parse_stop_list(stops))


def found(text: str, stops: str = "", own: str = "") -> list[tuple[str, str]]:
    mentions = linker(stops).find_mentions(text, frozenset({own}))
    return [(text[m.start : m.end], m.target) for m in mentions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A hot kettle is a kettle.", [("hot kettle", "hk"), ("kettle", "k")]),
        ("Two Kettles and a kettle.", [("Kettles", "k")]),
        ("The kettledrum and the non-kettle.", []),
        ("It is attached to pots of all qualities.", [("attached to", "a"), ("pots", "p"), ("qualities", "q")]),
        ("The kettle’s lid", [("kettle", "k")]),
    ],
)
def test_mentions_are_whole_words_the_longest_first_once_each(text: str, expected: list[tuple[str, str]]) -> None:
    assert found(text) == expected


def test_an_entry_never_mentions_itself_nor_a_shorter_term_inside_its_name() -> None:
    assert found("A kettle boils.", own="k") == [("boils", "b")]
    assert found("A hot kettle is hot.", own="hk") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Boiling it", "Boiling"), ("it boiled", "boiled"), ("two boils", "boils"), ("they seethed it", "seethed")],
)
def test_a_term_is_found_in_all_its_forms(text: str, expected: str) -> None:
    assert found(text, '[irregular]\nseethed = "boil"\n') == [(expected, "b")]


def test_stopped_terms_are_not_linked_in_their_game_only() -> None:
    assert found("its quality", '[never]\n"g" = ["quality"]\n') == []
    assert found("its quality", '[never]\n"h" = ["quality"]\n') == [("quality", "q")]


@pytest.mark.parametrize(
    ("row", "linked", "left"),
    [
        ("not = ['<kettle> of fish']", "a kettle of tea", "a kettle of fish"),
        ("only = ['hot, <kettle>']", "a hot, kettle", "a cold kettle"),
        ("capital = true", "a Kettle", "a kettle"),
        ("quoted = true", "the word “kettle”", "a kettle"),
        ("exact = true", "a kettle", "two kettles"),
        ("bracketed = true", "with [kettle] here", "with [kettle lid] here"),
    ],
)
def test_a_term_is_linked_only_where_its_row_allows_it(row: str, linked: str, left: str) -> None:
    stops = f"[[mention]]\nterms = ['kettle']\n{row}\n"
    assert [target for _, target in found(linked, stops)] == ["k"]
    assert found(left, stops) == []


def test_a_longer_term_that_is_not_meant_leaves_room_for_a_shorter_one() -> None:
    assert found("a hot kettle", "[[mention]]\nterms = ['hot kettle']\nnot = ['a <hot']\n") == [("kettle", "k")]


def test_further_words_lead_to_a_term() -> None:
    assert found("two cauldrons", "[[mention]]\nterms = ['kettle']\nforms = ['cauldron']\n") == [("cauldrons", "k")]


def test_a_name_of_several_entries_leads_where_the_sentence_proves_it() -> None:
    senses = "[[sense]]\nterms = ['pour']\nto = 'Pour (Tea)'\nwhere = ['<pour> (a|the) cup']\n"
    assert found("Now pour it.") == []
    assert found("Now pour it.", senses) == []
    assert found("Now pour a cup.", senses) == [("pour", "tea")]
    assert found("Now pour it.", senses + "[[sense]]\nterms = ['pour']\nto = 'Pour (Water)'\n") == [("pour", "water")]


def test_the_name_of_an_icon_is_no_mention() -> None:
    assert found("Pay [kettle].") == []


def test_a_stop_list_that_cannot_be_read_says_so() -> None:
    with pytest.raises(NotUnderstood, match=r"links\.toml"):
        parse_stop_list("[[mention]]\nterms = ['kettle']\nonly = ['(']\n")
