"""The tables of all games, read once, and a short way of writing down what a text should come apart into."""

from __future__ import annotations

import pytest

from judge.ability import Ability, Binding, Effect, Keyword, Trigger
from judge.cardtext.words import AbilityWords, load_words
from judge.places import corpus_folder


@pytest.fixture(scope="session")
def tables() -> dict[str, AbilityWords]:
    """Game → its words."""
    return load_words(corpus_folder() / "timing" / "abilities")


def part(found: Ability | Keyword) -> str:
    """A part as one line: `hero interrupt [defense] "Name"`, or `#guard`, `#retaliate 1`."""
    if isinstance(found, Keyword):
        return " ".join(str(fact) for fact in (f"#{found.name}", found.value, found.detail) if fact is not None)
    facts = [
        found.form,
        found.timing,
        *(f"[{label}]" for label in found.labels),
        f'"{found.name}"' if found.name else None,
    ]
    return " ".join(fact for fact in facts if fact)


def who(bound: Binding | None) -> str:
    """A binding as one word: `minion:Robot/you`, or `-`."""
    if bound is None:
        return "-"
    return bound.kind + (f":{bound.name}" if bound.name else "") + (f"/{bound.whose}" if bound.whose else "")


def condition(trigger: Trigger | None) -> str:
    """A trigger as one line: `when would damage - you from-attack`: word, would, events, agent, patient, qualifiers."""
    if trigger is None:
        return "none"
    events = ("+" if trigger.all_events else "|").join(trigger.events) or "none"
    facts = [trigger.word, "would" if trigger.would else "", events, who(trigger.agent), who(trigger.patient)]
    return " ".join(fact for fact in (*facts, *trigger.qualifiers) if fact)


def deed(effect: Effect) -> str:
    """An effect as one line: `deal-damage enemy 2`."""
    facts = [effect.verb, effect.what, who(effect.target) if effect.target else None, effect.amount]
    return " ".join(str(fact) for fact in facts if fact is not None)
