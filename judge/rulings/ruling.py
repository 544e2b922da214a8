"""Defines a ruling: what resolves in which order and why; `as_json` is section 6 of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.entry import Citation
from judge.rules.model import Citations


def cited(*groups: Iterable[Citation]) -> Citations:
    """Citations together, each once, in order."""
    return tuple({(rule.id, rule.quote): rule for group in groups for rule in group}.values())


@dataclass(frozen=True, slots=True)
class After:
    """Why a group comes after the one at `position`: a sentence that names both, and the rules that decide."""

    position: int
    why: str
    rules: Citations

    def as_json(self) -> dict[str, Any]:
        """The `after` of a group."""
        return {"position": self.position, "why": self.why, "rules": [rule.as_json() for rule in self.rules]}


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something not said that is taken to be so; `positions` are those of the groups that would change without it."""

    ability: str | None
    text: str
    positions: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """One of `assumptions`."""
        return {"ability": self.ability, "text": self.text, "positions": list(self.positions)}


@dataclass(frozen=True, slots=True)
class UnreadPassage:
    """Words of a submitted text that were not understood; `at` is where they stand in that text."""

    card: str
    ability: str | None
    part: str
    text: str
    at: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        """One of `unread`."""
        return {"card": self.card, "ability": self.ability, "part": self.part, "text": self.text, "at": list(self.at)}


@dataclass(frozen=True, slots=True)
class Group:
    """Abilities that resolve together; `decided_by` orders or picks where somebody does."""

    abilities: tuple[str, ...]
    names: tuple[str, ...]
    """What each of them acts as: its card's name, with the keyword that its words give, where that acts."""
    step: str
    within: str
    timing: str | None
    mandatory: bool | None
    decided_by: str | None
    settled: bool
    why: str
    rules: Citations
    candidates: tuple[str, ...] = ()
    """All that the decider could pick from, when it is more than what was used."""
    after: After | None = None
    moment: str = ""
    """When it resolves, in plain words."""
    users: tuple[str, ...] = ()
    """Who may use them, where they are optional."""
    optional: tuple[str, ...] = ()
    """The names of those that need not be used."""
    instead: tuple[str, ...] = ()
    """The names of what the decider could have picked instead."""
    rank: int = 0
    """The place of their class of abilities among those of the edition."""

    def as_json(self, position: int) -> dict[str, Any]:
        """One of `order`; `position` counts from 1."""
        return {
            "position": position,
            "abilities": list(self.abilities),
            "names": list(self.names),
            "optional": list(self.optional),
            "step": self.step,
            "within": self.within,
            "timing": self.timing,
            "mandatory": self.mandatory,
            "decided_by": self.decided_by,
            "settled": self.settled,
            "why": self.why,
            "after": self.after.as_json() if self.after is not None else None,
            "moment": self.moment,
            "users": list(self.users),
            "candidates": list(self.candidates),
            "instead": list(self.instead),
            "rules": [rule.as_json() for rule in self.rules],
        }


_KEPT_BY_OTHERS = frozenset(["forbidden", "limit-reached", "replaced", "cancelled", "prevented", "passed", "peril"])


@dataclass(frozen=True, slots=True)
class Exclusion:
    """An ability that does not resolve, with the first reason that applies and the ability behind it."""

    ability: str
    reason: str
    by: str | None
    why: str
    rules: Citations
    short: str = ""
    """The reason in few words."""

    def as_json(self) -> dict[str, Any]:
        """One of `excluded`."""
        return {
            "ability": self.ability,
            "reason": self.reason,
            "by": self.by,
            "short": self.short,
            "why": self.why,
            "rules": [rule.as_json() for rule in self.rules],
        }


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """One step of the unfolding; `positions` are those of the groups that stand at it."""

    step: str
    title: str
    within: str
    rules: Citations
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
    assumptions: tuple[Assumption, ...] = ()
    unread: tuple[UnreadPassage, ...] = ()
    warnings: tuple[str, ...] = ()
    answer: str = ""
    """What resolves first, in one sentence."""
    understood: str = ""
    """Whether all words were read, in one sentence."""
    not_understood: tuple[str, ...] = ()
    """A sentence for each card with something unread; they stand among the warnings, too."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Every reference by its card's name."""

    @property
    def acting(self) -> tuple[int, int]:
        """How many abilities have a say, also those that another keeps from it; and how many nothing happens for."""
        kept = sum(one.reason in _KEPT_BY_OTHERS for one in self.excluded)
        idle = sum(one.reason == "no-matching-window" for one in self.excluded)
        return len({one for group in self.order for one in group.abilities}) + kept, idle

    @property
    def open_questions(self) -> tuple[str, ...]:
        """Warnings of other things than words that were not read."""
        return tuple(warning for warning in self.warnings if warning not in self.not_understood)

    def as_json(self) -> dict[str, Any]:
        """The ruling as section 6 of the contract writes it."""
        return {
            "game": self.game,
            "edition": self.edition,
            "official": self.official,
            "answer": self.answer,
            "understood": self.understood,
            "order": [group.as_json(position) for position, group in enumerate(self.order, 1)],
            "excluded": [exclusion.as_json() for exclusion in self.excluded],
            "timeline": [step.as_json() for step in self.timeline],
            "assumptions": [assumption.as_json() for assumption in self.assumptions],
            "unread": [passage.as_json() for passage in self.unread],
            "warnings": list(self.warnings),
            "names": dict(self.names),
        }
