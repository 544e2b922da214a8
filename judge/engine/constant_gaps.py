"""What constants, and abilities that were used, say that no rule acts on: told where it is about what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.cardtext.clause_meaning import STATES
from judge.cardtext.tree import (
    HOLDERS,
    Act,
    Cancel,
    Clause,
    Effect,
    Forbid,
    If,
    Instead,
    Lasting,
    May,
    Modify,
    Prevent,
    Repeat,
    Then,
    leaves,
)
from judge.cardtext.tree import Sequence as Steps
from judge.engine.constants import ConstantPart, acts_of, is_measured_in
from judge.engine.in_force import Constants, applies, forbids
from judge.engine.position import Position
from judge.engine.state import Event
from judge.engine.table_elements import Ref, SubmittedAbility
from judge.rules.model import Rules


def gaps(pos: Position, constants: Constants) -> Iterator[Ref]:
    """Lazily, constants of which a part changes what happened here in a way that is not worked out."""
    happened: dict[str, list[Event]] = {}
    for event in pos.state.events.values():
        for name in {begun.event for begun in event.occurrence.begun_by}:
            happened.setdefault(name, []).append(event)
    for ref, parts in constants.parts.items():
        for part in parts:
            if isinstance(part.effect, Act) and _is_state(pos.rules, part.effect.clause):
                if any(applies(pos, pos.table.by_ref[ref], part, one) is not None for one in pos.state.events.values()):
                    yield ref
                continue
            changed = _changes(pos.rules, part.effect)
            about = ((clause, event) for clause in changed for event in happened.get(clause.event, ()))
            if any(_is_about(pos, pos.table.by_ref[ref], part, clause, event) for clause, event in about):
                yield ref


def begins_nothing(rules: Rules, ability: SubmittedAbility) -> bool:
    """Whether words of an ability that was used say how things are, which nothing that happens makes so, or how often
    something may be done for a while.
    """
    tree = ability.tree
    if tree is None:
        return False
    lasting = [one for one in leaves(tree.effect, Steps, Then, If, May) if isinstance(one, Lasting)]
    allowed = any(isinstance(one.effect, Repeat) or _amounts_changed(rules, one.effect) for one in lasting)
    bounded = (one for one in leaves(tree.effect, *HOLDERS) if isinstance(one, Forbid) and one.beyond is not None)
    acts = acts_of(tree.effect)
    return allowed or any(bounded) or any(_is_state(rules, one) or one.event in _TO_AND_FRO for one in acts)


_TO_AND_FRO = frozenset(["swap"])
"""Events by which each of two takes the other's place: what leaves and enters play by that is not worked out."""


def _is_state(rules: Rules, clause: Clause) -> bool:
    return clause.event in STATES or clause.event in rules.standard.states


def _changes(rules: Rules, effect: Effect) -> Sequence[Clause]:
    """What a part of a constant changes in a way that no row of the rules says; nothing for other parts."""
    if isinstance(effect, Modify):
        return _amounts_changed(rules, effect)
    if isinstance(effect, Prevent | Cancel):
        return (Clause(effect.thing),) if effect.thing is not None else ()
    if isinstance(effect, Forbid):  # how much there was by then, nobody counts
        return (replace(effect.clause, facts=()),) if effect.beyond is not None else ()
    if isinstance(effect, Instead):
        return (Clause(effect.effect.clause.event),) if isinstance(effect.effect, Act) else ()
    if not isinstance(effect, Act):
        return ()
    duty = any(row.source == "duty" and row.name in (effect.clause.event, "*") for row in rules.ready)
    return () if duty else (replace(effect.clause, facts=(), amount=None, agent=None, source=None),)


def _amounts_changed(rules: Rules, effect: Effect) -> Sequence[Clause]:
    """The events of which there is more or less as long as something is in force: “you take 1 less damage”."""
    if not isinstance(effect, Modify):
        return ()
    said = [one.clause for one in effect.what.having if one.clause is not None] if effect.what is not None else []
    names = [name for name in rules.told_events if is_measured_in(name, effect.stat)]
    about = [replace(one, facts=(), amount=None) for one in said if one.event in names]
    return about or [Clause(name, patient=effect.who) for name in names]


def _is_about(pos: Position, ability: SubmittedAbility, part: ConstantPart, clause: Clause, event: Event) -> bool:
    """Whether the part is in force in an event that its words are about; so much more or less than nobody said is
    still that.
    """
    pos.table.effort.spend()
    if isinstance(part.effect, Modify) and event.amount is None:
        return False
    if applies(pos, ability, part, event) is None:
        return False
    return any(forbids(pos, ability, clause, event, moment) is not None for moment in event.occurrence.begun_by)
