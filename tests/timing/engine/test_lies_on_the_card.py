"""“Here” is on the card, and a card that shows its abilities is faceup: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_AWAY = (
    "Return each {}card here to its owner's hand", "Discard each {}card here", "Remove each {}card here from the game",
)  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("state", ["", "facedown "])
@pytest.mark.parametrize("effect", _AWAY)
def test_what_lies_elsewhere_stays(referee: Referee, edition: str, state: str, effect: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "defeat", "target": "Plot"},
        card("Plot", "side-scheme", f"<b>When Defeated</b>: {effect.format(state)}.", "scenario"),
        card("Seer", "ally", "<b>Response</b>: After a side scheme is defeated, draw 1 card."),
    )  # fmt: skip
    assert (order, out) == ([["plot"], ["seer"]], {})


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_card_that_shows_its_abilities_is_faceup(referee: Referee, edition: str) -> None:
    for state, acts in (("facedown", False), ("faceup", True)):
        order, _ = ruled(
            referee, edition, {"type": "leave-play", "card": "Brak"},
            card("Brak", "ally", "<b>Action</b>: Draw 1 card."),
            card("Seer", "support", f"<b>Response</b>: After a {state} card leaves play, draw 1 card."),
        )  # fmt: skip
        assert order == ([["seer"]] if acts else [])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("origin", ["it", "Pack", "under it", "under Pack"])
def test_what_comes_from_a_card_lay_on_it(referee: Referee, edition: str, origin: str) -> None:
    order, out = ruled(
        referee, edition,
        {"type": "player-attack", "attacker": "Brak", "controller": "Ada", "target": "Pack", "defeats": True},
        card("Brak", "ally", "<b>Response</b>: After Brak attacks, draw 1 card."),
        card("Pack", "minion", f"<b>Forced Interrupt</b>: When Pack would be defeated, discard an ally from {origin} "
             "instead.", "scenario", engaged_with="Ada"),
    )  # fmt: skip
    assert (order, out) == ([["pack"], ["brak"]], {})


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_taken_to_be_a_card_is_defeated_as_that_card(referee: Referee, edition: str) -> None:
    order, _ = ruled(
        referee, edition, {"type": "defeat", "target": "Brak"},
        card("Brak", "minion", "", "scenario"),
        card("Tag", "upgrade", "<b>Forced Interrupt</b>: When attached minion is defeated, remove 3 threat from a "
             "scheme.", attached_to="Brak"),
        card("Plot", "side-scheme", "<b>When Defeated</b>: Each player draws 1 card.", "scenario"),
        card("Trail", "upgrade", "<b>Interrupt</b>: When attached scheme is defeated, draw 1 card.", "Bo",
             attached_to="Plot"),
    )  # fmt: skip
    assert order == [["tag"], ["trail"], ["plot"]]
