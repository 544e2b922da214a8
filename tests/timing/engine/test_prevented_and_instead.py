"""“When X attacks, prevent all damage … and … instead”: the attack goes on, what it was to do is replaced."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_PREVENTED = (
    "damage that would be dealt to Brak", "damage from that attack", "damage from this attack", "of that damage",
)  # fmt: skip
_WORDS = (
    ("When a player attacks Brak", "deal an equal amount of damage to that player's identity instead"),
    ("When a player attacks Brak", "that player takes 2 damage instead"),
    ("When a player attacks Brak", "deal 2 damage to the attacker instead"),
    ("When Brak is attacked", "deal 2 damage to the attacker instead"),
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("prevented", _PREVENTED)
@pytest.mark.parametrize(("answered", "instead"), _WORDS)
def test_the_attack_goes_on(referee: Referee, edition: str, answered: str, prevented: str, instead: str) -> None:
    order, out = ruled(
        referee, edition,
        {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Brak", "target_kind": "villain"},
        card("Skin", "attachment", f"<b>Forced Interrupt</b>: {answered}, prevent all {prevented} and {instead}.",
             "scenario", attached_to="Brak"),
        {"id": "tough", "kind": "status", "name": "Tough", "attached_to": "Ada"},
        card("Spikes", "attachment", "Brak gains retaliate 1.", "scenario", attached_to="Brak"),
        card("Scar", "attachment", "<b>Forced Response</b>: After Brak takes damage, draw 1 card.", "scenario"),
    )  # fmt: skip
    assert order == [["skin"], ["tough"], ["spikes"]]
    assert out["scar"] == ("prevented", "skin")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_scheme_goes_on_without_its_threat(referee: Referee, edition: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "enemy-scheme", "schemer": "Brak", "schemer_kind": "villain", "target": "Raid"},
        card("Ruse", "upgrade", "<b>Interrupt</b>: When the villain schemes, prevent all threat that would be placed "
             "on the main scheme and deal 2 damage to the villain instead."),
        {"id": "tough", "kind": "status", "name": "Tough", "attached_to": "Brak"},
        card("Alarm", "upgrade", "<b>Response</b>: After threat is placed on the main scheme, draw 1 card."),
        card("Seer", "upgrade", "<b>Response</b>: After the villain schemes, draw 1 card."),
    )  # fmt: skip
    assert order == [["ruse"], ["tough"], ["seer"]]
    assert out == {"alarm": ("prevented", "ruse")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_replaces_the_attack_itself_still_does(referee: Referee, edition: str) -> None:
    order, out = ruled(
        referee, edition,
        {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Brak", "target_kind": "villain"},
        card("Skin", "attachment", "<b>Forced Interrupt</b>: When Brak is attacked, the attacker takes 2 damage "
             "instead.", "scenario", attached_to="Brak"),
        card("Spikes", "attachment", "Brak gains retaliate 1.", "scenario", attached_to="Brak"),
    )  # fmt: skip
    assert order == [["skin"]]
    assert out == {"spikes": ("replaced", "skin")}
