"""A mended reading: an ability that a dispute gives as section 4 of the contract writes it, used instead of ours.

What it does not say (who a trigger names, what the effect does) is read from its own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from judge.ability import Ability, Effect, Trigger
from judge.disputes.findings import slug

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def ability_from_json(row: Mapping[str, Any]) -> Ability:
    """An ability as section 4 of the contract writes it. Raises KeyError, TypeError or ValueError for another shape."""
    said = {key: value for key, value in row.items() if value is not None}
    timing = slug(said["timing"])
    effects = said.get("effects") or [{"verb": kind} for kind in said.get("effect_kinds", ())]
    trigger = said.get("trigger")
    return _ability_reader().validate_python(
        {
            **_NOTHING_SAID,
            "mandatory": timing.startswith("forced") or timing == "constant",
            **said,
            "timing": timing,
            "trigger": {**_TRIGGER, **{k: v for k, v in trigger.items() if v is not None}} if trigger else None,
            "effects": [{"what": None, **effect} for effect in effects],
        }
    )


_NOTHING_SAID: Mapping[str, Any] = {
    **dict.fromkeys(("form", "cost", "limit", "max")),
    **dict.fromkeys(("labels", "effect_kinds"), ()),
    "effect": "",
}
_TRIGGER: Mapping[str, Any] = {"word": "when", "would": False, "event": None, "text": ""}


@cache
def _ability_reader() -> TypeAdapter[Ability]:
    from pydantic import TypeAdapter

    return TypeAdapter(Ability)


def words_of(ability: Ability) -> str:
    """The ability as a card would print it, without form and labels."""
    trigger = ability.trigger
    opening = f"{trigger.word.title()} {trigger.text}, " if trigger is not None else ""
    header = "" if ability.timing == "constant" else f"{ability.timing.replace('-', ' ').title()}: "
    return f"{header}{opening}{f'{ability.cost} → ' if ability.cost else ''}{ability.effect}"


def completed(ability: Ability, again: Ability, row: Mapping[str, Any]) -> Ability:
    """The ability that `row` gives, completed by `again`, our reading of its words; what `row` says stands."""
    mended = replace(ability, trigger=_trigger(ability.trigger, again.trigger, row.get("trigger") or {}))
    if row.get("effects") is None:
        kinds = row.get("effect_kinds")
        read = [e for e in again.effects if kinds is None or e.verb in kinds or e.verb not in again.effect_kinds]
        found = {effect.verb for effect in read}
        mended = replace(mended, effects=(*read, *(Effect(kind) for kind in kinds or () if kind not in found)))
    else:
        mended = replace(mended, effects=tuple(_as_read(effect, again.effects) for effect in ability.effects))
    if row.get("cost_effects") is None:
        mended = replace(mended, cost_effects=again.cost_effects)
    return mended


def _trigger(given: Trigger | None, again: Trigger | None, row: Mapping[str, Any]) -> Trigger | None:
    """The trigger given; whom it names, and its further events, as read where it is about the same event."""
    if given is None or again is None or given.event not in (again.event, *again.events):
        return given
    if any(row.get(key) is not None for key in ("agent", "patient", "qualifiers")):
        return replace(given, events=given.events or again.events, all_events=given.all_events or again.all_events)
    return replace(again, word=given.word, would=given.would, event=given.event, text=given.text)


def _as_read(given: Effect, read: tuple[Effect, ...]) -> Effect:
    """The effect given, open where the same effect is open as read."""
    plain = (replace(effect, conditional=given.conditional, alternative=given.alternative) for effect in read)
    return next((effect for effect, same in zip(read, plain, strict=True) if same == given), given)
