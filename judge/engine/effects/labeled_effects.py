"""The effect of a labeled ability, by what of it the attack or thwart that it is does, and what happens within that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.cardtext.tree import Act, Amount, Clause, Delayed, Effect, Then
from judge.cardtext.tree import Sequence as Steps
from judge.engine.constants import acts_of
from judge.engine.state import Truth
from judge.rules.model import Label

DONE_BY_WHAT_IS_MADE = frozenset({"damage", "threat-removed"})
"""Events of its words that the attack or thwart brings about."""


def is_done_by_it(clauses: Sequence[Clause]) -> bool:
    """Whether what the ability makes has anything to do by itself."""
    return any(clause.event in DONE_BY_WHAT_IS_MADE for clause in clauses)


def facts_of(label: Label, clauses: Sequence[Clause]) -> Mapping[str, Truth]:
    """What is so of what a labeled ability makes: it does nothing by itself, or how much it does was told."""
    amounts = [clause.amount for clause in clauses if clause.event in DONE_BY_WHAT_IS_MADE]
    told = bool(amounts) and all(one is not None and isinstance(one.value, int) and _is_told(one) for one in amounts)
    facts = {label.idle: not is_done_by_it(clauses), label.told: told}
    return {name: Truth(True) for name, value in facts.items() if name is not None and value}


def _is_told(amount: Amount) -> bool:
    """Whether what is added to a number is one as well."""
    return amount.plus is None or (isinstance(amount.plus.value, int) and _is_told(amount.plus))


@dataclass(frozen=True, slots=True)
class LabeledEffect:
    """The effect of a labeled ability in its parts."""

    before: Effect
    """What is chosen and done before, and what the attack or thwart itself does."""
    said: tuple[Effect, ...] = ()
    """What is so of the attack or thwart: “This attack gains overkill.”"""
    within: tuple[Effect, ...] = ()
    """What happens once its damage is dealt, or its threat removed."""


def parted(effect: Effect) -> LabeledEffect:
    """The parts of a labeled ability's effect; where it leaves nothing to deal or remove, all happens within."""
    if not is_done_by_it(acts_of(effect)):
        return LabeledEffect(Steps(()), (), (effect,))
    if isinstance(effect, Then) and is_done_by_it(acts_of(effect.first)):
        first = parted(effect.first)
        return replace(first, within=(*first.within, effect.second))
    if not isinstance(effect, Steps):
        return LabeledEffect(effect)
    begins = next(at for at, one in enumerate(effect.effects) if is_done_by_it(acts_of(one)))
    first = parted(effect.effects[begins])
    earlier, later = effect.effects[:begins], effect.effects[begins + 1 :]
    said = [one for one in (*earlier, *later) if not _happens(one)]
    return LabeledEffect(
        Steps((*filter(_happens, earlier), first.before)),
        (*first.said, *said),
        (*first.within, *filter(_happens, later)),
    )


def _happens(effect: Effect) -> bool:
    """Whether words say what happens, rather than what is so of the attack or thwart."""
    return isinstance(effect, Act | Then | Delayed) or bool(acts_of(effect))
