"""“During the villain phase”, “during step one” hold where the phase and step are known; threat that the rules place is
placed by nobody: made-up cards.
"""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_PHASE = {"type": "villain-phase"}
_TURN = {"type": "player-turn", "player": "Ada"}
_ALTER_EGOS = ({"name": "Ada", "form": "alter-ego"},)
_THREAT = card("Omen", "event", "<b>Action</b>: Place 1 threat on the main scheme.")


def _resolves(referee: Referee, edition: str, occurrence: dict[str, str], text: str) -> bool:
    seer = card("Seer", "support", f"{text} draw 1 card.")
    order, out = ruled(referee, edition, occurrence, _THREAT, seer, players=_ALTER_EGOS)
    assert "seer" not in out or out["seer"] == ("no-matching-window", None)
    return ["seer"] in order


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("form", [
    "<b>Response</b>: After threat is placed on the main scheme during the {} phase,",
    "<b>Interrupt</b>: When threat would be placed on the main scheme during the {} phase,",
    "<b>Response</b>: During the {} phase, after threat is placed on the main scheme,",
    "<b>Interrupt</b>: During the {} phase, when threat would be placed on the main scheme,",
])  # fmt: skip
def test_a_phase_is_the_one_that_goes_on(referee: Referee, edition: str, form: str) -> None:
    for phase, occurrence, other in (("villain", _PHASE, _TURN), ("player", _TURN, _PHASE)):
        assert _resolves(referee, edition, occurrence, form.format(phase))
        assert not _resolves(referee, edition, other, form.format(phase))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_step_is_the_one_that_goes_on(referee: Referee, edition: str) -> None:
    form = "<b>Response</b>: After threat is placed on the main scheme during step {} of the villain phase,"
    assert _resolves(referee, edition, _PHASE, form.format("one"))
    assert not _resolves(referee, edition, _TURN, form.format("one"))
    assert not _resolves(referee, edition, _PHASE, form.format("three"))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("who", ["the villain", "a minion", "an enemy", "a player", "an encounter card"])
def test_threat_that_the_rules_place_is_placed_by_nobody(referee: Referee, edition: str, who: str) -> None:
    heroes = ({"name": "Ada", "form": "hero"},)
    seer = card("Seer", "support", f"<b>Interrupt</b>: When {who} would place threat on the main scheme, draw 1 card.")
    _, out = ruled(referee, edition, _PHASE, seer, players=heroes)
    assert out == {"seer": ("no-matching-window", None)}
