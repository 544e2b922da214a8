"""What an ability has put elsewhere as it was revealed does not enter play, nor does it act: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_AWAY = (
    "discard it", "discard that card", "shuffle it into the encounter deck", "remove it from the game",
    "put it on the bottom of the encounter deck", "cancel its effects and discard it", "add it to the victory display",
)  # fmt: skip
_KINDS = ("minion", "side-scheme", "attachment", "environment", "obligation")


def _ruled(referee: Referee, edition: str, kind: str, effect: str) -> tuple[list[list[str]], dict[str, str]]:
    order, out = ruled(
        referee, edition, {"type": "reveal", "card": "Brak", "player": "Ada"},
        card("Warder", "upgrade", f"<b>Interrupt</b>: When an encounter card is revealed, {effect}."),
        card("Brak", kind, "<b>When Revealed</b>: Deal 1 damage to you.", "scenario"),
        card("Seer", "support", f"<b>Response</b>: After a {kind.replace('-', ' ')} enters play, draw 1 card.", "Bo"),
    )  # fmt: skip
    return order, {ref: reason for ref, (reason, _) in out.items()}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", _AWAY)
@pytest.mark.parametrize("kind", _KINDS)
def test_what_was_put_elsewhere_does_not_enter_play(referee: Referee, edition: str, kind: str, effect: str) -> None:
    order, out = _ruled(referee, edition, kind, effect)
    assert order == [["warder"]]
    assert out == {"brak": "cancelled" if "cancel" in effect else "not-in-play", "seer": "prevented"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", _KINDS)
def test_what_stays_enters_play(referee: Referee, edition: str, kind: str) -> None:
    assert _ruled(referee, edition, kind, "draw 1 card") == ([["warder"], ["brak"], ["seer"]], {})
    assert _ruled(referee, edition, kind, "cancel its effects") == ([["warder"], ["seer"]], {"brak": "cancelled"})
