"""What may resolve at a step now: abilities whose moment it is, ready rows, printed timings, what ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from judge.engine.candidates.awaited_moments import of_moments
from judge.engine.candidates.candidate import PROTECTS, Candidate, is_forbid
from judge.engine.candidates.durations import ending
from judge.engine.candidates.forbidden_events import of_cannot
from judge.engine.candidates.printed_timings import printed
from judge.engine.candidates.ready_rows import of_ready
from judge.engine.effort import WEIGHING
from judge.engine.position import Position
from judge.engine.state import Event
from judge.engine.table_elements import Ref
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Step


def candidates(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> dict[Ref, Candidate]:
    """Everything submitted whose moment this is, by reference, with the reason why it may not be used where there is
    one.
    """
    sources = [(event, step)]
    if step.moments and event.deferred and any(moment.word == "after" for moment in step.moments):
        for serial, step_id in event.deferred:
            inner = pos.state.events.get(serial)
            if inner is not None:
                sources.append((inner, next(one for one in inner.occurrence.steps if one.id == step_id)))
    found: dict[Ref, Candidate] = {}
    for where, at in sources:
        for candidate in _all_at(pos, waiting, where, at):
            other = found.get(candidate.ability.ref)
            if other is None or _comes_nearer(candidate, other):
                found[candidate.ability.ref] = candidate
    pos.table.effort.spend(len(found) + WEIGHING)
    found = {ref: _beaten(one, found.values()) for ref, one in found.items()}
    _let_protectors_stand(pos, waiting, event, step, found)
    return found


def _comes_nearer(candidate: Candidate, other: Candidate) -> bool:
    """Whether of two moments of one ability the first is nearer: one that comes, else what is no other player's."""
    return other.reason is not None and (candidate.reason is None or other.reason == "wrong-player")


def _beaten(candidate: Candidate, others: Iterable[Candidate]) -> Candidate:
    """What one effect says can be done and another that it can’t: can’t beats can."""
    if candidate.ready is None or candidate.ready.source != "allow" or candidate.reason is not None:
        return candidate
    name = candidate.ready.name
    for one in others:
        if is_forbid(one) and one.ready is not None and one.reason is None and _forbids(one, name):
            return replace(candidate, reason="forbidden", by=one.ability.ref, rules=one.ready.rules)
    return candidate


def _forbids(candidate: Candidate, name: str) -> bool:
    """Whether a “cannot” beats the “can” of an event."""
    said = candidate.forbids[0].event if candidate.forbids is not None else None
    return said == name or (candidate.ready is not None and name in candidate.ready.beats)


def _let_protectors_stand(
    pos: Position, waiting: WaitingIndex, event: Event, step: Step, found: dict[Ref, Candidate]
) -> None:
    """What forbids an ability's use, or all that it would do, stands here, where it does so: where one of several
    comes after the other, in the turn of the first that it forbids.
    """
    cls = pos.rules.class_named.get("constant")
    kept_off = [one for one in found.values() if one.reason in ("forbidden", "prevented")]
    for candidate in sorted(kept_off, key=lambda one: _place_in_turn(pos, one)):
        by = pos.table.by_ref.get(candidate.by or "")
        forbids = candidate.reason == "forbidden" and by is not None and by.ref in waiting.constants.parts
        forbids_use = forbids or (candidate.reason == "prevented" and candidate.by in waiting.constants.takers)
        if forbids_use and by is not None and by.ref not in found and cls is not None:
            place = candidate.cls if candidate.cls.order in ("seats", "circle") else cls
            found[by.ref] = Candidate(by, event, step, place, None, PROTECTS, in_place_of=candidate.ability)


def _place_in_turn(pos: Position, candidate: Candidate) -> int:
    """Of those that resolve one after another, as which it does: by seat, or by place from the class's start."""
    cls, ability = candidate.cls, candidate.ability
    if cls.order == "circle":
        return pos.table.distance(candidate.event.one(cls.start or ""), ability.card) or 0
    seats = pos.seats_in_order()
    return seats.index(ability.you) if ability.you in seats else 0


def _all_at(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> Iterator[Candidate]:
    yield from of_moments(pos, waiting, event, step)
    ready = list(of_ready(pos, waiting, event, step))
    yield from ready
    allowed = frozenset(
        one.ready.name for one in ready if one.ready is not None and one.ready.source == "allow" and one.reason is None
    )
    yield from of_cannot(pos, waiting, event, step, allowed)
    yield from printed(pos, waiting, event, step)
    yield from ending(pos, waiting, event, step)
