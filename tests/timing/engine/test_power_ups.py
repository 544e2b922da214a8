"""Power-ups of Vs. System: a Main action, or in any turn’s combat for who is in it; the book says what they do."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee

_MAIN = {"type": "main", "player": "Ada"}
_TURN = {"type": "turn", "player": "Ada"}
_COMBAT = {
    "type": "combat", "attackers": ["Oona"], "defender": "Brak", "attacking_player": "Ada", "defending_player": "Bo",
    "ranged": False,
}  # fmt: skip
_ANYWHERE = pytest.mark.parametrize("occurrence", [_MAIN, _TURN, _COMBAT], ids=["main", "turn", "combat"])


def _card(id_: str, controller: str, text: str | None, kind: str = "character", **more: Any) -> dict[str, Any]:
    said = {} if text is None else {"text": text}
    return {"id": id_, "name": id_.capitalize(), "kind": kind, "controller": controller, **said, **more}


def _ruled(referee: Referee, occurrence: dict[str, Any], *cards: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """What resolves, in order, and why the rest does not; all was read."""
    players = [{"name": "Ada"}, {"name": "Bo"}]
    dispute = {"game": "vs-system-2pcg", "players": players, "active_player": "Ada", "occurrence": occurrence}
    ruling = referee.resolve({**dispute, "cards": list(cards)}).as_json()
    assert ruling["unread"] == []
    order = [ref for group in ruling["order"] for ref in group["abilities"]]
    return order, {one["ability"]: one["reason"] for one in ruling["excluded"]}


@_ANYWHERE
@pytest.mark.parametrize("waits", ["Oona gets powered up", "you power up a character", "a character is powered up"])
def test_who_may_be_powered_up_is_taken_to_be(referee: Referee, occurrence: dict[str, Any], waits: str) -> None:
    assert _ruled(referee, occurrence, _card("oona", "Ada", f"When {waits}, draw a card."))[0] == ["oona"]


@pytest.mark.parametrize("occurrence", [_MAIN, _TURN], ids=["main", "turn"])
@pytest.mark.parametrize("whose", ["Ada", "Bo"])
def test_nobody_is_powered_up_in_another_players_main_phase(
    referee: Referee, occurrence: dict[str, Any], whose: str
) -> None:
    seer = _card("seer", whose, "When Brak gets powered up, draw a card.")
    order, out = _ruled(referee, occurrence, _card("brak", "Bo", ""), seer)
    assert (order, out["seer"]) == ([], "no-matching-window")


@_ANYWHERE
def test_a_power_up_that_is_passed_on_is_not_taken_to_come_otherwise(
    referee: Referee, occurrence: dict[str, Any]
) -> None:
    push = _card("push", "Ada", "Power Up Oona.", "power-up", use=False)
    order, out = _ruled(referee, occurrence, _card("oona", "Ada", "When Oona gets powered up, draw a card."), push)
    assert (order, out) == ([], {"oona": "passed", "push": "passed"})


@_ANYWHERE
@pytest.mark.parametrize("text", [None, "", "Power Up Oona."])
@pytest.mark.parametrize("name", ["Oona", "Oona (from hand)", "Push"])
def test_a_power_up_does_what_the_book_says(
    referee: Referee, occurrence: dict[str, Any], text: str | None, name: str
) -> None:
    push = _card("push", "Ada", text or ("Power Up Oona." if name == "Push" else text), "power-up", name=name)
    oona = _card("oona", "Ada", "When Oona gets powered up, draw a card.")
    assert _ruled(referee, occurrence, oona, push)[0] == ["push", "oona"]


@pytest.mark.parametrize(("whom", "by"), [("Oona", "Ada"), ("Brak", "Bo"), ("Lumo", "Ada")])
@pytest.mark.parametrize("name", ["Push", None])
def test_in_a_combat_whoever_is_powered_up_must_be_in_it(
    referee: Referee, whom: str, by: str, name: str | None
) -> None:
    others = (_card("oona", "Ada", ""), _card("brak", "Bo", ""), _card("lumo", "Ada", ""))
    push = _card("push", by, f"Power Up {whom}.", "power-up", name=name or whom)
    assert _ruled(referee, _COMBAT, *others, push)[0] == ([] if whom == "Lumo" else ["push"])
