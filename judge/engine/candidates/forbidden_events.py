"""Constants that forbid an event, at the step where that makes its difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.cardtext.tree import Clause, Forbid
from judge.engine.active_abilities import gone
from judge.engine.candidates.candidate import GENERAL, Candidate
from judge.engine.condition_checks import all_hold
from judge.engine.constants import ConstantPart
from judge.engine.events import begun, nested_start
from judge.engine.in_force import applies, bound_by, forbids
from judge.engine.nouns.noun_matching import fits
from judge.engine.position import Position, Speaker
from judge.engine.protected_targets import forbidden_at
from judge.engine.state import Assumed, Event
from judge.engine.table_elements import Element, SubmittedAbility
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import AbilityClass, Moment, Ready, Step


def of_cannot(
    pos: Position, waiting: WaitingIndex, event: Event, step: Step, allowed: frozenset[str] = frozenset()
) -> Iterator[Candidate]:
    """Constants that forbid the event, at the step where that makes its difference; `allowed` are the events for
    which a “can” lifts a rule there.
    """
    if not waiting.any_cannot:
        return
    cls = pos.rules.class_named.get("constant")
    rows: list[tuple[Ready | None, str]] = [
        (r, role) for r, role in pos.rules.ready_at.get(step.id, ()) if r.source == "cannot"
    ]
    if step.id == forbidden_at(event) or event.occurrence.deeds:
        rows.append((None, ""))
    if cls is None or not rows:
        return
    forbiddable = forbiddable_as(pos, event, step, allowed)
    parts = pos.rules.barred_parts.get(event.occurrence.type, {})
    general = {name: moments for name, moments in forbiddable.items() if name not in parts}
    yield from _of_what_it_comes_to(pos, waiting, event, step, cls)
    for row, role in rows:
        names = general if row is None else {row.name: forbiddable.get(row.name, [])}
        for name, moments in names.items():
            for ability, part in waiting.constants.forbidding.get(name, ()):
                pos.table.effort.spend()
                candidate = _cannot(pos, ability, part, event, step, cls, row, role, moments)
                if candidate is not None:
                    yield candidate


def _of_what_it_comes_to(
    pos: Position, waiting: WaitingIndex, event: Event, at: Step, cls: AbilityClass
) -> Iterator[Candidate]:
    """Constants that forbid what an event comes to nothing without: that is no valid target of it, from the start."""
    for step in event.occurrence.steps if event.occurrence.comes_to and at.id == forbidden_at(event) else ():
        for begin in step.begins if all_hold(pos, step.conditions, event).value is not False else ():
            if begin.occurrence not in event.occurrence.comes_to:
                continue
            inner = begun(pos, nested_start(pos, begin, event, {}), event)
            for name, moments in forbiddable_as(pos, inner, inner.occurrence.steps[0]).items():
                for ability, part in waiting.constants.forbidding.get(name, ()):
                    pos.table.effort.spend()
                    found = _cannot(pos, ability, part, inner, at, cls, None, "", moments)
                    if found is not None:
                        yield replace(found, event=event)


def is_row_about(row: Ready, clause: Clause) -> bool:
    """Whether a row is about what a “cannot” forbids."""
    return row.variant in (None, clause.variant) and (row.thing is None or clause.thing in (None, row.thing))


def _cannot(
    pos: Position,
    ability: SubmittedAbility,
    part: ConstantPart,
    event: Event,
    step: Step,
    cls: AbilityClass,
    row: Ready | None,
    role: str,
    moments: Sequence[Moment],
) -> Candidate | None:
    """A “cannot” that is about the event, or of a row about who fills its role."""
    effect = part.effect
    if not isinstance(effect, Forbid):
        return None
    clause = effect.clause
    if row is not None and not is_row_about(row, clause):
        return None
    assumed = applies(pos, ability, part, event, even_gone=True)
    if assumed is None:
        return None
    about = _about(pos, ability, part, clause, event, role, moments)
    if about is None:
        return None
    holder, more, fitting = about
    if row is not None and all_hold(pos, row.conditions, event, holder).value is False:
        return None
    reason, by = gone(pos, ability, event) or (None, None)
    return Candidate(
        ability, event, step, cls, None, row or GENERAL, reason=reason, by=by, holder=holder,
        assumed=(*assumed, *more), forbids=(clause, fitting[0]) if fitting else None,
        barred=fitting if row is not None and row.bars else (),
    )  # fmt: skip


def _about(
    pos: Position, ability: SubmittedAbility, part: ConstantPart, clause: Clause, event: Event, role: str,
    moments: Sequence[Moment],
) -> tuple[Element | None, tuple[Assumed, ...], tuple[Moment, ...]] | None:  # fmt: skip
    """Whom of the event a “cannot” is about, what is assumed for that, and which of the moments it forbids."""
    if not moments:
        found = _whom(pos, ability, clause, event, role)
        return (*found, ()) if found is not None else None
    fitting = [
        (moment, fit)
        for moment in moments
        if (fit := forbids(pos, ability, clause, event, moment, bound_by(pos, ability, part, event))) is not None
    ]
    if not fitting:
        return None
    holder = event.one(role.split("|", maxsplit=1)[0].rstrip("@+~")) if role not in ("", "*") else None
    return holder, fitting[0][1].assumed, tuple(moment for moment, _ in fitting)


def _whom(
    pos: Position, ability: SubmittedAbility, clause: Clause, event: Event, role: str
) -> tuple[Element, tuple[Assumed, ...]] | None:
    """Who in a role a “cannot” is about that forbids no event here itself."""
    noun = clause.patient or clause.agent
    own = pos.table.of(ability)
    if role == "*" or noun is None:
        return own, ()
    for name in role.split("|"):
        for one in event.every(name.rstrip("@+~")):
            fit = fits(pos, noun, one, Speaker(ability, event))
            if fit.match == "yes":
                return pos.now(one), fit.assumed
    return None


def forbiddable_as(
    pos: Position, event: Event, at: Step, allowed: frozenset[str] = frozenset()
) -> dict[str, list[Moment]]:
    """The events that an occurrence is, each with the moments that tell who takes part; of deeds those of this step."""
    found: dict[str, list[Moment]] = {}
    for moment in event.occurrence.begun_by if at.id == forbidden_at(event) else ():
        found.setdefault(moment.event, []).append(moment)
    for step in event.occurrence.steps:
        if event.occurrence.deeds and step.id != at.id:
            continue
        more = [
            moment
            for conditions, moments, _ in step.more_moments
            for moment in moments
            if moment.event in allowed or all_hold(pos, conditions, event).value is not False
        ]
        for moment in (*step.moments, *more):
            if moment.word in ("would", "when"):
                found.setdefault(moment.event, []).append(moment)
    return found
