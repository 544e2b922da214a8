"""Words that the grammar once took without letting them mean anything."""

from __future__ import annotations

from typing import Any

import pytest

from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act, Gain, May, Modify
from tests.cardtext.conftest import read_card_text

MC = "marvel-champions"


def whole(tables: dict[str, CardWords], text: str) -> Any:
    """The effect of an ability that is read whole."""
    read = read_card_text(text, tables[MC], "Tin Fox").abilities[0].tree
    assert not read.unread, text
    return read.effect


@pytest.mark.parametrize("said", ["during your turn", "in another zone"])
@pytest.mark.parametrize(
    "text",
    [
        "Action: Choose an enemy that attacked you {}.",
        "Action: Choose an enemy attacked by you {}.",
        "Response: After you attack an enemy that defeated an ally {}, draw 1 card.",
    ],
)
def test_what_finds_no_part_in_a_relative_clause_is_told(tables: dict[str, CardWords], text: str, said: str) -> None:
    assert read_card_text(text.format(said), tables[MC]).unread


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("Action: Add 1 card attached here to your hand.", "move"),
        ("Action: Put each ally placed here into play.", "enter-play"),
        ("Action: Return each card attached here to its owner's hand.", "move"),
    ],
)
def test_where_cards_go_is_not_said_of_where_they_lie(tables: dict[str, CardWords], text: str, event: str) -> None:
    clause = whole(tables, text).clause
    assert clause.event == event and clause.to is not None and clause.to.zone in ("hand", "play")


def test_whose_attack_it_is_is_kept(tables: dict[str, CardWords]) -> None:
    text = "Interrupt: When you would take damage from an attack made by a minion, prevent that damage."
    trigger = read_card_text(text, tables[MC]).abilities[0].tree.trigger
    assert trigger is not None and "'minion'" in repr(trigger.clauses[0].source)


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Tin Fox takes 1 less damage from each attack.", "-"),
        ("Tin Fox deals 1 less damage.", "-"),
        ("Tin Fox deals +1 damage to exhausted characters.", "+"),
    ],
)
def test_less_damage_is_no_damage_of_so_much(tables: dict[str, CardWords], text: str, direction: str) -> None:
    effect = whole(tables, text)
    assert isinstance(effect, Modify) and effect.direction == direction
    assert (effect.what is not None) == (" from " in text or " to " in text)


def test_who_has_another_do_something_decides_and_the_other_does_it(tables: dict[str, CardWords]) -> None:
    effect = whole(tables, "Action: You may have a minion attack another enemy.")
    assert isinstance(effect, May) and effect.chooser is None and isinstance(effect.effect, Act)
    assert effect.effect.clause.event == "attack" and "minion" in repr(effect.effect.clause.agent)


def test_a_card_put_somewhere_with_a_text_has_that_ability(tables: dict[str, CardWords]) -> None:
    text = (
        'Action: Attach this card to an enemy as an upgrade with the text: "Response: After it attacks, draw 1 card."'
    )
    given = whole(tables, text).effects[-1]
    assert isinstance(given, Gain) and "timing='response'" in repr(given.ability)
