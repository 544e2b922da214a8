"""Who attacks, thwarts or defends where a player does it with another: that other does, in triggers and in effects."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered, ruling

REX = {
    "id": "rex",
    "name": "Rex",
    "kind": "ally",
    "controller": "Ada",
    "text": "Response: After Rex attacks, draw 1 card.\nResponse: After Rex thwarts, draw 1 card.",
}
WATCH = {
    "id": "watch",
    "name": "Watch",
    "kind": "upgrade",
    "controller": "Ada",
    "text": "Response: After you attack, draw 1 card.\nResponse: After you thwart, draw 1 card.",
}
BARON = {"id": "baron", "name": "Baron", "kind": "minion", "engaged_with": "Ada", "text": ""}


def upgrade(text: str) -> dict[str, Any]:
    return {"id": "it", "name": "Signal Flare", "kind": "upgrade", "controller": "Ada", "text": text}


@pytest.mark.parametrize("deed", ["attack", "thwart"])
@pytest.mark.parametrize(
    "said",
    [
        "{} with Rex",
        "you may {} with Rex",
        "{} with an ally you control",
        "{} using an ally",
        "make a basic {} with Rex",
        "use an ally you control to {}",
        "choose an ally you control. That ally {}s",
    ],
)
def test_the_one_it_is_done_with_does_it(referee: Referee, deed: str, said: str) -> None:
    """Rex attacks or thwarts, the player does not."""
    words = said.format(deed)
    card = upgrade(f"Hero Action: {words[0].upper()}{words[1:]}.")
    happened = ordered(ruling(referee, {"type": "player-turn", "player": "Ada"}, card, REX, WATCH, BARON))
    assert happened == ["it", f"rex#{1 + (deed == 'thwart')}"]


@pytest.mark.parametrize("whom", ["an enemy", "a minion", "Baron"])
def test_with_an_ally_behind_the_enemy_says_who_attacks(referee: Referee, whom: str) -> None:
    card = upgrade(f"Hero Action: Attack {whom} with an ally you control.")
    happened = ordered(ruling(referee, {"type": "player-turn", "player": "Ada"}, card, REX, WATCH, BARON))
    assert happened == ["it", "rex#1"]


@pytest.mark.parametrize(("attacker", "controller"), [("Rex", "Ada"), ("Ada", "Ada"), ("Rex", "Bo")])
@pytest.mark.parametrize(
    ("trigger", "answers"),
    [
        ("you attack with Rex", {("Rex", "Ada"), ("Rex", "Bo")}),
        ("you attack with an ally", {("Rex", "Ada")}),
        ("you attack an enemy with an ally you control", {("Rex", "Ada")}),
        ("you attack using an ally", {("Rex", "Ada")}),
        ("you attack with your hero", {("Ada", "Ada")}),
        ("a player attacks with an ally", {("Rex", "Ada"), ("Rex", "Bo")}),
    ],
)
def test_a_trigger_waits_for_the_one_it_is_done_with(
    referee: Referee, trigger: str, answers: set[tuple[str, str]], attacker: str, controller: str
) -> None:
    happens = {"type": "player-attack", "attacker": attacker, "controller": controller, "target": "Baron"}
    rex = {"id": "rex", "name": "Rex", "kind": "ally", "controller": controller, "text": ""}
    said = ruling(referee, happens, upgrade(f"Response: After {trigger}, draw 1 card."), rex, BARON)
    assert (ordered(said) == ["it"]) == ((attacker, controller) in answers)


@pytest.mark.parametrize("defender", ["Pip", "Rex"])
@pytest.mark.parametrize("whom", ["with an ally you control", "with an ally", "using an ally"])
def test_who_must_defend_with_an_ally_defends_with_the_one_named(referee: Referee, whom: str, defender: str) -> None:
    """Not the player, and of two allies the one that the dispute names as the defender."""
    happens = {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada", "defender": defender}
    iron = {
        "id": "iron",
        "name": "Ironclad",
        "kind": "villain",
        "controller": "scenario",
        "text": f"Forced Interrupt: When Ironclad attacks you, you must defend against this attack {whom}, if able.",
    }
    tough = [
        {"id": f"tough-{one}", "name": "Tough", "kind": "status", "attached_to": one} for one in ("Pip", "Rex", "Ada")
    ]
    pip = {"id": "pip", "name": "Pip", "kind": "ally", "controller": "Ada", "text": ""}
    rex = {"id": "rex", "name": "Rex", "kind": "ally", "controller": "Ada", "text": ""}
    assert ordered(ruling(referee, happens, iron, pip, rex, *tough)) == ["iron", f"tough-{defender}"]
