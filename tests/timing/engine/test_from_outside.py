"""What comes into play comes from outside: one of its kind that is in play does not stand in its way. Made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_KINDS = {"minion": "a minion", "ally": "an ally", "upgrade": "an upgrade", "support": "a support"}
_EFFECTS = (
    "Put {} from your discard pile into play", "Put {} from your hand into play", "Put {} into play",
    "Put {} into play from your hand", "Put {} from any discard pile into play",
    "Search your deck for {} and put it into play", "Choose {} in your discard pile and put it into play",
)  # fmt: skip
_COMES = (
    "the engaged player puts the top card of their deck into play facedown, engaged with them as a minion",
    "put the top card of the encounter deck into play engaged with you",
    "reveal the top card of the encounter deck",
)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("kind", _KINDS)
@pytest.mark.parametrize("effect", _EFFECTS)
def test_one_that_is_in_play_does_not_keep_another_out(referee: Referee, edition: str, kind: str, effect: str) -> None:
    controller = "scenario" if kind == "minion" else "Ada"
    order, out = ruled(
        referee, edition, {"type": "play-card", "card": "Trick", "player": "Ada"},
        card("Trick", "event", f"<b>Action</b>: {effect.format(_KINDS[kind])}."),
        card("Brak", kind, "", controller),
        card("Seer", "support", f"<b>Response</b>: After {_KINDS[kind]} enters play, draw 1 card."),
    )  # fmt: skip
    assert (order, set(out)) == ([["trick"], ["seer"]], {"brak"})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("effect", _COMES)
def test_who_comes_into_play_is_none_of_those_there(referee: Referee, edition: str, effect: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "damage", "target": "Brak", "defeats": True},
        card("Brak", "minion", f"<b>Forced Interrupt</b>: When Brak is defeated, {effect}.", "scenario",
             engaged_with="Ada"),
        card("Seer", "ally", "<b>Response</b>: After a minion enters play, deal 2 damage to that minion.", "Bo"),
        card("Tag", "upgrade", "<b>Forced Interrupt</b>: When attached minion is defeated, draw 1 card.", "Bo",
             attached_to="Brak"),
    )  # fmt: skip
    assert (order, out) == ([["brak", "tag"], ["seer"]], {})
