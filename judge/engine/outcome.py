"""What came of a dispute, without the words of a ruling: for comparing very many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.disputes.dispute_values import Dispute
from judge.engine.candidates.candidate import Candidate
from judge.engine.effects.card_effects import replaces
from judge.engine.resolve import unfolded
from judge.engine.running.run import Run
from judge.engine.state import Event
from judge.engine.table_elements import Ref

_LEAVING_MARKS = (
    "left", "lost", "silenced", "keywords", "statuses", "exhausted", "attached", "engaged", "controllers", "entered",
    "eliminated",
)  # fmt: skip
"""Fields of the state that an ability may write and another may read."""


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """Abilities that resolve together: where, of which class, and who decides their order."""

    abilities: tuple[Ref, ...]
    step: str
    rank: int
    decided_by: str | None
    settled: bool


@dataclass(frozen=True)
class Outcome:
    """What came of a dispute: places in order, and why others did not resolve, with the ability behind it."""

    order: tuple[OrderPlace, ...]
    left_out: Mapping[Ref, tuple[str, Ref | None]]
    steps: tuple[str, ...]
    """The steps reached, in order."""
    shapes: Mapping[Ref, tuple[object, ...]]
    """All of an ability that bears on who goes first, where it resolved first."""
    events: Mapping[str, Sequence[object]]
    """By type what became of the events begun, so that two outcomes can be compared."""
    marks: frozenset[object]
    """What the state holds besides: cards that left, statuses given, “cannot” in force."""


def outcome(dispute: Dispute) -> Outcome:
    """What comes of the occurrence that a dispute names. Raises TooLarge as `resolve`."""
    run = unfolded(dispute)
    order = tuple(
        OrderPlace(
            tuple(sorted(one.ability.ref for one in group.used)), group.step.shown, group.used[0].cls.rank,
            group.decided_by if group.chosen else group.around_decided, group.settled and not group.around_open,
        )
        for group in run.trace.written()
    )  # fmt: skip
    resolved = run.trace.resolved
    left = {ref: (note.reason, note.by) for ref, note in run.trace.notes.items() if ref not in resolved}
    shapes: dict[Ref, tuple[object, ...]] = {}
    for group in run.trace.written():
        for one in group.used:
            shapes.setdefault(one.ability.ref, _shape(one))
    events: dict[str, list[object]] = defaultdict(list)
    for event in run.state.events.values():
        events[event.occurrence.type].append(_fate(event))
    steps = tuple(dict.fromkeys(reached.step.shown for reached in run.trace.timeline))
    return Outcome(order, left, steps, shapes, events, _marks(run))


def _shape(one: Candidate) -> tuple[object, ...]:
    ability, ready = one.ability, one.ready
    return (
        one.cls.rank, ability.timing, ability.mandatory, ability.you, ability.user,
        one.moment.word if one.moment is not None else None,
        (ready.source, ready.name) if ready is not None else None,
        ability.tree is not None and replaces(ability.tree.effect),
        ability.card.kind, ability.ability.form if ability.ability is not None else None,
        ability.ability.labels if ability.ability is not None else (),
    )  # fmt: skip


def _fate(event: Event) -> object:
    roles = tuple(sorted((role, tuple(one.key for one in many)) for role, many in event.roles.items() if many))
    facts = tuple(sorted((name, truth.value) for name, truth in event.facts.items() if truth.by is not None))
    return (
        roles, facts, event.stop is not None, len(event.gone), len(event.lost_deeds), len(event.barred),
        len(event.displaced), len(event.former), len(event.spared), event.withdrawn, event.amount,
    )  # fmt: skip


def _marks(run: Run) -> frozenset[object]:
    state = run.state
    found: set[object] = {(name, key) for name in _LEAVING_MARKS for key in getattr(state, name)}
    found |= {("in force", one.ability.ref, index) for index, one in enumerate(state.in_force)}
    found |= {("waiting", one.ability.ref, index) for index, one in enumerate(state.waiting)}
    found |= {("cannot", event, by.ref) for event, many in run.waiting.constants.forbidding.items() for by, _ in many}
    return frozenset(found)


def touches(with_it: Outcome, without: Outcome, own: Any) -> bool:
    """Whether a card changes anything that another might meet: an event of the moment, a lasting mark.

    `own` is how the state calls the card itself; that it is used up or exhausted is nobody else's business.
    """
    for kind, fates in without.events.items():
        if list(with_it.events.get(kind, ()))[: len(fates)] != list(fates):
            return True
    ours = {mark for mark in with_it.marks - without.marks if isinstance(mark, tuple) and own not in mark[1:2]}
    defends = any("defense" in str(shape[-1]) for shape in with_it.shapes.values())
    return bool(ours) or defends
