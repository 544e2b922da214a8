"""Effects changed by what stands behind or around them: “for each …”, “unless …”, “where X is …”."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.cardtext.clause_meaning import STATES
from judge.cardtext.parsed_phrases import NounPhrase, ParsedClause, others
from judge.cardtext.tree import (
    Act,
    Allow,
    Amount,
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
    """“+1 ATK and +1 THW for each …” multiplies the amounts; “plus 2 for each …” what is added; a deed without one is
    repeated."""

    def times(amount: Amount) -> Amount:
        more = amount.plus
        return replace(amount, plus=times(more)) if more is not None else replace(amount, of=counted, per=True)

    if isinstance(effect, Lasting | May):
        return replace(effect, effect=for_each(effect.effect, counted))
    if isinstance(effect, Steps) and all(isinstance(one, Modify) for one in effect.effects):
        return Steps(tuple(for_each(one, counted) for one in effect.effects))
    amount = effect.clause.amount if isinstance(effect, Act) else effect.amount if isinstance(effect, Modify) else None
    changed = with_amount(effect, times) if amount is not None and (amount.plus or amount.of is None) else None
    return changed if changed is not None else Repeat(effect, Amount(1, counted, True))


def bounded(effect: Effect, value: int, *, least: bool, stat: str | None = None) -> Effect | None:
    """“… (to a maximum of 10)”, “… (to a minimum of 1)”, “… (to a maximum of +3 ATK)”, of values that change together
    each; None where nothing is so measured."""
    if isinstance(effect, Modify) and stat not in (None, effect.stat):
        return None
    if isinstance(effect, Lasting | May | If | While):
        return _around(effect, bounded(effect.effect, value, least=least, stat=stat))
    if isinstance(effect, Steps) and all(isinstance(one, Modify) for one in effect.effects):
        held = [bounded(one, value, least=least, stat=stat) for one in effect.effects]
        return Steps(tuple(one or old for one, old in zip(held, effect.effects, strict=True))) if any(held) else None
    return with_amount(effect, lambda one: replace(one, least=value) if least else replace(one, most=value))


def _around(outer: Lasting | May | If | While | Repeat | Instead, inner: Effect | None) -> Effect | None:
    """What lay around an effect, around what that has become."""
    return replace(outer, effect=inner) if inner is not None else None


def avoidable(condition: Condition, effect: Effect) -> Effect:
    """“… unless a player discards 1 card” may be avoided, “… unless X is in play” holds or not."""
    clause = condition.clause
    if clause is not None and clause.agent is not None and clause.event not in STATES and not condition.negative:
        return Unless(effect, avoid=Act(clause))
    return Unless(effect, condition=condition)


def restricted(effect: Effect, condition: Condition, *, in_force: bool) -> Effect | None:
    """“… only while attacking”: what is in force forbids a deed at other times, all else is so at that time; None of a
    deed that is forbidden anyhow."""
    deed = effect.effect if isinstance(effect, May) else effect
    if isinstance(deed, Forbid):
        return None
    if in_force and isinstance(deed, Act | Allow):
        return Unless(_forbidden(deed), condition=condition)
    return While(condition, effect) if in_force else If(condition, effect)


def _forbidden(deed: Act | Allow, **changed: Noun) -> Forbid:
    """That what one may do “only …” cannot be done."""
    facts = tuple(fact for fact in deed.clause.facts if fact != "only")
    return Forbid(replace(deed.clause, modal=None, facts=facts, **changed))  # type: ignore[arg-type]


_NARROWED = ("agent", "patient", "source", "to", "origin")


def narrowed(effect: Effect, said: ParsedClause) -> Effect | None:
    """“can only be attacked by allies”, “may only attack minions”: of all but those named last it is forbidden; None
    where that is nobody who takes part."""
    deed = effect.effect if isinstance(effect, May) else effect
    named = [phrase.noun.span for phrase in (*said.objects, *(one for _, one in said.prepositions))]
    if not isinstance(deed, Act | Allow) or not named:
        return None
    parts = ((part, getattr(deed.clause, part)) for part in _NARROWED)
    part, meant = next(
        ((part, noun) for part, noun in parts if noun is not None and noun.span == max(named)), ("", None)
    )
    return _forbidden(deed, **{part: others(meant)}) if meant is not None else None


def with_clause(effect: Effect, **said: Condition) -> Effect | None:
    """The effect with more said of its clause: “… (even if you are in alter-ego form)”; None where it has none."""
    if isinstance(effect, Act) and (whose := _blanked(effect.clause, said.get("as_if"))) is not None:
        return Gain(whose, "text-box", loses=True)
    if isinstance(effect, Act | Allow | Forbid):
        return replace(effect, clause=replace(effect.clause, **said))  # type: ignore[arg-type]
    if isinstance(effect, Gain | Modify) and "even_if" in said:
        return effect  # nothing stands in the way of it
    if isinstance(effect, Lasting | May | If | While | Repeat | Instead):
        return _around(effect, with_clause(effect.effect, **said))
    return _last_with(effect, lambda last: with_clause(last, **said))


def _blanked(clause: Clause, as_if: Condition | None) -> Noun | None:
    """Of “treat its text box as if it were blank” whose text box it is: they have none for so long."""
    box, is_blank = clause.patient, as_if is not None and as_if.clause is not None and as_if.clause.thing == "blank"
    if clause.event != "treat" or box is None or "text-box" not in box.kinds or not is_blank:
        return None
    return box.whose or box.at


def with_x(effect: Effect, of: Noun | None) -> Effect | None:
    """“…, where X is …”; None where nothing is X."""
    if isinstance(effect, Act):
        return Act(replace(effect.clause, amount=_as_x(effect.clause.amount, of)))
    if isinstance(effect, Modify | Prevent) or (isinstance(effect, Repeat) and effect.amount.value == "X"):
        return replace(effect, amount=_as_x(effect.amount, of))
    if isinstance(effect, Gain):
        return replace(effect, value=_as_x(effect.value, of))
    if isinstance(effect, Lasting | May | If | While | Repeat | Instead):
        return _around(effect, with_x(effect.effect, of))
    return _last_with(effect, lambda last: with_x(last, of))


def _as_x(amount: Amount | None, of: Noun | None) -> Amount:
    return replace(amount or Amount(), value="X", of=of)


def _last_with(effect: Effect, change: Callable[[Effect], Effect | None]) -> Effect | None:
    """Several effects, the last of them changed that is no remark."""
    effects = effect.effects if isinstance(effect, Steps) else ()
    place = max((at for at, one in enumerate(effects) if not isinstance(one, Note)), default=0)
    last = change(effects[place]) if effects else None
    return Steps((*effects[:place], last, *effects[place + 1 :])) if last is not None else None


def repeated(effect: Effect, counted: Noun | None) -> Effect:
    """“For each …, it gets +1 ATK” changes a value by so much; any other deed is done so often."""
    inner = effect.effect if isinstance(effect, Lasting) else effect
    return for_each(effect, counted) if isinstance(inner, Modify) else Repeat(effect, Amount(1, counted, True))
