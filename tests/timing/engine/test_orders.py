"""Every order open to the players, and rulings side by side."""

from __future__ import annotations

from typing import Any

from judge.engine.orders import all_orders, compare
from judge.engine.referee import Referee


def _dispute(*cards: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada"},
        "cards": list(cards),
        **facts,
    }


def _replacing(card_id: str) -> dict[str, Any]:
    return {
        "id": card_id,
        "name": card_id,
        "kind": "environment",
        "text": "Forced Interrupt: When Ironclad would attack, discard 1 card instead.",
    }


def test_each_choice_that_leads_elsewhere_is_an_outcome(referee: Referee) -> None:
    outcomes = referee.all_orders(_dispute(_replacing("x"), _replacing("y"), _replacing("z")))
    assert outcomes.complete
    assert {outcome.ruling.order[0].abilities for outcome in outcomes.outcomes} == {("x",), ("y",), ("z",)}
    assert {difference.ability for difference in outcomes.outcomes[1].differs} >= {"x"}


def test_orders_that_change_nothing_are_one_outcome(referee: Referee) -> None:
    cards = [
        {"id": n, "name": n, "kind": "environment", "text": "Forced Response: After an enemy attacks, discard 1 card."}
        for n in "ab"
    ]
    assert len(referee.all_orders(_dispute(*cards)).outcomes) == 1


def test_the_bound_is_said(referee: Referee) -> None:
    outcomes = all_orders(referee.dispute(_dispute(*(_replacing(n) for n in "abcdefgh"))), most=3)
    assert not outcomes.complete
    assert "Only the first 3 orders" in outcomes.as_json()["note"]


def test_two_editions_side_by_side(referee: Referee) -> None:
    dispute = _dispute(_replacing("x"), {"id": "tough", "name": "Tough", "kind": "status", "attached_to": "Ada"})
    old, new = (referee.resolve({**dispute, "edition": edition}) for edition in ("rr-1.0", "community"))
    fates = {difference.ability: difference for difference in compare(old, new)}
    assert fates["tough"].first == fates["tough"].second == "does not resolve: replaced by x"
    assert fates["x"].differs, fates["x"]
