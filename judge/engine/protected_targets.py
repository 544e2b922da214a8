"""What becomes of an event when a “cannot” acts on it: those whom it protects are left out, or nothing happens."""

from __future__ import annotations

from judge.cardtext.tree import Clause
from judge.engine.effects.card_effects import deed_lost, is_deed, stopped
from judge.engine.frozen_copy import changed
from judge.engine.in_force import forbids
from judge.engine.position import Position
from judge.engine.state import Event, State
from judge.engine.table_elements import SubmittedAbility
from judge.rules.model import Moment


def without_forbidden(pos: Position, by: SubmittedAbility, words: tuple[Clause, Moment], event: Event) -> State:
    """The state in which a “cannot” has acted: whom it protects is left out; with nobody left nothing happens."""
    clause, moment = words
    if is_deed(event, moment) or is_later_part(event, moment):
        return deed_forbidden(pos, by, moment.event, event)
    for role in moment.patient:
        elements = event.roles.get(role, ())
        left = tuple(
            one
            for one in elements
            if forbids(pos, by, clause, changed(event, roles={**event.roles, role: (one,)}), moment) is None
        )
        if left and len(left) < len(elements):
            spared = {one.key: (one, by.ref, "forbidden") for one in elements if one not in left}
            return pos.state.with_event(
                changed(event, roles={**event.roles, role: left}, spared={**event.spared, **spared})
            )
    return stopped(pos.state, event, "forbidden", by.ref)


def forbidden_at(event: Event) -> str:
    """The step where a “cannot” about the event makes its difference."""
    occurrence = event.occurrence
    at = occurrence.forbidden_at
    return (at if "/" in at else f"{occurrence.type}/{at}") if at is not None else occurrence.steps[0].id


def is_later_part(event: Event, moment: Moment) -> bool:
    """Whether a moment is of something that only comes once the event is under way (a boost card is given)."""
    steps = event.occurrence.steps
    at = forbidden_at(event)
    begun = next((number for number, step in enumerate(steps) if step.id == at), 0)
    early = {one.event for step in steps[: begun + 1] for one in step.moments}
    names = {one.event for one in event.occurrence.begun_by}
    return moment.event not in early | names and any(moment in step.moments for step in steps[begun + 1 :])


def deed_forbidden(pos: Position, by: SubmittedAbility, deed: str, event: Event) -> State:
    """The state in which one deed of many is forbidden, with the printed abilities whose use it is."""
    return deed_lost(pos.state, event, deed, "forbidden", by.ref)
