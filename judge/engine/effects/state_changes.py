"""What is so once an event has happened: changes of the state, by the event's name in the game's vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.engine.frozen_copy import changed
from judge.engine.position import Position, lies_in
from judge.engine.state import BarredPart, Event, State
from judge.engine.table_elements import Element, Ref
from judge.rules.model import Moment

Changing = Callable[[Position, Event, Sequence[Element]], State]


def happened(pos: Position, event: Event, name: str, patients: Sequence[Element]) -> State:
    """The state after an event of that name has happened to them."""
    change = _CHANGES.get(name)
    return change(pos, event, [pos.now(one) for one in patients]) if change is not None else pos.state


def out(state: State, pos: Position, element: Element, by: str | None) -> State:
    """The state after the element, and what is attached to it, has left play."""
    left = {**state.left, element.key: by}
    for card in pos.attachments(element):
        pos.table.effort.spend(1)
        left.setdefault(pos.table.of_card(card).key, by)
    return changed(state, left=left)


def gone_before(pos: Position, event: Event, element: Element) -> State:
    """The state in which what an ability has moved is not moved again by the departures around that come later: a card
    returned to hand as it was defeated is not discarded.
    """
    state = pos.state
    for outer in list(state.around(event)) if event.cause is not None else ():
        met = outer.serial != event.serial and any(pos.now(one).key == element.key for one in outer.patients)
        if met and event.cause is not None and outer.cause != event.cause:
            state = staying(pos.with_state(state), outer, event.cause, _where(pos, event))
    return state


def _where(pos: Position, event: Event) -> str | None:
    """Where an event puts a card; None where that is whither a departure leads, "" where nobody knows."""
    leave, away = pos.rules.standard.leave, pos.rules.standard.move_out
    leaves = leave is not None and leave.occurrence == event.occurrence.type
    moved = away is not None and any(fact in event.facts for fact in away.facts)
    return event.values.get("whither", None if leaves and not moved else "")


def staying(pos: Position, event: Event, by: Ref, where: str | None = "") -> State:
    """The state in which the departure that is a part of an event does not come: who is defeated leaves play another
    way, or lies elsewhere.
    """
    ways = departing(pos, event)
    moments = (moment for step in event.occurrence.steps for moment in step.all_moments)
    parts = {BarredPart(frozenset({one.event}), one, by, "replaced") for one in moments if one.event in ways}
    state = pos.state.with_event(changed(event, barred=(*event.barred, *parts)))
    for one in event.patients if where is not None else ():
        state = state.put("elsewhere", pos.now(one).key, where)
    return state


def departing(pos: Position, event: Event) -> frozenset[str]:
    """The events that the departure is which is a part of an event."""
    leave, own = pos.rules.standard.leave, {one.event for one in event.occurrence.begun_by}
    if leave is None or not event.occurrence.departure:
        return frozenset()
    return frozenset(one.event for one in pos.rules.occurrences[leave.occurrence].begun_by) - own


def stays(pos: Position, event: Event) -> bool:
    """Whether the departure that is a part of an event does not come."""
    ways = departing(pos, event)
    return any(not ways.isdisjoint(part.events) for part in event.barred)


def _leaves(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    state = pos.state
    for one in patients:
        remains = (
            one.player is not None or one.is_place or pos.kinds(one) <= pos.rules.kinds_with("next_stage_takes_over")
        )
        if not remains and not one.chosen:
            state = _kept_out(pos.with_state(out(state, pos, one, event.cause)), event, one)
    return state


def _kept_out(pos: Position, event: Event, element: Element) -> State:
    """The state in which what an ability has discarded or moved as it came does not enter play: the events around
    bring nothing into play that lies elsewhere.
    """
    state, enter = pos.state, pos.rules.standard.enter
    if event.cause is None or enter is None:
        return state
    names = frozenset(one.event for one in pos.rules.occurrences[enter.occurrence].begun_by)
    for outer in state.around(event):
        sources = [
            source
            for step in outer.occurrence.steps
            for begin in step.begins
            if outer.serial != event.serial and begin.occurrence == enter.occurrence
            for _, source in begin.roles
            if any(pos.now(one).key == element.key for one in outer.every(source))
        ]
        moments = (Moment("when", enter.occurrence, patient=(role,)) for role in sources)
        parts = (BarredPart(names, moment, event.cause, "prevented") for moment in moments)
        state = state.with_event(changed(outer, barred=(*outer.barred, *parts)))
    return state


def _discarded(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    return _leaves(pos, event, [one for one in patients if one.card is not None])


def _enters(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    state = pos.state
    for one in patients:
        state = entered(state, pos, one, event)
    return state


def entered(state: State, pos: Position, element: Element, event: Event) -> State:
    """The state after a card has come into play; what engages is engaged with the player of the event."""
    state = state.put("entered", element.key, event.cause).drop("left", element.key).drop("elsewhere", element.key)
    for one in pos.table.abilities_of(element):
        if one.ref in state.lost and state.lost[one.ref][0] == "not-in-play":
            state = state.drop("lost", one.ref)
    player = event.one("player")
    if (
        player is not None
        and player.player
        and element.controller in pos.table.seats
        and element.controller != player.player
    ):
        state = state.put("controllers", element.key, player.player)
    if (
        player is not None
        and player.player
        and element.card is not None
        and element.kinds <= pos.rules.kinds_with("engages")
    ):
        state = state.put("engaged", element.card.id, player.player)
    return state


def _status(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    state, name = pos.state, event.thing or event.variant or ""
    for one in patients:
        if event.variant == "taken":
            state = state.drop("statuses", (one.key, name))
            for card in pos.statuses(name, one):
                state = state.put("lost", card.ref, ("prevented", event.cause))
        elif event.cause is not None and name:
            state = state.put("statuses", (one.key, name), event.cause)
    return state


def _exhaust(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    state = pos.state
    for one in patients:
        state = state.put("exhausted", one.key, event.cause)
    return state


def _ready(pos: Position, _event: Event, patients: Sequence[Element]) -> State:
    state = pos.state
    for one in patients:
        state = state.drop("exhausted", one.key)
    return state


def _attach(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    state, to = pos.state, event.one("to")
    for one in patients:
        if one.card is not None and to is not None:
            state = gone_before(pos.with_state(state), event, one)
            state = (
                state.put("attached", one.card.id, to.key).put("entered", one.key, event.cause).drop("left", one.key)
            )
    return state


def _engage(pos: Position, event: Event, _patients: Sequence[Element]) -> State:
    state = pos.state
    players = [one.player for elements in event.roles.values() for one in elements if one.player]
    for elements in event.roles.values():
        for one in elements:
            if one.card is not None and one.player is None and players and players[0]:
                state = state.put("engaged", one.card.id, players[0])
    return state


def _move(pos: Position, event: Event, patients: Sequence[Element]) -> State:
    """Who moves to a row lies there, and in no other."""
    features, to = pos.rules.features, event.values.get("whither")
    if to not in features.rows or to in features.whole_rows:
        return pos.state
    state = pos.state
    for one in patients:
        for row in features.rows:
            state = state.drop("settled", (one.key, lies_in(row)))
        state = state.put("settled", (one.key, lies_in(to)), True)
    return state


_CHANGES: dict[str, Changing] = {
    "move": _move,
    "leave-play": _leaves,
    "discard": _discarded,
    "ko": _leaves,
    "enter-play": _enters,
    "appears": _enters,
    "status": _status,
    "exhaust": _exhaust,
    "ready": _ready,
    "attach": _attach,
    "engage": _engage,
}
"""Events that change what is so by themselves, whatever the occurrence: by name."""

CHANGING = frozenset(_CHANGES)
