"""What is so once an event has happened, in steps or without them, and what ends with it."""

from __future__ import annotations

from judge.engine.effects.mechanisms import boost_card_over, do
from judge.engine.effects.state_changes import CHANGING, happened
from judge.engine.frozen_copy import changed
from judge.engine.running.run import PROBE, Run
from judge.engine.state import Event, Truth
from judge.engine.tasks import EndEvent, Mechanism


def change(run: Run, event: Event) -> None:
    """What is so once it has happened, by the names it has in the vocabulary."""
    for name in dict.fromkeys(one.event for one in event.occurrence.begun_by):
        roles = next(one.patient for one in event.occurrence.begun_by if one.event == name)
        if name in CHANGING:
            patients = [one for role in roles for one in event.every(role.rstrip("@"))]
            run.state = happened(run.pos, event, name, patients)


def happen_quietly(run: Run, event: Event) -> None:
    """An event that nothing submitted has to do with: what is so after it, without its steps."""
    if event.stop is None:
        change(run, event)
        for step in event.occurrence.steps:
            for doing in step.does:
                if doing.verb == "leave":
                    run.take(do(run.pos, Mechanism(doing, event.serial)))
        for fact in event.occurrence.yields:
            run.state = run.state.with_fact(run.state.events[event.serial], fact, Truth(True))


def end(run: Run, task: EndEvent) -> None:
    """An event is over: whether it has come about is known now, and what lasted as long as it did ends."""
    event = run.state.events[task.event]
    _come_to_nothing(run, event)
    for fact in event.occurrence.yields:
        ended = event.stop is not None and event.stop[0] != PROBE
        reason, by = event.stop if ended and event.stop is not None else (None, None)
        run.state = run.state.with_fact(event, fact, Truth(not ended, by, reason))
    standard = run.pos.rules.standard
    if (
        standard.boost_card is not None
        and event.occurrence.type == standard.boost_card.occurrence
        and event.stop is None
    ):
        run.state = boost_card_over(run.pos, event)
    run.state = run.state.ended(lambda one: _is_over(run, one.until, event))


def _come_to_nothing(run: Run, event: Event) -> None:
    """What was forbidden takes with it the event that comes to nothing without it: no valid target was left."""
    outer = run.state.events.get(event.parent) if event.parent is not None and event.cause is None else None
    forbidden = event.stop is not None and event.stop[0] == "forbidden"
    if forbidden and outer is not None and outer.stop is None and event.occurrence.type in outer.occurrence.comes_to:
        run.state = run.state.with_event(changed(outer, stop=event.stop, stop_rules=event.stop_rules))


def _is_over(run: Run, until: tuple[str, int] | None, event: Event) -> bool:
    """Whether a duration belongs to the event that ends: “until the end of this attack”."""
    if until is None or until[0] in ("game", "round", "phase", "turn"):
        return False
    names = {begun.event for begun in event.occurrence.begun_by} | {event.occurrence.type}
    types = set(run.pos.rules.features.periods.get(until[0], ()))
    belongs = until[0] in names or event.occurrence.type in types
    return belongs and any(one.serial == event.serial for one in run.state.around(run.state.events[until[1]]))
