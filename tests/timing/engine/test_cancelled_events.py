"""What would have come of a cancelled event is told as cancelled, and nothing is added to it: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_PLAYED = {"type": "play-card", "card": "Trick", "player": "Ada"}
_HEX = card("Hex", "attachment", "<b>Forced Interrupt</b>: When you play an event, cancel its effects and discard it.",
            "scenario", attached_to="Ada")  # fmt: skip
_EFFECTS = {
    "<i>(thwart)</i>: Remove 3 threat from a scheme": ("you thwart", "your hero thwarts", "threat is removed"),
    "<i>(attack)</i>: Deal 3 damage to an enemy": ("you attack", "your hero attacks an enemy", "an enemy takes damage"),
    ": Your hero attacks": ("you attack", "your hero attacks"),
    ": Draw 1 card": ("you draw a card",),
}
_ADDED = (
    "increase the amount of threat that event removes by 2", "that event removes 2 additional threat",
    "that event deals 2 additional damage", "that event gains overkill",
)  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("effect", "trigger"), [(one, two) for one, said in _EFFECTS.items() for two in said])
def test_what_waits_for_a_cancelled_event_is_cancelled(
    referee: Referee, edition: str, effect: str, trigger: str
) -> None:
    seer = card("Seer", "support", f"<b>Response</b>: After {trigger}, ready Seer.")
    order, out = ruled(referee, edition, _PLAYED, card("Trick", "event", f"<b>Hero Action</b> {effect}."), _HEX, seer)
    assert (order, out) == ([["hex"]], {"trick": ("cancelled", "hex"), "seer": ("cancelled", "hex")})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("added", _ADDED)
@pytest.mark.parametrize("cancelled", [True, False])
def test_nothing_is_added_to_what_was_cancelled(referee: Referee, edition: str, added: str, cancelled: bool) -> None:
    trick = card("Trick", "event", "<b>Hero Action</b> <i>(thwart)</i>: Remove 3 threat from a scheme.")
    seer = card("Seer", "upgrade", f"<b>Interrupt</b>: When you play an event, exhaust Seer → {added}.")
    order, out = ruled(referee, edition, _PLAYED, trick, *([_HEX] if cancelled else []), seer)
    if cancelled:
        assert (order, out["seer"]) == ([["hex"]], ("cancelled", "hex"))
    else:
        assert order == [["seer"], ["trick"]]
