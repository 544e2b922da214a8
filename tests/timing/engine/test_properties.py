"""What holds for every dispute: nothing is lost, nothing depends on the order of submission, forced comes before
optional.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.engine.referee import Referee
from judge.rulings.ruling import Ruling

_QUIET = {
    "forced-attack": "Forced Interrupt: When an enemy attacks, discard 1 card from your hand.",
    "forced-after": "Forced Response: After an enemy attacks you, discard 1 card from your hand.",
    "forced-taken": "Forced Interrupt: When your hero takes damage, discard 1 card from your hand.",
    "forced-damage": "Forced Response: After you take damage, discard 1 card from your hand.",
}
_OTHER = {
    "attack": "Interrupt: When the villain initiates an attack against you, draw 1 card.",
    "hero-attack": "Hero Interrupt: When an enemy attacks, draw 1 card.",
    "replace": "Forced Interrupt: When any amount of damage would be dealt to your hero, discard 1 card instead.",
    "prevent": "Interrupt: When you would take any amount of damage, prevent all of that damage.",
    "defend": "Hero Interrupt (defense): When you would take damage from an attack, prevent 1 of that damage.",
    "after": "Response: After the villain attacks you, draw 1 card.",
    "hurt": "Response: After you take damage, draw 1 card. (Limit once per round.)",
    "flip": "Forced Interrupt: When the villain attacks you, change to alter-ego form.",
    "action": "Hero Action: Draw 1 card.",
    "cannot": "Your hero cannot take damage.",
    "keyword": "Retaliate 1.",
}
_EDITIONS = ("community", "rr-1.0")
_PILES = st.lists(st.sampled_from(sorted(_QUIET | _OTHER)), min_size=1, max_size=7)


def _cards(pile: list[str]) -> list[dict[str, Any]]:
    texts = _QUIET | _OTHER
    cards = [
        {"id": f"{n}-{name}", "name": f"Thing {n}", "kind": "upgrade", "controller": "Ada", "text": texts[name]}
        for n, name in enumerate(pile)
    ]
    return (
        [*cards, {"id": "tough", "name": "Tough", "kind": "status", "attached_to": "Ada"}] if len(pile) % 2 else cards
    )


def _dispute(cards: list[dict[str, Any]], edition: str) -> dict[str, Any]:
    return {
        "game": "marvel-champions",
        "edition": edition,
        "players": [{"name": "Ada", "form": "hero"}, {"name": "Bo", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Ironclad", "target": "Ada"},
        "cards": cards,
    }


def _flat(ruling: Ruling, without: str = "") -> list[str]:
    return [ref for group in ruling.order for ref in group.abilities if ref != without]


@pytest.mark.parametrize("edition", _EDITIONS)
@settings(max_examples=60)
@given(pile=_PILES)
def test_nothing_submitted_is_lost_and_nothing_is_invented(edition: str, pile: list[str], referee: Referee) -> None:
    cards = _cards(pile)
    ruling = referee.resolve(_dispute(cards, edition))
    placed, out = set(_flat(ruling)), [exclusion.ability for exclusion in ruling.excluded]
    assert placed.isdisjoint(out)
    assert len(out) == len(set(out))
    assert placed | set(out) == {card["id"] for card in cards}
    assert {group.step for group in ruling.order} <= {step.step for step in ruling.timeline}


@pytest.mark.parametrize("edition", _EDITIONS)
@settings(max_examples=60)
@given(pile=_PILES, seed=st.randoms())
def test_the_order_of_submission_does_not_matter(edition: str, pile: list[str], seed: Any, referee: Referee) -> None:
    cards = _cards(pile)
    first = referee.resolve(_dispute(cards, edition)).as_json()
    shuffled = list(cards)
    seed.shuffle(shuffled)
    assert json.dumps(referee.resolve(_dispute(shuffled, edition)).as_json()) == json.dumps(first)


@pytest.mark.parametrize("edition", _EDITIONS)
@settings(max_examples=60)
@given(pile=_PILES)
def test_a_forced_ability_never_comes_after_an_optional_one_in_its_window(
    edition: str, pile: list[str], referee: Referee
) -> None:
    ruling = referee.resolve(_dispute(_cards(pile), edition))
    for kind in ("interrupt", "response"):
        seen: set[tuple[str, str]] = set()
        for group in ruling.order:
            window = (group.step, group.within)
            assert not (group.timing == f"forced-{kind}" and window in seen)
            if group.timing == kind:
                seen.add(window)


@pytest.mark.parametrize("edition", _EDITIONS)
@settings(max_examples=60)
@given(pile=_PILES, quiet=st.sampled_from(sorted(_QUIET)))
def test_taking_a_quiet_forced_ability_away_leaves_the_others_as_they_were(
    edition: str, pile: list[str], quiet: str, referee: Referee
) -> None:
    cards = _cards(pile)
    extra = {"id": "extra", "name": "Extra", "kind": "upgrade", "controller": "Ada", "text": _QUIET[quiet]}
    with_it = referee.resolve(_dispute([*cards, extra], edition))
    assert _flat(with_it, without="extra") == _flat(referee.resolve(_dispute(cards, edition)))


@settings(max_examples=30)
@given(pile=_PILES)
def test_the_same_dispute_gives_the_same_bytes(pile: list[str], referee: Referee) -> None:
    dispute = _dispute(_cards(pile), "community")
    assert json.dumps(referee.resolve(dispute).as_json()) == json.dumps(referee.resolve(dispute).as_json())
