"""Abilities that resolve at a step because of their timing alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from judge.disputes.dispute_values import Card
from judge.disputes.findings import plain
from judge.engine.candidates.candidate import Candidate, class_of
from judge.engine.candidates.refused_candidates import refused
from judge.engine.position import Position
from judge.engine.state import Event
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Step


def printed(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> Iterator[Candidate]:
    for timing, role in step.printed:
        for ability in printed_at(pos, waiting, timing, role, event):
            pos.table.effort.spend()
            cls = class_of(pos, ability) or pos.rules.class_named.get(timing)
            if cls is None:
                continue
            candidate = Candidate(ability, event, step, cls, printed=timing)
            by = blocked(pos, event, timing, ability.card)
            label = pos.rules.labels.get(timing)
            lost = _lost(pos, event, timing)
            if lost is not None:
                candidate = replace(candidate, reason=lost[0], by=lost[1])
            elif by is not None:
                candidate = replace(candidate, reason="cancelled", by=by)
            elif label is not None and event.stop is not None and event.stop[0] == "replaced":
                # what makes the attack is itself cancelled, not replaced
                candidate = replace(candidate, reason="cancelled", by=event.stop[1], rules=label.cancel_rules)
            yield refused(pos, waiting, candidate)


def _lost(pos: Position, event: Event, timing: str) -> tuple[str, Ref] | None:
    """Why the deed that printed abilities of a timing are here does not happen, and by what."""
    rows = (row for row in pos.rules.cancels if row.at == event.occurrence.type and row.timing == timing)
    return next((event.lost_deeds[row.thing] for row in rows if row.thing in event.lost_deeds), None)


def blocked(pos: Position, event: Event, timing: str, card: Card) -> Ref | None:
    """What has cancelled printed abilities of a timing, on a card of that kind, here."""
    for one in pos.state.around(event):
        whose = (None, card.kind, pos.table.of_card(card).key) if one.gone else ()
        by = next((by for key in whose if (by := one.gone.get((timing, key))) is not None), None)
        if by is not None:
            return by
        if not one.shares_facts:
            return None
    return None


def printed_at(
    pos: Position, waiting: WaitingIndex, timing: str, role: str, event: Event
) -> Iterator[SubmittedAbility]:
    """Lazily, abilities that resolve at a step because of their timing alone, on the card in the role (“*”:
    anybody's).
    """
    if timing in pos.rules.labels:
        yield from makers(pos, waiting, timing, role, event)
        return
    if timing == "played":
        yield from _played(pos, event.one(role) if role != "*" and role[:1] != "=" else None)
        return
    kinds = role[1:].split("|") if role[:1] == "=" else ()
    group = {pos.now(one).key for one in event.every(role)} if role != "*" else set()
    for ability in waiting.by_timing.get(timing, ()):
        there = role == "*" or pos.table.of(ability).key in group or (kinds and _may_be(pos, ability.card, kinds))
        if there and _is_meant(ability, timing, event):
            yield ability


def _played(pos: Position, element: Element | None) -> Iterable[SubmittedAbility]:
    """What a card played for its effect does: all of it that waits for nothing."""
    if element is None or element.card is None or pos.is_kind(element, "event") is False:
        return ()
    there = (one for one in pos.table.abilities_of(element) if one.card is element.card)
    return [one for one in there if one.ability is not None and not _is_trigger(one)]


def _is_meant(ability: SubmittedAbility, timing: str, event: Event) -> bool:
    """Whether an event that names one of several abilities of a timing may mean this one."""
    if event.thing is None or event.variant not in (None, timing) or ability.ability is None:
        return True
    return plain(ability.ability.name or event.thing) == plain(event.thing)


def _is_trigger(ability: SubmittedAbility) -> bool:
    return ability.tree is not None and ability.tree.trigger is not None


def _may_be(pos: Position, card: Card, kinds: Sequence[str]) -> bool:
    """Whether the card is of one of the kinds; of unknown kind, whether it lies at a place as such cards do."""
    placed = pos.rules.kinds_with("lies_at_place")
    return card.kind in kinds or (
        card.kind is None and any((kind in placed) == (card.location is not None) for kind in kinds)
    )


def makers(pos: Position, waiting: WaitingIndex, label: str, role: str, event: Event) -> Sequence[SubmittedAbility]:
    """The submitted ability that makes this attack or thwart: its controller's with that label, where it is not
    basic.
    """
    basic = pos.state.fact(event, "basic")
    controller = event.one(role)
    made_elsewhere = event.cause is not None
    if made_elsewhere or (basic is not None and basic.value) or controller is None:
        return ()
    mine = [
        one
        for one in waiting.by_label.get(label, ())
        if one.you == controller.player
        and (timing := pos.rules.timings.get(one.timing)) is not None
        and timing.makes_labeled
    ]
    return mine[:1]
