"""Mentions of terms inside sentences."""

from __future__ import annotations

import pytest

from judge.reading.link import Linker, inflections, parse_stop_list


def linker(stops: str = "") -> Linker:
    terms = [("Kettle", "k"), ("Hot Kettle", "hk"), ("Pot (Iron)", "p"), ("Attach To", "a"), ("Quality", "q")]
    return Linker(terms, "en", "g/e", parse_stop_list(stops))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A hot kettle is a kettle.", [("hot kettle", "hk"), ("kettle", "k")]),
        ("Two Kettles and a kettle.", [("Kettles", "k")]),
        ("The kettledrum and the non-kettle.", []),
        ("It is attached to pots of all qualities.", [("attached to", "a"), ("pots", "p"), ("qualities", "q")]),
        ("The kettle’s lid", [("kettle", "k")]),
    ],
)
def test_mentions_are_whole_words_the_longest_first_once_each(text: str, found: list[tuple[str, str]]) -> None:
    mentions = linker().find_mentions(text, frozenset())
    assert [(text[m.start : m.end], m.target) for m in mentions] == found


def test_an_entry_never_mentions_itself() -> None:
    assert linker().find_mentions("A kettle boils.", frozenset({"k"})) == ()


def test_the_stop_list_stops_terms_and_contexts() -> None:
    never = linker('[never]\n"g" = ["quality"]\n')
    assert never.find_mentions("its quality", frozenset()) == ()
    context = linker('[[context]]\nterms = ["kettle"]\nnot = "_ of fish"\n')
    assert context.find_mentions("a kettle of fish", frozenset()) == ()
    assert [m.target for m in context.find_mentions("a kettle of tea", frozenset())] == ["k"]


def test_inflections() -> None:
    assert inflections("Ally") == ("Ally", "Allies")
    assert inflections("Boss") == ("Boss", "Bosses")
