"""Effects changed by what stands behind or around them: “for each …”, “unless …”, “where X is …”."""

from __future__ import annotations

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


def for_each(effect: Effect, counted: Noun | None) -> Effect:
    """“+1 ATK for each …” multiplies the amount; a deed without one is repeated."""
    if isinstance(effect, Act) and effect.clause.amount is not None and effect.clause.amount.of is None:
        return Act(replace(effect.clause, amount=replace(effect.clause.amount, of=counted, per=True)))
    if isinstance(effect, Modify) and effect.amount is not None:
        return replace(effect, amount=replace(effect.amount, of=counted, per=True))
    if isinstance(effect, Lasting):
        return replace(effect, effect=for_each(effect.effect, counted))
    if isinstance(effect, May):
        return replace(effect, effect=for_each(effect.effect, counted))
    return Repeat(effect, Amount(1, counted, True))


def bounded(effect: Effect, value: int, least: bool) -> Effect:
    """“… (to a maximum of 10)”, “… (to a minimum of 1)”."""
    if isinstance(effect, Act) and effect.clause.amount is not None:
        return Act(replace(effect.clause, amount=_held(effect.clause.amount, value, least)))
    if isinstance(effect, Modify) and effect.amount is not None:
        return replace(effect, amount=_held(effect.amount, value, least))
    if isinstance(effect, Lasting):
        return replace(effect, effect=bounded(effect.effect, value, least))
    if isinstance(effect, Steps) and effect.effects:
        return Steps((*effect.effects[:-1], bounded(effect.effects[-1], value, least)))
    return effect


def _held(amount: Amount, value: int, least: bool) -> Amount:
    return replace(amount, least=value) if least else replace(amount, most=value)


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
