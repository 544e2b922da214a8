"""Where a stack of Legendary is empty nothing comes from it, and what waits for that waits in vain: made-up cards."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee

_STACKS = {
    "wound": ("Gain a Wound", ("you gain a Wound", "a player gains a Wound", "a card is put into your discard pile")),
    "officer": (
        "Gain a S.H.I.E.L.D. Officer",
        ("you gain a S.H.I.E.L.D. Officer", "a card goes into your discard pile"),
    ),
    "bystander": ("Rescue a Bystander", ("you rescue a Bystander", "a Bystander is put into your Victory Pile")),
}
_ELSEWHERE = {
    "KO two Bystanders from your Victory Pile": "you KO a Bystander",
    "KO a Wound from your hand": "you KO a Wound",
    "Draw a card": "you draw a card",
}


def _ruled(referee: Referee, stack: str, *cards: tuple[str, str, str]) -> tuple[list[str], dict[str, str]]:
    dispute: dict[str, Any] = {
        "game": "legendary", "players": [{"name": "Ada"}, {"name": "Bo"}], "active_player": "Ada",
        "occurrence": {"type": "deck-empty", "deck": stack},
        "cards": [
            {"id": id_, "name": id_.capitalize(), "kind": kind, "controller": "Ada", "text": text}
            for id_, kind, text in cards
        ],
    }  # fmt: skip
    ruling = referee.resolve(dispute).as_json()
    order = [ref for group in ruling["order"] for ref in group["abilities"]]
    return order, {one["ability"]: one["reason"] for one in ruling["excluded"]}


@pytest.mark.parametrize("stack", _STACKS)
@pytest.mark.parametrize("more", ("", " and shuffle your deck"))
def test_what_waits_for_a_card_of_an_empty_stack_is_forbidden(referee: Referee, stack: str, more: str) -> None:
    effect, triggers = _STACKS[stack]
    waits = [(f"seer{n}", "hero", f"Whenever {said}, KO one of your Heroes.") for n, said in enumerate(triggers)]
    order, out = _ruled(referee, stack, ("take", "effect", f"{effect}{more}."), *waits)
    assert order == (["take"] if more else [])
    assert {out[id_] for id_, _, _ in waits} == {"forbidden"}


@pytest.mark.parametrize("stack", _STACKS)
@pytest.mark.parametrize("effect", _ELSEWHERE)
def test_what_takes_from_elsewhere_resolves(referee: Referee, stack: str, effect: str) -> None:
    waits = ("seer", "hero", f"Whenever {_ELSEWHERE[effect]}, KO one of your Heroes.")
    order, _ = _ruled(referee, stack, ("take", "effect", f"{effect}."), waits)
    assert order == ["take", "seer"]


@pytest.mark.parametrize("said", ["the Hero Deck or the Villain Deck", "the Villain Deck or Hero Deck"])
@pytest.mark.parametrize("stack", ["hero", "villain", "bystander"])
def test_one_of_two_decks_that_run_out_is_enough(referee: Referee, said: str, stack: str) -> None:
    order, _ = _ruled(referee, stack, ("seer", "scheme", f"When {said} runs out, each player discards a card."))
    assert order == (["seer"] if stack != "bystander" else [])
