"""Damage beyond what defeats goes on after it has come; who died of an attack defended it: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_ATTACK = {"type": "enemy-attack", "attacker": "Ogre", "target": "Ada", "defender": "Brak"}
_BRAK = card("Brak", "ally", "<b>Forced Response</b>: After Brak is defeated, draw 1 card.")
_HURT = card("Salve", "upgrade", "<b>Response</b>: After you take damage, heal 1 damage from your identity.")


def _ruled(
    referee: Referee, edition: str, ogre: str, *more: dict[str, object]
) -> tuple[list[str], dict[str, tuple[str, str | None]]]:
    order, out = ruled(referee, edition, _ATTACK, card("Ogre", "villain", ogre, "scenario"), _BRAK, *more)
    return [ref for group in order for ref in group], out


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("keyword", ["", "Overkill.\n"])
def test_an_attack_is_defended_by_who_dies_of_it(referee: Referee, edition: str, keyword: str) -> None:
    ogre = f"{keyword}<b>Forced Response</b>: After Ogre makes an undefended attack, draw 1 card."
    order, out = _ruled(referee, edition, ogre)
    assert "brak" in order
    assert out["ogre#2" if keyword else "ogre"] == ("no-matching-window", None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_excess_damage_follows_the_damage_that_it_exceeds(referee: Referee, edition: str) -> None:
    shield = card("Shield", "upgrade", "<b>Interrupt</b>: When an ally would take any amount of damage, draw 1 card.")
    order, out = _ruled(referee, edition, "Overkill.", _HURT, shield)
    assert not out
    assert order.index("shield") < order.index("salve")
    assert order.index("brak") < order.index("salve") or edition == "rr-1.0"  # there all answers follow the attack


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "saves",
    [
        {"id": "saves", "kind": "status", "name": "Tough", "attached_to": "Brak"},
        card("Saves", "upgrade", "<b>Interrupt</b>: When an ally would take any amount of damage, prevent all of it."),
    ],
    ids=["tough", "prevented"],
)
def test_no_excess_of_damage_that_does_not_come(referee: Referee, edition: str, saves: dict[str, object]) -> None:
    _, out = _ruled(referee, edition, "Overkill.", _HURT, saves)
    assert out["salve"] == out["brak"] == ("prevented", "saves")


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_is_saved_from_defeat_was_dealt_the_excess(referee: Referee, edition: str) -> None:
    text = "<b>Interrupt</b>: When an ally would be defeated, heal all damage from it instead."
    order, _ = _ruled(referee, edition, "Overkill.", _HURT, card("Saves", "upgrade", text))
    assert order == ["ogre", "saves", "salve"]
