"""The loop: each task is done by its room, which returns or stacks what follows; what may be or not is tried first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.tree import Choose
from judge.engine import tasks
from judge.engine.candidates.candidate import Candidate, is_forbid
from judge.engine.effects.card_effects import interpret, then_use
from judge.engine.effects.mechanisms import do
from judge.engine.frozen_copy import changed
from judge.engine.running.ability_use import close, come_to_nothing, follows, readmit, use
from judge.engine.running.activations import activate, activate_next
from judge.engine.running.event_beginning import begin, begun_in, is_asked, undone, unless
from judge.engine.running.event_happening import end
from judge.engine.running.run import PROBE, Run
from judge.engine.running.steps import advance, after_window, enter
from judge.engine.running.windows import answer, window
from judge.engine.state import Event, State, Stop, Truth
from judge.engine.tasks import Interpret, Task, Use
from judge.rules.model import Atom, Citations, OccurrenceType, Rules


def go_on(run: Run, task: Task) -> None:
    """Do a task and all that follows from it."""
    run.stack.append(task)
    while run.stack:
        run.effort.spend()
        _do(run, run.stack.pop())


def _do(run: Run, task: Task) -> None:
    match task:
        case tasks.BeginEvent():
            begin(run, task)
        case tasks.AtStep():
            _reach(run, task)
        case tasks.UnlessTask():
            unless(run, task)
        case tasks.Window():
            window(run, task)
        case tasks.Answers():
            answer(run)
        case tasks.AfterWindow():
            after_window(run, task)
        case tasks.UseOne():
            _use(run, task)
        case tasks.CloseGroup():
            close(run, task)
        case tasks.Interpret():
            _interpret(run, task)
        case tasks.Mechanism():
            run.take(do(run.pos, task), task.by)
        case tasks.Activate():
            activate(run, task)
        case tasks.ActivateNext():
            activate_next(run, task)
        case tasks.EndEvent():
            end(run, task)


def _interpret(run: Run, task: Interpret) -> None:
    """An effect happens, or is looked through; of a choice what is taken to be chosen."""
    meant = task.use if task.if_done is None else then_use(run.pos, task.use, task.if_done)
    effect = _chosen(run, task.effect, meant) if isinstance(task.effect, Choose) else task.effect
    run.take(interpret(run.pos, effect, meant), meant.ref, task.said)


def _reach(run: Run, task: tasks.AtStep) -> None:
    """An event reaches a step, unless its conditions do not hold, or are open and nobody needs it."""
    truth = advance(run, task)
    if truth is None or (truth.value is False and truth.by is None):
        return
    event = run.state.events[task.event]
    if truth.value is not None or _settle_open_step(run, event, task.index):
        enter(run, task, truth)


def _use(run: Run, task: tasks.UseOne) -> None:
    """One member of a group is used, if it still may be and is not undone by what using it is."""
    candidate = readmit(run, task)
    if candidate is None:
        return
    deeds = follows(run, candidate) if candidate.ready is None and not candidate.ends else []
    undone_by = _undone_by(run, deeds) if deeds and not run.probing else None
    if undone_by is not None:
        come_to_nothing(run, candidate, deeds, *undone_by)
    else:
        use(run, candidate, task.group)


# --- what is tried before it is done


def _undone_by(run: Run, deeds: Sequence[tasks.BeginEvent]) -> tuple[Stop, Citations] | None:
    """Why what using an ability is (playing a card) comes to nothing, with its rules; None where it does not."""
    trial = run.copy()
    serial = trial.state.serial + 1
    for deed in deeds:
        go_on(trial, deed)
    event = trial.state.events.get(serial)
    stop = undone(trial, event) if event is not None else None
    return None if event is None or stop is None or stop[0] == PROBE else (stop, event.stop_rules)


def _settle_open_step(run: Run, event: Event, index: int) -> bool:
    """Try a step that may happen or not; where anything submitted needs it, take it to happen. True where the run goes
    on into it, also where the event has come to nothing and the step is gone through.
    """
    step = event.occurrence.steps[index]
    if not event.deferred and not run.state.waiting and not is_asked(run, step, None):
        return False
    trial = run.copy()
    open_ = [atom for condition in step.conditions for atom in condition if atom.relation is None]
    _suppose(trial, event, open_)
    taken = trial.state
    if event.stop is not None:
        trial.state = trial.state.with_event(changed(trial.state.events[event.serial], stop=None))
    _try_step(trial, event.serial, index)
    if trial.trace.circles > run.trace.circles:  # what has been replaced once is not taken to come back
        return False
    if not _is_needed(trial, taken, event):
        if event.stop is not None:  # kept off twice: the step is gone through, so that both are told
            return any(note.by is not None for note in trial.trace.notes.values())
        _note_who_forbids(run, trial)
        return False
    if event.stop is None:
        run.state = taken
        _take_to_happen(run, event, step.title, open_)
    return True


def _take_to_happen(run: Run, event: Event, title: str, atoms: Sequence[Atom]) -> None:
    """Take a step to happen of which nobody has said it, and record that this was assumed."""
    for atom in atoms:
        run.state = run.state.with_fact(run.state.events[event.serial], f"assumed-{atom.subject}", Truth(True))
    text = f"Whether this happens was not said: “{title}” ({event.label}) is taken to happen."
    run.trace.assume(None, [text])


def _chosen(run: Run, effect: Choose, use: Use) -> Choose:
    """A choice with those of its options first that an ability answers: nobody said that another one is taken."""
    if run.probing or use.ghost is not None or len(effect.options) <= effect.number:
        return effect
    asked = [one for one in effect.options if _is_answered(run, Interpret(one, use))]
    if not asked:
        return effect
    text = "Which choice is made was not said: it is taken to be one that an ability here answers."
    run.trace.assume(use.ref, [text])
    return replace(effect, options=(*asked, *(one for one in effect.options if one not in asked)))


def _is_answered(run: Run, task: Interpret) -> bool:
    trial = run.copy()
    go_on(trial, task)
    used = (one for group in trial.trace.groups for one in group.used)
    return trial.trace.hits > 0 or any(not is_forbid(one) for one in used)


def _suppose(run: Run, event: Event, atoms: Sequence[Atom]) -> None:
    """Take to be so what nobody has said."""
    for atom in atoms:
        if run.pos.state.fact(event, atom.subject) is None:
            run.state = run.state.with_fact(run.state.events[event.serial], atom.subject, Truth(not atom.negative))


def _note_who_forbids(run: Run, trial: Run) -> None:
    for ref, note in trial.trace.notes.items():
        if note.by is not None:
            run.trace.note(ref, note.reason, note.by, note.rules)


def _is_needed(trial: Run, before: State, event: Event) -> bool:
    """Whether anything asks for what was tried, forbids it, or was left by it for a moment to come."""
    refused = any(note.reason == "forbidden" for note in trial.trace.notes.values())
    awaited = trial.state.waiting != before.waiting
    return refused or trial.trace.hits > 0 or awaited or _is_asked_for(trial, event)


def _is_asked_for(trial: Run, event: Event) -> bool:
    """Whether an ability used in a trial, in an event or a part of it, asks for what was tried."""
    return any(
        not is_forbid(one) and one.ability.keyword is None and _asks_for_it(one, group.event, event)
        for group in trial.trace.groups
        if _is_part(trial, group.event, event)
        for one in group.used
    )


def _asks_for_it(one: Candidate, serial: int, event: Event) -> bool:
    """Whether it waits for what may happen, rather than only resolving in what that would bring about besides."""
    own = any(timing == one.printed and not role.startswith("=") for timing, role in one.step.printed)
    return one.moment is not None or one.ready is not None or serial == event.serial or own


def _is_part(run: Run, serial: int, event: Event) -> bool:
    """Whether an event is the given one, or a part of it that its own steps begin; not what these bring about
    besides.
    """
    names = _parts_of(run.pos.rules, event.occurrence)
    return all(
        one.occurrence.type in names for one in run.state.around(run.state.events[serial]) if one.serial > event.serial
    )


def _try_step(run: Run, serial: int, index: int) -> None:
    """One step of an event, with what it brings about and what waits for its windows."""
    event = run.state.events[serial]
    step = event.occurrence.steps[index]
    go_on(run, tasks.Window(serial, step.id))
    go_on(run, tasks.AfterWindow(serial, index))
    event = run.state.events[serial]
    for inner, step_id in event.deferred:
        go_on(run, tasks.Window(inner, step_id))
    go_on(run, tasks.Answers())


def _parts_of(rules: Rules, occurrence: OccurrenceType) -> frozenset[str]:
    """The occurrences that the steps of one begin by themselves, and theirs."""
    found: set[str] = set()
    waiting = [occurrence]
    while waiting:
        for step in waiting.pop().steps:
            for begun in begun_in(rules, step):
                if begun.type not in found:
                    found.add(begun.type)
                    waiting.append(begun)
    return frozenset(found)
