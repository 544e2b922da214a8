"""What constants are made of: a tree taken apart into single effects in force, each with its conditions. Knows no
state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge.ability import Ability
from judge.cardtext.tree import (
    Act,
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
    Note,
    Oblige,
    Prevent,
    Repeat,
    Sequence,
    Then,
    TriggerTree,
    Unless,
    While,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One effect of a constant, and all that must hold for it to be in force. `during` is a “while …” that is an
    event.
    """

    effect: Effect
    conditions: tuple[Condition, ...] = ()
    during: TriggerTree | None = None


def parts_of(ability: Ability) -> tuple[Part, ...]:
    """The parts of a constant or lasting effect, in the order of the text."""
    tree = ability.tree
    return tuple(_parts(tree.effect, tree.conditions, tree.trigger))


def _parts(effect: Effect, conditions: tuple[Condition, ...], during: TriggerTree | None) -> Iterator[Part]:
    if isinstance(effect, Sequence):
        for one in effect.effects:
            yield from _parts(one, conditions, during)
    elif isinstance(effect, Then):
        yield from _parts(effect.first, conditions, during)
        yield from _parts(effect.second, conditions, during)
    elif isinstance(effect, While | If):
        yield from _parts(effect.effect, (*conditions, effect.condition), during)
    elif isinstance(effect, Unless) and effect.condition is not None:
        condition = effect.condition
        negated = Condition(
            condition.clause,
            not condition.negative,
            condition.parts,
            condition.joined,
            condition.compare,
            condition.text,
        )
        yield from _parts(effect.effect, (*conditions, negated), during)
    elif isinstance(effect, Lasting | May | Repeat):
        yield from _parts(effect.effect, conditions, during)
    elif (
        isinstance(effect, Gain)
        and isinstance(effect.ability, Ability)
        and effect.who is not None
        and effect.who.head == "this"
    ):
        yield from _parts(effect.ability.tree.effect, conditions, during)
    elif isinstance(effect, Forbid | Modify | Gain | Allow | Oblige | Prevent | Cancel | Instead | Act):
        yield Part(effect, conditions, during)
    elif not isinstance(effect, Note):
        return


def acts_of(effect: Effect) -> list[Clause]:
    """The clauses of an effect's acts, in order."""
    if isinstance(effect, Act):
        return [effect.clause]
    if isinstance(effect, Sequence):
        return [clause for one in effect.effects for clause in acts_of(one)]
    if isinstance(effect, Then):
        return [*acts_of(effect.first), *acts_of(effect.second)]
    if isinstance(effect, Choose):
        return [clause for one in effect.options for clause in acts_of(one)]
    if isinstance(effect, May | If | Repeat | Lasting | Unless | Instead):
        return acts_of(effect.effect)
    return []
