"""Whether an ability is there at all: in play, on the faceup side, not taken away with its card or by what silenced
it.
"""

from __future__ import annotations

from judge.cardtext.tree import TriggerTree
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event, StateChange, Stop
from judge.engine.table_elements import SubmittedAbility


def forms_by_then(pos: Position, player: str, speaker: Speaker | None) -> set[str | None]:
    """The form of a player, and behind a change of form that did not come about what it would be."""
    forms = {pos.state.forms.get(player)}
    if speaker is None or speaker.event.stop is None or speaker.moment is None or speaker.moment.word != "after":
        return forms
    who, to = speaker.event.one("player"), speaker.event.values.get("to")
    comes = who is not None and who.player == player and to in pos.rules.kinds_with("form")
    return {*forms, to} if comes else forms


def other_side(
    pos: Position, ability: SubmittedAbility, speaker: Speaker | None = None
) -> tuple[str | None, tuple[Assumed, ...]]:
    """Why an ability printed on one side of an identity card is not active, and what was assumed where it is."""
    kind = pos.rules.kinds.get(ability.card.kind or "")
    player = ability.card.controller
    if kind is None or not kind.form or player not in pos.state.forms:
        return None, ()
    forms = forms_by_then(pos, player, speaker)
    if None in forms:
        text = f"{player} is taken to be in {kind.id} form."
        return None, (Assumed(text, (StateChange("forms", player, kind.id),)),)
    return (None if kind.id in forms else pos.rules.features.other_side), ()


def gone(pos: Position, ability: SubmittedAbility, event: Event | None = None) -> Stop | None:
    """Why an ability is no longer there: taken away, silenced, or its card has left play."""
    state = pos.state
    own = pos.table.of(ability)
    if ability.keyword is not None and (taken := state.keyword_taken(own.key, ability.keyword.name)) is not None:
        return "prevented", taken
    if ability.ref in state.lost and not (event is not None and _arrives(pos, ability, event)):
        return state.lost[ability.ref]
    if own.key in state.silenced and ability.part is not None:
        return "forbidden", state.silenced[own.key]
    key = own.key if own.key in state.left else f"card {ability.card.id}"
    outside = ability.card.role is not None or ability.card.kind in pos.rules.kinds_with("resolves_from_outside")
    if key not in state.left or outside:  # what resolves without being in play cannot leave it
        return None
    if event is not None and any(_speaks_of_who_leaves(pos, ability, one) for one in state.around(event)):
        return None
    return "not-in-play", state.left[key]


def _arrives(pos: Position, ability: SubmittedAbility, event: Event) -> bool:
    """Whether its card comes into play by this event: the next stage, or what enters."""
    own = pos.table.of(ability).key
    if any(one.key == own for one in event.every("next")):
        return True
    enter = pos.rules.standard.enter
    types = {enter.occurrence} if enter is not None else set()
    return any(
        one.key == own
        for outer in pos.state.around(event)
        if outer.occurrence.type in types
        for group in outer.roles.values()
        for one in group
    )


def _speaks_of_who_leaves(pos: Position, ability: SubmittedAbility, event: Event) -> bool:
    """Whether the event is the departure of what the trigger names: its own card, or what it is attached to."""
    if not event.occurrence.departure:
        return False
    leaving = {one.key for elements in event.roles.values() for one in elements}
    own = pos.table.of(ability).key
    tree = ability.tree
    if tree is None or tree.trigger is None:
        return own in leaving
    heads = _heads_of(tree.trigger)
    bearer = pos.bearer(ability.card)
    together = any(len(elements) > 1 and own in {one.key for one in elements} for elements in event.roles.values())
    speaks = own in leaving and (together or bool(heads & {"this", "named", "you"}))
    return speaks or ("attached" in heads and bearer is not None and bearer.key in leaving)


def _heads_of(trigger: TriggerTree) -> frozenset[str]:
    nouns = (noun for clause in trigger.clauses for noun in (clause.agent, clause.patient))
    return frozenset(noun.head for noun in nouns if noun is not None)


def is_active(pos: Position, ability: SubmittedAbility, event: Event | None = None) -> bool:
    """Whether a constant, keyword or status is in force now."""
    if gone(pos, ability, event) is not None or other_side(pos, ability)[0] is not None:
        return False
    if ability.timing in ("status", "lasting-effect", "consequential-damage") or not pos.is_outside(ability.card):
        return True
    own = pos.table.of(ability).key  # a card that is being revealed or played speaks already
    return event is not None and any(
        one.key == own for outer in pos.state.around(event) for group in outer.roles.values() for one in group
    )
