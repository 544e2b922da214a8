"""Reads a mended reading: an ability that a dispute gives in the form of section 4 of the contract.

What it does not say (whom its trigger names, what its effect does) is read from its own words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from judge.ability import Ability, Bound, CardText, Trigger
from judge.cardtext.tree import (
    AbilityTree,
    Cancel,
    Clause,
    Effect,
    Forbid,
    Instead,
    Prevent,
    Sequence,
    TriggerTree,
)
from judge.disputes.findings import slug


def ability_from_json(row: Mapping[str, Any], read: Callable[[str], CardText]) -> Ability:
    """An ability as section 4 of the contract writes it. Raises KeyError, TypeError or ValueError for another shape."""
    timing = slug(_text(row["timing"]))
    given = _trigger(row.get("trigger"))
    effect, cost = _text(row.get("effect") or ""), row.get("cost")
    kinds = _texts(row, "effect_kinds")
    again = _again(timing, given, cost, effect, read)
    mandatory = row.get("mandatory")
    form = row.get("form")
    return Ability(
        timing=timing,
        form=slug(_text(form)) if form is not None else None,
        labels=_texts(row, "labels"),
        mandatory=mandatory if isinstance(mandatory, bool) else timing.startswith("forced") or timing == "constant",
        trigger=given,
        cost=_text(cost) if cost is not None else None,
        limit=_bound(row.get("limit")),
        max=_bound(row.get("max")),
        effect_kinds=kinds or (again.effect_kinds if again is not None else ()),
        effect=effect,
        name=row.get("name") if isinstance(row.get("name"), str) else None,
        symbols=_texts(row, "symbols"),
        tree=_tree(given, again, kinds),
        given=given is not None and given.event is not None,
    )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"“{value}” is no text")
    return value


def _trigger(row: Any) -> Trigger | None:
    if row is None:
        return None
    event = row.get("event")
    return Trigger(
        _text(row.get("word") or "when"),
        row.get("would") is True,
        slug(_text(event)) if event else None,
        _text(row.get("text") or ""),
    )


def _bound(row: Any) -> Bound | None:
    if row is None:
        return None
    times = row["times"]
    if not isinstance(times, int) or isinstance(times, bool):
        raise TypeError("times is a whole number")
    return Bound(times, _text(row["per"]))


def _again(
    timing: str, trigger: Trigger | None, cost: Any, effect: str, read: Callable[[str], CardText]
) -> Ability | None:
    """Our reading of its own words, as a card would print them; None where they are no single ability."""
    would = "would " if trigger is not None and trigger.would and "would" not in trigger.text else ""
    opening = f"{trigger.word.title()} {would}{trigger.text}, " if trigger is not None and trigger.text else ""
    header = "" if timing == "constant" else f"{timing.replace('-', ' ').title()}: "
    words = f"{header}{opening}{f'{cost} → ' if isinstance(cost, str) else ''}{effect}".strip()
    found = read(words).abilities if words else ()
    return found[0] if len(found) == 1 else None


_TRIGGER_WORDS: Mapping[str, Literal["when", "after", "while", "at"]] = {
    "when": "when", "after": "after", "while": "while", "at": "at",
}  # fmt: skip
_KINDS: Mapping[str, Effect] = {
    "cancel": Cancel(), "prevent": Prevent(), "instead": Instead(Sequence(())), "cannot": Forbid(Clause("any")),
}  # fmt: skip


def _tree(given: Trigger | None, again: Ability | None, kinds: tuple[str, ...]) -> AbilityTree:
    """What its words say, with the trigger's event as given."""
    tree = again.tree if again is not None else AbilityTree()
    missing = [_KINDS[kind] for kind in kinds if kind in _KINDS and (again is None or kind not in again.effect_kinds)]
    if missing:
        tree = replace(tree, effect=Sequence((*missing, tree.effect)))
    return tree if given is None or given.event is None else _waiting_for(given, given.event, tree)


def _texts(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(_text(value) for value in row.get(key) or ())


def _waiting_for(given: Trigger, event: str, tree: AbilityTree) -> AbilityTree:
    """The tree with the event as given."""
    read = tree.trigger.clauses if tree.trigger is not None else ()
    would = tree.trigger is not None and tree.trigger.would
    if would == given.would and any(clause.event == event for clause in read):
        return tree
    clause = read[0] if read else Clause(event)
    clauses = (replace(clause, event=event, patient=None, agent=None),)
    trigger = TriggerTree(_TRIGGER_WORDS.get(given.word, "when"), given.would, clauses, text=given.text)
    kept = tuple(one for one in tree.unread if one.part not in ("trigger", "timing"))
    return replace(tree, trigger=trigger, unread=kept)
