"""Abilities that wait for a moment, at a step that is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.cardtext.tree import Clause, Forbid, leaves
from judge.engine.candidates.candidate import Candidate, class_of
from judge.engine.candidates.refused_candidates import refused
from judge.engine.condition_checks import all_hold
from judge.engine.events import MomentFit, trigger_fits
from judge.engine.exclusion_reasons import Refusal
from judge.engine.nouns.noun_matching import elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event
from judge.engine.table_elements import Ref, SubmittedAbility
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Citations, Moment, Step


def _moments(pos: Position, event: Event, step: Step) -> Iterator[tuple[Moment, tuple[Assumed, ...], Refusal | None]]:
    """Lazily, the moments of a step, what was assumed for those that depend on something, and what keeps one from
    coming.
    """
    for moment in step.moments:
        yield moment, (), None
    for conditions, moments, forbidding in step.more_moments:
        truth = all_hold(pos, conditions, event)
        if truth.value is False and truth.by is None and not forbidding:
            continue
        stop = None
        if truth.value is False and truth.by is not None:
            stop = Refusal(truth.how or "prevented", truth.by)
        elif truth.value is False:
            stop = Refusal("forbidden", None, forbidding)
        open_ = truth.value is None
        taken = (
            (Assumed(f"It was not said otherwise, so at “{step.title}” what a text asks for is taken to be so."),)
            if open_
            else ()
        )
        yield from ((moment, taken, stop) for moment in moments)


def of_moments(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> Iterator[Candidate]:
    """Lazily, the abilities whose trigger a moment of the step meets."""
    for moment, taken, stop in _moments(pos, event, step):
        for group in waiting.at_moment(event.occurrence, moment):
            first = group[0]
            pos.table.effort.spend()
            if first.tree is None or first.tree.trigger is None:
                continue
            if step.named and all(clause.patient is None for clause in first.tree.trigger.clauses):
                continue
            fit = trigger_fits(pos, first.tree.trigger, moment, Speaker(first, event, moment))
            for ability in group if fit is not None else ():
                if fit is not None and (candidate := _met(pos, ability, event, step, moment, fit, stop)) is not None:
                    candidate = replace(candidate, assumed=(*taken, *candidate.assumed))
                    yield refused(pos, waiting, candidate)


def _met(
    pos: Position,
    ability: SubmittedAbility,
    event: Event,
    step: Step,
    moment: Moment,
    fit: MomentFit,
    stop: Refusal | None,
) -> Candidate | None:
    """The candidate that an ability is whose trigger is met, unless `stop` keeps the moment from coming; None where
    such an ability finds no window there.
    """
    cls = class_of(pos, ability)
    if cls is None or (ability.answers and moment.word != "after"):  # a response worded otherwise finds no window
        return None
    if step.only_effect and not _does(ability, step.only_effect):
        return None
    pos.table.effort.spend()
    assumed = fit.assumed
    if ability.before:
        name = ability.card.name
        left = Assumed(f"{name} is taken to have done the rest before; what it left for later happens now.")
        assumed = (left, *assumed)
    kept = _kept_off(pos, ability, event, moment, stop) if fit.reason is None else None
    reason, by, rules = kept or (fit.reason, fit.by, ())
    return Candidate(ability, event, step, cls, moment, reason=reason, by=by, rules=rules, assumed=assumed)


def _kept_off(
    pos: Position, ability: SubmittedAbility, event: Event, moment: Moment, stop: Refusal | None
) -> tuple[str, Ref | None, Citations] | None:
    """Why the moment does not come for an ability, by whom and by which rules: what it did itself is no reason."""
    if stop is not None and (stop.by is None or stop.by != ability.ref):
        return stop.reason, stop.by, stop.rules
    lost = event.lost_deeds.get(moment.event)
    if lost is not None and lost[1] != ability.ref and not _befalls_others(pos, ability, event, moment, lost[1]):
        return (*lost, ())
    bars = event.bars(moment)
    return (bars.reason, bars.by, ()) if bars is not None and bars.by != ability.ref else None


def _befalls_others(pos: Position, ability: SubmittedAbility, event: Event, moment: Moment, by: Ref) -> bool:
    """Whether a deed that many do, and that is forbidden to some, is not forbidden to one whom the ability awaits."""
    other = pos.table.by_ref[by]
    if moment.agent or moment.patient or ability.tree is None or ability.tree.trigger is None or other.tree is None:
        return False
    forbidden = [one.clause for one in leaves(other.tree.effect) if isinstance(one, Forbid)]
    awaiting, speaker = Speaker(ability, event, moment), Speaker(other, event, moment)
    return any(
        _names_others(pos, (told, awaiting), (clause, speaker))
        for told in ability.tree.trigger.clauses
        for clause in forbidden
        if told.event == clause.event == moment.event
    )


def _names_others(pos: Position, awaited: tuple[Clause, Speaker], forbidden: tuple[Clause, Speaker]) -> bool:
    """Whether one of those whom a clause names is none of those whom another names in the same part."""
    (told, awaiting), (clause, speaker) = awaited, forbidden
    for one, other in ((told.agent, clause.agent), (told.patient, clause.patient)):
        found = elements_of(pos, one, awaiting).found if one is not None and other is not None else ()
        if other is not None and any(fits(pos, other, element, speaker).match != "yes" for element in found):
            return True
    return False


def _does(ability: SubmittedAbility, kind: str) -> bool:
    return ability.ability is not None and kind in ability.ability.effect_kinds
