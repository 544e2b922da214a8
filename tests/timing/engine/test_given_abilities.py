"""Abilities given instead of a text: what `judge ability` says is read back, and nothing sent breaks anything."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.engine.referee import Referee
from judge.errors import JudgeError

TEXTS = (
    "Forced Interrupt: When the villain attacks you, prevent 1 damage.",
    "Hero Response: After you take damage, deal 1 damage to an enemy. (Limit once per round.)",
)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["when", "cancel", "you"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["kind", "verb", "what", "target", "times", "per", "event", "word"]), inner)
    ),
    max_leaves=4,
)


def dispute(abilities: Any) -> dict[str, Any]:
    return {
        "game": "marvel-champions",
        "players": [{"name": "Ada", "form": "hero"}],
        "occurrence": {"type": "enemy-attack", "attacker": "Baron", "target": "Ada"},
        "cards": [{"name": "Gear", "kind": "upgrade", "controller": "Ada", "abilities": abilities}],
    }


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands inside `value`, as the keys that lead there."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, one in inside for place in places(one, (*path, key)))]


@pytest.mark.parametrize("text", TEXTS)
def test_a_reading_given_back_rules_as_its_text_does(referee: Referee, text: str) -> None:
    by_text = dispute(None)
    by_text["cards"][0] |= {"text": text}
    read = referee.ability(text, "marvel-champions").as_json()["abilities"]
    assert referee.resolve(dispute(read)).as_json()["order"] == referee.resolve(by_text).as_json()["order"]


@given(data=st.data())
@settings(max_examples=150)
def test_a_reading_with_anything_in_it_is_ruled_on_or_refused(referee: Referee, data: st.DataObject) -> None:
    abilities = [one for text in TEXTS for one in referee.ability(text, "marvel-champions").as_json()["abilities"]]
    given = {"abilities": copy.deepcopy(abilities)}
    *way, last = data.draw(st.sampled_from(places(given)[1:]))
    at: Any = given
    for key in way:
        at = at[key]
    at[last] = data.draw(JUNK)
    try:
        ruling = referee.resolve(dispute(given["abilities"])).as_json()
    except JudgeError as error:
        assert error.http_status < 500
    else:
        assert ruling["order"] or ruling["excluded"]


@pytest.mark.parametrize("whose", ["Ada", "Baron"])
@pytest.mark.parametrize("gains", ["{0} gets +1 {1} and gains retaliate 1.", "{0} gains retaliate 1. {0} gets +1 {1}."])
def test_what_gives_a_value_and_a_keyword_acts_with_each(referee: Referee, whose: str, gains: str) -> None:
    asked = dispute(None)
    if whose == "Ada":
        asked["occurrence"] |= {"defender": "Ada"}
        card = {"name": "Gear", "kind": "upgrade", "controller": "Ada", "text": gains.format("Your hero", "DEF")}
        steps = ["enemy-attack/damage", "enemy-attack/retaliate"]
    else:
        asked["occurrence"] = {"type": "player-attack", "attacker": "Ada", "controller": "Ada", "target": "Baron"}
        text = gains.format("Baron", "hit points")
        card = {"name": "Gear", "kind": "attachment", "attached_to": "Baron", "text": text}
        steps = ["player-attack/retaliate"]
    ruling = referee.resolve({**asked, "cards": [card]})
    assert [group.step for group in ruling.order if group.step in steps] == steps
    assert "Gear (retaliate)" in ruling.order[-1].why
