"""The candidates last found at a step, for as long as nothing that they depend on has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter, is_

from judge.engine.candidates.candidate import Candidate
from judge.engine.candidates.candidate_search import candidates
from judge.engine.position import Position
from judge.engine.state import Event, State
from judge.engine.table_elements import Ref
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Step

_COUNTING = ("events", "serial", "uses_begun", "ghosted", "bindings", "made")
_OF_STATE = attrgetter(*(one.name for one in fields(State) if one.name not in _COUNTING))
"""What of a state decides who may answer; the rest counts and remembers what has been used."""
_OF_EVENT = attrgetter(*(one.name for one in fields(Event) if one.name != "used"))


@dataclass(eq=False)
class Remembered:
    """Finds the candidates of a step, anew only where the position has changed."""

    waiting: WaitingIndex
    _event: int = -1
    _step: str = ""
    _state: State | None = None
    _found: Mapping[Ref, Candidate] = field(default_factory=dict)

    def candidates(self, pos: Position, event: Event, step: Step) -> Mapping[Ref, Candidate]:
        """As `candidates.candidates`."""
        if not self._stands(pos.state, event.serial, step.id):
            self._found = candidates(pos, self.waiting, event, step)
            self._event, self._step, self._state = event.serial, step.id, pos.state
        return self._found

    def now(self, pos: Position, event: Event, step: Step, candidate: Candidate) -> Candidate | None:
        """A candidate found before as it stands now, after others were used; None where it is none any more."""
        ref, ready = candidate.ability.ref, candidate.ready
        by_others = ready is not None and ready.source in ("allow", "cannot")
        if by_others or self._stands(pos.state, event.serial, step.id):
            return self.candidates(pos, event, step).get(ref)
        return candidates(pos, self.waiting.alone(candidate.ability), event, step).get(ref)

    def _stands(self, state: State, serial: int, step: str) -> bool:
        before = self._state
        if before is None or (self._event, self._step) != (serial, step):
            return False
        if not all(map(is_, _OF_STATE(before), _OF_STATE(state))):
            return False
        were, are = _events(before, serial), _events(state, serial)
        return all(_alike(one, other) for one, other in zip(were, are, strict=False))


def _events(state: State, serial: int) -> Iterator[Event]:
    """The event, those around it and those whose steps wait for its last window."""
    event = state.events[serial]
    yield from state.around(event)
    yield from (state.events[inner] for inner, _ in event.deferred if inner in state.events)


def _alike(one: Event, other: Event) -> bool:
    return one is other or all(map(is_, _OF_EVENT(one), _OF_EVENT(other)))
