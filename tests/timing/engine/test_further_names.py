"""Who has two names in Vs. System (“AKA …”) has both: for uniqueness, for power-ups, and wherever a text names them."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee

_SAID = (
    "AKA Brak", "AKA Brak.", "AKA: Brak", "A.K.A. Brak", "When this becomes stunned, draw a card.\nAKA Brak",
    "AKA Brak\nMain [might]: Draw a card.",
)  # fmt: skip


def _card(id_: str, text: str, kind: str = "character", controller: str = "Ada", **more: str) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "kind": kind, "controller": controller, "text": text, **more}


def _order(referee: Referee, occurrence: dict[str, Any], *cards: dict[str, Any]) -> list[str]:
    """What resolves, in order; everything here was read, and nothing had to be assumed."""
    players = [{"name": "Ada"}, {"name": "Bo"}]
    dispute = {"game": "vs-system-2pcg", "players": players, "active_player": "Ada", "occurrence": occurrence}
    ruling = referee.resolve({**dispute, "cards": list(cards)}).as_json()
    assert (ruling["assumptions"], ruling["unread"]) == ([], [])
    return [ref for group in ruling["order"] for ref in group["abilities"]]


@pytest.mark.parametrize("said", _SAID)
@pytest.mark.parametrize("waits", ["Oona gets KO’d", "Brak gets KO’d", "a character on your side leaves play"])
@pytest.mark.parametrize("comes", ["oona", "brak"])
def test_of_two_that_share_a_name_the_first_is_kod(referee: Referee, said: str, waits: str, comes: str) -> None:
    sexton = _card("sexton", f"When {waits}, draw a card.")
    occurrence = {"type": "appears", "card": comes, "player": "Ada"}
    order = _order(referee, occurrence, _card("oona", said), _card("brak", ""), sexton)
    assert ("sexton" in order) == (comes == "brak" or not waits.startswith("Oona"))


@pytest.mark.parametrize("said", ["AKA Brak", ""])
def test_a_namesake_may_come_from_the_other_side(referee: Referee, said: str) -> None:
    charm = _card("charm", "Main: Move an enemy character named Brak to your side.", "plot-twist")
    sexton, brak = _card("sexton", "When Oona gets KO’d, draw a card."), _card("brak", "", controller="Bo")
    order = _order(referee, {"type": "main", "player": "Ada"}, _card("oona", said), brak, charm, sexton)
    assert order == (["charm", "sexton"] if said else ["charm"])


@pytest.mark.parametrize("said", ["AKA Brak", ""])
def test_equipment_on_the_first_of_two_goes_with_it(referee: Referee, said: str) -> None:
    harness = _card("harness", "", "equipment", attached_to="Oona")
    smith = _card("smith", "When Harness gets KO’d, draw a card.")
    second = {**_card("second", ""), "name": "Brak" if said else "Oona"}
    occurrence = {"type": "appears", "card": "second", "player": "Ada"}
    assert _order(referee, occurrence, _card("oona", said), second, harness, smith) == ["smith"]


@pytest.mark.parametrize("kind", ["character", "main-character"])
@pytest.mark.parametrize("said", ["AKA Brak", ""])
def test_nobody_comes_who_shares_a_name_with_the_main_character(referee: Referee, said: str, kind: str) -> None:
    seer = _card("seer", "When a character appears on your side, draw a card.")
    occurrence = {"type": "appears", "card": "brak", "player": "Ada"}
    order = _order(referee, occurrence, _card("oona", said, kind), _card("brak", ""), seer)
    assert order == ([] if said and kind == "main-character" else ["seer"])


@pytest.mark.parametrize("power", ["Power Up Brak.", "Power Up Oona."])
@pytest.mark.parametrize("waits", ["Oona gets powered up", "Brak gets powered up", "a character gets powered up"])
def test_either_name_powers_up(referee: Referee, power: str, waits: str) -> None:
    seer = _card("seer", f"When {waits}, draw a card.")
    order = _order(
        referee, {"type": "main", "player": "Ada"}, _card("oona", "AKA Brak"), _card("push", power, "power-up"), seer
    )
    assert order == ["push", "seer"]


@pytest.mark.parametrize("attacker", ["Oona", "Brak"])
@pytest.mark.parametrize("waits", ["Oona", "Brak"])
def test_a_text_may_call_somebody_by_either_name(referee: Referee, attacker: str, waits: str) -> None:
    combat: dict[str, Any] = {"type": "combat", "attackers": [attacker], "defender": "Zed"}
    combat |= {"attacking_player": "Ada", "defending_player": "Bo", "ranged": False}
    seer = _card("seer", f"When {waits} attacks, draw a card.")
    assert _order(referee, combat, _card("oona", "AKA Brak"), seer) == ["seer"]


@pytest.mark.parametrize(("whom", "kept"), [("Brak", True), ("Characters on your side", True), ("Zed", False)])
def test_only_who_is_there_twice_may_be_kept_from_the_ko(referee: Referee, whom: str, kept: bool) -> None:
    wall, sexton = _card("wall", f"{whom} can’t be KO’d."), _card("sexton", "When Brak gets KO’d, draw a card.")
    occurrence = {"type": "appears", "card": "second", "player": "Ada"}
    second = {**_card("second", ""), "name": "Brak"}
    assert _order(referee, occurrence, _card("brak", ""), second, wall, sexton) == (["wall"] if kept else ["sexton"])
