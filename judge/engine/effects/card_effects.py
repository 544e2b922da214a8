"""What each sort of effect makes happen, in the order of its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from operator import add, mul, sub

from judge.ability import Ability
from judge.cardtext import tree
from judge.cardtext.tree import Clause, Condition, Effect, Noun, TriggerTree
from judge.engine.condition_checks import holds
from judge.engine.constants import is_measured_in
from judge.engine.effects.clause_effects import act
from judge.engine.effects.state_changes import departing, staying
from judge.engine.effects.undone_abilities import undone_by
from judge.engine.events import MINUS, nested_start, trigger_fits
from judge.engine.frozen_copy import changed
from judge.engine.in_force import of_keyword
from judge.engine.nouns.noun_matching import NamedElements, elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import ABILITIES_AS_A_WHOLE, Assumed, BarredPart, DelayedEffect, Event, InForce, State, Truth
from judge.engine.table_elements import Element, Ref
from judge.engine.tasks import BeginEvent, Interpret, Result, Use
from judge.rules.model import Moment

EACH = "each-"
"""Before the name of a period, in a fact that bounds how often something happens to it."""
MOST_TIMES = 12
"""Repetitions that are unfolded one by one; a card that asks for more is unfolded once."""


def speaker_of(pos: Position, use: Use) -> Speaker:
    """Whose words a use speaks, where, and whom they have named so far."""
    return Speaker(
        pos.table.by_ref[use.ref], pos.state.events[use.event], use.moment, pos.state.bindings.get(use.id, {})
    )


def interpret(pos: Position, effect: Effect, use: Use) -> Result:
    """What an effect does now."""
    return _done(effect, pos, use)


@singledispatch
def _done(_effect: Effect, pos: Position, _use: Use) -> Result:
    """One function for each sort of effect; of what only says something, or was not read, nothing comes."""
    return Result(pos.state)


@_done.register
def _sequence(effect: tree.Sequence, pos: Position, use: Use) -> Result:
    tasks: list[Interpret] = []
    for one in effect.effects:
        places = ((at, _with_said(pos, tasks[at].effect, one)) for at in reversed(range(len(tasks))))
        at, whole = next(((at, whole) for at, whole in places if whole is not None), (None, None))
        if at is None or whole is None:
            tasks.append(Interpret(one, use))
        elif isinstance(tasks[at].effect, tree.Act):
            tasks[at] = replace(tasks[at], said=(*tasks[at].said, Interpret(one, use)))
        else:
            tasks[at] = replace(tasks[at], effect=whole)
    return Result(pos.state, tuple(tasks))


def _with_said(pos: Position, begun: Effect, said: Effect) -> Effect | None:
    """An effect together with words behind it that say something of the event it begins, now or later; None for
    others.
    """
    if isinstance(begun, tree.Act):
        return tree.Sequence((begun, said)) if _is_about(pos, said, begun) else None
    if isinstance(begun, tree.Sequence) and begun.effects:
        whole = _with_said(pos, begun.effects[-1], said)
        return tree.Sequence((*begun.effects[:-1], whole)) if whole is not None else None
    if isinstance(begun, tree.If | tree.May | tree.Delayed | tree.Instead):
        whole = _with_said(pos, begun.effect, said)
        return replace(begun, effect=whole) if whole is not None else None
    return None


def _is_about(pos: Position, effect: Effect, begun: Effect) -> bool:
    """Whether words say something of the event that words before them begin: “That attack gains …”."""
    if not isinstance(begun, tree.Act):
        return False
    event = begun.clause.event
    if isinstance(effect, tree.Cancel):
        rows = [row.at for row in pos.rules.cancels if row.thing == effect.thing and row.timing is not None]
        return any(row.event == event for name in rows for row in pos.rules.occurrences[name].begun_by)
    if isinstance(effect, tree.Lasting):
        types = pos.rules.features.periods.get(effect.until, ())
        return any(row.event == event for name in types for row in pos.rules.occurrences[name].begun_by)
    noun = (
        effect.who if isinstance(effect, tree.Gain) else effect.clause.to if isinstance(effect, tree.Forbid) else None
    )
    return noun is not None and noun.antecedent == "event" and event in noun.kinds


@_done.register
def _then(effect: tree.Then, pos: Position, use: Use) -> Result:
    since = None if pos.rules.features.then_goes_on else pos.state.serial
    return Result(pos.state, (Interpret(effect.first, use), Interpret(effect.second, use, since)))


def then_use(pos: Position, use: Use, since: int) -> Use:
    """The use as it goes on after “then”: as not happening where what came before it did not happen."""
    made = pos.state.made.get(use.ref)
    event = pos.state.events.get(made) if made is not None and made > since else None
    return replace(use, ghost=event.stop) if event is not None and event.stop is not None and use.ghost is None else use


@_done.register
def _act(effect: tree.Act, pos: Position, use: Use) -> Result:
    moment, clause = use.moment, effect.clause
    if "only" in clause.facts and moment is not None and moment.word != "after" and moment.event == clause.event:
        plain = replace(effect, clause=replace(clause, facts=tuple(fact for fact in clause.facts if fact != "only")))
        return _done(tree.Instead(plain), pos, use)  # “only the BAM! on the Dashboard is resolved”: in place of all
    more = tree.Modify(clause.patient, clause.event, clause.amount)
    if "additional" in clause.facts and _is_of_what_it_answers(pos, more, use):
        return _done(more, pos, use)  # “take 1 additional damage”: of that which would be taken
    return act(pos, effect.clause, use, speaker_of(pos, use))


@_done.register
def _inner(effect: tree.May | tree.While, pos: Position, use: Use) -> Result:
    return Result(pos.state, (Interpret(effect.effect, use),))


@_done.register
def _if(effect: tree.If, pos: Position, use: Use) -> Result:
    truth = holds(pos, effect.condition, speaker_of(pos, use))
    if truth.value is False:
        otherwise = (Interpret(effect.otherwise, use),) if effect.otherwise is not None else ()
        if truth.by is not None and use.ghost is None:  # what would have followed is looked through, not done
            ghost = replace(use, ghost=(truth.how or "prevented", truth.by))
            return Result(pos.state, (*otherwise, Interpret(effect.effect, ghost)))
        return Result(pos.state, otherwise)
    if truth.value is None and is_inability(effect.condition):
        return Result(pos.state, (Interpret(effect.otherwise, use),) if effect.otherwise is not None else ())
    assumed: tuple[Assumed, ...] = ()
    if truth.value is None and use.ghost is None and _matters(effect.effect):
        assumed = (Assumed(f"It was not said otherwise, so “{effect.condition.text}” is taken to hold."),)
    return Result(pos.state, (Interpret(effect.effect, use),), assumed)


def is_inability(condition: Condition) -> bool:
    """Whether a condition is that something could not be done, which what can be paid and done is not."""
    clause = condition.clause
    return clause is not None and clause.modal in ("cannot", "can") and (clause.negative or clause.modal == "cannot")


def _matters(effect: Effect) -> bool:
    return not isinstance(effect, tree.Note | tree.Unread)


@_done.register
def _unless(effect: tree.Unless, pos: Position, use: Use) -> Result:
    """An “unless” counts as not met: the effect happens."""
    if effect.condition is not None:
        truth = holds(pos, effect.condition, speaker_of(pos, use))
        if truth.value:
            return Result(pos.state)
    return Result(pos.state, (Interpret(effect.effect, use),))


@_done.register
def _choose(effect: tree.Choose, pos: Position, use: Use) -> Result:
    """Of an effect's options the first, as many as are chosen."""
    options = effect.options[: effect.number]
    return Result(pos.state, tuple(Interpret(one, use) for one in options))


@_done.register
def _repeat(effect: tree.Repeat, pos: Position, use: Use) -> Result:
    value = effect.amount.fixed
    times = value if value is not None and 0 < value <= MOST_TIMES else 1
    return Result(pos.state, (Interpret(effect.effect, use),) * times)


@_done.register
def _delayed(effect: tree.Delayed, pos: Position, use: Use) -> Result:
    if use.ghost is not None:
        return Result(pos.state)
    ability = pos.table.by_ref[use.ref]
    words = ability.tree
    assert words is not None
    waiting = DelayedEffect(
        ability,
        replace(words, trigger=effect.trigger, cost=None, effect=effect.effect, conditions=()),
        use.event,
        _bound(pos, use),
        _waits_until(effect.trigger, use),
        not effect.once or use.until is not None or any(map(_is_of_each, effect.trigger.clauses)),
    )
    return Result(changed(pos.state, waiting=(*pos.state.waiting, waiting)))


def _waits_until(trigger: TriggerTree, use: Use) -> tuple[str, int] | None:
    """How long a delayed effect waits: as words around it say, or its own (“the next time … this phase”)."""
    facts = (fact for clause in trigger.clauses for fact in clause.facts)
    period = next((fact.removeprefix(EACH) for fact in facts if fact.startswith(EACH)), None)
    return use.until or ((period, use.event) if period is not None else None)


def _is_of_each(clause: Clause) -> bool:
    """Whether a clause tells of each such event: “after each enemy attacks”."""
    return any(noun is not None and noun.quantifier == "each" for noun in (clause.agent, clause.patient))


def _bound(pos: Position, use: Use) -> dict[str, tuple[Element, ...]]:
    """Whom the words meant so far, kept for later: those of the moment, and what was named since."""
    speaker = speaker_of(pos, use)
    found: dict[str, tuple[Element, ...]] = {}
    for which in ("agent", "patient"):
        elements = elements_of(pos, Noun("that", antecedent=which), speaker).found
        if elements:
            found[which] = elements
    return {**found, **speaker.bound}


@_done.register
def _lasting(effect: tree.Lasting, pos: Position, use: Use) -> Result:
    return Result(pos.state, (Interpret(effect.effect, replace(use, until=(effect.until, use.event))),))


# --- what is in force for a while


def _in_force(pos: Position, effect: Effect, use: Use) -> State:
    if use.ghost is not None:
        return pos.state
    ability = pos.table.by_ref[use.ref]
    until = use.until or ("game", use.event)
    return changed(pos.state, in_force=(*pos.state.in_force, InForce(ability, effect, until, _bound(pos, use))))


@_done.register
def _comes_into_force(effect: tree.Forbid | tree.Allow | tree.Modify, pos: Position, use: Use) -> Result:
    if isinstance(effect, tree.Modify) and use.until is None and _is_of_what_it_answers(pos, effect, use):
        return Result(_with_amount(pos, effect, use) if use.ghost is None else pos.state)
    changes = _values_changed(pos, effect, use) if isinstance(effect, tree.Modify) else ()
    return Result(_in_force(pos, effect, use), changes)


def _is_of_what_it_answers(pos: Position, effect: tree.Modify, use: Use) -> bool:
    """Whether how much there is of what an ability answers is changed: “reduce that damage by 1”."""
    moment = use.moment
    if moment is None or moment.word not in ("would", "when") or not is_measured_in(moment.event, effect.stat):
        return False
    speaker = speaker_of(pos, use)
    patients = pos.in_roles(speaker.event, moment.patient)
    return effect.who is None or any(fits(pos, effect.who, one, speaker).match == "yes" for one in patients)


def _with_amount(pos: Position, effect: tree.Modify, use: Use) -> State:
    """The state in which there is so much more or less of it; where nothing is left, it is prevented."""
    event = pos.state.events[use.event]
    number = effect.amount.fixed if effect.amount is not None else None
    known = event.amount is not None or effect.direction == "="
    left = _CHANGES_OF_AMOUNT[effect.direction](event.amount or 0, number) if known and number is not None else None
    if left is not None and left <= 0:
        return outlived(pos.with_state(ended(pos, event, "prevented", use)), event, use.ref)
    return pos.state.with_event(changed(event, amount=left))


_CHANGES_OF_AMOUNT: Mapping[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "=": lambda _, to: to}


def _values_changed(pos: Position, effect: tree.Modify, use: Use) -> tuple[BeginEvent, ...]:
    """What it is that a value goes down, or is 0 from now on, where the edition has rules for that."""
    standard, speaker = pos.rules.standard, speaker_of(pos, use)
    begins = [
        begin
        for stat, now in _lower_values(effect)
        if (begin := (standard.at_zero if now == 0 else standard.lowered).get(stat)) is not None
    ]
    who = elements_of(pos, effect.who, speaker).found if begins and effect.who is not None else ()
    starts = (nested_start(pos, begin, speaker.event, {"patient": (one,)}, use.ref) for begin in begins for one in who)
    return tuple(BeginEvent(start, use.event, use.ghost, use.ref) for start in starts)


def _lower_values(effect: tree.Modify) -> list[tuple[str, int | None]]:
    """The values that go down, each with what it is then, where the words alone say it: “-0/-2” lowers the second."""
    said = effect.amount.value if effect.amount is not None else None
    if effect.direction == "=":
        return [(effect.stat, 0)] if effect.amount is not None and effect.amount.fixed == 0 else []
    if isinstance(said, str) and "/" in said:
        pairs = zip(effect.stat.split("/"), said.split("/"), strict=False)
        return [(stat, None) for stat, part in pairs if part.startswith(MINUS) and part[1:] != "0"]
    return [(effect.stat, 0 if said == "all" else None)] if effect.direction == "-" else []


@_done.register
def _oblige(effect: tree.Oblige, pos: Position, use: Use) -> Result:
    """“You must discard a card”: it is done; for a while, it is a duty whenever it could be."""
    if use.until is None:
        return act(pos, replace(effect.clause, modal=None), use, speaker_of(pos, use))
    return Result(_in_force(pos, effect, use))


@_done.register
def _gain(effect: tree.Gain, pos: Position, use: Use) -> Result:
    """A keyword for somebody, or for the attack itself, whose fact it then is."""
    if use.ghost is not None:
        return Result(pos.state)
    if effect.keyword is None:
        return Result(_in_force(pos, effect, use) if isinstance(effect.ability, Ability) else pos.state)
    speaker, state = speaker_of(pos, use), pos.state
    who = effect.who
    if who is not None and who.antecedent == "event":
        event = _event_meant(pos, who, speaker)
        return Result(state.with_fact(event, effect.keyword, Truth(not effect.loses, use.ref)))
    named = elements_of(pos, who, speaker) if who is not None else NamedElements((pos.table.of(speaker.ability),))
    for one in named.found:
        key = (one.key, effect.keyword)
        if effect.loses and effect.keyword in ABILITIES_AS_A_WHOLE:
            state = state.put("silenced", one.key, use.ref)
        elif effect.loses:
            state = state.without_keyword(one.key, effect.keyword, use.ref)
        else:
            state = state.drop("lost_keywords", key).put("keywords", key, use.ref)
    forbidden = of_keyword(pos.rules, effect.keyword, who or Noun("this")) if not effect.loses else ()
    for part in (*forbidden, *((effect,) if use.until else ())):
        state = _in_force(pos.with_state(state), part, use)
    return Result(state, assumed=named.assumed)


def _event_meant(pos: Position, noun: Noun, speaker: Speaker) -> Event:
    """“This attack”, “that activation”: the event around that is one, else the one answered."""
    for outer in pos.state.around(speaker.event):
        names = {begun.event for begun in outer.occurrence.begun_by} | {outer.occurrence.type}
        if set(noun.kinds) & names:
            return outer
    return speaker.event


# --- what becomes of the event that was answered


@_done.register
def _instead(effect: tree.Instead, pos: Position, use: Use) -> Result:
    """What the trigger names is replaced; what comes in its place happens."""
    inner = (Interpret(effect.effect, use),)
    if effect.amends or use.ghost is not None:
        return Result(pos.state, () if effect.amends else inner)
    in_place = _in_place_of_what_is_prevented(pos, effect, use)
    if in_place is not None:
        return Result(in_place)
    said = pos.table.by_ref[use.ref].ability
    cancels = said is not None and "cancel" in said.effect_kinds  # then it stands in the place of what was cancelled
    if (
        use.moment is None
        or use.moment.word == "after"
        or cancels
        or (effect.of is not None and not _is_of_event(pos, effect.of, use))
    ):
        return Result(pos.state, inner)
    return Result(_replaced(pos, use), inner)


def _in_place_of_what_is_prevented(pos: Position, effect: tree.Instead, use: Use) -> State | None:
    """The state with “prevent all damage from this attack and deal 2 damage to the attacker instead” in force; None
    where what is prevented is the event answered, or has come already.
    """
    steps = effect.effect.effects if isinstance(effect.effect, tree.Sequence) else ()
    if not steps or not isinstance(steps[0], tree.Prevent) or _number_prevented(steps[0]) != "all":
        return None
    speaker = speaker_of(pos, use)
    if _prevented_event(pos, steps[0], speaker) is not None:
        return None
    return _prevented_meanwhile(pos, steps[0], use, speaker, tree.Sequence(steps[1:]))


def _is_of_event(pos: Position, of: Clause | Noun, use: Use) -> bool:
    """Whether what is replaced is the event answered: “instead of attacking”."""
    event = pos.state.events[use.event]
    names = {begun.event for begun in event.occurrence.begun_by} | {use.moment.event if use.moment else ""}
    if isinstance(of, Clause):
        return of.event in names
    return of.antecedent in ("event", "patient", "agent") or bool(set(of.kinds) & names)


def _replaced(pos: Position, use: Use) -> State:
    event = pos.state.events[use.event]
    further = _further_fact(event, use)
    if further is not None:
        return pos.state.with_fact(event, further, Truth(False, use.ref, "replaced"))
    return ended(pos, event, "replaced", use)


def _further_fact(event: Event, use: Use) -> str | None:
    """The fact behind an event that shares the window of another (damage and defeat): it alone is replaced."""
    name = use.moment.event if use.moment is not None else None
    if any(begun.event == name for begun in event.occurrence.begun_by):
        return None
    for step in event.occurrence.steps:
        follows = any(begin.occurrence == name and "joined" in begin.facts for begin in step.begins)
        facts = [atom.subject for condition in step.conditions for atom in condition if atom.relation is None]
        if follows and facts:
            return facts[0]
    return None


def stopped(state: State, event: Event, reason: str, by: str) -> State:
    """The state where the event comes about no further."""
    now = state.events.get(event.serial, event)
    return state.with_event(changed(now, stop=now.stop or (reason, by)))


def is_deed(event: Event, moment: Moment) -> bool:
    """Whether a moment of an event made of deeds is one of these: a turn goes on without its draw."""
    return event.occurrence.deeds and all(begun.event != moment.event for begun in event.occurrence.begun_by)


def deed_lost(state: State, event: Event, deed: str, reason: str, by: str) -> State:
    """The state in which one deed of many does not happen; the event goes on."""
    now = state.events.get(event.serial, event)
    return state.with_event(changed(now, lost_deeds={deed: (reason, by), **now.lost_deeds}))


def outlived(pos: Position, event: Event, by: str | None) -> State:
    """What is so all the same of an event that was prevented: damage that nobody takes was dealt."""
    state, begun = pos.state, {one.event for one in event.occurrence.begun_by}
    for survival in pos.rules.survivals:
        if survival.event in begun and state.events[event.serial].stop is not None:
            state = state.with_fact(state.events[event.serial], survival.fact, Truth(True, by))
    return state


def ended(pos: Position, event: Event, reason: str, use: Use) -> State:
    """The state where the event comes about no further for those of whom the trigger speaks: of several, the others
    go on; of deeds, the other deeds.
    """
    moment = use.moment if event.serial == use.event else None
    if moment is None:
        return stopped(pos.state, event, reason, use.ref)
    if is_deed(event, moment):
        return deed_lost(pos.state, event, moment.event, reason, use.ref)
    sparing = _sparing_some(pos, event, moment, reason, use)
    if sparing is not None:
        return pos.state.with_event(sparing)
    parts = pos.rules.barred_parts.get(event.occurrence.type, {})
    if moment.event in parts:  # one side's stun in a combat
        part = BarredPart(parts[moment.event], moment, use.ref, reason)
        return pos.state.with_event(changed(event, barred=(*event.barred, part)))
    if reason == "replaced" and _is_of_departure(pos, event, moment):
        return staying(pos, event, use.ref)
    return stopped(pos.state, event, reason, use.ref)


def _sparing_some(pos: Position, event: Event, moment: Moment, reason: str, use: Use) -> Event | None:
    """The event without those of whom the trigger speaks; None where it speaks of all, or of nobody."""
    for role in moment.patient:
        elements = event.roles.get(role, ())
        spared = [one for one in elements if _speaks_of(pos, use, event, role, one)]
        if 0 < len(spared) < len(elements):
            return _sparing(event, role, spared, use.ref, reason)
    return None


def _is_of_departure(pos: Position, event: Event, moment: Moment) -> bool:
    """Whether a moment is only of the departure that is a part of an event, behind the event itself."""
    at = next((step for step in event.occurrence.steps if moment in step.all_moments), None)
    own = {one.event for one in event.occurrence.begun_by}
    return moment.event in departing(pos, event) and at is not None and all(m.event not in own for m in at.all_moments)


def _sparing(event: Event, role: str, spared: Sequence[Element], by: Ref, reason: str) -> Event:
    """The event without some who have a role in it."""
    left = tuple(one for one in event.roles[role] if one not in spared)
    kept = {**event.spared, **{one.key: (one, by, reason) for one in spared}}
    return changed(event, roles={**event.roles, role: left}, spared=kept)


def _speaks_of(pos: Position, use: Use, event: Event, role: str, one: Element) -> bool:
    """Whether the trigger of an ability would be met if the event happened to this one alone."""
    ability, alone = pos.table.by_ref[use.ref], changed(event, roles={**event.roles, role: (one,)})
    if ability.tree is None or ability.tree.trigger is None or use.moment is None:
        return False
    fit = trigger_fits(pos, ability.tree.trigger, use.moment, Speaker(ability, alone, use.moment))
    return fit is not None and fit.reason is None


def stop_within(pos: Position, event: Event, inner: Event, reason: str, by: str) -> State:
    """The state where an event, and all that unfolds within it down to `inner`, comes about no further."""
    state = pos.state
    for one in pos.state.around(inner):
        state = stopped(state, one, reason, by)
        if one.serial == event.serial:
            break
    return state


@_done.register
def _cancel(effect: tree.Cancel, pos: Position, use: Use) -> Result:
    """Printed abilities of a timing, or the event itself, do not resolve."""
    if use.ghost is not None:
        return Result(pos.state)
    if effect.what is not None and effect.what.joined == "and":  # “its boost icons and boost ability”
        for part in effect.what.parts:
            thing = part.kinds[0] if part.kinds else effect.thing
            pos = pos.with_state(_cancel(replace(effect, what=part, thing=thing), pos, use).state)
        return Result(pos.state)
    speaker = speaker_of(pos, use)
    if _is_of_what_is_played(pos, effect, speaker):
        return Result(ended(pos, speaker.event, "cancelled", use))
    found = undone_by(pos, effect, speaker)
    if found:
        outer, row, keys = found[-1] if use.until is not None else found[0]
        gone = dict(outer.gone)
        for key in keys:
            gone.setdefault((row.timing or "", key), use.ref)
        return Result(pos.state.with_event(changed(outer, gone=gone)))
    meant = _cancelled_event(pos, effect, speaker)
    if meant is not None and meant.serial == speaker.event.serial:
        return Result(ended(pos, meant, "cancelled", use))
    return Result(stop_within(pos, meant, speaker.event, "cancelled", use.ref) if meant is not None else pos.state)


def _is_of_what_is_played(pos: Position, effect: tree.Cancel, speaker: Speaker) -> bool:
    """Whether “its effect” is that of the card that is being played, and the edition has no row for that."""
    whose = effect.what.whose if effect.what is not None else None
    return (
        whose is not None
        and whose.antecedent == "patient"
        and speaker.moment is not None
        and speaker.moment.word in ("would", "when")
        and any(begin.begins.occurrence == speaker.event.occurrence.type for begin in pos.rules.follows)
        and not any(row.at == speaker.event.occurrence.type for row in pos.rules.cancels)
    )


def _cancelled_event(pos: Position, effect: tree.Cancel, speaker: Speaker) -> Event | None:
    wanted = set(effect.what.kinds) if effect.what is not None else set()
    wanted |= {effect.thing} if effect.thing else set()
    for outer in pos.state.around(speaker.event):
        names = {begun.event for begun in outer.occurrence.begun_by} | {outer.occurrence.type}
        if wanted & names or any(
            row.at == outer.occurrence.type and row.event and row.thing in wanted for row in pos.rules.cancels
        ):
            return outer
    general = _is_what_it_answers(effect.what, speaker) or not wanted - {"effect", "event", "ability"}
    before = speaker.moment is not None and speaker.moment.word in ("would", "when")
    return speaker.event if general and before else None


def _is_what_it_answers(what: Noun | None, speaker: Speaker) -> bool:
    """Whether a noun means what the trigger speaks of: “that plot twist”, “the plot twist”."""
    trigger = speaker.ability.tree.trigger if speaker.ability.tree is not None else None
    if what is None or what.antecedent in ("event", "patient"):
        return what is not None
    named = (
        {kind for clause in trigger.clauses if clause.patient for kind in clause.patient.kinds} if trigger else set()
    )
    return what.head == "class" and what.quantifier == "the" and not named.isdisjoint(what.kinds)


@_done.register
def _prevent(effect: tree.Prevent, pos: Position, use: Use) -> Result:
    """So much of it is not done; all of it where no number is said, or none is left."""
    if use.ghost is not None:
        return Result(pos.state)
    speaker = speaker_of(pos, use)
    event = _prevented_event(pos, effect, speaker)
    number = _number_prevented(effect)
    if event is None:
        return Result(_prevented_meanwhile(pos, effect, use, speaker) if number == "all" else pos.state)
    if not befalls(pos, effect, event, speaker):
        return Result(pos.state)
    left = event.amount - number if isinstance(number, int) and event.amount is not None else None
    if not isinstance(number, int) or (left is not None and left <= 0):
        return Result(outlived(pos.with_state(ended(pos, event, "prevented", use)), event, use.ref))
    return Result(pos.state.with_event(changed(event, amount=left)) if left is not None else pos.state)


def _number_prevented(effect: tree.Prevent) -> int | str | None:
    return effect.amount.value if effect.amount is not None else "all"


def _prevented_meanwhile(
    pos: Position, effect: tree.Prevent, use: Use, speaker: Speaker, instead: Effect | None = None
) -> State:
    """“Prevent all damage from this attack”: in force until what it answers ends, where that is still to come."""
    if speaker.moment is None or speaker.moment.word not in ("would", "when"):
        return pos.state
    until = (speaker.event.occurrence.type, speaker.event.serial)
    lasting = InForce(speaker.ability, replace(effect, amount=None), until, _bound(pos, use), instead)
    return changed(pos.state, in_force=(*pos.state.in_force, lasting))


def befalls(pos: Position, effect: tree.Prevent, event: Event, speaker: Speaker) -> bool:
    """Whether an event happens to whom words name that prevent it: “prevent all damage to allies”."""
    whom = _prevented_whom(effect)
    there = [pos.now(one) for begun in event.occurrence.begun_by for role in begun.patient for one in event.every(role)]
    return whom is None or not there or any(fits(pos, whom, one, speaker).match == "yes" for one in there)


def _prevented_whom(effect: tree.Prevent) -> Noun | None:
    """To whom what is prevented would happen, where words say so."""
    if effect.what is None:
        return None
    told = (said.clause for said in effect.what.having if said.clause is not None)
    patients = (one.patient for one in told if effect.thing is not None and is_measured_in(one.event, effect.thing))
    return effect.what.at or next(patients, None)


def _prevented_event(pos: Position, effect: tree.Prevent, speaker: Speaker) -> Event | None:
    moment = speaker.moment
    if (
        moment is not None
        and moment.word in ("would", "when")
        and effect.thing is not None
        and moment.event.startswith(effect.thing)
    ):
        return speaker.event
    for outer in pos.state.around(speaker.event):
        names = {begun.event for begun in outer.occurrence.begun_by}
        if effect.thing is None or any(name.startswith(effect.thing) for name in names):
            return outer
    before = speaker.moment is not None and speaker.moment.word in ("would", "when")
    return speaker.event if before and effect.thing is None else None


def ends_what_it_answers(effect: Effect | None, moment_word: str | None) -> bool:
    """Whether nothing would be left of what an ability answers: others at the moment come before it, if one may
    choose.
    """
    if moment_word in (None, "after"):
        return False
    return any(
        (isinstance(one, tree.Prevent) and not (one.amount is not None and isinstance(one.amount.value, int)))
        or isinstance(one, tree.Cancel)
        or _takes_the_place(one)
        for one in tree.leaves(effect, tree.Sequence, tree.Then, tree.May, tree.If, tree.Lasting)
    )


def replaces(effect: Effect | None) -> bool:
    """Whether an ability puts something else in place of what it answers."""
    return any(map(_takes_the_place, tree.leaves(effect, tree.Sequence, tree.Then, tree.May, tree.If)))


def _takes_the_place(effect: Effect) -> bool:
    return isinstance(effect, tree.Instead) and not effect.amends
