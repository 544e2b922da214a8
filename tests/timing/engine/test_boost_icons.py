"""Boost icons are counted where the edition adds them; what replaces that leaves the boost ability: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import card, ruled

_STEPS = {"community": [["tide"], ["seer"]], "rr-1.0": [["seer"], ["tide"]]}
_INSTEAD = "discard the top card of the encounter deck and count the number of boost icons on that card instead"


@pytest.mark.parametrize("edition", _STEPS)
@pytest.mark.parametrize("occurrence", ["enemy-attack", "enemy-scheme"])
@pytest.mark.parametrize("trigger", ["boost icons on an encounter card would be counted", "boost icons are counted"])
@pytest.mark.parametrize("effect", ["draw 1 card", _INSTEAD])
def test_what_waits_for_the_count_of_boost_icons_finds_it(
    referee: Referee, edition: str, occurrence: str, trigger: str, effect: str
) -> None:
    doer = "attacker" if occurrence == "enemy-attack" else "schemer"
    order, out = ruled(
        referee, edition, {"type": occurrence, doer: "Gorm", "target": "Ada"},
        card("Gorm", "villain", "", "scenario"),
        card("Tide", "treachery", "<b>Boost</b>: Place 1 threat on the main scheme.", "scenario", role="boost"),
        card("Seer", "support", f"<b>Interrupt</b>: When {trigger}, {effect}."),
    )  # fmt: skip
    assert (order, set(out)) == (_STEPS[edition], {"gorm"})
