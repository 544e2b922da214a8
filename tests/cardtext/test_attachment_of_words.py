"""To what words belong that could be said of several: the card, not the zone it lies in; the verb, not the clause
within."""

from __future__ import annotations

import re

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act
from tests.cardtext.conftest import read_card_text

MC = "marvel-champions"
_SPAN = r"span=\(\d+, \d+\)"


@pytest.mark.parametrize(
    "narrowed", ["with cost 3 or less", "that costs 3 or less", "without a counter", "with the highest cost"]
)
@pytest.mark.parametrize(
    "text",
    [
        "Action: Put an ally from your hand {} into play.",
        "Action: Put an ally {} into play from your hand.",
        "Action: Discard an ally in your hand {}.",
        "Action: Choose an ally from your discard pile {}.",
        "Action: Search your deck for an ally from your collection {}.",
    ],
)
def test_what_narrows_a_card_behind_its_zone_is_said_of_the_card(
    tables: dict[str, CardWords], text: str, narrowed: str
) -> None:
    read = read_card_text(text.format(narrowed), tables[MC]).abilities[0].tree
    assert not read.unread and isinstance(read.effect, Act)
    clause = read.effect.clause
    assert clause.patient is not None and len(clause.patient.having) == 1
    assert clause.event == ("enter-play" if "into play" in text else clause.event)
    assert not any(place.having for place in (clause.to, clause.origin) if place is not None)


@pytest.mark.parametrize("joint", ["and", "or"])
@pytest.mark.parametrize("denied", ["", "not "])
@pytest.mark.parametrize(
    ("first", "second"),
    [("stunned", "confused"), ("exhausted", "stunned"), ("damaged", "exhausted"), ("ready", "stunned")],
)
def test_states_joined_are_states_of_one(
    tables: dict[str, CardWords], first: str, second: str, denied: str, joint: str
) -> None:
    text = f"Action: If an enemy is {denied}{first} {joint} {second}, draw 1 card."
    condition = read_card_text(text, tables[MC]).abilities[0].tree.effect.condition  # type: ignore[union-attr]
    assert condition is not None
    assert {one.clause.event for one in condition.parts if one.clause} <= {"is", "has-status"}
    assert all(one.clause and one.clause.patient and one.negative == bool(denied) for one in condition.parts)
    assert condition.joined == ("and" if denied else joint)


def test_a_longer_noun_is_not_cut_by_a_phrase_before_it(tables: dict[str, CardWords]) -> None:
    for text in (
        "Reduce the cost of the first player side scheme you play each phase by 2.",
        "When Revealed: Each player in this game area takes 1 damage.",
    ):
        assert not read_card_text(text, tables[MC]).unread


def test_a_stroke_joins_kinds_as_or_does(tables: dict[str, CardWords]) -> None:
    stroke, spelt = (
        read_card_text(f"Action: Deal 2 damage to a minion{joint}ally.", tables[MC]).abilities[0].tree
        for joint in ("/", " or ")
    )
    assert not stroke.unread and isinstance(stroke.effect, Act) and isinstance(spelt.effect, Act)
    assert stroke.effect.clause.patient is not None and spelt.effect.clause.patient is not None
    assert stroke.effect.clause.patient.kinds == spelt.effect.clause.patient.kinds == ("minion", "ally")


def test_a_trait_narrows_the_kind_it_stands_before_alone(tables: dict[str, CardWords]) -> None:
    (ability,) = read_card_text("Action: Exhaust a Beast ally or upgrade you control.", tables[MC]).abilities
    assert isinstance(ability.tree.effect, Act) and ability.tree.effect.clause.patient is not None
    assert [one.traits for one in ability.tree.effect.clause.patient.parts] == [("beast",), ()]


@pytest.mark.parametrize("places", ["its front or back row", "its back or front row", "the front or back row"])
@pytest.mark.parametrize("who", ["target character", "an enemy character", "any number of your characters"])
def test_a_noun_said_once_is_said_of_both_places(tables: dict[str, CardWords], who: str, places: str) -> None:
    """“Front or back row” is the front row or the back row."""
    read, spelt = (
        read_card_text(f"Main: Move {who} to {one}.", tables["vs-system-2pcg"]).abilities[0].tree
        for one in (places, places.replace(" or ", " row or "))
    )
    assert not read.unread
    assert re.sub(_SPAN, "", repr(read.effect)) == re.sub(_SPAN, "", repr(spelt.effect))
