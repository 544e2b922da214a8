"""A ruling: what resolves in which order and why, as values; `as_json` is section 6 of the contract."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from judge.entry import Citation
from judge.scripts.script import Rules


def cited(*groups: Iterable[Citation]) -> Rules:
    """Citations together, each once, in order. A script makes each citation once, so identity tells them apart."""
    return tuple({id(rule): rule for group in groups for rule in group}.values())


@dataclass(frozen=True, slots=True)
class Group:
    """Abilities that resolve together; `decided_by` orders or picks where somebody does."""

    abilities: tuple[str, ...]
    step: str
    within: str
    timing: str | None
    mandatory: bool | None
    decided_by: str | None
    settled: bool
    why: str
    rules: Rules
    candidates: tuple[str, ...] = ()
    """All that the decider could pick from, when it is more than what was used."""

    def as_json(self, position: int) -> dict[str, Any]:
        """One of `order`; `position` counts from 1."""
        return {
            "position": position,
            "abilities": list(self.abilities),
            "step": self.step,
            "within": self.within,
            "timing": self.timing,
            "mandatory": self.mandatory,
            "decided_by": self.decided_by,
            "settled": self.settled,
            "why": self.why,
            "rules": [rule.as_json() for rule in self.rules],
        }


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An ability that does not resolve, with the first reason that applies and the ability behind it."""

    ability: str
    reason: str
    by: str | None
    why: str
    rules: Rules

    def as_json(self) -> dict[str, Any]:
        """One of `excluded`."""
        return {
            "ability": self.ability,
            "reason": self.reason,
            "by": self.by,
            "why": self.why,
            "rules": [rule.as_json() for rule in self.rules],
        }


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """One step of the unfolding; `positions` are those of the groups that stand at it."""

    step: str
    title: str
    within: str
    rules: Rules
    positions: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """One of `timeline`."""
        return {
            "step": self.step,
            "title": self.title,
            "within": self.within,
            "rules": [rule.as_json() for rule in self.rules],
            "positions": list(self.positions),
        }


@dataclass(frozen=True, slots=True)
class Ruling:
    """The whole answer to a dispute."""

    game: str
    edition: str
    official: bool
    order: tuple[Group, ...]
    excluded: tuple[Exclusion, ...]
    timeline: tuple[TimelineStep, ...]
    assumptions: tuple[tuple[str | None, str], ...] = ()
    warnings: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The ruling as section 6 of the contract writes it."""
        return {
            "game": self.game,
            "edition": self.edition,
            "official": self.official,
            "order": [group.as_json(position) for position, group in enumerate(self.order, 1)],
            "excluded": [exclusion.as_json() for exclusion in self.excluded],
            "timeline": [step.as_json() for step in self.timeline],
            "assumptions": [{"ability": ref, "text": text} for ref, text in self.assumptions],
            "warnings": list(self.warnings),
        }
