"""How much a keyword says is how much it is: what prevents all of it leaves nothing for others. Made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_PLACES = "<b>When Revealed</b>: Place {} threat on the main scheme."


@pytest.mark.parametrize("value", [1, 2])
@pytest.mark.parametrize(
    ("edition", "text"), [("community", "Incite {}."), ("community", _PLACES), ("rr-1.0", _PLACES)]
)
def test_threat_of_a_keyword_is_as_much_as_it_says(referee: Referee, edition: str, value: int, text: str) -> None:
    order, out = ruled(
        referee, edition, {"type": "reveal", "card": "Plot", "player": "Ada"},
        card("Plot", "treachery", text.format(value), "scenario"),
        card("Ward", "support", "<b>Interrupt</b>: When threat would be placed on a scheme, prevent 1 of that threat."),
        card("Wall", "upgrade", "<b>Interrupt</b>: When any amount of threat would be placed on the main scheme, "
             "discard Wall → prevent 3 of that threat.", "Bo"),
    )  # fmt: skip
    if value == 1:
        assert (order, out) == ([["plot"], ["ward"]], {"wall": ("prevented", "ward")})
    else:
        assert (order, out) == ([["plot"], ["ward"], ["wall"]], {})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("more", "left"), [("", False), ("Each minion gains retaliate 1.", True)])
def test_retaliate_is_as_much_as_it_says_unless_something_adds_to_it(
    referee: Referee, edition: str, more: str, left: bool
) -> None:
    shield = "<b>Interrupt</b>: When {} would take any amount of damage, prevent 1 of that damage."
    order, _ = ruled(
        referee, edition, {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Brak"},
        card("Brak", "minion", "Retaliate 1.", "scenario"),
        card("Haze", "environment", more, "scenario"),
        card("Ward", "support", shield.format("you")),
        card("Wall", "support", shield.format("a hero"), "Bo"),
    )  # fmt: skip
    assert (["wall"] in order) is left
