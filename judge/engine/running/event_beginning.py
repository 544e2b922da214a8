"""An event begins: what prevents it, who takes part, what is known of it, whether anybody waits for its steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.tree import Prevent
from judge.engine.candidates.printed_timings import blocked, makers
from judge.engine.condition_checks import all_hold
from judge.engine.constants import acts_of, is_measured_in
from judge.engine.effects.card_effects import befalls
from judge.engine.effects.labeled_effects import facts_of
from judge.engine.events import begun
from judge.engine.frozen_copy import changed
from judge.engine.position import Speaker, lies_in
from judge.engine.running.event_happening import happen_quietly
from judge.engine.running.run import Run
from judge.engine.state import Event, InForce, Stop, Truth
from judge.engine.table_elements import Element, Ref
from judge.engine.tasks import AtStep, BeginEvent, EndEvent, Interpret, Task, UnlessTask
from judge.rules.model import OccurrenceType, Rules, Step


def begin(run: Run, task: BeginEvent) -> None:
    """An event begins, and its steps are stacked; where nobody waits for them, it happens at once."""
    outer = run.state.events.get(task.outer) if task.outer is not None else None
    event, preventing = _record(run, task, outer)
    _know_parts(run, event)
    _know_rows(run, event)
    _know_maker(run, event)
    if outer is not None and event.stop is None:
        _leave_open(run, event)
    _warn(run, event)
    those, round_ = _one_after_another(run, event)
    if task.outer is not None and not task.start.part and not _cares(run, event):
        happen_quietly(run, event)
        run.push(*task.inside)
    elif len(those) > 1:
        _begin_each(run, task, event, those, round_)
    else:
        _stack_steps(run, task, event)
    if preventing is not None:
        _happen_instead(run, preventing)


def _warn(run: Run, event: Event) -> None:
    """What the book, or the dispute, leaves open about the event."""
    told = event.occurrence.warnings if event.stop is None else ()
    awaited = bool(told) and any(_is_awaited(run, step, event.cause) for step in event.occurrence.steps)
    for open_ in told:
        if (awaited or not open_.awaited) and all_hold(run.pos, open_.conditions, event).value is not False:
            run.trace.warn(open_.says)


def _record(run: Run, task: BeginEvent, outer: Event | None) -> tuple[Event, InForce | None]:
    """Put the event as it begins into the state; also what is in force that prevents it from the start."""
    event = begun(run.pos, task.start, outer)
    if task.stop is not None and event.stop is None:
        event = changed(event, stop=task.stop)
    preventing = _prevented_by(run, event) if event.stop is None else None
    if event.stop is None:
        by = preventing.ability.ref if preventing is not None else _left_by(run, event)
        event = changed(event, stop=("prevented", by)) if by is not None else event
    if event.stop is None:
        event = changed(event, label=run.trace.label(event.label))
    run.state = run.state.with_event(event)
    if task.made_by is not None:
        run.state = run.state.put("made", task.made_by, event.serial)
    return event, preventing


def _stack_steps(run: Run, task: BeginEvent, event: Event) -> None:
    """The steps of an event are stacked; what happens inside it comes after the step that is named, else behind it."""
    ids = [step.id for step in event.occurrence.steps]
    said = [replace(one, use=replace(one.use, event=event.serial)) for one in task.said]
    within = f"{event.occurrence.type}/{task.within}"
    serial, end = event.serial, EndEvent(event.serial)
    if within not in ids:
        run.push(*said, AtStep(serial, 0), end, *task.inside)
        return
    last = ids.index(within)
    run.push(*said, AtStep(serial, 0, last=last), UnlessTask(serial, task.inside), AtStep(serial, last + 1), end)


def _prevented_by(run: Run, event: Event) -> InForce | None:
    """What prevents such events for as long as one around lasts: “all damage from this attack”."""
    names = {begun.event for begun in event.occurrence.begun_by}
    for one in run.state.in_force:
        if not isinstance(one.effect, Prevent) or one.until is None or one.ability.ref == event.cause:
            continue
        thing, within = one.effect.thing or "", one.until[1]
        of_it = any(is_measured_in(name, thing) for name in names)
        lasts = of_it and any(outer.serial == within for outer in run.state.around(event))
        if lasts and befalls(run.pos, one.effect, event, Speaker(one.ability, event, None, one.bound)):
            return one
    return None


def _happen_instead(run: Run, preventing: InForce) -> None:
    """What stands in the place of what is prevented for as long as an event lasts happens before all else."""
    if preventing.instead is not None and preventing.until is not None:
        use = run.begin_use(preventing.ability.ref, preventing.until[1], bound=preventing.bound)
        run.push(Interpret(preventing.instead, use))


def _left_by(run: Run, event: Event) -> Ref | None:
    """What made one to whom the event around happens leave play, before that would make it leave: it is not there."""
    outer = run.state.events.get(event.parent or 0)
    if outer is None or not event.joined or not event.occurrence.departure:
        return None
    there = {one.key for elements in outer.roles.values() for one in elements}
    leaving = (one.key for begun in event.occurrence.begun_by for role in begun.patient for one in event.every(role))
    return next((run.state.left[key] for key in leaving if key in there and key in run.state.left), None)


def unless(run: Run, task: UnlessTask) -> None:
    """What was to happen within an event happens unless that has come to nothing."""
    if undone(run, run.state.events[task.event]) is None:
        run.push(*task.tasks)


def undone(run: Run, deed: Event) -> Stop | None:
    """Why what using an ability is (playing it) comes to nothing: it has ended, or what it would print is
    cancelled.
    """
    printed = [timing for step in deed.occurrence.steps for timing, _ in step.printed]
    used = run.table.by_ref[deed.cause].card if deed.cause is not None else None
    by = next(
        (by for timing in printed if used is not None and (by := blocked(run.pos, deed, timing, used)) is not None),
        None,
    )
    return ("cancelled", by) if by is not None else deed.stop


def _begin_each(run: Run, task: BeginEvent, event: Event, those: Sequence[Sequence[Element]], round_: bool) -> None:
    """An occurrence that happens for each of several, one after another: round the table, or as the players
    choose.
    """
    decider = None if round_ else run.pos.rules.features.each_decider
    tasks: list[Task] = []
    for some in those:
        start = replace(
            task.start, roles={**task.start.roles, event.occurrence.each or "": tuple(some)}, decided_by=decider
        )
        tasks.append(replace(task, start=start))
    run.push(*tasks, EndEvent(event.serial))


def _one_after_another(run: Run, event: Event) -> tuple[Sequence[Sequence[Element]], bool]:
    """Those for each of whom an occurrence happens, in turn, and whether that goes round the table; cards at one
    place together.
    """
    occurrence, table = event.occurrence, run.table
    several = event.every(occurrence.each) if occurrence.each is not None else ()
    if occurrence.each_from is None:
        circle = table.in_circle(several)
        return [(one,) for one in circle or several], bool(circle)
    start = event.one(occurrence.each_from)
    far = [table.distance(start, one.card) if one.card is not None else None for one in several]
    if None in far:
        return [several], True
    away = sorted({n for n in far if n is not None})
    return [[one for one, n in zip(several, far, strict=True) if n == place] for place in away], True


def _know_parts(run: Run, event: Event) -> None:
    """Who is what only by the part taken (“attacker”)."""
    for noun, role in run.pos.rules.features.role_kinds.items():
        if found := event.every(role):
            run.state = run.state.put("parts", noun, tuple(one.key for one in found))


def _know_rows(run: Run, event: Event) -> None:
    """Where those who take part lie, as the book tells it."""
    for lying in event.occurrence.lying:
        if all_hold(run.pos, lying.conditions, event).value:
            for one in event.every(lying.who):
                run.state = run.state.put("settled", (run.pos.now(one).key, lies_in(lying.row)), True)


def _know_maker(run: Run, event: Event) -> None:
    """The submitted ability that makes an attack or thwart: it is not basic, and its label is known."""
    for step in event.occurrence.steps:
        for timing, role in step.printed:
            if timing not in run.pos.rules.labels:
                continue
            for one in makers(run.pos, run.waiting, timing, role, event):
                facts = {**event.facts, "basic": event.facts.get("basic", Truth(False))}
                facts.update({f"label-{label}": Truth(True) for label in (one.ability.labels if one.ability else ())})
                if one.tree is not None:
                    facts |= facts_of(run.pos.rules.labels[timing], acts_of(one.tree.effect))
                roles = {**event.roles, "maker": (run.table.of(one),)}
                if one.card.kind in run.pos.rules.kinds_with("resolves_from_outside"):
                    roles["played"] = roles["maker"]
                    facts["played"] = Truth(True)
                event = changed(event, facts=facts, roles=roles)
                run.state = run.state.with_event(event)


def _leave_open(run: Run, event: Event) -> None:
    """An event within one of its kind, where the edition has no rule for that."""
    question = run.pos.rules.open_questions.get("nested-activation")
    if question is None or event.cause is None or event.occurrence.type not in question.at:
        return
    if any(outer.occurrence.type in question.at for outer in run.state.around(event) if outer.serial != event.serial):
        run.state = run.state.with_event(changed(event, open=True))
        run.trace.warn(question.says.format(who=run.pos.first_player), question.rules)


_CHANGE_WHAT_FOLLOWS = frozenset(
    {"silence", "withdraw", "shed", "eliminate", "boost", "activate", "out", "form", "advance", "join-in"}
    | {"afflict", "relieve", "outgrow", "rule-out"}
)
"""Mechanisms that are gone through also where nobody waits for their steps."""


def _cares(run: Run, event: Event) -> bool:
    """Whether anything submitted might find its moment in an event, or it takes something from those it happens
    to.
    """
    verbs = {doing.verb for step in event.occurrence.steps for doing in step.does}
    if event.occurrence.type in run.pos.rules.occurrences and verbs & _CHANGE_WHAT_FOLLOWS:
        return True
    asked = any(is_asked(run, step, event.cause) for step in event.occurrence.steps)
    return asked or bool(run.state.waiting) or _takes_away(run, event)


def _takes_away(run: Run, event: Event) -> bool:
    """Whether a step of an event surely begins another by which something leaves."""
    begun = (
        run.pos.rules.occurrences[begin.occurrence]
        for step in event.occurrence.steps
        if step.begins and all_hold(run.pos, step.conditions, event).value
        for begin in step.begins
    )
    return any(doing.verb == "leave" for occurrence in begun for step in occurrence.steps for doing in step.does)


def begun_in(rules: Rules, step: Step) -> list[OccurrenceType]:
    """The occurrences that a step begins, and those by which something leaves through what it does by itself."""
    verbs = {doing.verb for doing in step.does}
    shed = rules.standard.shed if "shed" in verbs else None
    displaced = rules.standard.displace if "displace" in verbs else None
    return [rules.occurrences[one.occurrence] for one in (*step.begins, shed, displaced) if one is not None]


def is_asked(run: Run, step: Step, besides: Ref | None) -> bool:
    """Whether anything, `besides` one ability, might find its moment at a step or in what the step begins."""
    return run.waiting.any_cannot or bool(run.state.in_force) or _is_awaited(run, step, besides)


def _is_awaited(run: Run, step: Step, besides: Ref | None, depth: int = 0) -> bool:
    """Whether an ability, `besides` one, waits for a step or for what the step begins."""
    if run.waiting.at(step) - {besides}:
        return True
    nested = begun_in(run.pos.rules, step)
    return depth < 6 and any(_is_awaited(run, inner, besides, depth + 1) for one in nested for inner in one.steps)
