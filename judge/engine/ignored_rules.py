"""Who ignores a keyword, an icon or a status card, and in which events: what it says then has no hold on them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from judge.cardtext.tree import HOLDERS, Allow, Clause, Effect, If, Noun, leaves
from judge.engine.condition_checks import all_hold, holds
from judge.engine.in_force import Constants, applies
from judge.engine.nouns.noun_matching import fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, Event
from judge.engine.table_elements import Ref, SubmittedAbility
from judge.rules.model import Ready

_IGNORABLE = frozenset(["keyword", "icon", "status"])
_UNCONDITIONAL = tuple(one for one in HOLDERS if one is not If)


def ignored_by(
    pos: Position, constants: Constants, ready: Ready, event: Event
) -> tuple[Ref, tuple[Assumed, ...]] | None:
    """The ability by which those who do the event ignore what is ready, and what was assumed; None where none does."""
    if ready.source not in _IGNORABLE:
        return None
    said = chain(_by_constants(pos, constants, event), _for_a_while(pos, event), _by_its_makers(pos, event))
    for ability, clause, assumed in said:
        if ready.name in _names(clause) and _is_about(pos, Speaker(ability, event), clause):
            return ability.ref, assumed
    return None


_Said = tuple[SubmittedAbility, Clause, tuple[Assumed, ...]]


def _by_constants(pos: Position, constants: Constants, event: Event) -> Iterator[_Said]:
    for ability, part in constants.ignoring:
        assumed = applies(pos, ability, part, event)
        if assumed is not None and isinstance(part.effect, Allow):
            yield ability, part.effect.clause, assumed


def _for_a_while(pos: Position, event: Event) -> Iterator[_Said]:
    """What abilities used before have brought into force, for as long as they say, else for the event they acted in."""
    around = {one.serial for one in pos.state.around(event)}
    for one in pos.state.in_force:
        lasts = one.until is None or one.until[0] != "game" or one.until[1] in around
        if isinstance(one.effect, Allow) and one.effect.clause.event == "ignore" and lasts:
            yield one.ability, one.effect.clause, ()


def _by_its_makers(pos: Position, event: Event) -> Iterator[_Said]:
    """What the ability says of it that makes the attack, or has brought the event about."""
    made = [one for maker in event.every("maker") for one in pos.table.abilities_of(pos.now(maker))]
    made += [pos.table.by_ref[event.cause]] if event.cause is not None else []
    for ability in made:
        if ability.tree is not None:
            for clause in _ignoring(pos, ability.tree.effect, Speaker(ability, event)):
                yield ability, clause, ()


def _ignoring(pos: Position, effect: Effect, speaker: Speaker) -> Iterator[Clause]:
    for one in leaves(effect, *_UNCONDITIONAL):
        if isinstance(one, If) and holds(pos, one.condition, speaker).value:
            yield from _ignoring(pos, one.effect, speaker)
        elif isinstance(one, Allow) and one.clause.event == "ignore":
            yield one.clause


def _names(clause: Clause) -> frozenset[str]:
    """The keywords, icons and statuses that a clause names."""
    noun = clause.patient
    parts = (noun.parts or (noun,)) if noun is not None else ()
    return frozenset(name for one in parts for name in (one.name, *one.kinds, *one.states) if name is not None)


def _is_about(pos: Position, speaker: Speaker, clause: Clause) -> bool:
    """Whether who ignores is one of those who do the event, or the event itself."""
    told = [noun for noun in (clause.agent, clause.source) if noun is not None]
    those = [noun for noun in told if noun.head == "that" or noun is clause.source]
    if any(not _is_event_meant(pos, speaker.event, noun) for noun in those):
        return False
    who = clause.agent if clause.agent is not None and clause.agent not in those else None
    if who is None and those:
        return True
    return _does_it(pos, speaker, who)


def _is_event_meant(pos: Position, event: Event, noun: Noun) -> bool:
    """Whether a noun (“this attack”, “basic thwarts”) is the event, or one of which it is a part."""
    for one in pos.state.around(event):
        if any(begun.event in noun.kinds for begun in one.occurrence.begun_by):
            told = [pos.rules.qualifiers[state] for state in noun.states if state in pos.rules.qualifiers]
            return all(all_hold(pos, conditions, one).value is not False for conditions in told)
        if one.cause is not None:
            return False
    return False


def _does_it(pos: Position, speaker: Speaker, who: Noun | None) -> bool:
    """Whether one of those who do the event is meant; without a noun, whether the card does it or brings it about."""
    event = speaker.event
    doers = [pos.now(one) for one in event.doers]
    if who is not None:
        return any(fits(pos, who, one, speaker).match == "yes" for one in doers)
    own = pos.table.of(speaker.ability).key
    makes = speaker.ability.ref == event.cause or own in {pos.now(one).key for one in event.every("maker")}
    return makes or any(one.key == own for one in doers)
