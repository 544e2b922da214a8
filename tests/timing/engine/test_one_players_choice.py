"""What one player may use at a step is one group, whatever the scenario does meanwhile: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_ATTACK = {"type": "enemy-attack", "attacker": "Ogre", "target": "Ada"}
_STING = card("Sting", "upgrade", "<b>Response</b>: After the villain attacks you, deal 1 damage to the villain.")
_TEND = card("Tend", "upgrade", "<b>Response</b>: After the villain attacks you, heal 1 damage from your hero.")
_HURT = "<b>Forced Response</b>: After Ogre takes damage, {}."


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", ["place 1 threat on the main scheme", "deal 1 damage to Ada", "draw 1 card"])
def test_what_the_scenario_answers_between_parts_no_group(referee: Referee, edition: str, effect: str) -> None:
    ogre = card("Ogre", "villain", _HURT.format(effect), "scenario")
    order, out = ruled(referee, edition, _ATTACK, _STING, _TEND, ogre)
    assert (order, out) == ([["sting", "tend"], ["ogre"]], {})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("owner", "groups"), [("Ada", 2), ("Bo", 3)])
def test_what_another_player_has_between_parts_it(referee: Referee, edition: str, owner: str, groups: int) -> None:
    rack = card("Rack", "support", _HURT.format("draw 1 card"), owner)
    ogre = card("Ogre", "villain", "", "scenario")
    order, _ = ruled(referee, edition, _ATTACK, _STING, _TEND, rack, ogre)
    assert len(order) == groups
    assert order[0] == (["sting", "tend"] if groups == 2 else ["sting"])
