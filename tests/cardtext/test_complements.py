"""Whatever is said of a clause has a part in what it means, or is told as not understood."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from judge.ability import Ability
from judge.cardtext.card_words import CardWords
from judge.cardtext.tree import Act, Amount, Effect, Lasting, Sequence, Then, leaves
from tests.cardtext.conftest import read_card_text

MU, VS, MC = "marvel-united", "vs-system-2pcg", "marvel-champions"

SENTENCES = [
    (MU, "Trigger: When BAM! is activated. Effect: Cancel it{}."),
    (MU, "Trigger: When BAM! is activated{}. Effect: Draw 1 card."),
    (MU, "BAM!: Each Hero takes 1 damage{}."),
    (MU, "When the Villain would move, cancel that effect{}."),
    (MU, "You cannot take damage{}."),
    (VS, "Reaction: When an enemy player plays a plot twist, cancel that plot twist{}."),
    (VS, "Combat: Choose an attacker to get +2/+0{}."),
    (VS, "At the end of combat, if Wall is not stunned{}, draw a card."),
    (VS, "Wall has flight{}."),
    (MC, "Hero Interrupt: When the villain attacks, prevent 2 of that damage{}."),
    (MC, "Action: Give a minion retaliate 1{}."),
    (MC, "Response: After you attack, reduce its ATK by 1{}."),
]
ADJUNCTS = [
    "with another player",
    "without moving",
    "against you",
    "in another zone",
    "beside a Threat",
    "by another player",
    "as if it were your turn",
    "two more times",
    "alone",
    "once each turn",
]


@pytest.mark.parametrize("game, sentence", SENTENCES)
def test_an_adjunct_is_never_swallowed(tables: dict[str, CardWords], game: str, sentence: str) -> None:
    plain = read_card_text(sentence.format(""), tables[game], "Wall")
    assert not plain.unread
    swallowed = []
    for adjunct in ADJUNCTS:
        told = read_card_text(sentence.format(f" {adjunct}"), tables[game], "Wall")
        if not told.unread and _meaning(told) == _meaning(plain):
            swallowed.append(adjunct)
    assert not swallowed


def _meaning(said: object) -> object:
    """What is meant, without the words themselves."""
    if isinstance(said, tuple):
        return tuple(_meaning(one) for one in said)
    if is_dataclass(said) and not isinstance(said, type):
        words = ("span", "text") if not isinstance(said, Ability) else ("effect",)
        return tuple(_meaning(getattr(said, field.name)) for field in fields(said) if field.name not in words)
    return said


def _effect(tables: dict[str, CardWords], game: str, text: str) -> Effect:
    (part,) = read_card_text(text, tables[game], "Wall").parts
    assert isinstance(part, Ability) and not part.tree.unread
    return part.tree.effect


@pytest.mark.parametrize(
    "what, how, until",
    [
        ("Choose an attacker to", "get +2/+0 this combat", "combat"),
        ("Choose an attacker to", "gain flight this turn", "turn"),
        ("Choose a character on your side to", "lose flight this turn", "turn"),
    ],
)
def test_how_long_is_said_of_what_is_chosen(tables: dict[str, CardWords], what: str, how: str, until: str) -> None:
    effect = _effect(tables, VS, f"Main: {what} {how}.")
    lasting = [one for one in leaves(effect, Sequence, Then) if isinstance(one, Lasting)]
    assert [one.until for one in lasting] == [until]


@pytest.mark.parametrize(
    "deed, first, second",
    [
        ("Deal 4 damage to the villain and 2 damage to a minion", "villain", "minion"),
        ("Remove 4 threat from the main scheme and 2 threat from a side scheme", "main-scheme", "side-scheme"),
        ("Heal 4 damage from an ally and 2 damage from your hero", "ally", "hero"),
    ],
)
def test_a_verb_is_shared_by_what_is_done_to_others(
    tables: dict[str, CardWords], deed: str, first: str, second: str
) -> None:
    effect = _effect(tables, MC, f"Action: {deed}.")
    acts = [one.clause for one in leaves(effect, Sequence) if isinstance(one, Act)]
    assert [one.event for one in acts] == [acts[0].event] * 2
    assert [one.amount for one in acts] == [Amount(4), Amount(2)]
    assert [one.patient.kinds for one in acts if one.patient] == [(first,), (second,)]
