"""A candidate: an ability that may resolve at a step, in which class, and what brought it there."""

from __future__ import annotations

from dataclasses import dataclass

from judge.cardtext.tree import Clause
from judge.engine.position import Position
from judge.engine.state import Assumed, Event
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.rules.model import AbilityClass, Citations, Moment, Ready, Step


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """An ability that may resolve at a step, and what brought it there; `reason` says why it may not all the same."""

    ability: SubmittedAbility
    event: Event
    step: Step
    cls: AbilityClass
    moment: Moment | None = None
    ready: Ready | None = None
    role: str = ""
    printed: str = ""
    ends: str = ""
    holder: Element | None = None
    reason: str | None = None
    by: Ref | None = None
    rules: Citations = ()
    assumed: tuple[Assumed, ...] = ()
    forbids: tuple[Clause, Moment] | None = None
    """Of a “cannot” about the event: its words, and the moment that they are about."""
    in_place_of: SubmittedAbility | None = None
    """Of what keeps an ability from being used: that ability, in whose turn it makes its difference."""
    barred: tuple[Moment, ...] = ()
    """Parts of the event that a “cannot” forbids while the rest goes on."""


GENERAL = Ready("*", "cannot", (), "constant", ())
"""A “cannot” about an event for which the rules have no row of their own."""
PROTECTS = Ready("protects", "cannot", (), "constant", ())
"""A “cannot” that keeps an ability from being used, and the event itself as it is."""


def is_forbid(candidate: Candidate) -> bool:
    """Whether the candidate is a “cannot” that forbids the event itself."""
    return candidate.ready is not None and candidate.ready.source == "cannot" and candidate.ready is not PROTECTS


def stands_all_along(candidate: Candidate) -> bool:
    """Whether it is in force all along and is told where it first makes a difference; it answers nothing."""
    return candidate.cls.once and candidate.moment is None and not is_forbid(candidate)


def class_of(pos: Position, ability: SubmittedAbility) -> AbilityClass | None:
    """The class in which an ability's timing stands; None for a timing that has none."""
    trigger = ability.tree.trigger if ability.tree is not None else None
    untimed = ability.timing == "constant" and trigger is not None and trigger.word == "at"
    if (ability.before or untimed) and pos.rules.delayed is not None:
        return pos.rules.delayed
    return pos.rules.class_of.get((ability.timing, trigger is not None, trigger is not None and trigger.would))
