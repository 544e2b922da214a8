"""What a ruling made of words it did not look at: to whom damage was done, how much may be done at most."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from judge.engine.referee import Referee

ATTACK = {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada", "defender": "Pip"}
PIP = {"id": "pip", "name": "Pip", "kind": "ally", "controller": "Ada", "text": ""}


def ruling(referee: Referee, occurrence: Mapping[str, Any] | None, *cards: dict[str, Any]) -> dict[str, Any]:
    """The ruling on a dispute of two players as JSON."""
    players = [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}]
    dispute = {"game": "marvel-champions", "players": players, "cards": list(cards)}
    return referee.resolve({**dispute, **({"occurrence": occurrence} if occurrence else {})}).as_json()


def ordered(said: Mapping[str, Any]) -> list[str]:
    """The abilities that resolve."""
    return [ability for group in said["order"] for ability in group["abilities"]]


@pytest.mark.parametrize(
    ("whom", "resolves"),
    [("you", False), ("a hero", False), ("an identity", False), ("an ally", True), ("a character", True)],
)
def test_an_ally_who_defended_was_damaged_nobody_else(referee: Referee, whom: str, resolves: bool) -> None:
    text = f"Forced Response: After Ironclad attacks and damages {whom}, place 1 threat on the main scheme."
    ironclad = {"id": "iron", "name": "Ironclad", "kind": "villain", "controller": "scenario", "text": text}
    assert ("iron" in ordered(ruling(referee, ATTACK, ironclad, PIP))) == resolves


@pytest.mark.parametrize("defender", ["Pip", None])
def test_undefended_the_player_is_damaged(referee: Referee, defender: str | None) -> None:
    text = "Forced Response: After Ironclad attacks and damages you, discard 1 card from your hand."
    ironclad = {"id": "iron", "name": "Ironclad", "kind": "villain", "controller": "scenario", "text": text}
    attack = {key: value for key, value in ATTACK.items() if key != "defender" or defender}
    assert ("iron" in ordered(ruling(referee, attack, ironclad, PIP))) == (defender is None)


@pytest.mark.parametrize(
    ("text", "occurrence"),
    [
        ("Pip cannot take more than 3 damage each round.", {"type": "damage", "target": "Pip"}),
        ("Pip cannot take more than 3 damage from a single attack.", ATTACK),
        ("Players cannot play more than 2 events each round.", {"type": "play-card", "card": "zap", "player": "Ada"}),
    ],
)
def test_a_bound_that_nobody_counts_forbids_nothing_and_is_told(
    referee: Referee, text: str, occurrence: dict[str, str]
) -> None:
    zap = {"id": "zap", "name": "Zap", "kind": "event", "controller": "Ada", "text": "Hero Action: Draw 1 card."}
    law = {"id": "law", "name": "Law", "kind": "side-scheme", "controller": "scenario", "text": text}
    cards = ({**PIP, "text": text}, zap) if text.startswith("Pip") else (law, zap)
    said = ruling(referee, occurrence, *cards)
    assert any("not worked out" in warning for warning in said["warnings"])
    assert not [one for one in said["excluded"] if one["reason"] == "forbidden"]
    assert not [one for one in said["excluded"] if one["ability"] == "law" and "changes nothing" in one["why"]]
    if occurrence["type"] == "play-card":
        assert "zap" in ordered(said)


def test_a_bound_for_a_while_forbids_nothing_and_is_told(referee: Referee) -> None:
    text = "Interrupt: When Pip would take damage, Pip cannot take more than 2 damage this phase."
    wall = {"id": "wall", "name": "Wall", "kind": "event", "controller": "Ada", "text": text}
    said = ruling(referee, {"type": "damage", "target": "Pip"}, wall, PIP)
    assert "damage/taken" in [one["step"] for one in said["timeline"]]
    assert any("not worked out" in warning for warning in said["warnings"])


def test_a_cannot_is_said_of_all_that_it_joins(referee: Referee) -> None:
    pip = {**PIP, "text": "Pip cannot take damage or be stunned."}
    zap = {"id": "zap", "name": "Zap", "kind": "event", "controller": "Bo", "text": "Action: Stun Pip."}
    said = ruling(referee, None, pip, zap)
    assert [(one["reason"], one["by"]) for one in said["excluded"] if one["ability"] == "zap"] == [("forbidden", "pip")]


def test_who_cannot_be_the_target_of_attacks_is_not_attacked(referee: Referee) -> None:
    text = "Allies cannot be chosen as the target of enemy attacks."
    law = {"id": "law", "name": "Law", "kind": "side-scheme", "controller": "scenario", "text": text}
    attack = {"type": "enemy-attack", "attacker": "Ironclad", "target": "Pip"}
    assert "law" in ordered(ruling(referee, attack, law, PIP))


def test_each_thing_given_is_given(referee: Referee) -> None:
    gift = {
        "id": "gift",
        "name": "Gift",
        "kind": "event",
        "controller": "Ada",
        "text": "Action: Give Ironclad a boost card and a tough status card.",
    }
    text = "Response: After Ironclad is given a tough status card, draw 1 card."
    ironclad = {"id": "iron", "name": "Ironclad", "kind": "villain", "controller": "scenario", "text": text}
    assert ordered(ruling(referee, None, gift, ironclad)) == ["gift", "iron"]


@pytest.mark.parametrize("said", ["If you have no allies, do this again.", "Repeat this effect for each counter here."])
def test_an_effect_that_is_repeated_is_told_as_not_worked_out(referee: Referee, said: str) -> None:
    text = f"Action: Draw 1 card. {said}"
    zap = {"id": "zap", "name": "Zap", "kind": "event", "controller": "Ada", "text": text}
    assert any("not worked out" in warning for warning in ruling(referee, None, zap)["warnings"])


@pytest.mark.parametrize(
    "text",
    [
        "When an enemy attacks you, change the target of that attack to Pip.",
        "When an enemy attacks you, redirect that attack to Pip.",
        "When you would take damage, redirect that damage to Pip.",
    ],
)
def test_who_something_is_redirected_to_is_hit(referee: Referee, text: str) -> None:
    attack = {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada"}
    answers = (f"Response: After {who} damage, draw 1 card." for who in ("Pip takes", "you take"))
    pip, coat = ({"controller": "Ada", "text": answer} for answer in answers)
    zap = {"id": "zap", "name": "Zap", "kind": "event", "controller": "Ada", "text": f"Interrupt: {text}"}
    cards = ({**PIP, **pip}, {"id": "coat", "name": "Coat", "kind": "upgrade", **coat}, zap)
    assert ordered(ruling(referee, attack, *cards)) == ["zap", "pip"]
