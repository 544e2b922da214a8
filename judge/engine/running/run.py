"""How far a run has come: the state, the stack and the record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.engine.candidates.candidate import Candidate
from judge.engine.candidates.candidate_cache import Remembered
from judge.engine.effort import Effort
from judge.engine.frozen_copy import changed
from judge.engine.position import Position
from judge.engine.run_record import GroupRecord, Trace
from judge.engine.state import Assumed, Event, State, Stop
from judge.engine.table_elements import Element, Ref, Table
from judge.engine.tasks import Activate, AtStep, BeginEvent, Interpret, Result, Task, UnlessTask, Use
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Moment

PROBE = "probe"
"""Why nothing happens in a run that only asks whether anything submitted needs a step."""


@dataclass(eq=False)
class Run:
    """One run over one table. `preferred` lists references that go first."""

    table: Table
    waiting: WaitingIndex
    state: State
    trace: Trace = field(default_factory=Trace)
    preferred: Mapping[Ref, int] = field(default_factory=dict)
    stack: list[Task] = field(default_factory=list)
    probing: bool = False
    answers: tuple[Candidate, ...] = ()
    """What was brought about by the play or step that still resolves, and is answered once it has."""

    open_before: tuple[Mapping[Ref, Candidate], Sequence[Candidate]] | None = None
    """What was found at the last window, and what of it could be used."""

    def __post_init__(self) -> None:
        self.remembered = Remembered(self.waiting)
        self._pos = Position(self.table.rules, self.table, self.state)

    @property
    def pos(self) -> Position:
        """The position now."""
        if self._pos.state is not self.state:
            self._pos = Position(self.table.rules, self.table, self.state)
        return self._pos

    @property
    def effort(self) -> Effort:
        """What may still be looked at."""
        return self.table.effort

    def push(self, *tasks: Task) -> None:
        """Put tasks on the stack, to be done next, in this order."""
        self.stack.extend(reversed(tasks))

    def begin_use(
        self,
        ref: Ref,
        event: int,
        moment: Moment | None = None,
        ghost: Stop | None = None,
        bound: Mapping[str, tuple[Element, ...]] | None = None,
    ) -> Use:
        """Begin a use of an ability; `bound`: whom its words meant before; `ghost`: why it does not happen."""
        self.state = changed(self.state, uses_begun=self.state.uses_begun + 1)
        if bound is not None:
            self.state = self.state.put("bindings", self.state.uses_begun, bound)
        return Use(self.state.uses_begun, ref, event, moment, ghost)

    def happen_within(self, event: Event, step: str | None, tasks: Sequence[Task]) -> None:
        """Have tasks done behind a step that an event has yet to reach, unless the event has ended before."""
        ids = [one.id for one in event.occurrence.steps]
        last = ids.index(f"{event.occurrence.type}/{step}")
        for place, waiting in enumerate(self.stack):
            if isinstance(waiting, AtStep) and waiting.event == event.serial and tasks:
                rest = AtStep(event.serial, last + 1, (), waiting.last)
                self.stack[place : place + 1] = [
                    rest,
                    UnlessTask(event.serial, tuple(tasks)),
                    replace(waiting, last=last),
                ]
                return

    def take(self, result: Result, ref: Ref | None = None, said: Sequence[Interpret] = ()) -> None:
        """Take over what came of something: the state, what follows, what is to be told; `said` of what it begins."""
        self.state = result.state
        self.assume(ref, result.assumed)
        for text, rules in result.warnings:
            self.trace.warn(text, rules)
        for note in result.notes:
            self.trace.note(*note)
        begun = any(isinstance(task, BeginEvent | Activate) for task in result.tasks)
        self.push(
            *(
                replace(one, said=(*one.said, *said)) if isinstance(one, BeginEvent | Activate) else one
                for one in result.tasks
            ),
            *(() if begun else said),
        )

    def assume(self, ref: Ref | None, assumed: Iterable[Assumed], group: GroupRecord | None = None) -> None:
        """Tell what was taken to be so, and take it to be so from now on."""
        for one in assumed:
            self.trace.assume(ref, [one.text], group)
            for change in one.settles:
                self.state = change.on(self.state)

    def copy(self) -> Run:
        """A run from here that only tries."""
        return Run(self.table, self.waiting, self.state, Trace(), self.preferred, [], True)
