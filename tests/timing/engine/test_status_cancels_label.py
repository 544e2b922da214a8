"""A labeled ability meets the status card that cancels it, submitted or given just before: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_ATTACK = {"type": "enemy-attack", "attacker": "Gorm", "target": "Ada"}
_GORM = card("Gorm", "villain", "", "scenario")
_WHEN = "<b>Hero Response</b> <i>({})</i>: After an enemy attacks you, {}."
_BLOW = card("Blow", "upgrade", _WHEN.format("attack", "discard Blow → deal 2 damage to that enemy"))
_PLAN = card("Plan", "upgrade", _WHEN.format("thwart", "discard Plan → remove 2 threat from a scheme"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("status", "kept"), [("stun", "blow"), ("confuse", "plan")])
def test_a_status_given_before_cancels_the_labeled_ability(
    referee: Referee, edition: str, status: str, kept: str
) -> None:
    daze = card("Daze", "attachment", f"<b>Forced Response</b>: After Gorm attacks you, {status} your hero.",
                "scenario", attached_to="Gorm")  # fmt: skip
    order, out = ruled(referee, edition, _ATTACK, _GORM, _BLOW, _PLAN, daze)
    others = {"blow", "plan"} - {kept}
    assert (order, out[kept]) == ([["daze"], sorted(others)], ("cancelled", "daze"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_status_card_stands_apart_from_those_who_could_be_picked(referee: Referee, edition: str) -> None:
    stunned = {"id": "stunned", "name": "Stunned", "kind": "status", "attached_to": "Ada"}
    order, out = ruled(referee, edition, _ATTACK, _GORM, _BLOW, _PLAN, stunned)
    assert sorted(order) == [["plan"], ["stunned"]]
    assert out["blow"] == ("cancelled", "stunned")
