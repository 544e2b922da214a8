"""An event reaches a step: its conditions are weighed, its window opens, and what it does by itself happens after."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from judge.engine.candidates.durations import ends_here
from judge.engine.condition_checks import all_hold
from judge.engine.constants import tells_of
from judge.engine.effects.mechanisms import ALSO_WHEN_STOPPED
from judge.engine.events import nested_start
from judge.engine.frozen_copy import changed
from judge.engine.in_force import without_taken
from judge.engine.running.event_happening import change
from judge.engine.running.run import PROBE, Run
from judge.engine.running.status_cancels import cancel_by_given_statuses
from judge.engine.running.windows import answers_after
from judge.engine.state import DelayedEffect, Event, InForce, Stop, Truth
from judge.engine.tasks import AfterWindow, AtStep, BeginEvent, Mechanism, Task, Window
from judge.rules.model import Begin, OccurrenceType, Step


def advance(run: Run, task: AtStep) -> Truth | None:
    """Bring an event to a step, stack the next, and tell whether its conditions hold; None behind the last."""
    event = run.state.events[task.event]
    if task.index >= len(event.occurrence.steps) or (task.last is not None and task.index > task.last):
        return None
    step = event.occurrence.steps[task.index]
    following = AtStep(task.event, task.index + 1, (), task.last)
    if step.each_player:
        seats = task.seats or run.pos.seats_in_order()
        identity = run.table.identity(seats[0])
        if identity is not None:
            event = changed(event, roles={**event.roles, "player": (identity,)})
            run.state = run.state.with_event(event)
        if len(seats) > 1:
            following = replace(task, seats=seats[1:])
    run.push(following)
    return all_hold(run.pos, step.conditions, event)


def enter(run: Run, task: AtStep, truth: Truth) -> None:
    """A step happens, or is gone through as not happening: its window opens, or waits for that of the event around."""
    if run.waiting.constants.taking:
        run.state, told = without_taken(run.pos, run.waiting.constants, run.state.events[task.event])
        for ref, assumed in told:
            run.assume(ref, (assumed,))
    event = run.state.events[task.event]
    step, lost = event.occurrence.steps[task.index], event.stop
    restores = truth.value is False and lost is None
    if restores:
        event = changed(event, stop=(truth.how or "prevented", truth.by))
        run.state = run.state.with_event(event)
    parent = run.state.events.get(event.parent) if event.parent is not None else None
    if step.joins and event.joined and parent is not None:
        run.state = run.state.with_event(
            changed(parent, deferred=(*parent.deferred, (event.serial, step.id), *event.deferred))
        )
        if restores:
            run.state = run.state.with_event(changed(event, stop=lost))
        return
    if event.stop is None or (step.survives and event.stop[0] not in (PROBE, "forbidden")):
        run.trace.reach(step, run.state.label_at(event, step))
    cancel_by_given_statuses(run, event, step)
    run.push(Window(event.serial, step.id), AfterWindow(event.serial, task.index, lost, restores))


def after_window(run: Run, task: AfterWindow) -> None:
    """A step does what it does by itself, once its window has closed."""
    event = run.state.events[task.event]
    step = event.occurrence.steps[task.index]
    tasks: list[Task] = []
    if event.stop is None and _is_where_it_happens(event, step):
        change(run, event)
        event = run.state.events[task.event]
    for begin in step.begins:
        if step.unless_told and _is_told(run, event, begin):
            continue
        start = nested_start(run.pos, begin, event, {}, part=True)
        tasks.append(BeginEvent(start, event.serial, _kept_by(event, begin, start.occurrence)))
        for element, by in event.displaced:
            start = nested_start(run.pos, begin, event, {"victim": (element,)}, part=False)
            tasks.append(BeginEvent(start, event.serial, ("prevented", by)))
    for doing in step.does:
        if event.stop is None or doing.verb in ALSO_WHEN_STOPPED:
            tasks.append(Mechanism(doing, event.serial))
    for ends in step.ends:
        run.state = run.state.ended(partial(_is_over, run, event, ends))
    run.push(*tasks, *answers_after(event))
    if task.restores:
        _restore(run, task)


def _is_told(run: Run, event: Event, begin: Begin) -> bool:
    """Whether the ability that began the event tells itself of what a step begins: “… then shuffle your deck.”"""
    cause = run.table.by_ref.get(event.cause or "")
    tree = cause.tree if cause is not None else None
    return tree is not None and tells_of(tree.effect, run.pos.rules.occurrences[begin.occurrence])


def _kept_by(event: Event, begin: Begin, begun: OccurrenceType) -> Stop | None:
    """Why what a step begins does not come: the part of the event on which it rests did not happen to those."""
    names, to = {one.event for one in begun.begun_by}, {source for _, source in begin.roles}
    kept = (bar for bar in event.barred if names & bar.events and to & set(bar.moment.patient))
    return next(((bar.reason, bar.by) for bar in kept), None)


def _is_over(run: Run, event: Event, ends: str, one: InForce | DelayedEffect) -> bool:
    """Whether a duration that ends in the event is that of what is in force."""
    return one.until is not None and one.until[0] == ends and ends_here(run.pos, ends, one.ability.you, event)


def _restore(run: Run, task: AfterWindow) -> None:
    """A step that was gone through as not happening leaves the rest of its event as it was."""
    event = run.state.events[task.event]
    run.state = run.state.with_event(changed(event, stop=task.restore_stop))
    for place, waiting in enumerate(run.stack):
        if (
            isinstance(waiting, BeginEvent)
            and waiting.outer == task.event
            and event.stop is not None
            and waiting.stop is None
        ):
            run.stack[place] = replace(waiting, stop=event.stop)


def _is_where_it_happens(event: Event, step: Step) -> bool:
    """Whether this is the step at which the event is done: the last before its first “after”, that has a “when”."""
    names = {begun.event for begun in event.occurrence.begun_by}

    def tells(one: Step) -> bool:
        return any(m.word == "when" and m.event in names for m in one.moments)

    return tells(step) and next(filter(tells, event.occurrence.steps)).id == step.id
