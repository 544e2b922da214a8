"""Readings as fields of the form and back, apart from any page."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge.ability import CardText, Keyword
from judge.web.resolve_form.mended_readings import MendedAbility, mended, start_mending, stop_mending, write_back

NAMES = st.sampled_from(["action", "forced-response", "hero", "attack"])
EVENTS = st.none() | NAMES
TRIGGERS = st.none() | st.fixed_dictionaries({"word": st.just("when"), "text": NAMES}, optional={"event": EVENTS})
ABILITIES = st.fixed_dictionaries(
    {"timing": NAMES},
    optional={"form": EVENTS, "mandatory": st.booleans(), "trigger": TRIGGERS, "effect": NAMES, "odd": NAMES},
)
FIELDS = [name for name in MendedAbility.__slots__ if name != "effect"]


def sent(abilities: list[dict[str, Any]], **changed: str) -> list[dict[str, Any]]:
    """The abilities after their fields went out and came back, with what was changed in them."""
    row = {"abilities": json.dumps(abilities)}
    for place, ability in enumerate(mended(row) or ()):
        row |= {f"ability_{place}_{name}": getattr(ability, name) for name in FIELDS}
    back: list[dict[str, Any]] = json.loads(write_back(row | changed)["abilities"])
    return back


@given(st.lists(ABILITIES, min_size=1, max_size=3))
def test_fields_left_alone_change_nothing(abilities: list[dict[str, Any]]) -> None:
    assert sent(abilities) == abilities


def test_each_field_changes_its_own_fact() -> None:
    ability = {"timing": "action", "trigger": None, "effect": "draw 1 card."}
    assert sent([ability], ability_0_timing="response")[0]["timing"] == "response"
    assert sent([ability], ability_0_form="hero")[0]["form"] == "hero"
    assert sent([ability], ability_0_mandatory="true")[0]["mandatory"] is True
    waiting = sent([ability], ability_0_word="when", ability_0_event="attack", ability_0_text="you attack")
    assert waiting[0]["trigger"] == {"word": "when", "would": False, "event": "attack", "text": "you attack"}
    assert sent(waiting, ability_0_word="")[0]["trigger"] is None


def test_mending_keeps_the_keywords_that_the_text_had() -> None:
    read = CardText((Keyword("retaliate", 2), Keyword("surge")))
    row = start_mending({"text": "Retaliate 2. Surge.", "keywords": "Villainous"}, read)
    assert row["keywords"] == "Villainous, retaliate 2, surge"
    assert stop_mending(row) == {"text": "Retaliate 2. Surge."}


def test_what_is_no_list_of_abilities_has_no_fields() -> None:
    for typed in ("", "[", "{}", "[1]", '[{"timing": 1}]', '[{"timing": "action", "trigger": "x"}]'):
        assert mended({"abilities": typed}) is None
        assert write_back({"abilities": typed, "ability_0_timing": "action"}) == {"abilities": typed}
