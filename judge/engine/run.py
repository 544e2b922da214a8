"""The stack: events begin, reach their steps, open windows, happen and end. It asks the other rooms; they return
values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.cardtext.tree import Prevent
from judge.engine.candidate import Candidate
from judge.engine.candidates import (
    again,
    blocked,
    ends_here,
    forbiddable_as,
    forbidden_at,
    is_forbid,
    makers,
)
from judge.engine.choices import Chosen, next_group
from judge.engine.conditions import all_hold, suffers
from judge.engine.constants import acts_of
from judge.engine.effects.acts import defended, makes
from judge.engine.effects.changes import CHANGING, happened
from judge.engine.effects.mechanisms import ALSO_WHEN_STOPPED, activating, boost_card_over, do, turn_of
from judge.engine.effects.nodes import ends_what_it_answers, interpret, speaker_of, stopped, then_use
from judge.engine.effort import WEIGHING, Effort
from judge.engine.events import Start, begun, nested_start, trigger_fits
from judge.engine.in_force import lasting_forbids
from judge.engine.position import Position, Speaker
from judge.engine.protects import deed_forbidden, without_forbidden
from judge.engine.remembered import Remembered
from judge.engine.state import Assumed, Event, State, Stop, Truth
from judge.engine.table import Element, Ref, SubmittedAbility, Table
from judge.engine.tasks import (
    Activate,
    ActivateNext,
    AfterWindow,
    Answers,
    AtStep,
    BeginEvent,
    CloseGroup,
    EndEvent,
    Interpret,
    Mechanism,
    Result,
    Rounds,
    Task,
    Unless,
    Use,
    UseOne,
    Window,
)
from judge.engine.trace import GroupRecord, Trace
from judge.engine.use import bounds
from judge.engine.waiting import Waiting
from judge.rules.model import Occurrence, Rules, Step

PROBE = "probe"
"""Why nothing happens in a run that only asks whether anything submitted needs a step."""


@dataclass(eq=False)
class Run:
    """One run over one table: the state, the stack and the record. `preferred` lists references that go first."""

    table: Table
    waiting: Waiting
    state: State
    trace: Trace = field(default_factory=Trace)
    preferred: Mapping[Ref, int] = field(default_factory=dict)
    stack: list[Task] = field(default_factory=list)
    probing: bool = False
    answers: tuple[Candidate, ...] = ()
    """What was brought about by the play or step that still resolves, and is answered once it has."""

    def __post_init__(self) -> None:
        self.remembered = Remembered(self.waiting)

    @property
    def pos(self) -> Position:
        """The position now."""
        return Position(self.table.rules, self.table, self.state)

    @property
    def effort(self) -> Effort:
        """What may still be looked at."""
        return self.table.effort

    def run(self, task: Task) -> None:
        """Do a task and all that follows from it."""
        self.stack.append(task)
        while self.stack:
            self.effort.spend(1)
            self._do(self.stack.pop())

    def _do(self, task: Task) -> None:
        match task:
            case BeginEvent():
                self._begin(task)
            case AtStep():
                self._at_step(task)
            case Unless():
                self._unless(task)
            case Window():
                self._window(task)
            case Answers():
                self._answer()
            case AfterWindow():
                self._after_window(task)
            case UseOne():
                self._use(task)
            case CloseGroup():
                self._close(task)
            case Interpret():
                use = task.use if task.if_done is None else then_use(self.pos, task.use, task.if_done)
                self._take(interpret(self.pos, task.effect, use), use.ref)
            case Mechanism():
                self._take(do(self.pos, task), task.by)
            case Activate():
                self._activate(task)
            case ActivateNext():
                self._activate_next(task)
            case EndEvent():
                self._end(task)

    def _push(self, *tasks: Task) -> None:
        """Tasks to be done next, in this order."""
        self.stack.extend(reversed(tasks))

    def _take(self, result: Result, ref: Ref | None = None) -> None:
        """What came of something: the state, what follows, what is to be told."""
        self.state = result.state
        self._assume(ref, result.assumed)
        for text, rules in result.warnings:
            self.trace.warn(text, rules)
        for note in result.notes:
            self.trace.note(*note)
        self._push(*result.tasks)

    def _assume(self, ref: Ref | None, assumed: Iterable[Assumed], group: GroupRecord | None = None) -> None:
        for one in assumed:
            self.trace.assume(ref, [one.text], group)
            for change in one.settles:
                self.state = change.on(self.state)

    # --- events

    def _begin(self, task: BeginEvent) -> None:
        outer = self.state.events.get(task.outer) if task.outer is not None else None
        event = begun(self.pos, task.start, outer)
        if task.stop is not None and event.stop is None:
            event = replace(event, stop=task.stop)
        if event.stop is None and (by := self._prevented_by(event)) is not None:
            event = replace(event, stop=("prevented", by))
        if event.stop is None:
            event = replace(event, label=self.trace.label(event.label))
        self.state = self.state.with_event(event)
        if task.made_by is not None:
            self.state = self.state.put("made", task.made_by, event.serial)
        self._know_parts(event)
        self._know_maker(event)
        if outer is not None and event.stop is None:
            self._leave_open(event)
        for open_ in event.occurrence.warnings:
            if event.stop is None and all_hold(self.pos, open_.conditions, event).value is not False:
                self.trace.warn(open_.says)
        if task.outer is not None and not task.start.part and not self._cares(event):
            self._happen_quietly(event)
            self._push(*task.inside)
            return
        each = event.occurrence.each
        several = event.every(each) if each is not None else ()
        if len(several) > 1 and each is not None:
            self._begin_each(task, event, several)
            return
        within = next(
            (
                place
                for place, step in enumerate(event.occurrence.steps)
                if step.id == f"{event.occurrence.type}/{task.within}"
            ),
            None,
        )
        if within is None:
            self._push(AtStep(event.serial, 0), EndEvent(event.serial), *task.inside)
            return
        first, rest = AtStep(event.serial, 0, last=within), AtStep(event.serial, within + 1)
        self._push(first, Unless(event.serial, task.inside), rest, EndEvent(event.serial))

    def _prevented_by(self, event: Event) -> Ref | None:
        """What prevents such events for as long as one around lasts: “all damage from this attack”."""
        names = {begun.event for begun in event.occurrence.begun_by}
        for one in self.state.in_force:
            if not isinstance(one.effect, Prevent) or one.until is None or one.ability.ref == event.cause:
                continue
            if one.effect.thing in names and any(outer.serial == one.until[1] for outer in self.state.around(event)):
                return one.ability.ref
        return None

    def _unless(self, task: Unless) -> None:
        if self._undone(self.state.events[task.event]) is None:
            self._push(*task.tasks)

    def _undone(self, deed: Event) -> Stop | None:
        """Why what using an ability is (playing it) comes to nothing: it has ended, or what it would print is
        cancelled.
        """
        printed = [timing for step in deed.occurrence.steps for timing, _ in step.printed]
        used = self.table.by_ref[deed.cause].card if deed.cause is not None else None
        by = next(
            (
                by
                for timing in printed
                if used is not None and (by := blocked(self.pos, deed, timing, used)) is not None
            ),
            None,
        )
        return ("cancelled", by) if by is not None else deed.stop

    def _begin_each(self, task: BeginEvent, event: Event, several: Sequence[Element]) -> None:
        """An occurrence that happens for each of several, one after another: round the table, or as the players
        choose.
        """
        each = event.occurrence.each or ""
        circle = self.table.in_circle(several)
        tasks: list[Task] = []
        decider = self.pos.rules.features.each_decider if not circle else None
        for one in circle or several:
            start = replace(task.start, roles={**task.start.roles, each: (one,)}, decided_by=decider)
            tasks.append(replace(task, start=start))
        self._push(*tasks, EndEvent(event.serial))

    def _know_parts(self, event: Event) -> None:
        """Who is what only by the part taken (“attacker”)."""
        for noun, role in self.pos.rules.features.role_kinds.items():
            if found := event.every(role):
                self.state = self.state.put("parts", noun, tuple(one.key for one in found))

    def _know_maker(self, event: Event) -> None:
        """The submitted ability that makes an attack or thwart: it is not basic, and its label is known."""
        for step in event.occurrence.steps:
            for timing, role in step.printed:
                if timing not in self.pos.rules.labels:
                    continue
                for one in makers(self.pos, self.waiting, timing, role, event):
                    facts = {**event.facts, "basic": event.facts.get("basic", Truth(False))}
                    facts.update(
                        {f"label-{label}": Truth(True) for label in (one.ability.labels if one.ability else ())}
                    )
                    roles = {**event.roles, "maker": (self.table.of(one),)}
                    if one.card.kind in self.pos.rules.kinds_with("resolves_from_outside"):
                        roles["played"] = roles["maker"]
                        facts["played"] = Truth(True)
                    event = replace(event, facts=facts, roles=roles)
                    self.state = self.state.with_event(event)

    def _leave_open(self, event: Event) -> None:
        """An event within one of its kind, where the edition has no rule for that."""
        question = self.pos.rules.open_questions.get("nested-activation")
        if question is None or event.cause is None or event.occurrence.type not in question.at:
            return
        if any(
            outer.occurrence.type in question.at for outer in self.state.around(event) if outer.serial != event.serial
        ):
            self.state = self.state.with_event(replace(event, open=True))
            self.trace.warn(question.says.format(who=self.pos.first_player), question.rules)

    def _cares(self, event: Event) -> bool:
        """Whether anything submitted might find its moment in an event, or it takes something from those it happens
        to.
        """
        if event.occurrence.type in self.pos.rules.occurrences and any(
            doing.verb
            in ("silence", "withdraw", "shed", "eliminate", "boost", "activate", "out", "form", "advance", "join-in")
            for step in event.occurrence.steps
            for doing in step.does
        ):
            return True
        return any(self._is_asked(step, event.cause) for step in event.occurrence.steps) or bool(self.state.waiting)

    def _is_asked(self, step: Step, besides: Ref | None, depth: int = 0) -> bool:
        if self.waiting.at(step) - {besides}:
            return True
        if self.waiting.any_cannot or self.state.in_force:
            return True
        nested = (self.pos.rules.occurrences[begin.occurrence] for begin in step.begins)
        return depth < 6 and any(self._is_asked(inner, besides, depth + 1) for one in nested for inner in one.steps)

    def _happen_quietly(self, event: Event) -> None:
        """An event that nothing submitted has to do with: what is so after it, without its steps."""
        if event.stop is None:
            self._change(event)
            for step in event.occurrence.steps:
                for doing in step.does:
                    if doing.verb == "leave":
                        self._take(do(self.pos, Mechanism(doing, event.serial)))
            for fact in event.occurrence.yields:
                self.state = self.state.with_fact(self.state.events[event.serial], fact, Truth(True))

    def _change(self, event: Event) -> None:
        """What is so once it has happened, by the names it has in the vocabulary."""
        for name in dict.fromkeys(one.event for one in event.occurrence.begun_by):
            roles = next(one.patient for one in event.occurrence.begun_by if one.event == name)
            if name in CHANGING:
                patients = [one for role in roles for one in event.every(role.rstrip("@"))]
                self.state = happened(self.pos, event, name, patients)

    def _end(self, task: EndEvent) -> None:
        event = self.state.events[task.event]
        for fact in event.occurrence.yields:
            ended = event.stop is not None and event.stop[0] != PROBE
            reason, by = event.stop if ended and event.stop is not None else (None, None)
            self.state = self.state.with_fact(event, fact, Truth(not ended, by, reason))
        standard = self.pos.rules.standard
        if (
            standard.boost_card is not None
            and event.occurrence.type == standard.boost_card.occurrence
            and event.stop is None
        ):
            self.state = boost_card_over(self.pos, event)
        ended_with = tuple(one for one in self.state.in_force if not self._is_over(one.until, event))
        self.state = replace(self.state, in_force=ended_with)

    def _is_over(self, until: tuple[str, int] | None, event: Event) -> bool:
        """Whether a duration belongs to the event that ends: “until the end of this attack”."""
        if until is None or until[0] in ("game", "round", "phase", "turn"):
            return False
        names = {begun.event for begun in event.occurrence.begun_by} | {event.occurrence.type}
        types = set(self.pos.rules.features.periods.get(until[0], ()))
        belongs = until[0] in names or event.occurrence.type in types
        return belongs and any(one.serial == event.serial for one in self.state.around(self.state.events[until[1]]))

    # --- steps

    def _at_step(self, task: AtStep) -> None:
        event = self.state.events[task.event]
        if task.index >= len(event.occurrence.steps) or (task.last is not None and task.index > task.last):
            return
        step = event.occurrence.steps[task.index]
        if step.each_player:
            seats = task.seats or self.pos.seats_in_order()
            identity = self.table.identity(seats[0])
            if identity is not None:
                event = replace(event, roles={**event.roles, "player": (identity,)})
                self.state = self.state.with_event(event)
            following = (
                AtStep(task.event, task.index, seats[1:], task.last)
                if len(seats) > 1
                else AtStep(task.event, task.index + 1, (), task.last)
            )
        else:
            following = AtStep(task.event, task.index + 1, (), task.last)
        self._push(following)
        truth = all_hold(self.pos, step.conditions, event)
        if truth.value is False and truth.by is None:
            return
        if truth.value is None and event.stop is None and not self._is_wanted(event, task.index):
            return
        event = self.state.events[task.event]
        lost = event.stop
        restores = truth.value is False and lost is None
        if restores:
            event = replace(event, stop=(truth.how or "prevented", truth.by))
            self.state = self.state.with_event(event)
        parent = self.state.events.get(event.parent) if event.parent is not None else None
        if step.joins and event.joined and parent is not None:
            self.state = self.state.with_event(
                replace(parent, deferred=(*parent.deferred, (event.serial, step.id), *event.deferred))
            )
            if restores:
                self.state = self.state.with_event(replace(event, stop=lost))
            return
        if event.stop is None or (step.survives and event.stop[0] != PROBE):
            self.trace.reach(step, event.label)
        self._spend_given_statuses(event, step)
        self._push(Window(event.serial, step.id), AfterWindow(event.serial, task.index, lost, restores))

    def _is_wanted(self, event: Event, index: int) -> bool:
        """Whether anything submitted needs a step that may happen or not: it is then taken to happen."""
        step = event.occurrence.steps[index]
        if not event.deferred and not self._is_asked(step, None):
            return False
        trial = self._copy()
        for condition in step.conditions:
            for atom in condition:
                if atom.relation is None and trial.pos.state.fact(event, atom.subject) is None:
                    trial.state = trial.state.with_fact(
                        trial.state.events[event.serial], atom.subject, Truth(not atom.negative)
                    )
        taken = trial.state
        trial.run_step(event.serial, index)
        asked = [
            one
            for group in trial.trace.groups
            if trial.is_part(group.event, event)
            for one in group.used
            if not is_forbid(one)
        ]
        refused = any(note.reason == "forbidden" for note in trial.trace.notes.values())
        if not asked and not refused and not trial.trace.hits:
            for ref, note in trial.trace.notes.items():
                if note.by is not None:
                    self.trace.note(ref, note.reason, note.by, note.rules, note.window)
            return False
        self.state = taken
        for condition in step.conditions:
            for atom in condition:
                if atom.relation is None:
                    self.state = self.state.with_fact(
                        self.state.events[event.serial], f"assumed-{atom.subject}", Truth(True)
                    )
        text = f"Whether this happens was not said: “{step.title}” ({event.label}) is taken to happen."
        self.trace.assume(None, [text])
        return True

    def is_part(self, serial: int, event: Event) -> bool:
        """Whether an event is the given one, or a part of it that its own steps begin; not what these bring about
        besides.
        """
        names = _parts_of(self.pos.rules, event.occurrence)
        return all(
            one.occurrence.type in names
            for one in self.state.around(self.state.events[serial])
            if one.serial > event.serial
        )

    def _copy(self) -> Run:
        return Run(self.table, self.waiting, self.state, Trace(), self.preferred, [], True)

    def run_step(self, serial: int, index: int) -> None:
        """One step of an event, with what it brings about and what waits for its windows."""
        event = self.state.events[serial]
        step = event.occurrence.steps[index]
        self.run(Window(serial, step.id))
        self.run(AfterWindow(serial, index))
        event = self.state.events[serial]
        for inner, step_id in event.deferred:
            self.run(Window(inner, step_id))
        self.run(Answers())

    def _spend_given_statuses(self, event: Event, step: Step) -> None:
        """A status card that an ability gave on the way, and nobody submitted, acts like one that was submitted."""
        for ready, roles in self.pos.rules.ready_at.get(step.id, ()) if self.state.statuses else ():
            stops = [doing.args[0] for doing in ready.does if doing.verb == "stop"]
            if ready.source != "status" or not stops:
                continue
            for role in roles.split("|"):
                for one in event.every(role.rstrip("@+~")):
                    element = self.pos.now(one)
                    given = self.state.statuses.get((element.key, ready.name))
                    now = self.state.events[event.serial]
                    if given is None or now.stop is not None or self.pos.statuses(ready.name, element):
                        continue
                    if (
                        suffers(self.pos, element, ready.name)
                        and all_hold(self.pos, ready.conditions, now, element).value is not False
                    ):
                        self.state = self.state.drop("statuses", (element.key, ready.name))
                        self.state = stopped(self.state, now, stops[0], given)

    def _after_window(self, task: AfterWindow) -> None:
        event = self.state.events[task.event]
        step = event.occurrence.steps[task.index]
        tasks: list[Task] = []
        if event.stop is None and _is_where_it_happens(event, step):
            self._change(event)
            event = self.state.events[task.event]
        for doing in step.does:
            if event.stop is None or doing.verb in ALSO_WHEN_STOPPED:
                tasks.append(Mechanism(doing, event.serial))
        for begin in step.begins:
            tasks.append(BeginEvent(nested_start(self.pos, begin, event, {}, part=True), event.serial))
            for element, by in event.displaced:
                start = nested_start(self.pos, begin, event, {"victim": (element,)}, part=False)
                tasks.append(BeginEvent(start, event.serial, ("prevented", by)))
        for ends in step.ends:
            ended = tuple(
                one
                for one in self.state.in_force
                if one.until is None or one.until[0] != ends or not ends_here(self.pos, ends, one.ability.you, event)
            )
            self.state = replace(self.state, in_force=ended)
        self._push(*tasks, *self._answers_after(event))
        if task.restores:
            self._restore(task)

    def _restore(self, task: AfterWindow) -> None:
        """A step that was gone through as not happening leaves the rest of its event as it was."""
        event = self.state.events[task.event]
        self.state = self.state.with_event(replace(event, stop=task.restore_stop))
        for place, waiting in enumerate(self.stack):
            if (
                isinstance(waiting, BeginEvent)
                and waiting.outer == task.event
                and event.stop is not None
                and waiting.stop is None
            ):
                self.stack[place] = replace(waiting, stop=event.stop)

    # --- windows

    def _window(self, task: Window) -> None:
        event = self.state.events[task.event]
        step = next(one for one in event.occurrence.steps if one.id == task.step)
        if self._wait_is_over(event, step, task):
            return
        asked = event.deferred or self.waiting.at(step) or self.waiting.any_cannot or self.state.in_force
        if not asked and not any(name == "played" or name in self.pos.rules.labels for name, _ in step.printed):
            return
        self._forbid_by_lasting(event, step)
        event = self.state.events[task.event]
        found = self.remembered.candidates(self.pos, event, step)
        pending = [one for one in found if one.ability.ref not in task.passed and self._is_open(one, event, step)]
        if event.parent is not None:
            pending = self._collected(pending)
        if not pending:
            return
        self._open(event, step, pending, task)

    def _collected(self, pending: Sequence[Candidate]) -> list[Candidate]:
        """Those that may resolve at once; the others have triggered and wait until what goes on has resolved."""
        waits = [one for one in pending if _waits_its_turn(one)]
        for one in waits:
            event = self.state.events[one.event.serial]
            self.state = self.state.with_event(replace(event, used=event.used | {one.ability.ref}))
        self.answers = (*self.answers, *waits)
        return [one for one in pending if one not in waits]

    def _answers_after(self, event: Event) -> tuple[Answers, ...]:
        """What has waited is answered after each play and step of the event that is not within another."""
        return (Answers(),) if event.parent is None else ()

    def _answer(self) -> None:
        """The next group of those that have waited."""
        if self.answers:
            first = self.answers[0]
            now = {
                one.ability.ref: one for one in reversed(self.answers)
            }  # what answers several answers one after the other
            pending = [one for one in self.answers if one is now[one.ability.ref]]
            self._open(self.state.events[first.event.serial], first.step, pending, None)

    def _open(self, event: Event, step: Step, pending: Sequence[Candidate], task: Window | None) -> None:
        """The next group of those that may resolve: at a window, or of those that have waited."""
        chosen = next_group(self.pos, event, step, pending, task.rounds if task is not None else None, self.preferred)
        for text, rules in chosen.warnings:
            self.trace.warn(text, rules)
        rivals = len({one.cls.id for one in pending}) > 1
        several_found = len(chosen.found) > 1 or chosen.always or self._was_among(event, step, chosen.members)
        singly = task is not None and not chosen.shared and chosen.members[0].cls.order == "rounds"
        members = chosen.members[:1] if singly else chosen.members
        if len(members) < len(chosen.members):
            chosen = replace(chosen, members=members)
        goes_on = self._goes_on(event, step, chosen)
        if task is not None and goes_on is not None:
            passed = task.passed | {one.ability.ref for one in members}
            following = Window(task.event, task.step, chosen.rounds, passed)
            self._push(
                *(UseOne(one, goes_on, chosen.shared) for one in members), *self._answers_after(event), following
            )
            return
        group = GroupRecord(
            step,
            event.label,
            event.serial,
            chosen.found,
            decided_by=chosen.decider if several_found else None,
            settled=chosen.settled,
            chosen=several_found,
            rivals=rivals,
            several=chosen.several,
            open_rules=chosen.open_rules,
            around_decided=next((one.decided_by for one in self.state.around(event) if one.decided_by), None),
            around_open=any(one.open for one in self.state.around(event)),
            cls_order=chosen.members[0].cls.order,
        )
        number = self.trace.open_group(group, event)
        self.trace.assume(None, chosen.assumed, group)
        close = CloseGroup(number)
        if task is None:
            self.answers = tuple(one for one in self.answers if one not in chosen.members)
            self._push(*(UseOne(one, number, True) for one in chosen.members), close, Answers())
            return
        passed = task.passed | {one.ability.ref for one in chosen.members}
        uses = [UseOne(one, number, chosen.shared) for one in chosen.members]
        self._push(*uses, close, *self._answers_after(event), Window(task.event, task.step, chosen.rounds, passed))

    def _goes_on(self, event: Event, step: Step, chosen: Chosen) -> int | None:
        """The last group, where these were among those it could be picked from and nothing has resolved in between."""
        if not self.trace.groups:
            return None
        last = self.trace.groups[-1]
        same = (
            last.event == event.serial
            and last.step is step
            and last.used
            and self._was_among(event, step, chosen.members)
        )
        return len(self.trace.groups) - 1 if same else None

    def _was_among(self, event: Event, step: Step, members: Sequence[Candidate]) -> bool:
        """Whether these could have been picked before at this step."""
        refs = {one.ability.ref for one in members}
        before = [
            one
            for one in self.trace.groups
            if one.event == event.serial and one.step is step and one.cls_order == "rounds"
        ]
        return any(refs <= {one.ability.ref for one in group.found} for group in before)

    def _is_open(self, candidate: Candidate, _event: Event, step: Step) -> bool:
        """False, with a note, where a candidate may not be used or comes too late."""
        one, where = candidate.ability, self.state.events[candidate.event.serial]
        if one.ref in where.used or (
            where.joined and where.parent is not None and one.ref in self.state.events[where.parent].used
        ):
            return False
        if (candidate.cls.once or one.before) and one.ref in self.trace.resolved and not is_forbid(candidate):
            return False
        if step.offers and candidate.moment is not None and one.ref in self.trace.resolved:
            return False
        if one.ref in where.chain and candidate.ready is None:
            if candidate.reason is None and where.stop is None:
                name = f"{one.card.name} ({one.ref})"
                text = f"{name} would answer again what it brought about itself; it is not run a second time."
                self.trace.warn(text)
            return False
        reason, by, rules = candidate.reason, candidate.by, candidate.rules
        stop = None if step.survives or self._survives(candidate, where) else where.stop
        if reason is None and stop is not None:
            reason, by, rules = stop[0], stop[1], where.stop_rules
        if reason in (None, "limit-reached") and not one.card.use and not one.mandatory:
            reason = "passed"
        if reason is None:
            return True
        if reason == PROBE:
            self.trace.hits += 1
        elif by != one.ref:
            self.trace.note(
                one.ref, reason, by, rules or step.rules if reason in _WITH_STEP else rules, (where.serial, step.id)
            )
            self._look_through(candidate, (reason, by))
        return False

    def _survives(self, candidate: Candidate, event: Event) -> bool:
        """Whether it answers something that has happened although the event ended early."""
        moment = candidate.moment
        if event.stop is None or moment is None or moment.word == "would":
            return False
        for row in self.pos.rules.survivals:
            if (row.event, row.variant) == (moment.event, moment.variant) and row.word in (None, moment.word):
                truth = self.state.fact(event, row.fact)
                if truth is not None and truth.value:
                    return True
        return False

    def _look_through(self, candidate: Candidate, stop: Stop) -> None:
        """What would have come of an ability that does not resolve: gone through as not happening."""
        one, tree = candidate.ability, candidate.ability.tree
        fits_here = stop[0] in ("forbidden", "replaced", "cancelled", "prevented", "passed")
        if (
            not fits_here
            or tree is None
            or one.ref in self.state.ghosted
            or candidate.ready is not None
            or self.probing
        ):
            return
        self.state = replace(self.state, ghosted=self.state.ghosted | {one.ref})
        ghost = (stop[0], one.ref if stop[0] == "passed" else stop[1] or one.ref)
        use = self._use_of(candidate, ghost)
        self._push(Interpret(tree.effect, use))

    def _use_of(self, candidate: Candidate, ghost: Stop | None = None, skips: frozenset[str] = frozenset()) -> Use:
        self.state = replace(self.state, uses_begun=self.state.uses_begun + 1)
        return Use(self.state.uses_begun, candidate.ability.ref, candidate.event.serial, candidate.moment, ghost, skips)

    def _forbid_by_lasting(self, event: Event, step: Step) -> None:
        """A “cannot” that an ability used before has put in force ends the event where it makes its difference."""
        if (
            not self.state.in_force
            or event.stop is not None
            or (step.id != forbidden_at(event) and not event.occurrence.deeds)
        ):
            return
        for moments in forbiddable_as(event, step).values():
            for moment in moments:
                for by in lasting_forbids(self.pos, event, moment):
                    if not event.occurrence.deeds:
                        self.state = stopped(self.state, event, "forbidden", by.ref)
                        return
                    self.state = deed_forbidden(self.pos, by, moment.event, self.state.events[event.serial])

    def _wait_is_over(self, event: Event, step: Step, task: Window) -> bool:
        """Delayed effects whose moment this is happen before the window goes on; True where one did."""
        if event.stop is not None:
            return False
        for waiting in self.state.waiting:
            trigger = waiting.tree.trigger
            for moment in step.moments if trigger is not None else ():
                speaker = Speaker(waiting.ability, event, moment, waiting.bound)
                word = (
                    "would"
                    if trigger is not None and trigger.would
                    else "after"
                    if trigger is not None and trigger.word == "after"
                    else "when"
                )
                if trigger is None or moment.word != word:
                    continue
                fit = trigger_fits(self.pos, trigger, moment, speaker)
                if fit is not None and fit.reason is None:
                    left = tuple(one for one in self.state.waiting if one is not waiting)
                    self.state = replace(self.state, waiting=left, uses_begun=self.state.uses_begun + 1)
                    self.state = self.state.put("bindings", self.state.uses_begun, waiting.bound)
                    use = Use(self.state.uses_begun, waiting.ability.ref, event.serial, moment)
                    self._push(Interpret(waiting.tree.effect, use), task)
                    return True
        return False

    # --- using

    def _use(self, task: UseOne) -> None:
        group = self.trace.groups[task.group]
        candidate = task.candidate
        self.effort.spend(WEIGHING)
        if not task.shared and len(group.found) > 1:
            over = candidate.moment is not None and self.state.events[candidate.event.serial].stop is not None
            stands = over or self.remembered.stands(self.pos, candidate)
            now = candidate if stands else again(self.pos, self.waiting, candidate)
            if now is None:
                taken = any(
                    one.settles for one in candidate.assumed
                )  # what was taken to hold for another does not hold for it
                last = group.used[-1].ability.ref if group.used and not taken else None
                self.trace.note(
                    candidate.ability.ref, "no-matching-window" if taken else "prevented", last, candidate.step.rules
                )
                return
            if not self._is_open(now, self.state.events[candidate.event.serial], candidate.step):
                return
            candidate = now
        if self._is_cancelled_by_status(candidate, group) or self._is_undone(candidate):
            return
        group.used.append(candidate)
        self._assume(candidate.ability.ref, candidate.assumed, group)
        event = self.state.events[candidate.event.serial]
        self.state = self.state.with_event(replace(event, used=event.used | {candidate.ability.ref}))
        self._count_use(candidate, event)
        self._push(*self._what_it_does(candidate))

    def _count_use(self, candidate: Candidate, event: Event) -> None:
        """One more use towards its limits and maximums, whatever then becomes of it."""
        for key, _ in bounds(self.pos, candidate.ability, event):
            self.state = self.state.put("uses", key, (*self.state.uses.get(key, ()), candidate.ability.ref))

    def _is_undone(self, candidate: Candidate) -> bool:
        """Whether what using it is (playing a card) is cancelled: then that is all that happens."""
        event = self.state.events[candidate.event.serial]
        deeds = self._follows(candidate, event) if candidate.ready is None and not candidate.ends else []
        if not deeds or self.probing:
            return False
        trial = self._copy()
        serial = trial.state.serial + 1
        for deed in deeds:
            trial.run(deed)
        stop = trial._undone(trial.state.events[serial]) if serial in trial.state.events else None
        if stop is None or stop[0] == PROBE:
            return False
        self.state = self.state.with_event(replace(event, used=event.used | {candidate.ability.ref}))
        self._count_use(candidate, event)
        self._push(*deeds)
        self.trace.note(candidate.ability.ref, stop[0], stop[1], trial.state.events[serial].stop_rules)
        self._look_through(candidate, stop)
        return True

    def _is_cancelled_by_status(self, candidate: Candidate, group: GroupRecord) -> bool:
        """Status cards that cancel a labeled ability stand where it would have resolved; each goes."""
        said = candidate.ability.ability
        identity = self.table.identity(candidate.ability.you)
        if said is None or identity is None or candidate.ready is not None:
            return False
        statuses: list[SubmittedAbility] = []
        for label in said.labels:
            row = self.pos.rules.labels.get(label)
            if row is not None and row.cancelled_by and suffers(self.pos, identity, row.cancelled_by):
                statuses += self.pos.statuses(row.cancelled_by, identity)
        cls = next((cls for cls in self.pos.rules.classes if cls.id == "status"), None)
        if not statuses or cls is None:
            return False
        for status in statuses:
            group.used.append(Candidate(status, candidate.event, candidate.step, cls, ready=self._status_row(status)))
            self.state = self.state.put("lost", status.ref, ("not-in-play", None))
        group.found = tuple(group.used)
        group.decided_by, group.chosen = None, False
        event = self.state.events[candidate.event.serial]
        self.state = self.state.with_event(replace(event, used=event.used | {candidate.ability.ref}))
        rules = tuple(
            r
            for label in said.labels
            if label in self.pos.rules.labels
            for r in self.pos.rules.labels[label].cancel_rules
        )
        self.trace.note(candidate.ability.ref, "cancelled", statuses[0].ref, rules)
        if candidate.printed in self.pos.rules.labels:
            self.state = stopped(self.state, event, "cancelled", statuses[0].ref)
        return True

    def _status_row(self, status: SubmittedAbility):  # type: ignore[no-untyped-def]
        names = self.table.status_names(status)
        return next((ready for ready in self.pos.rules.ready if ready.source == "status" and ready.name in names), None)

    def _what_it_does(self, candidate: Candidate) -> list[Task]:
        """The tasks that using a candidate begins: of a ready row its mechanisms, else cost and effect."""
        one, event = candidate.ability, self.state.events[candidate.event.serial]
        tasks: list[Task] = []
        if candidate.ready is not None:
            stops = any(doing.verb == "stop" for doing in candidate.ready.does)
            if candidate.barred:
                names = frozenset(candidate.ready.bars)
                barred = (*event.barred, *((names, moment, one.ref) for moment in candidate.barred))
                self.state = self.state.with_event(replace(event, barred=barred))
            elif is_forbid(candidate) and candidate.forbids is not None and not stops and not candidate.ready.does:
                self.state = without_forbidden(self.pos, one, candidate.forbids, event)
            for doing in candidate.ready.does:
                tasks.append(Mechanism(doing, event.serial, one.ref, candidate.holder))
            for begin in candidate.ready.begins:
                given = {"holder": (candidate.holder,)} if candidate.holder is not None else {}
                tasks.append(
                    BeginEvent(nested_start(self.pos, begin, event, given, one.ref), event.serial, None, one.ref)
                )
            if one.timing == "status" or one.card.role == "boost":
                self.state = self.state.put("lost", one.ref, ("not-in-play", None))
            return tasks
        tree = one.tree
        if tree is None or candidate.ends:
            return tasks
        use = self._use_of(candidate)
        if tree.cost is not None:
            tasks.append(Interpret(tree.cost, replace(use, naming="cost")))
        made, use = self._makes(candidate, use, event)
        tasks.append(Interpret(tree.effect, use))
        tasks += [*made, *self._was_used(candidate, event)]
        deeds = self._follows(candidate, event)
        if deeds:
            return [*deeds[:-1], replace(deeds[-1], inside=tuple(tasks))]
        return tasks

    def _follows(self, candidate: Candidate, event: Event) -> list[BeginEvent]:
        """What using a card of a kind, or an ability of a timing, is besides (playing it, powering up)."""
        one = candidate.ability
        taken = self.pos.rules.features.takes_along.get(one.timing)
        for card in self.table.every_card() if taken else ():
            if card.kind == taken and card.controller == one.card.controller:
                self.state = self.state.put("left", self.table.of_card(card).key, one.ref)
        tasks: list[BeginEvent] = []
        for row in self.pos.rules.follows:
            if (
                one.card.kind in row.kinds or one.timing in row.timings
            ) and event.occurrence.type != row.begins.occurrence:
                if self._begins_itself(one, row.begins.occurrence):
                    continue
                identity = self.table.identity(one.you)
                given = {"own": (self.table.of(one),), "user": (identity,) if identity is not None else ()}
                tasks.append(
                    BeginEvent(
                        nested_start(self.pos, row.begins, event, given, one.ref), event.serial, within=row.within
                    )
                )
        return tasks

    def _begins_itself(self, ability: SubmittedAbility, occurrence: str) -> bool:
        """Whether its own words begin what using it is: “Power Up Kestrel.”"""
        names = {begun.event for begun in self.pos.rules.occurrences[occurrence].begun_by}
        return ability.tree is not None and any(clause.event in names for clause in acts_of(ability.tree.effect))

    def _makes(self, candidate: Candidate, use: Use, event: Event) -> tuple[list[Task], Use]:
        """The defense, attack or thwart that a labeled ability is; its damage is then dealt by that."""
        one = candidate.ability
        said, tree = one.ability, one.tree
        identity = self.table.identity(one.you)
        tasks: list[Task] = []
        if said is None or tree is None or identity is None:
            return tasks, use
        for name in said.labels:
            label = self.pos.rules.labels.get(name)
            if label is None:
                continue
            if label.defends and self.pos.rules.features.defense:
                attack = self.state.within(event, self.pos.rules.features.defense.occurrence)
                if attack is not None and self.state.fact(attack, self.pos.rules.features.defense.fact) is None:
                    self.state = defended(self.pos, attack, identity, one.ref)
            if label.makes is None:
                continue
            clauses = [clause for clause in acts_of(tree.effect) if clause.event in ("damage", "threat-removed")]
            use = replace(use, skips=frozenset({"damage", "threat-removed"}))
            if event.one("maker") != self.table.of(one):
                tasks += makes(self.pos, label.makes, use, speaker_of(self.pos, use), clauses)
        return tasks, use

    def _was_used(self, candidate: Candidate, event: Event) -> list[Task]:
        """Using an ability is what some abilities answer; those that do so bring about none of it themselves."""
        one, standard = candidate.ability, self.pos.rules.standard
        trigger = one.tree.trigger if one.tree is not None else None
        answers = trigger is not None and any(clause.event == "resolve" for clause in trigger.clauses)
        identity = self.table.identity(one.you)
        if standard.used is None or answers or one.timing not in standard.used_timings or identity is None:
            return []
        given = {"own": (identity,), "card": (self.table.of(one),)}
        start = nested_start(self.pos, standard.used, event, given, one.ref)
        return [BeginEvent(replace(start, thing=one.ability.name if one.ability is not None else None), event.serial)]

    def _close(self, task: CloseGroup) -> None:
        """All of a group have resolved: what was taken to be so for it is told."""
        group = self.trace.groups[task.group]
        used = {one.ability.ref for one in group.used}
        for one in group.used:
            asked = one.ability.you not in (None, self.pos.active)
            if asked and one.cls.on_request:
                self.trace.assume(one.ability.ref, [f"{one.ability.you} is taken to have been asked for it."], group)
            if one.ready is not None and one.ready.warns:
                self.trace.warn(one.ready.warns)
        if used and group.step.assumes:
            self.trace.assume(None, [group.step.assumes], group)
        if used and group.step.warns:
            self.trace.warn(group.step.warns)

    # --- activations

    def _activate(self, task: Activate) -> None:
        ways = self.pos.rules.standard.activate
        form = self.state.forms.get(task.player.player or "")
        if form is None and task.player.player:
            form = next(iter(ways))
            text = f"{task.player.name} is taken to be in {form} form."
            self.trace.assume(None, [text])
            self.state = self.state.put("forms", task.player.player, form)
        begin = ways.get(form or next(iter(ways)))
        if begin is None:
            return
        event = self.state.events[task.event]
        start = nested_start(self.pos, begin, event, {"holder": (task.enemy,), "player": (task.player,)}, task.cause)
        start = replace(start, decided_by=task.decided_by, open=task.open)
        self._push(BeginEvent(start, task.event, task.ghost, task.cause))

    def _activate_next(self, task: ActivateNext) -> None:
        event = self.state.events[task.event]
        started = task.started
        if started and started[-1][1] < 0:
            started = (*started[:-1], (started[-1][0], len(self.trace.groups)))
        waiting = activating(self.pos, task.kind, event)
        player = event.one("player")
        if not waiting or player is None:
            self.state = self.state.with_fact(event, "group-activation", Truth(False))
            many = [span for span in started if span[1] > span[0]]
            if task.chosen and len(many) == 1:
                for group in self.trace.groups[slice(*many[0])]:
                    if len(group.found) < 2:
                        group.around_decided, group.around_open = None, False
            return
        minions = self.pos.rules.open_questions.get("minions-order")
        joins = self.pos.rules.open_questions.get("joins-in")
        late = waiting[0].key not in task.known and joins is not None
        if task.chosen and minions is not None:
            self.trace.warn(minions.says.format(who=self.pos.first_player), minions.rules)
        if late and joins is not None:
            self.trace.warn(joins.says.format(who=self.pos.first_player), joins.rules)
        self.state = self.state.put("activated", turn_of(self.pos, waiting[0], event), True)
        decider = self.pos.first_player if task.chosen or late else None
        open_ = late or (bool(decider) and minions is not None)
        following = replace(task, started=(*started, (len(self.trace.groups), -1)))
        self._push(Activate(waiting[0], player, task.event, decider, open_), following)


_WITH_STEP = frozenset({"replaced", "cancelled", "prevented", "wrong-player"})


def _parts_of(rules: Rules, occurrence: Occurrence) -> frozenset[str]:
    """The occurrences that the steps of one begin by themselves, and theirs."""
    found: set[str] = set()
    waiting = [occurrence]
    while waiting:
        for step in waiting.pop().steps:
            for begin in step.begins:
                if begin.occurrence not in found:
                    found.add(begin.occurrence)
                    waiting.append(rules.occurrences[begin.occurrence])
    return frozenset(found)


def _is_where_it_happens(event: Event, step: Step) -> bool:
    """Whether this is the step at which the event is done: the last before its first “after”, that has a “when”."""
    names = {begun.event for begun in event.occurrence.begun_by}
    whens = [
        one.id for one in event.occurrence.steps if any(m.word == "when" and m.event in names for m in one.moments)
    ]
    return bool(whens) and whens[0] == step.id


def _waits_its_turn(candidate: Candidate) -> bool:
    """Whether it answers what has happened, in an edition that answers once what goes on has resolved; what would
    undo it does not.
    """
    moment, tree = candidate.moment, candidate.ability.tree
    if not candidate.cls.collected or moment is None or moment.word == "would" or tree is None:
        return False
    return not ends_what_it_answers(tree.effect, moment.word)


def rounds_of(task: Window) -> Rounds | None:
    """Where opportunities stand that go round."""
    return task.rounds


__all__ = ["PROBE", "Run", "Start"]
