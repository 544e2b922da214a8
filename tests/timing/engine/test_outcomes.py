"""What else must have come of an event: who took no damage was not defeated by an attack."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered, ruling

AVERTED: dict[str, dict[str, Any]] = {
    "tough": {"name": "Tough", "kind": "status", "attached_to": "Baron"},
    "cannot": {"name": "Vault", "kind": "side-scheme", "controller": "scenario", "text": "Baron cannot take damage."},
    "prevented": {
        "name": "Shell",
        "kind": "attachment",
        "attached_to": "Baron",
        "controller": "scenario",
        "text": "Forced Interrupt: When Baron would take any amount of damage, prevent all of that damage.",
    },
}


def trophy(text: str) -> dict[str, Any]:
    return {
        "id": "it",
        "name": "Trophy",
        "kind": "upgrade",
        "controller": "Ada",
        "text": f"Response: After {text}, draw 1 card.",
    }


@pytest.mark.parametrize("said", [{}, {"defeats": True}])
@pytest.mark.parametrize("how", [None, *AVERTED])
@pytest.mark.parametrize("kind", ["minion", "villain"])
def test_who_took_no_damage_was_not_defeated(
    referee: Referee, kind: str, how: str | None, said: dict[str, bool]
) -> None:
    happens: dict[str, Any] = {
        "type": "player-attack",
        "attacker": "Ada",
        "controller": "Ada",
        "target": "Baron",
        "target_kind": kind,
    }
    cards = [{"id": "by", **AVERTED[how]}] if how is not None else []
    found = ruling(referee, {**happens, **said}, trophy("your hero attacks and defeats an enemy"), *cards)
    assert ("it" in ordered(found)) == (how is None)
    if how is not None:
        assert {"by"} == {one["by"] for one in found["excluded"] if one["ability"] == "it"}


@pytest.mark.parametrize(("said", "resolves"), [({}, True), ({"defeats": True}, True), ({"defeats": False}, False)])
@pytest.mark.parametrize("kept", [False, True])
def test_a_scheme_that_keeps_its_threat_was_not_defeated(
    referee: Referee, kept: bool, said: dict[str, bool], resolves: bool
) -> None:
    happens: dict[str, Any] = {"type": "thwart", "thwarter": "Ada", "controller": "Ada", "scheme": "Bomb", **said}
    bomb = {"id": "bomb", "name": "Bomb", "kind": "side-scheme", "controller": "scenario", "text": ""}
    if kept:
        bomb["text"] = "Threat cannot be removed from Bomb."
    found = ruling(referee, happens, trophy("your hero thwarts and defeats a side scheme"), bomb)
    assert ("it" in ordered(found)) == (resolves and not kept)


@pytest.mark.parametrize("which", ["that attack", "this attack", "the attack"])
def test_what_says_how_an_attack_deals_its_damage_deals_none_itself(referee: Referee, which: str) -> None:
    """“That attack deals indirect damage”: at its own time, after the interrupts of the attack."""
    happens = {"type": "enemy-attack", "attacker": "Baron", "attacker_kind": "villain", "target": "Ada"}
    baron = {
        "id": "baron",
        "name": "Baron",
        "kind": "villain",
        "controller": "scenario",
        "text": f"Forced Interrupt: When Baron attacks you, {which} deals indirect damage.",
    }
    sense = {"id": "sense", "name": "Sense", "kind": "upgrade", "controller": "Ada"}
    sense["text"] = "Interrupt: When the villain attacks you, draw 1 card."
    vest = {"id": "vest", "name": "Vest", "kind": "upgrade", "controller": "Ada"}
    vest["text"] = "Interrupt: When you would take any amount of damage, prevent 1 of that damage."
    assert ordered(ruling(referee, happens, baron, sense, vest)) == ["baron", "sense", "vest"]
