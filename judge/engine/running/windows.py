"""A window opens: what may be used now, taken one group after another until none is left; and what waits its turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.cardtext.tree import TriggerTree
from judge.engine.candidates.candidate import Candidate
from judge.engine.candidates.forbidden_events import forbiddable_as, is_row_about
from judge.engine.effects.card_effects import ends_what_it_answers, stopped
from judge.engine.events import trigger_fits
from judge.engine.frozen_copy import changed
from judge.engine.in_force import lasting_forbids
from judge.engine.position import Speaker
from judge.engine.protected_targets import deed_forbidden, forbidden_at, is_later_part
from judge.engine.run_record import GroupRecord
from judge.engine.running.run import Run
from judge.engine.running.use_admission import admit
from judge.engine.state import BarredPart, DelayedEffect, Event
from judge.engine.table_elements import Ref
from judge.engine.tasks import Answers, CloseGroup, Interpret, Task, UseOne, Window
from judge.engine.who_goes_first import Chosen, next_group, ordered
from judge.rules.model import Moment, Ready, Step


def window(run: Run, task: Window) -> None:
    """The window of a step goes on: the next group of those that may be used."""
    event = run.state.events[task.event]
    step = next(one for one in event.occurrence.steps if one.id == task.step)
    awaiting = _delayed_effect(run, event, step)
    if awaiting is not None:
        _resume(run, event, *awaiting, task)
        return
    asked = event.deferred or run.waiting.at(step) or run.waiting.any_cannot or run.state.in_force
    if not asked and not any(name == "played" or name in run.pos.rules.labels for name, _ in step.printed):
        return
    _forbid_by_lasting(run, event, step)
    event = run.state.events[task.event]
    found = run.remembered.candidates(run.pos, event, step)
    pending = _find_pending(run, found, step, task.passed, event.parent is not None)
    if not pending:
        return
    _open(run, event, step, pending, task)


def _find_pending(
    run: Run, found: Mapping[Ref, Candidate], step: Step, passed: frozenset[Ref], collects: bool
) -> Sequence[Candidate]:
    """Those that may be used, in order; where the position is as it was, those that could before and were not since."""
    before = run.open_before if run.open_before is not None and run.open_before[0] is found else None
    if before is None:
        able = [one for ref, one in found.items() if ref not in passed and admit(run, one, step)]
        pending = ordered(_collect(run, able) if collects else able, run.preferred)
    else:
        pending = tuple(
            one
            for one in before[1]
            if (ref := one.ability.ref) not in passed
            and ref not in run.state.events[one.event.serial].used
            and (ref not in run.trace.resolved or admit(run, one, step))
        )
    run.open_before = (found, pending)
    run.effort.spend(len(pending) // 2)
    return pending


def _collect(run: Run, pending: Sequence[Candidate]) -> list[Candidate]:
    """Those that may resolve at once; let the others, which have triggered, wait until what goes on has resolved."""
    waits: list[Candidate] = []
    late: list[Candidate] = []
    for one in pending:
        if not _waits_its_turn(one):
            continue
        if not _admit_beside(run, one, waits):
            late.append(one)
            continue
        event = run.state.events[one.event.serial]
        run.state = run.state.with_event(changed(event, used=event.used | {one.ability.ref}))
        for settled in (change for assumed in one.assumed for change in assumed.settles):
            run.state = settled.on(run.state)
        waits.append(one)
    run.answers = (*run.answers, *waits)
    return [one for one in pending if one not in waits and one not in late]


def _admit_beside(run: Run, candidate: Candidate, before: Sequence[Candidate]) -> bool:
    """Admit one again after those that triggered before, where anything was taken to be so for them."""
    if not any(assumed.settles for one in before for assumed in one.assumed):
        return True
    event = run.state.events[candidate.event.serial]
    now = run.remembered.now(run.pos, event, candidate.step, candidate)
    return now is not None and admit(run, now, candidate.step)


def answers_after(event: Event) -> tuple[Answers, ...]:
    """What has waited is answered after each play and step of the event that is not within another."""
    return (Answers(),) if event.parent is None else ()


def answer(run: Run) -> None:
    """The next group of those that have waited."""
    if run.answers:
        first = run.answers[0]
        now = {
            one.ability.ref: one for one in reversed(run.answers)
        }  # what answers several answers one after the other
        pending = [one for one in run.answers if one is now[one.ability.ref]]
        _open(run, run.state.events[first.event.serial], first.step, ordered(pending, run.preferred), None)


def _open(run: Run, event: Event, step: Step, pending: Sequence[Candidate], task: Window | None) -> None:
    """The next group of those that may resolve: at a window, or of those that have waited."""
    rounds = task.rounds if task is not None else None
    chosen = next_group(run.pos, event, step, pending, rounds, run.preferred)
    for text, rules in chosen.warnings:
        run.trace.warn(text, rules)
    rivals = len({one.cls.id for one in pending}) > 1
    several_found = len(chosen.found) > 1 or chosen.always or _was_among(run, event, step, chosen.members)
    if task is not None:
        chosen = _one_at_a_time(chosen)
    number = _goes_on(run, event, step, chosen) if task is not None else None
    close: tuple[Task, ...] = ()
    if number is None:
        group = _group(run, event, step, chosen, several_found=several_found, rivals=rivals)
        number = run.trace.open_group(group)
        run.trace.assume(None, chosen.assumed, group)
        close = (CloseGroup(number),)
    uses = [UseOne(one, number, task is None or chosen.shared) for one in chosen.members]
    if task is None:
        run.answers = tuple(one for one in run.answers if one not in chosen.members)
        run.push(*uses, *close, Answers())
    else:
        passed = task.passed | {one.ability.ref for one in chosen.members}
        run.push(*uses, *close, *answers_after(event), Window(task.event, task.step, chosen.rounds, passed))


def _one_at_a_time(chosen: Chosen) -> Chosen:
    """The group with its first member alone, where rounds let the others wait."""
    singly = not chosen.shared and chosen.members[0].cls.order == "rounds"
    return replace(chosen, members=chosen.members[:1]) if singly else chosen


def _group(run: Run, event: Event, step: Step, chosen: Chosen, *, several_found: bool, rivals: bool) -> GroupRecord:
    """The record of a group that opens, with who decides its order here and around."""
    around = list(run.state.around(event))
    return GroupRecord(
        step,
        run.state.label_at(event, step),
        event,
        chosen.found,
        decided_by=chosen.decider if several_found else None,
        settled=chosen.settled,
        chosen=several_found,
        rivals=rivals,
        several=chosen.several,
        open_rules=chosen.open_rules,
        around_decided=next((one.decided_by for one in around if one.decided_by), None),
        around_open=any(one.open for one in around),
        cls_order=chosen.members[0].cls.order,
    )


def _goes_on(run: Run, event: Event, step: Step, chosen: Chosen) -> int | None:
    """The last group here, where these were among those it could be picked from and no other player came between."""
    users = {one.ability.user for one in chosen.members}
    for number, last in reversed(tuple(enumerate(run.trace.groups))):
        if last.event == event.serial and last.step is step and last.cls_order == "rounds":
            return number if last.used and _was_among(run, event, step, chosen.members) else None
        owners = {one.ability.card.controller for one in last.used}
        if any(owner not in users and run.table.identity(owner) is not None for owner in owners):
            return None
    return None


def _was_among(run: Run, event: Event, step: Step, members: Sequence[Candidate]) -> bool:
    """Whether these could have been picked before at this step."""
    refs = {one.ability.ref for one in members}
    before = [
        one for one in run.trace.groups if one.event == event.serial and one.step is step and one.cls_order == "rounds"
    ]
    return any(refs <= group.refs for group in before)


def _forbid_by_lasting(run: Run, event: Event, step: Step) -> None:
    """A “cannot” that an ability used before has put in force ends the event, or the part that it is about, where it
    makes its difference.
    """
    if not run.state.in_force or event.stop is not None:
        return
    rows = [row for row, _ in run.pos.rules.ready_at.get(step.id, ()) if row.source == "cannot" and row.bars]
    general = step.id == forbidden_at(event) or event.occurrence.deeds
    if not rows and not general:
        return
    forbiddable = forbiddable_as(run.pos, event, step)
    for row in rows:
        _bar_part(run, event, row, forbiddable.get(row.name, ()))
    if general:
        parts = run.pos.rules.barred_parts.get(event.occurrence.type, {})
        _forbid_deeds(run, event, [one for name, found in forbiddable.items() if name not in parts for one in found])


def _bar_part(run: Run, event: Event, row: Ready, moments: Sequence[Moment]) -> None:
    for moment in moments:
        for by, said in lasting_forbids(run.pos, event, moment):
            now, bar = run.state.events[event.serial], BarredPart(frozenset(row.bars), moment, by.ref, "forbidden")
            if is_row_about(row, said) and bar not in now.barred:
                run.state = run.state.with_event(changed(now, barred=(*now.barred, bar)))


def _forbid_deeds(run: Run, event: Event, moments: Sequence[Moment]) -> None:
    """End the event, or its deeds and later parts that are forbidden."""
    for moment in moments:
        for by, _ in lasting_forbids(run.pos, event, moment):
            if not event.occurrence.deeds and not is_later_part(event, moment):
                run.state = stopped(run.state, event, "forbidden", by.ref)
                return
            run.state = deed_forbidden(run.pos, by, moment.event, run.state.events[event.serial])


def _delayed_effect(run: Run, event: Event, step: Step) -> tuple[DelayedEffect, Moment] | None:
    """The delayed effect whose moment this is, to happen before the window goes on; None where there is none."""
    for waiting in run.state.waiting if event.stop is None else ():
        moment = _moment_awaited(run, event, step, waiting)
        if moment is not None:
            return waiting, moment
    return None


def _moment_awaited(run: Run, event: Event, step: Step, waiting: DelayedEffect) -> Moment | None:
    """The moment of a step for which a delayed effect waits; none where it has answered the event already."""
    trigger = waiting.tree.trigger
    if trigger is None or any(outer.serial in waiting.answered for outer in run.state.around(event)):
        return None
    for moment in step.moments:
        if moment.word != _word_awaited(trigger):
            continue
        fit = trigger_fits(run.pos, trigger, moment, Speaker(waiting.ability, event, moment, waiting.bound))
        if fit is not None and fit.reason is None:
            return moment
    return None


def _word_awaited(trigger: TriggerTree) -> str:
    """The word of the moments for which a trigger waits: “at” and “while” wait for those of “when”."""
    if trigger.would:
        return "would"
    return "after" if trigger.word == "after" else "when"


def _resume(run: Run, event: Event, waiting: DelayedEffect, moment: Moment, task: Window) -> None:
    """Let a delayed effect happen; it waits on where it happens each time."""
    more = (replace(waiting, answered=waiting.answered | {event.serial}),) if waiting.again else ()
    left = (*(one for one in run.state.waiting if one is not waiting), *more)
    run.state = changed(run.state, waiting=left)
    use = run.begin_use(waiting.ability.ref, event.serial, moment, bound=waiting.bound)
    run.push(Interpret(waiting.tree.effect, use), task)


def _waits_its_turn(candidate: Candidate) -> bool:
    """Whether it answers what has happened, in an edition that answers once what goes on has resolved; what would
    undo it does not.
    """
    moment, tree = candidate.moment, candidate.ability.tree
    if not candidate.cls.collected or moment is None or moment.word == "would" or tree is None:
        return False
    return not ends_what_it_answers(tree.effect, moment.word)
