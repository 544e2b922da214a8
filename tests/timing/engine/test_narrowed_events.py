"""What is said of an attack (“that has overkill”, “with a keyword”) must hold of it: made-up cards."""

from __future__ import annotations

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.champions import EDITIONS, card, ruled

_ATTACK = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Gnat"}
_SAID = (
    "you attack with {}", "you make an attack with {}", "you make an attack that has {}",
    "you resolve an attack that has {}",
)  # fmt: skip
_NAMES = ("ranged", "a keyword", "overkill or ranged", "a keyword (overkill, piercing, or ranged)")


def _order(referee: Referee, edition: str, gains: str, trigger: str) -> list[str]:
    order, _ = ruled(
        referee, edition, _ATTACK,
        card("Kick", "event", f"<b>Hero Action</b> (attack): Deal 5 damage to an enemy.{gains}"),
        card("Gnat", "minion", "Guard.", "scenario"),
        card("Seer", "upgrade", f"<b>Response</b>: After {trigger}, draw 1 card."),
    )  # fmt: skip
    return [ref for group in order for ref in group]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("said", [*_SAID, "you attack and if that attack has {}"])
def test_an_attack_has_the_keyword_that_it_gains(referee: Referee, edition: str, said: str) -> None:
    assert _order(referee, edition, " This attack gains overkill.", said.format("overkill")) == ["kick", "seer"]
    assert _order(referee, edition, "", said.format("overkill")) == ["kick"]


@pytest.mark.parametrize("said", _SAID)
@pytest.mark.parametrize("name", _NAMES)
def test_an_attack_has_one_of_several_keywords(referee: Referee, said: str, name: str) -> None:
    edition, gained = "community", "ranged" if "ranged" in name else "piercing"  # the other edition knows neither
    assert _order(referee, edition, f" This attack gains {gained}.", said.format(name)) == ["kick", "seer"]
    assert _order(referee, edition, "", said.format(name)) == ["kick"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_keyword_is_not_the_one_asked_for(referee: Referee, edition: str) -> None:
    assert _order(referee, edition, " This attack gains piercing.", "you make an attack with overkill") == ["kick"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("kind", "order"), [("a minion", ["kick", "seer"]), ("the villain", ["kick"])])
def test_an_attack_targets_whom_it_targets(referee: Referee, edition: str, kind: str, order: list[str]) -> None:
    assert _order(referee, edition, "", f"you make an attack that targets {kind}") == order


def test_what_holds_of_an_attack_that_an_effect_makes_is_told(referee: Referee) -> None:
    ruling = referee.resolve(
        {
            "game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}],
            "occurrence": {"type": "player-turn", "player": "Ada"},
            "cards": [card("Kick", "event", "<b>Hero Action</b>: Your hero makes an attack that has overkill.")],
        }
    ).as_json()  # fmt: skip
    assert ["overkill" in one["text"] for one in ruling["unread"]] == [True]
