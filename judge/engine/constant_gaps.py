"""What constants say that no rule acts on: told where an event that it is about has happened, never passed over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.cardtext.tree import Act, Cancel, Clause, Effect, Instead, Prevent
from judge.engine.constants import ConstantPart
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
            clause = _changes(pos.rules, part.effect)
            events = happened.get(clause.event, ()) if clause is not None else ()
            if clause is not None and any(_is_about(pos, pos.table.by_ref[ref], part, clause, one) for one in events):
                yield ref


def _changes(rules: Rules, effect: Effect) -> Clause | None:
    """What a part of a constant changes in a way that no row of the rules says; None for other parts."""
    if isinstance(effect, Prevent | Cancel):
        return Clause(effect.thing) if effect.thing is not None else None
    if isinstance(effect, Instead):
        return Clause(effect.effect.clause.event) if isinstance(effect.effect, Act) else None
    if not isinstance(effect, Act):
        return None
    duty = any(row.source == "duty" and row.name in (effect.clause.event, "*") for row in rules.ready)
    return None if duty else replace(effect.clause, facts=(), amount=None, agent=None, source=None)


def _is_about(pos: Position, ability: SubmittedAbility, part: ConstantPart, clause: Clause, event: Event) -> bool:
    """Whether the part is in force in an event that its words are about."""
    pos.table.effort.spend()
    if applies(pos, ability, part, event) is None:
        return False
    return any(forbids(pos, ability, clause, event, moment) is not None for moment in event.occurrence.begun_by)
