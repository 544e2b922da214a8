"""An ability of a player whose effect could change nothing is not initiated (Rules Reference, Triggered Ability)."""

from __future__ import annotations

from typing import Any

import pytest

from judge.engine.referee import Referee
from tests.timing.engine.test_whom_it_befell import ordered

FOE = {"id": "foe", "name": "Ironclad", "kind": "villain", "controller": "scenario", "text": ""}
SAID = {
    "stunned": ["stun {}", "give {} a stunned status card"],
    "confused": ["confuse {}", "give {} a confused status card"],
    "tough": ["give {} a tough status card"],
}


def answer(referee: Referee, edition: str, text: str, *statuses: dict[str, Any], controller: str = "Ada") -> bool:
    pip = {"id": "pip", "name": "Pip", "kind": "ally", "controller": controller, "text": text}
    said = referee.resolve(
        {
            "game": "marvel-champions",
            "edition": edition,
            "players": [{"name": "Ada", "form": "hero"}],
            "occurrence": {"type": "enter-play", "card": "Pip", "player": "Ada"},
            "cards": [pip, FOE, *statuses],
        }
    ).as_json()
    return "pip" in ordered(said)


@pytest.mark.parametrize(("status", "form"), [(status, form) for status, forms in SAID.items() for form in forms])
@pytest.mark.parametrize("whom", ["the villain", "Ironclad"])
def test_who_has_the_status_already_is_given_no_second(referee: Referee, status: str, form: str, whom: str) -> None:
    text = f"Response: After Pip enters play, {form.format(whom)}."
    has = {"id": "has", "name": status.title(), "kind": "status", "attached_to": "Ironclad"}
    other = {**has, "attached_to": "Ada"}
    assert not answer(referee, "rr-1.0", text, has)
    assert answer(referee, "rr-1.0", text, other), "somebody else has it"
    assert answer(referee, "rr-1.0", text)
    assert answer(referee, "rr-1.0", f"{text[:-1]} and draw 1 card.", has), "the rest of it changes the game"
    assert answer(referee, "rr-1.0", text.replace("Response", "Forced Response"), has), "what must resolve is initiated"


def test_one_who_may_still_be_chosen_is_enough(referee: Referee) -> None:
    has = {"id": "has", "name": "Stunned", "kind": "status", "attached_to": "Ironclad"}
    assert answer(referee, "rr-1.0", "Response: After Pip enters play, stun an enemy.", has)
