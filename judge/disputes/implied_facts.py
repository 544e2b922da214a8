"""Derives what an occurrence implies of a card that takes part in it: what it is, whose it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judge.disputes.findings import plain, slug, text_of
from judge.rules.model import OccurrenceType, ParticipantType, Rules


@dataclass(frozen=True, slots=True)
class ImpliedFacts:
    """Of one who takes part: the card type or class of types it must be, and the player who acts with it."""

    kind: str | None = None
    controller: str | None = None


def what_is_told(value: Any, rules: Rules) -> Mapping[str, ImpliedFacts]:
    """By plain name or id, what the occurrence as submitted tells of those who take part."""
    row = value if isinstance(value, Mapping) else {}
    occurrence = rules.offered.get(slug(str(row.get("type") or "")))
    if occurrence is None:
        return {}
    return {plain(name): told for name, told in _parts(occurrence, row, rules)}


def _parts(occurrence: OccurrenceType, row: Mapping[str, Any], rules: Rules) -> Iterator[tuple[str, ImpliedFacts]]:
    owners = dict(occurrence.controls)
    for part in occurrence.participants:
        owner = text_of(row.get(owners.get(part.name, "")))
        told = ImpliedFacts(_kind(part, row, rules), owner)
        given = row.get(part.name)
        for name in given if isinstance(given, list) else [given]:
            if text_of(name) is not None and (told.kind or told.controller):
                yield str(text_of(name)), told


def _kind(part: ParticipantType, row: Mapping[str, Any], rules: Rules) -> str | None:
    """The type said beside the participant, else the class that the occurrence asks for."""
    said = slug(str(row[f"{part.name}_kind"])) if row.get(f"{part.name}_kind") else None
    wanted = part.kind.removesuffix("-list")
    return next((kind for kind in (said, wanted) if kind and kind != "card" and rules.is_kind(kind)), None)
