"""What constants are made of: a tree taken apart into single effects in force, each with its conditions. Knows no
state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.ability import Ability
from judge.cardtext.tree import (
    Act,
    AddedCost,
    Allow,
    Cancel,
    Choose,
    Clause,
    Condition,
    Effect,
    Forbid,
    Gain,
    If,
    Instead,
    Lasting,
    May,
    Modify,
    Noun,
    Oblige,
    Prevent,
    Repeat,
    Sequence,
    Then,
    TriggerTree,
    Unless,
    While,
    leaves,
)  # fmt: skip
from judge.rules.model import OccurrenceType, Rules


@dataclass(frozen=True, slots=True)
class ConstantPart:
    """One effect of a constant, and all that must hold for it to be in force. `during` is a “while …” that is an
    event.
    """

    effect: Effect
    conditions: tuple[Condition, ...] = ()
    during: TriggerTree | None = None


def parts_of(ability: Ability) -> tuple[ConstantPart, ...]:
    """The parts of a constant or lasting effect, in the order of the text."""
    tree = ability.tree
    return tuple(_parts(tree.effect, tree.conditions, tree.trigger))


def _parts(effect: Effect, conditions: tuple[Condition, ...], during: TriggerTree | None) -> Iterator[ConstantPart]:
    for one in leaves(effect, Sequence, Then, Lasting, May, Repeat):
        match one:
            case While() | If():
                yield from _parts(one.effect, (*conditions, one.condition), during)
            case Unless(condition=Condition() as said):
                yield from _parts(one.effect, (*conditions, replace(said, negative=not said.negative)), during)
            case Unless(effect=Forbid()):  # what would avoid it counts as not done
                yield from _parts(one.effect, conditions, during)
            case Gain(who=Noun(head="this"), ability=Ability() as given):
                yield from _parts(given.tree.effect, conditions, during)
            case (
                Forbid()
                | Modify()
                | Gain()
                | Allow()
                | Oblige()
                | Prevent()
                | Cancel()
                | Instead()
                | Act()
                | AddedCost()
            ):
                yield ConstantPart(one, conditions, during)


def is_measured_in(event: str, stat: str) -> bool:
    """Whether so much of a value is what an event is about: damage, of damage; threat, of threat that is placed."""
    return event == stat or event.startswith(f"{stat}-")


def tells_of(effect: Effect, occurrence: OccurrenceType) -> bool:
    """Whether the words of an effect bring about themselves what an occurrence is: “Power Up Kestrel.”"""
    names = {begun.event for begun in occurrence.begun_by}
    return any(clause.event in names for clause in acts_of(effect))


def ways_to_pay(rules: Rules) -> tuple[Clause, ...]:
    """What pays for the symbols of a cost, any of these, from where the event always comes: a discard from the hand."""
    you, ways = Noun("you"), []
    for event, kind in rules.features.symbol_costs.items():
        whence = next((one.origin for one in rules.movements if one.event == event), None)
        origin = Noun("class", zone=whence, whose=you) if whence is not None else None
        ways.append(Clause(event, you, Noun("class", (kind,), quantifier="one", whose=you), origin=origin))
    return tuple(ways)


def acts_of(effect: Effect) -> list[Clause]:
    """The clauses of an effect's acts, in order."""
    found = leaves(effect, Sequence, Then, Choose, May, If, Repeat, Lasting, Unless, Instead)
    return [one.clause for one in found if isinstance(one, Act)]
