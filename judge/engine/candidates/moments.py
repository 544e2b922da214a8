"""Abilities that wait for a moment, at a step that is one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.engine.candidates.candidate import Candidate, class_of
from judge.engine.candidates.refusing import refused
from judge.engine.conditions import all_hold
from judge.engine.events import trigger_fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event
from judge.engine.table import SubmittedAbility
from judge.engine.waiting import Waiting
from judge.rules.model import Moment, Step


def _moments(pos: Position, event: Event, step: Step) -> Iterator[tuple[Moment, tuple[Assumed, ...]]]:
    """Lazily, the moments of a step, and what was assumed for those that depend on something."""
    for moment in step.moments:
        yield moment, ()
    for conditions, moments in step.more_moments:
        truth = all_hold(pos, conditions, event)
        if truth.value is False:
            continue
        open_ = truth.value is None
        taken = (
            (Assumed(f"It was not said otherwise, so at “{step.title}” what a text asks for is taken to be so."),)
            if open_
            else ()
        )
        yield from ((moment, taken) for moment in moments)


def of_moments(pos: Position, waiting: Waiting, event: Event, step: Step) -> Iterator[Candidate]:
    for moment, taken in _moments(pos, event, step):
        for ability in waiting.at_moment(event.occurrence, moment):
            pos.table.effort.spend()
            if ability.answers and moment.word != "after":
                continue  # a response worded otherwise finds no window
            if step.only_effect and not _does(ability, step.only_effect):
                continue
            tree, cls = ability.tree, class_of(pos, ability)
            if tree is None or tree.trigger is None or cls is None:
                continue
            speaker = Speaker(ability, event, moment)
            fit = trigger_fits(pos, tree.trigger, moment, speaker)
            if ability.before:
                name = ability.card.name
                left = Assumed(f"{name} is taken to have done the rest before; what it left for later happens now.")
                fit = replace(fit, assumed=(left, *fit.assumed)) if fit is not None else None
            barred = event.forbidden_deeds.get(moment.event)
            if fit is not None and barred is not None and barred != ability.ref:
                fit = replace(fit, reason=fit.reason or "forbidden", by=fit.by or barred)
            if fit is not None:
                by = event.bars(moment) if fit.reason is None else None
                reason = "forbidden" if by is not None else fit.reason
                yield refused(
                    pos,
                    waiting,
                    Candidate(
                        ability,
                        event,
                        step,
                        cls,
                        moment,
                        reason=reason,
                        by=by or fit.by,
                        assumed=(*taken, *fit.assumed),
                    ),
                )


def _does(ability: SubmittedAbility, kind: str) -> bool:
    return ability.ability is not None and kind in ability.ability.effect_kinds
