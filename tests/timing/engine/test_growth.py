"""What a ruling costs grows with the cards submitted, where a bounded number of them answers each event."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.effort import MOST_LOOKS, Effort
from judge.engine.referee import Referee
from judge.engine.resolve import resolve

_ATTACK = {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"}
_TEXTS = {
    "one replaces, the others come too late": "Interrupt: When any amount of damage would be dealt to a hero, place "
    "that damage on C{n} instead.",
    "prevented by one": "Forced Interrupt: When you would take damage, prevent all of that damage.",
    "nobody answers": "Response: After you heal any amount of damage, draw 1 card.",
    "in force, and about others": "Each ally you control cannot be stunned.",
}


def _rows(count: int, text: str) -> list[dict[str, Any]]:
    return [{"name": f"C{n}", "kind": "upgrade", "controller": "Ada", "text": text.format(n=n)} for n in range(count)]


def _toughs(count: int) -> list[dict[str, Any]]:
    tough = {"name": "Tough", "kind": "status", "attached_to": "Ada"}
    return [{"id": f"tough-{n}", **tough} for n in range(count)]


def _looks(referee: Referee, cards: list[dict[str, Any]]) -> int:
    """How many looks the ruling takes."""
    effort = Effort()
    data = {"game": "marvel-champions", "players": [{"name": "Ada", "form": "hero"}], "occurrence": _ATTACK}
    resolve(referee.dispute({**data, "cards": cards}), effort=effort)
    return MOST_LOOKS - effort.left


@pytest.mark.parametrize("what", _TEXTS)
def test_twice_the_cards_take_about_twice_the_looks(what: str, referee: Referee) -> None:
    few, many = (_looks(referee, _rows(count, _TEXTS[what])) for count in (250, 500))
    assert many <= 2.2 * few


def test_twice_the_status_cards_take_about_twice_the_looks(referee: Referee) -> None:
    assert _looks(referee, _toughs(500)) <= 2.2 * _looks(referee, _toughs(250))
