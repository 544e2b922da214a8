"""Effects changed by what stands behind or around them: “for each …”, “unless …”, “where X is …”."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.cardtext.clause_meaning import STATES
from judge.cardtext.parsed_phrases import NounPhrase
from judge.cardtext.tree import (
    Act,
    Allow,
    Amount,
    Clause,
    Condition,
    Effect,
    Gain,
    If,
    Instead,
    Lasting,
    May,
    Modify,
    Noun,
    Prevent,
    Repeat,
    Unless,
    While,
)
from judge.cardtext.tree import Sequence as Steps


def thing_of(phrase: NounPhrase | None) -> str | None:
    """Which of its sort a thing is: the printed name of an ability, the timing of its kind."""
    if phrase is None or not phrase.is_thing:
        return None
    name = phrase.name
    return name.lower().replace(" ", "-") if name else phrase.id


def in_order(effects: list[Effect]) -> Effect:
    flat: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Steps):
            flat += effect.effects
        else:
            flat.append(effect)
    return flat[0] if len(flat) == 1 else Steps(tuple(flat))


def is_instead(effect: Effect) -> bool:
    return isinstance(effect, Instead) and not effect.amends and effect.of is None


def or_else(effect: Effect, otherwise: Effect) -> Effect:
    """“Otherwise, …” behind a condition, or behind what may not have happened."""
    if isinstance(effect, If) and effect.otherwise is None:
        return replace(effect, otherwise=otherwise)
    if isinstance(effect, If) and effect.otherwise is not None:
        return replace(effect, otherwise=or_else(effect.otherwise, otherwise))
    if isinstance(effect, Steps) and effect.effects and isinstance(effect.effects[-1], If):
        return Steps((*effect.effects[:-1], or_else(effect.effects[-1], otherwise)))
    return Steps((effect, If(Condition(Clause("happened"), negative=True, text="otherwise"), otherwise)))


def with_amount(effect: Effect, change: Callable[[Amount], Amount]) -> Effect | None:
    """The effect with another amount; None where it has none. Of several effects the last is meant."""
    match effect:
        case Act(clause=Clause(amount=Amount() as amount)):
            return Act(replace(effect.clause, amount=change(amount)))
        case Modify(amount=Amount() as amount) | Prevent(amount=Amount() as amount) | Repeat(amount=amount):
            return replace(effect, amount=change(amount))
        case Gain(value=Amount() as amount):
            return replace(effect, value=change(amount))
        case Lasting() | May() | Instead() | If() | While():
            inner = with_amount(effect.effect, change)
            return replace(effect, effect=inner) if inner is not None else None
        case Steps(effects=(*before, last)):
            inner = with_amount(last, change)
            return Steps((*before, inner)) if inner is not None else None
    return None


def for_each(effect: Effect, counted: Noun | None) -> Effect:
    """“+1 ATK for each …” multiplies the amount; “plus 2 for each …” what is added; a deed without one is repeated."""

    def times(amount: Amount) -> Amount:
        more = amount.plus
        return replace(amount, plus=times(more)) if more is not None else replace(amount, of=counted, per=True)

    if isinstance(effect, Lasting | May):
        return replace(effect, effect=for_each(effect.effect, counted))
    amount = effect.clause.amount if isinstance(effect, Act) else effect.amount if isinstance(effect, Modify) else None
    changed = with_amount(effect, times) if amount is not None and (amount.plus or amount.of is None) else None
    return changed if changed is not None else Repeat(effect, Amount(1, counted, True))


def bounded(effect: Effect, value: int, least: bool) -> Effect:
    """“… (to a maximum of 10)”, “… (to a minimum of 1)”."""
    held = with_amount(effect, lambda one: replace(one, least=value) if least else replace(one, most=value))
    return held if held is not None else effect


def avoidable(condition: Condition, effect: Effect) -> Effect:
    """“… unless a player discards 1 card” may be avoided, “… unless X is in play” holds or not."""
    clause = condition.clause
    if clause is not None and clause.agent is not None and clause.event not in STATES and not condition.negative:
        return Unless(effect, avoid=Act(clause))
    return Unless(effect, condition=condition)


def with_clause(effect: Effect, **said: Condition) -> Effect:
    """The effect with more said of its clause: “… (even if you are in alter-ego form)”."""
    if isinstance(effect, Act | Allow):
        return replace(effect, clause=replace(effect.clause, **said))  # type: ignore[arg-type]
    if isinstance(effect, Lasting | May | If | While | Repeat | Instead):
        return replace(effect, effect=with_clause(effect.effect, **said))
    if isinstance(effect, Steps) and effect.effects:
        return Steps((*effect.effects[:-1], with_clause(effect.effects[-1], **said)))
    return effect


def with_x(effect: Effect, of: Noun | None) -> Effect:
    """“…, where X is …”."""
    if isinstance(effect, Act):
        return Act(replace(effect.clause, amount=Amount("X", of)))
    if isinstance(effect, Modify | Gain):
        return (
            replace(effect, amount=Amount("X", of))
            if isinstance(effect, Modify)
            else replace(effect, value=Amount("X", of))
        )
    if isinstance(effect, Lasting):
        return replace(effect, effect=with_x(effect.effect, of))
    if isinstance(effect, Steps) and effect.effects:
        return Steps((*effect.effects[:-1], with_x(effect.effects[-1], of)))
    return effect
