"""Mends a card's reading: its abilities as fields of the form, and the fields written back. Pure.

The fields of ability 0 of a card are `ability_0_timing`, `ability_0_form` …; what has no field stays as it was read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.ability import CardText
from judge.errors import NotUnderstood
from judge.request_bodies import read_value

Row = dict[str, str]
_FIELD = re.compile(r"ability_(\d{1,2})_(timing|form|mandatory|word|event|text)")


@dataclass(frozen=True, slots=True)
class MendedAbility:
    """An ability as its fields show it; empty where it says nothing. `mandatory` is "true", "false" or empty."""

    timing: str
    form: str
    mandatory: str
    word: str
    event: str
    text: str
    effect: str


def mended(row: Row) -> tuple[MendedAbility, ...] | None:
    """The abilities given instead of the text's reading; None where none are, or they have another shape."""
    abilities = _abilities(row)
    return tuple(_shown(ability) for ability in abilities) if abilities else None


def start_mending(row: Row, read: CardText) -> Row:
    """The row with its text's reading written out, ready to be changed: abilities as JSON, keywords by name."""
    facts = read.as_json()
    said = [word.strip() for word in row.get("keywords", "").split(",") if word.strip()]
    words = [f"{k['name']} {k['value'] if k['value'] is not None else ''}".strip() for k in facts["keywords"]]
    keywords = ", ".join(dict.fromkeys((*said, *words)))
    return {**row, "abilities": json.dumps(facts["abilities"], ensure_ascii=False), "keywords": keywords}


def stop_mending(row: Row) -> Row:
    """The row read from its text again."""
    return {name: value for name, value in row.items() if name not in ("abilities", "keywords")}


def write_back(row: Row) -> Row:
    """The row with what its `ability_…` fields say written into `abilities`; those fields are gone."""
    said = {(int(f[1]), f[2]): value for name, value in row.items() if (f := _FIELD.fullmatch(name))}
    rest = {name: value for name, value in row.items() if not _FIELD.fullmatch(name)}
    abilities = _abilities(rest)
    if not said or not abilities:
        return rest
    changed = [
        _changed(ability, {what: value for (at, what), value in said.items() if at == place})
        for place, ability in enumerate(abilities)
    ]
    return {**rest, "abilities": json.dumps(changed, ensure_ascii=False)}


def _abilities(row: Mapping[str, str]) -> Sequence[dict[str, Any]]:
    """The row's abilities where all have the contract's shape, else none."""
    try:
        found = read_value(row.get("abilities") or "[]", "field")
    except NotUnderstood:
        return ()
    if not isinstance(found, list) or not all(isinstance(a, dict) and isinstance(a.get("timing"), str) for a in found):
        return ()
    return found if all(isinstance(a.get("trigger") or {}, dict) for a in found) else ()


def _shown(ability: Mapping[str, Any]) -> MendedAbility:
    trigger = ability.get("trigger") or {}
    mandatory = str(ability["mandatory"]).lower() if isinstance(ability.get("mandatory"), bool) else ""
    return MendedAbility(
        ability["timing"],
        str(ability.get("form") or ""),
        mandatory,
        str(trigger.get("word") or ""),
        str(trigger.get("event") or ""),
        str(trigger.get("text") or ""),
        str(ability.get("effect") or ""),
    )


def _changed(ability: dict[str, Any], said: Mapping[str, str]) -> dict[str, Any]:
    """The ability with what was said; a fact that the fields leave as it was keeps its very value."""
    before = _shown(ability)
    new = dict(ability)
    if said.get("timing", before.timing) != before.timing:
        new["timing"] = said["timing"]
    if said.get("form", before.form) != before.form:
        new["form"] = said["form"] or None
    if said.get("mandatory", before.mandatory) != before.mandatory:
        new["mandatory"] = said["mandatory"] == "true"
    trigger = dict(ability.get("trigger") or {})
    for name in ("word", "event", "text"):
        if said.get(name, getattr(before, name)) != getattr(before, name):
            trigger[name] = said[name] or None
    if trigger != (ability.get("trigger") or {}):
        new["trigger"] = {"would": False, "event": None, **trigger} if trigger.get("word") else None
    return new
