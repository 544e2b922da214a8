"""Conditions joined in every way, and words that stand for none, both or either of those named before."""

from __future__ import annotations

from typing import Any

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act, If, Lasting, Noun, Repeat, Then, Unless
from tests.cardtext.conftest import holds, read_card_text

MC = "marvel-champions"


def whole(tables: dict[str, CardWords], text: str) -> Any:
    """The effect of an ability that is read whole."""
    read = read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree
    assert not read.unread, text
    return read.effect


@pytest.mark.parametrize("joint", [" and ", " or ", " but ", ", or ", ", or if "])
@pytest.mark.parametrize("first", ["you are in hero form", "that card was discarded", "you do", "it has not activated"])
@pytest.mark.parametrize(
    "second",
    ["your hero is ready", "Tin Fox is in play", "each player controls an ally", "it is stunned", "3 cards are here"],
)
def test_conditions_are_joined_whatever_the_second_is_about(
    tables: dict[str, CardWords], first: str, joint: str, second: str
) -> None:
    effect = whole(tables, f"Action: If {first}{joint}{second}, draw 1 card.")
    assert isinstance(effect, If) and len(effect.condition.parts) == 2
    assert effect.condition.joined == ("or" if "or" in joint else "and")


def test_behind_a_deed_another_condition_opens_another_deed(tables: dict[str, CardWords]) -> None:
    text = "Action: Ready an ally if you are in hero form, or if you are in alter-ego form, draw 1 card."
    assert "in-form" not in str(whole(tables, text).effect)


@pytest.mark.parametrize(
    "text",
    [
        "When Revealed: Discard an ally. If none were discarded this way, you are stunned.",
        "When Revealed: Discard an ally. If you have none, you are stunned.",
        "When Revealed: Put your nemesis minion into play. If none, this card gains surge.",
        "When Revealed: Discard an ally or upgrade. If neither was discarded this way, this card gains surge.",
        "When Revealed: If neither player is in hero form, this card gains surge.",
        "Action: Look at the top card of your deck. You may discard either, both, or neither.",
    ],
)
def test_none_and_neither_stand_for_those_named(tables: dict[str, CardWords], text: str) -> None:
    whole(tables, text)


def test_none_denies(tables: dict[str, CardWords]) -> None:
    text = "When Revealed: Discard an ally. If none were discarded this way, you are stunned."
    assert holds(whole(tables, text).effects[1].condition).startswith("not discard")


@pytest.mark.parametrize(
    ("deed", "node"),
    [("Discard the top card of your deck", Repeat), ("Tin Fox gets +1 ATK", Unless), ("Tin Fox cannot attack", Unless)],
)
def test_until_ends_what_is_in_force_and_repeats_what_is_done(
    tables: dict[str, CardWords], deed: str, node: type
) -> None:
    for ends in ("an ally is discarded", "Tin Fox leaves play", "he next exhausts or the phase ends"):
        assert isinstance(whole(tables, f"Action: {deed} until {ends}."), node)


@pytest.mark.parametrize(
    "said", ["its next attack", "your next attack", "the next attack you make", "the next attack you defend against"]
)
def test_for_the_next_event_waits_for_it(tables: dict[str, CardWords], said: str) -> None:
    effect = whole(tables, f"Action: Your hero gets +1 ATK for {said}.")
    waits = effect.trigger.clauses[0]
    assert isinstance(effect.effect, Lasting) and waits.event == ("defend" if "defend" in said else "attack")
    assert waits.agent is not None and waits.agent != Noun("class")


@pytest.mark.parametrize("joint", [" and, ", ", and ", ", but ", " and "])
def test_a_condition_in_front_of_a_later_deed_is_that_deeds(tables: dict[str, CardWords], joint: str) -> None:
    for opens, node in (
        ("if you are in hero form", If),
        ("for each ally you control", Repeat),
        ("until the end of the phase", Lasting),
    ):
        last = "Tin Fox gets +1 ATK" if node is Lasting else "ready an ally"
        first, second = whole(tables, f"Action: Draw 1 card{joint}{opens}, {last}.").effects
        assert isinstance(first, Act) and isinstance(second, node)


def test_or_if_is_done_in_place_of_what_stands_before(tables: dict[str, CardWords]) -> None:
    for text, otherwise in (
        ("Action: Draw 1 card or, if you are in hero form, ready an ally.", "draw"),
        ("Action: Attach Tin Fox to an ally or, if you are in hero form, to the villain.", "attach"),
    ):
        effect = whole(tables, text)
        assert isinstance(effect, If) and isinstance(effect.otherwise, Act)
        assert effect.otherwise.clause.event == otherwise


def test_between_commas_a_condition_is_said_of_the_deed_before(tables: dict[str, CardWords]) -> None:
    text = "Action: Engage an enemy, if it is a minion, then deal 3 damage to it."
    effect = whole(tables, text)
    assert isinstance(effect, Then) and isinstance(effect.first, If)


@pytest.mark.parametrize("joint", [" or ", " or if ", ", or if "])
def test_conditions_behind_what_they_are_about_are_joined_too(tables: dict[str, CardWords], joint: str) -> None:
    effect = whole(tables, f"Action: Draw 1 card if you are exhausted{joint}an enemy is stunned.")
    assert isinstance(effect, If) and len(effect.condition.parts) == 2 and effect.condition.joined == "or"
