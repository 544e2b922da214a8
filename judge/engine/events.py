"""Events: which occurrence the words of a clause are, how one begins, and whether a clause is about what happens
here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.cardtext.card_words import MADE_FACTS
from judge.cardtext.tree import Clause, Noun, TriggerTree
from judge.disputes.findings import plain
from judge.engine.condition_checks import all_hold, holds
from judge.engine.constants import acts_of
from judge.engine.effort import COMPARING
from judge.engine.nouns.noun_fit import Match
from judge.engine.nouns.noun_matching import elements_of, fits
from judge.engine.position import Position, Speaker
from judge.engine.state import OPEN, Assumed, Event, StateChange, Truth
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.rules.model import Begin, Moment, Movement, OccurrenceType

DEEPEST = 40
"""Events nested deeper than this are a loop of cards, not a game."""


# --- beginning


@dataclass(frozen=True, slots=True)
class Start:
    """An event to begin: what, who takes part, what is so from the start."""

    occurrence: OccurrenceType
    roles: Mapping[str, tuple[Element, ...]]
    facts: Mapping[str, Truth]
    cause: Ref | None = None
    part: bool = False
    joined: bool = False
    thing: str | None = None
    variant: str | None = None
    amount: int | None = None
    mark: str | None = None
    values: Mapping[str, str] | None = None
    decided_by: str | None = None
    open: bool = False


def occurrence_of(
    pos: Position,
    event: str,
    variant: str | None,
    thing: str | None,
    agents: Sequence[Element],
    patients: Sequence[Element],
) -> tuple[OccurrenceType, Moment] | None:
    """The first occurrence that an event of card texts begins and these may take part in; else the default one."""
    other_agent: tuple[OccurrenceType, Moment] | None = None
    for occurrence, begun in pos.rules.begun_by.get(event, ()):
        if begun.variant not in (None, variant) or begun.thing not in (None, thing):
            continue
        if not accepts(pos, occurrence, begun.patient, patients) or _are_others(pos, begun.patient, patients):
            continue
        if accepts(pos, occurrence, begun.agent, agents):
            return occurrence, begun
        optional = [part for part in occurrence.participants if part.name in begun.agent[:1] and part.optional]
        other_agent = other_agent or ((occurrence, begun) if optional else None)
    if other_agent is not None:
        return other_agent  # whoever does it is not the one whom the occurrence asks for, and need not be
    default = pos.rules.default_for(event)
    return (default, default.begun_by[0]) if default is not None else None


def accepts(pos: Position, occurrence: OccurrenceType, roles: Sequence[str], elements: Sequence[Element]) -> bool:
    """Whether the elements may fill the first role, by the kinds that it asks for."""
    part = next((part for part in occurrence.participants if roles and part.name == roles[0]), None)
    if part is None or not elements:
        return True
    return all(is_of_part(pos, element, part.kind.removesuffix("-list")) is not False for element in elements)


def _are_others(pos: Position, roles: Sequence[str], elements: Sequence[Element]) -> bool:
    """Whether the first role is that of one who is always there, and the elements are others."""
    kind = pos.rules.features.always_there.get(roles[0]) if roles else None
    return kind is not None and any(pos.is_kind(element, kind) is False for element in elements)


def is_of_part(pos: Position, element: Element, kind: str) -> bool | None:
    """Whether an element may be a participant of a kind."""
    if kind == "player":
        return element.player is not None or "player" in element.kinds
    if kind in ("card", "flag", "number", "form", "place") or "|" in kind:
        return True
    return pos.is_kind(element, kind)


def begun(pos: Position, start: Start, outer: Event | None) -> Event:
    """The event as it begins within another."""
    occurrence = start.occurrence
    shares = start.part and occurrence.shares_windows and outer is not None
    roles = _roles_at_start(pos, start)
    values = _values_at_start(pos, start, roles)
    deep = outer is not None and sum(1 for _ in pos.state.around(outer)) > DEEPEST
    stop = None
    if outer is not None and outer.stop is not None and (start.cause is None or outer.stop[1] != start.cause):
        stop = outer.stop
    chain = outer.chain if outer is not None else frozenset()
    return Event(
        serial=pos.state.serial + 1,
        occurrence=occurrence,
        label=label_of(occurrence, roles, start.values or {}, start.thing),
        roles=roles,
        facts=_facts_at_start(pos, start, outer, roles, shares=shares),
        parent=outer.serial if outer is not None else None,
        cause=start.cause,
        chain=chain | {start.cause} if start.cause else chain,
        stop=("prevented", start.cause) if deep else stop,
        joined=start.joined,
        shares_facts=shares,
        thing=start.thing if start.thing is not None else values.get("to"),
        variant=start.variant,
        amount=start.amount,
        mark=start.mark,
        values=values,
        decided_by=start.decided_by,
        open=start.open,
    )


def _facts_at_start(
    pos: Position, start: Start, outer: Event | None, roles: Mapping[str, tuple[Element, ...]], *, shares: bool
) -> dict[str, Truth]:
    """What is so from the start: by the rules, by the words, by the event around it, by how many take part."""
    facts = {} if shares else {name: Truth(value) for name, value in start.occurrence.facts}
    facts.update(start.facts)
    for fact in pos.rules.facts.values() if outer is not None and not shares else ():
        if fact.false_when_nested:
            facts.setdefault(fact.id, Truth(False))
        if fact.inherited and outer is not None and (known := pos.state.fact(outer, fact.id)) is not None:
            facts.setdefault(fact.id, known)
    for name, elements in roles.items():
        if len(elements) > 1:
            facts.setdefault(f"several-{name}", Truth(True))
    if len(pos.table.seats) > 2:
        facts.setdefault("more-than-two-players", Truth(True))
    return facts


def _roles_at_start(pos: Position, start: Start) -> dict[str, tuple[Element, ...]]:
    """Who takes part: those named, those always there, those around one who was named."""
    roles = {name: elements for name, elements in start.roles.items() if elements}
    for role, kind in pos.rules.features.always_there.items():
        roles.setdefault(role, (pos.the(kind),))
    for role, center in pos.rules.features.around.items():
        if center in roles and any(part.name == role for part in start.occurrence.fills):
            roles.setdefault(role, pos.table.around(roles[center][0]))
    return roles


def _values_at_start(pos: Position, start: Start, roles: Mapping[str, tuple[Element, ...]]) -> dict[str, str]:
    """What was said of it; of a change of form also which form is left."""
    values = dict(start.values or {})
    player = next((one.player for one in roles.get("player", ()) if one.player), None)
    changes = values.get("to") in pos.rules.kinds_with("form")
    form = pos.state.forms.get(player) if changes and player is not None else None
    return values | {"from": form} if form is not None and form != values["to"] else values


def label_of(
    occurrence: OccurrenceType,
    roles: Mapping[str, tuple[Element, ...]],
    values: Mapping[str, str],
    thing: str | None = None,
) -> str:
    """How a ruling names one event: its label with those who take part."""
    names = {part.name: f"the {part.name.replace('_', ' ')}" for part in occurrence.participants}
    names |= {name: " and ".join(one.name for one in elements) for name, elements in roles.items() if elements}
    names |= {**values, "event": occurrence.type.replace("-", " "), "thing": (thing or "").replace("-", " ")}
    names.setdefault("agent", "somebody")
    names.setdefault("patient", "something")
    return occurrence.label.format(**names)


def nested_start(
    pos: Position,
    begin: Begin,
    outer: Event,
    given: Mapping[str, tuple[Element, ...]],
    cause: Ref | None = None,
    part: bool = False,
) -> Start:
    """The start of an event that a row begins: participants mapped from the event around it, or `given` by other
    names.
    """
    occurrence = pos.rules.occurrences[begin.occurrence]
    roles: dict[str, tuple[Element, ...]] = {}
    for role, source in begin.roles:
        elements = given[source] if source in given else outer.every(source)
        if not elements and source in pos.rules.leaves:
            elements = (pos.the(source),)
        roles[role] = tuple(pos.now(one) for one in elements)
    if part:
        roles |= _as_it_says_itself(pos, occurrence, roles, outer)
    fill_in(pos, occurrence, roles)
    facts = {fact: Truth(True) for fact in begin.facts if fact != "joined"}
    return Start(occurrence, roles, facts, cause, part, "joined" in begin.facts)


def _as_it_says_itself(
    pos: Position, occurrence: OccurrenceType, roles: Mapping[str, tuple[Element, ...]], outer: Event
) -> Mapping[str, tuple[Element, ...]]:
    """Who takes part by a constant of the one who does it: “Thug engages the first player.”"""
    for begun in occurrence.begun_by:
        doers = [one for role in begun.agent for one in roles.get(role, ()) if one.card is not None]
        for ability in (said for one in doers for said in pos.table.abilities_of(one) if said.timing == "constant"):
            found = _patients_told(pos, begun, ability, outer)
            if found and accepts(pos, occurrence, begun.patient, found):
                return {begun.patient[0]: found}
    return {}


def _patients_told(pos: Position, begun: Moment, ability: SubmittedAbility, outer: Event) -> tuple[Element, ...]:
    """To whom a constant says that its card does what an event is."""
    if ability.tree is None or not begun.patient:
        return ()
    told = (one for one in acts_of(ability.tree.effect) if one.event == begun.event and one.modal is None)
    noun = next((one.patient for one in told if one.patient is not None), None)
    return elements_of(pos, noun, Speaker(ability, outer)).found if noun is not None else ()


def fill_in(pos: Position, occurrence: OccurrenceType, roles: dict[str, tuple[Element, ...]]) -> None:
    """Participants that nobody named: the one of their kind, or all that print what resolves."""
    for part in occurrence.participants:
        if not roles.get(part.name) and part.assume and part.optional:
            roles[part.name] = (pos.the(part.assume),)
    for role, kind in occurrence.gathers:
        timings = {timing for step in occurrence.steps for timing, _ in step.printed}
        roles.setdefault(role, pos.printing(kind, timings) or (pos.the(kind),))


# --- is this what the words are about?

_Told = tuple[str | None, Ref | None, tuple[Assumed, ...]]
"""Why what a clause says is so no longer, what did that, and what was assumed."""


@dataclass(frozen=True, slots=True)
class MomentFit:
    """A clause at a moment that is what it asks for. `reason` says why its ability cannot be used all the same."""

    reason: str | None = None
    by: Ref | None = None
    assumed: tuple[Assumed, ...] = ()


def trigger_fits(pos: Position, trigger: TriggerTree, moment: Moment, speaker: Speaker) -> MomentFit | None:
    """Whether a moment is what a trigger asks for; None where it is not."""
    first, *more = trigger.clauses
    clauses = trigger.clauses if trigger.joined == "or" or not more else (first,)
    best: MomentFit | None = None
    for clause in clauses:
        if clause.event != moment.event:
            continue
        fit = clause_fits(pos, clause, moment, speaker)
        if fit is not None and trigger.joined == "and":
            fit = _with_outcomes(pos, fit, trigger, speaker)
        if fit is not None:
            fit = _with_conditions(pos, fit, trigger, speaker)
        if fit is not None and (best is None or (best.reason is not None and fit.reason is None)):
            best = fit
    return best


def _with_outcomes(pos: Position, fit: MomentFit, trigger: TriggerTree, speaker: Speaker) -> MomentFit | None:
    """“Attacks and defeats”: what else must have come of it; what is open is settled by the first that asks."""
    for clause in trigger.clauses[1:]:
        asked = (f"event {speaker.event.serial}", clause.event)
        truth = _outcome(pos, clause, asked, speaker.event)
        if truth.value and not clause.negative and _befell_others(pos, clause, speaker):
            return None
        value = (not truth.value if clause.negative else truth.value) if truth.value is not None else None
        if value is False and truth.by is None:
            return None
        if value is False:
            fit = replace(fit, reason=fit.reason or truth.how or "prevented", by=fit.by or truth.by)
        if value is None:
            text = f"It was not said otherwise, so “{trigger.text}” is taken to hold."
            fit = replace(
                fit, assumed=(*fit.assumed, Assumed(text, (StateChange("settled", asked, not clause.negative),)))
            )
    return fit


def _outcome(pos: Position, clause: Clause, asked: tuple[str, str], event: Event) -> Truth:
    """Whether something else has come of an event, or was taken to have."""
    if asked in pos.state.settled:
        return Truth(pos.state.settled[asked])
    conditions = pos.rules.outcomes.get(clause.event)
    own = set(event.occurrence.yields)  # what an event itself is has come of it
    asks = [one for one in conditions or () if own.isdisjoint(atom.subject for atom in one)]
    truth = all_hold(pos, asks, event) if conditions is not None else OPEN
    return OPEN if truth.value and clause.negative and _may_be_averted(pos, clause.event, event) else truth


def _befell_others(pos: Position, clause: Clause, speaker: Speaker) -> bool:
    """Whether what has come of an event came to none of those whom a clause names: “attacks and damages you”, where
    an ally defended.
    """
    noun = clause.patient
    if noun is None or noun.head == "that":
        return False
    met = []
    for one in pos.state.events.values():
        told = [moment for moment in one.occurrence.begun_by if moment.event == clause.event]
        if not told or one.stop is not None or speaker.event not in pos.state.around(one):
            continue
        patients = _elements(pos, told[0].patient, one)
        before = _as_before(pos, one, patients)
        met += [_bind(before, noun, patients, speaker)[0]]
    return bool(met) and "yes" not in met and "player" not in met


def _may_be_averted(pos: Position, name: str, event: Event) -> bool:
    """Whether a defense may have taken away whole what comes of an event: nothing used answers any of it."""
    defense = pos.rules.features.defense
    if defense is None or defense.lessens != name or event.occurrence.type != defense.occurrence:
        return False
    defended = pos.state.fact(event, defense.fact)
    return defended is not None and defended.value is True and not _is_answered(pos, name, event)


def _is_answered(pos: Position, name: str, event: Event) -> bool:
    """Whether something used has answered what comes of an event, within it or joined to it (“and damages you”)."""
    inner = [one for one in pos.state.events.values() if one.parent == event.serial]
    trees = [tree for ref in event.used if (tree := pos.table.by_ref[ref].tree) is not None]
    told = [clause for tree in trees if tree.trigger is not None for clause in tree.trigger.clauses[1:]]
    return any(one.used and name in one.occurrence.yields for one in inner) or any(
        clause.event == name and not clause.negative for clause in told
    )


def _with_conditions(pos: Position, fit: MomentFit, trigger: TriggerTree, speaker: Speaker) -> MomentFit | None:
    for said in trigger.conditions:
        truth = holds(pos, said, speaker)
        if truth.value is False and truth.by is None and (truth.how is None or fit.reason is not None):
            return None
        if truth.value is False:
            fit = replace(fit, reason=fit.reason or truth.how or "prevented", by=fit.by or truth.by)
        if truth.value is None:
            fit = replace(
                fit, assumed=(*fit.assumed, Assumed(f"It was not said otherwise, so “{said.text}” is taken to hold."))
            )
    return fit


def clause_fits(pos: Position, clause: Clause, moment: Moment, speaker: Speaker) -> MomentFit | None:
    """Whether a moment is what a clause tells of: its variant and thing, who does it to whom, what else it says."""
    pos.table.effort.spend(COMPARING)
    event = speaker.event
    empty = _empty_roles(pos, moment, event)
    told = _circumstances(pos, clause, moment, speaker) if not empty - set(event.former) else None
    if told is None:
        return None
    reason, by, assumed = told
    agents, patients = _elements(pos, moment.agent, event), _elements(pos, moment.patient, event)
    if clause.agent is not None and not agents and _is_by_nobody(pos, event, moment.agent):
        return None
    sides = _Sides(agents, patients, _as_before(pos, event, patients))
    matches = _matches(pos, clause, moment, sides, speaker)
    found = [match for match, _ in matches]
    spared = _spared(clause, event, sides, speaker) if found[0] == "yes" and set(found) != {"yes"} else None
    if spared is not None:
        return MomentFit(*spared, assumed)
    if "no" in found:
        return None
    fit = MomentFit(reason, by, (*assumed, *(one for _, more in matches for one in more)))
    return fit if reason is not None else _fit_for_player(pos, fit, moment, event, empty, another="player" in found)


def _matches(
    pos: Position, clause: Clause, moment: Moment, sides: _Sides, speaker: Speaker
) -> list[tuple[Match, tuple[Assumed, ...]]]:
    """Whether all who take part are whom the clause names: who does it, to whom, whose or where to, and by what."""
    event = speaker.event
    matches = _sides_match(pos, clause, moment, sides, speaker)
    movement = moment.movement or _movement_told(pos, clause, event)
    if movement is not None:
        matches += _owner_matches(clause, movement, sides, speaker)
    elif not _names_event(clause, event):
        matches += _goal_matches(pos, clause, sides, speaker)
    if clause.source is not None:
        sources = [*sides.agents, *_elements(pos, ("source",), event), *_makers(pos, event)]
        matches.append(_bind(pos, clause.source, sources, speaker, lenient=True))
    return matches


def _circumstances(pos: Position, clause: Clause, moment: Moment, speaker: Speaker) -> _Told | None:
    """What a clause says besides who does it to whom, as far as it holds of the event; None where it does not."""
    event = speaker.event
    if moment.movement is not None and (clause.to is None or clause.to.zone != moment.movement.to):
        return None  # it tells of a way, and of another one
    if not _same_sort(pos, clause, moment, speaker) or _is_by_power(pos, clause, event):
        return None
    facts = _facts(pos, clause, event) if not _is_from_elsewhere(pos, clause, moment, event) else None
    enough = _is_as_much(clause, event)
    if facts is None or enough is False:
        return None
    reason, by, assumed = facts
    if enough is None:
        assumed = (*assumed, Assumed("How much it is was not said: it is taken to be as much as the text asks for."))
    if reason is None and (undone := _is_undone(pos, clause, moment, event)) is not None:
        reason, by = "cancelled", undone  # “after you resolve its When Revealed effects”
    known = _known_of_event(pos, clause, event) if _names_event(clause, event) else ()
    return (reason, by, (*assumed, *known)) if known is not None else None


def _is_by_power(pos: Position, clause: Clause, event: Event) -> bool:
    """Whether a clause tells of what abilities do, and what happens is done by a power instead."""
    power = pos.rules.features.power
    doers = {kind for noun in (clause.agent, clause.source) if noun is not None for kind in noun.kinds}
    if power is None or doers.isdisjoint(power.no):
        return False
    for one in pos.state.around(event):
        if one.occurrence.type in power.only or one.facts.get(power.fact, OPEN).value:
            return True
        if one.cause is not None:
            return False
    return False


def _makers(pos: Position, event: Event) -> list[Element]:
    """The card whose ability makes what happens, or that of which it is a part: the event that attacks."""
    for one in pos.state.around(event):
        if one.cause is not None or one.every("maker"):
            return _elements(pos, ("maker",), one)
    return []


def _empty_roles(pos: Position, moment: Moment, event: Event) -> set[str]:
    """Roles of a moment that are known to be empty, where nobody fills them."""
    roles, known = (*moment.agent, *moment.patient), pos.rules.features.known_empty
    return {role for role in roles if role in known and not event.every(role)}


def _is_by_nobody(pos: Position, event: Event, roles: Sequence[str]) -> bool:
    """Whether a step of the event around does this by itself, and says of nobody that they do: threat that the rules
    place.
    """
    outer = pos.state.events.get(event.parent) if event.parent is not None else None
    if outer is None or not event.shares_facts or event.cause is not None:
        return False
    begins = [begin for step in outer.occurrence.steps for begin in step.begins]
    mapped = {role for begin in begins if begin.occurrence == event.occurrence.type for role, _ in begin.roles}
    return mapped.isdisjoint(role.rstrip("@+~") for role in roles) and bool(roles)


def _fit_for_player(
    pos: Position, fit: MomentFit, moment: Moment, event: Event, empty: set[str], *, another: bool
) -> MomentFit:
    """A fit that somebody's leaving, or that it is another player's, keeps from being used."""
    if empty and moment.event not in pos.rules.features.goes_on_without:
        return replace(fit, reason="prevented", by=event.former[min(empty)][1])
    turn = moment.event in pos.rules.features.turn_events
    return replace(fit, reason="wrong-turn" if turn else "wrong-player") if another else fit


class _Sides(NamedTuple):
    """Those who take part at a moment, and the position as it was before what happens changed it."""

    agents: list[Element]
    patients: list[Element]
    before: Position


def _sides_match(
    pos: Position, clause: Clause, moment: Moment, sides: _Sides, speaker: Speaker
) -> list[tuple[Match, tuple[Assumed, ...]]]:
    """Whether who does it, and to whom, is whom the clause names; the first tells of who does it."""
    event, before = speaker.event, sides.before
    doer = _bind(before, clause.agent, sides.agents, speaker, somebody=_somebody_in(pos, moment.agent, event))
    to = _bind(before, clause.patient, sides.patients, speaker, somebody=_somebody_in(pos, moment.patient, event))
    matches = [doer, to]
    if doer[0] == "no" and clause.agent is not None and (makers := _makers(pos, event)):
        matches[0] = _bind(before, clause.agent, makers, speaker)  # “an event damages an enemy”
    if clause.patient is not None and moment.event in clause.patient.kinds and clause.patient.whose is not None:
        matches.append(_bind(before, clause.patient.whose, sides.agents, speaker))  # “super powers of your characters”
    if moment.event in pos.rules.features.turn_events and doer[0] == "no" and _are_players(sides.agents):
        matches[0] = ("player", ())  # the turn is another's
    return matches


def _names_event(clause: Clause, event: Event) -> bool:
    """“in your first attack”: whether where it happens is the event itself."""
    itself = {clause.thing, clause.event, event.occurrence.type, *(begun.event for begun in event.occurrence.begun_by)}
    return clause.to is not None and bool(clause.to.kinds) and set(clause.to.kinds) <= itself


def _known_of_event(pos: Position, clause: Clause, event: Event) -> tuple[Assumed, ...] | None:
    """What must be taken to hold of the event that a clause names; None where it does not hold."""
    assumed: list[Assumed] = []
    for state in clause.to.states if clause.to is not None else ():
        truth = all_hold(pos, pos.rules.qualifiers.get(state, ()), event)
        if truth.value is False:
            return None
        if not truth.value or state not in pos.rules.qualifiers:
            assumed.append(Assumed(f"It was not said otherwise, so “{state}” is taken to hold."))
    return tuple(assumed)


def _movement_told(pos: Position, clause: Clause, event: Event) -> Movement | None:
    """Of words that name an event by where it puts a card (“is put into your KO pile”), that movement."""
    to = clause.to.zone if clause.to is not None else None
    movements = pos.rules.movements_of(clause.event, event.occurrence.type) if to is not None else ()
    return next((one for one in movements if one.to == to), None)


def _owner_matches(
    clause: Clause, movement: Movement, sides: _Sides, speaker: Speaker
) -> list[tuple[Match, tuple[Assumed, ...]]]:
    """Whether the pile where a card comes to lie is that of whom the clause names."""
    whose = clause.to.whose if clause.to is not None else None
    if whose is None or movement.whose is None:
        return []
    theirs = sides.agents if movement.whose == "agent" else sides.patients
    players = [one for one in theirs if one.player is not None]
    return [_bind(sides.before, Noun("class", whose=whose), players or theirs, speaker)]


def _goal_matches(
    pos: Position, clause: Clause, sides: _Sides, speaker: Speaker
) -> list[tuple[Match, tuple[Assumed, ...]]]:
    """Whether where it happens, from where, or to what, is what the clause names."""
    to, whence = clause.to, _here(pos, clause.origin, speaker) if clause.origin is not None else None
    if to is None:
        return [whence] if whence is not None else []
    here = _here(pos, to, speaker)
    if here is not None and here[0] == "no" and speaker.event.cause is not None and not speaker.event.every("to"):
        text = f"Where it goes was not said, so it is taken to be where {speaker.ability.card.name} is."
        return [("yes", (Assumed(text),))]
    if here is not None:
        return [here]
    if _is_somebodys_row(pos, to) and not speaker.event.every("to"):
        return [_bind(pos, _anywhere(to), sides.patients, speaker)]  # “on your side”: whose side it is
    if clause.patient is None:
        return [_bind(pos, to, sides.patients, speaker)]
    if to.zone == "control":  # “under your control”
        return [_bind(sides.before, replace(clause.patient, whose=to.whose), sides.patients, speaker)]
    return [_bind(pos, to, _elements(pos, ("to", "target"), speaker.event), speaker, lenient=True)]


def _spared(clause: Clause, event: Event, sides: _Sides, speaker: Speaker) -> tuple[str, Ref] | None:
    """Why one whom the clause names is spared from what happens, and by what."""
    for element, ref, reason in event.spared.values():
        if _bind(sides.before, clause.patient, [element], speaker)[0] == "yes":
            return reason, ref
    return None


def _is_from_elsewhere(pos: Position, clause: Clause, moment: Moment, event: Event) -> bool:
    """Whether the clause names a zone from or to which this does not move; what is not in play cannot leave it."""
    leave, whence = pos.rules.standard.leave, event.values.get("whence")
    leaves = leave is not None and leave.occurrence == event.occurrence.type == moment.event
    if leaves and not pos.rules.is_in_play(whence) and whence not in pos.rules.features.areas:
        return True
    zones = _zones(pos, clause, moment, event)
    return any(noun is not None and _is_all_elsewhere(pos, noun, zone) for noun, zone in zones)


def _is_all_elsewhere(pos: Position, noun: Noun, there: str | None) -> bool:
    """Whether none of the zones that a noun names (“your Front Row or Back Row”) is the one that was said."""
    return all(_is_elsewhere(pos, one.zone, there) for one in noun.parts or (noun,))


def _is_as_much(clause: Clause, event: Event) -> bool | None:
    """Whether it is as much as a clause says (“3 or more damage”); None where that was not said."""
    said = clause.amount
    if said is None or said.per or not isinstance(said.value, int) or said.bound not in ("at-least", "up-to"):
        return True
    if said.bound == "at-least" and said.value <= 1:
        return True
    if event.amount is None:
        return None
    return event.amount >= said.value if said.bound == "at-least" else event.amount <= said.value


def _is_undone(pos: Position, clause: Clause, moment: Moment, event: Event) -> Ref | None:
    """What has cancelled the abilities of a timing that the clause names, or after which the moment comes."""
    timing = plain(clause.thing or "").replace(" ", "-")
    around = list(pos.state.around(event))
    if timing in pos.rules.timings:
        return next((by for outer in around for (undone, _), by in outer.gone.items() if undone == timing), None)
    if moment.word != "after":
        return None
    patients = _elements(pos, moment.patient, event)
    kinds: set[str | None] = {None, *(kind for one in patients for kind in one.kinds)}
    kinds.update((patients[0].key,) if len(patients) == 1 else ())
    kinds.update(clause.patient.kinds if clause.patient is not None else ())
    return next((by for outer in around for by in _cancelled_in(pos, outer, moment.event, kinds)), None)


def _cancelled_in(pos: Position, event: Event, thing: str, kinds: set[str | None]) -> Iterable[Ref]:
    """What has cancelled in an event the abilities of timings that a rule tells of for a thing."""
    timings = {row.timing for row in pos.rules.cancels if row.at == event.occurrence.type and row.thing == thing}
    return (by for (undone, kind), by in event.gone.items() if undone in timings and kind in kinds)


def _is_elsewhere(pos: Position, zone: str | None, there: str | None) -> bool:
    """Whether a zone that a clause names is another than the one that was said; what is in play may be in any row."""
    features = pos.rules.features
    if zone is None or there is None or zone == there or zone in features.areas:
        return False
    if zone in features.rows and there in features.rows:
        return not {zone, there} & set(features.whole_rows)
    return not (pos.rules.is_in_play(zone) and pos.rules.is_in_play(there))


def _anywhere(noun: Noun) -> Noun:
    """The noun, and each of several, without the zones that it names."""
    return replace(noun, zone=None, parts=tuple(map(_anywhere, noun.parts)))


def _is_somebodys_row(pos: Position, noun: Noun) -> bool:
    return noun.zone in pos.rules.features.rows and noun.whose is not None


def _are_players(elements: Sequence[Element]) -> bool:
    """Whether all of them are players, and there are some."""
    return bool(elements) and all(one.player is not None for one in elements)


def _zones(pos: Position, clause: Clause, moment: Moment, event: Event) -> Sequence[tuple[Noun | None, str | None]]:
    """From where to where the clause says something moves or acts, and from and to where it does; what leaves play
    does so from there.
    """
    began = {one.event for one in event.occurrence.begun_by}
    movement = moment.movement or _movement_told(pos, clause, event)
    if movement is not None:
        return (clause.origin, event.values.get("whence") or movement.origin), (clause.to, movement.to)
    leaves = event.occurrence.departure and (event.cause is None or moment.event not in began)
    whence = event.values.get("whence") or ("play" if leaves else None)
    if whence is None and clause.origin is not None:
        whence = next((row for one in _elements(pos, moment.agent, event) if (row := pos.row_of(one))), None)
    return (clause.origin, whence), (clause.to, event.values.get("whither"))


def _somebody_in(pos: Position, roles: Sequence[str], event: Event) -> Element | None:
    """Who is in the roles where nobody said: somebody of their kind, of the player whose they are; None where any
    will do.
    """
    parts = [part for part in (*event.occurrence.participants, *event.occurrence.fills) if part.name in roles]
    sorts = [pos.rules.sorts_of(part.kind.removesuffix("-list")) for part in parts]
    if not sorts or len(parts) != len(roles) or not all(sorts):
        return None
    owners = dict(event.occurrence.controls)
    owner = event.one(owners.get(parts[0].name, ""))
    name = f"the {parts[0].name.replace('_', ' ')}"
    return Element(
        f"{name} in {event.serial}", name, frozenset().union(*sorts), None, owner.player if owner else None, None, True
    )


def _as_before(pos: Position, event: Event, patients: Sequence[Element]) -> Position:
    """The position as it was before what happens changed it: who changes form is named by the form left."""
    form = event.values.get("from")
    players = [one.player for one in patients if one.player is not None]
    if form is None or not players:
        return pos
    state = pos.state
    for player in players:
        state = state.put("forms", player, form)
    return pos.with_state(state)


def _same_sort(pos: Position, clause: Clause, moment: Moment, speaker: Speaker) -> bool:
    """Whether variant and thing agree, as far as both were said; of things that rows tell apart a row must name it."""
    event = speaker.event
    variant = moment.variant or event.variant
    if clause.variant is not None and variant is not None and clause.variant != variant:
        return False
    kinds = _sorts_named(clause)
    if moment.thing is not None and not moment.patient and kinds and clause.thing is None and moment.thing not in kinds:
        return False  # “resolve a treachery card” where an ability is resolved
    mark = mark_of(clause)
    if moment.thing in _MARKS.values():
        return mark in (None, moment.thing)
    if mark is not None:
        return event.mark in (None, mark)
    return clause.thing in (None, clause.event) or _same_thing(pos, clause, moment, speaker)


def _same_thing(pos: Position, clause: Clause, moment: Moment, speaker: Speaker) -> bool:
    """Whether the thing that a clause names is the one that the moment or the event is about."""
    event, told_apart = speaker.event, pos.rules.things.get(moment.event, ())
    if clause.thing == "this":
        return event.thing in (None, speaker.ability.card.kind, speaker.ability.card.name)
    if clause.thing in told_apart or (moment.thing is not None and moment.thing not in _sorts_named(clause)):
        named = {clause.thing, *(clause.what.kinds if clause.what is not None else ())}  # “a Thug or Civilian”
        return not named.isdisjoint({moment.thing, event.thing})
    if event.thing is None or clause.thing in _sorts_named(clause) or plain(event.thing) == plain(clause.thing or ""):
        return True
    used = pos.table.by_ref.get(event.cause or "")
    return used is not None and used.timing.removeprefix("forced-") == plain(clause.thing or "").replace(" ", "-")


def _sorts_named(clause: Clause) -> tuple[str, ...]:
    """Of “your “Optic Blast” ability”, the sort: an ability."""
    return clause.patient.kinds if clause.patient is not None else ()


MINUS = ("-", "−", "–")
"""How a minus is written."""

_MARKS = {"+": "plus", **dict.fromkeys(MINUS, "minus")}


def mark_of(clause: Clause) -> str | None:
    """What is printed on the counters of which a clause tells: “plus” of +1/+1, “minus” of -1/-1."""
    return _MARKS.get(clause.thing[:1]) if clause.thing else None


def _facts(pos: Position, clause: Clause, event: Event) -> _Told | None:
    """What else the clause says must be so; a reason where an ability used has made it untrue."""
    reason, by = None, None
    assumed: list[Assumed] = []
    for fact in (*clause.facts, *((clause.thing,) if clause.thing in pos.rules.qualifiers else ())):
        conditions = pos.rules.qualifiers.get(fact)
        if conditions is None and (fact in MADE_FACTS or fact.startswith("each-")):
            continue
        truth = all_hold(pos, conditions, event) if conditions is not None else OPEN
        if truth.value is False and truth.by is None:
            return None
        if truth.value is False:
            reason, by = truth.how or "prevented", truth.by
        if truth.value is None:
            assumed.append(Assumed(f"It was not said otherwise, so “{fact.replace('-', ' ')}” is taken to hold."))
    return reason, by, tuple(assumed)


def _elements(pos: Position, roles: Iterable[str], event: Event) -> list[Element]:
    """Those in the roles, or who were until an ability made them leave; “role@” is the identity of who controls it."""
    found: list[Element] = []
    for role in roles:
        name = role.rstrip("@")
        former = event.former.get(name)
        elements = event.every(name) or ((former[0],) if former is not None else ())
        for element in elements:
            one = pos.table.identity(pos.controller(pos.now(element))) if role.endswith("@") else pos.now(element)
            if one is not None:
                found.append(one)
    return found


def _bind(
    pos: Position,
    noun: Noun | None,
    elements: Sequence[Element],
    speaker: Speaker,
    lenient: bool = False,
    somebody: Element | None = None,
) -> tuple[Match, tuple[Assumed, ...]]:
    """Whether a noun names one of those in a role."""
    if noun is None:
        return "yes", ()
    if not elements:
        return _bind_nobody(pos, noun, speaker, lenient, somebody)
    best: Match = "no"
    pos.table.effort.spend(len(elements))
    for element in elements:
        fit = fits(pos, noun, element, speaker)
        if fit.match == "yes":
            return "yes", fit.assumed
        if fit.match == "player":
            best = "player"
    return ("yes", ()) if lenient and best == "no" and noun.head == "class" and not noun.kinds else (best, ())


def _bind_nobody(
    pos: Position, noun: Noun, speaker: Speaker, lenient: bool, somebody: Element | None
) -> tuple[Match, tuple[Assumed, ...]]:
    """Whether a noun may name who fills a role that nobody was said to: one of those that may be there."""
    for place in (noun if noun.head == "this" else None, noun.at):
        if place is not None and (here := _here(pos, place, speaker)) is not None:
            return here
    if somebody is not None and noun.head == "class" and (fit := fits(pos, noun, somebody, speaker)).match != "yes":
        return fit.match, ()
    if somebody is not None and noun.head in ("named", "this") and _is_anothers(pos, noun, somebody, speaker):
        return "no", ()
    if lenient or noun.head in ("class", "that", "role"):
        return "yes", ()
    return "yes", (Assumed("Who or what does it was not said: it is taken to be what the text asks for."),)


def _is_anothers(pos: Position, noun: Noun, somebody: Element, speaker: Speaker) -> bool:
    """Whether whom a noun names is known to be another player's than whoever fills a role."""
    owners = {pos.controller(one) for one in elements_of(pos, noun, speaker).found if one.card is not None}
    return somebody.controller is not None and bool(owners) and somebody.controller not in owners


def _here(pos: Position, noun: Noun, speaker: Speaker) -> tuple[Match, tuple[Assumed, ...]] | None:
    """Whether what happens does so at the place that words mean: where the card lies; None where they mean no place."""
    card = speaker.ability.card
    placed = pos.rules.kinds_with("lies_at_place")
    if noun.head == "class" and noun.kinds and set(noun.kinds) <= placed:
        return "yes", ()  # which place it is, nobody says
    if noun.head != "this" or card.kind not in placed:
        return None
    own = pos.table.place_of(card)
    places = [
        one.key
        for outer in pos.state.around(speaker.event)
        for group in outer.roles.values()
        for one in group
        if one.is_place
    ]
    if own is None or not places:
        return "yes", (Assumed(f"It was not said otherwise, so {card.name} is taken to be where this happens."),)
    return ("yes" if own == places[0] else "no"), ()
