"""“In the combat” are those who take part in it, whoever else is there: made-up cards of Vs. System."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee

_COMBAT = {
    "type": "combat", "attackers": ["Ronk"], "defender": "Sol", "attacking_player": "Ada", "defending_player": "Bo",
}  # fmt: skip


def _order(referee: Referee, effect: str, *others: str) -> list[list[str]]:
    cards = [
        {"id": "cover", "name": "Cover", "kind": "plot-twist", "controller": "Bo",
         "text": f"[any turn] Combat: {effect}"},
        {"id": "glow", "name": "Sol", "kind": "super-power", "controller": "Bo",
         "text": "[any turn] Combat [skill]: Sol gets +2/+2 this combat."},
        *({"name": name, "kind": "character", "controller": "Bo", "text": ""} for name in others),
    ]  # fmt: skip
    dispute = {"game": "vs-system-2pcg", "players": [{"name": "Ada"}, {"name": "Bo"}], "occurrence": _COMBAT}
    ruling = referee.resolve({**dispute, "cards": cards}).as_json()
    return [group["abilities"] for group in ruling["order"]]


@pytest.mark.parametrize("deed", ["Hide", "Daze", "Stun", "KO"])
@pytest.mark.parametrize("others", [(), ("Zed",), ("Zed", "Yan")])
@pytest.mark.parametrize("where", ["in the combat on your side", "on your side in the combat"])
def test_the_only_one_of_a_side_in_the_combat_is_chosen(
    referee: Referee, deed: str, others: tuple[str, ...], where: str
) -> None:
    assert _order(referee, f"{deed} a character {where}.", *others) == [["cover"]]  # Sol's power goes with Sol


@pytest.mark.parametrize("deed", ["Hide", "Daze", "Stun", "KO"])
def test_of_both_sides_somebody_is_chosen(referee: Referee, deed: str) -> None:
    assert _order(referee, f"{deed} a character in the combat.", "Zed") == [["cover", "glow"]]
