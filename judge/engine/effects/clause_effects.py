"""What a clause makes happen: the events that its verb begins, for each of those whom it names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product

from judge.cardtext.tree import Clause, Noun
from judge.disputes.findings import plain
from judge.engine.effects.labeled_effects import DONE_BY_WHAT_IS_MADE, facts_of
from judge.engine.events import Start, accepts, fill_in, mark_of, nested_start, occurrence_of
from judge.engine.frozen_copy import changed
from judge.engine.nouns.noun_matching import NamedElements, concrete, elements_of, fits, owners
from judge.engine.position import Position, Speaker
from judge.engine.state import Event, State, Truth
from judge.engine.table_elements import Element, SubmittedAbility
from judge.engine.tasks import Activate, BeginEvent, Interpret, Result, Task, Use
from judge.rules.model import ActingAs, Begin, Label, Moment, OccurrenceType


def act(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result:
    """What the clause of an effect makes happen now, and what was open of those it happens to; who does it may be
    meant by later words.
    """
    if _amends_the_event(clause):
        return Result(pos.state)
    doing = _doers(pos, clause, speaker)
    said = _one_by_one(pos, clause, doing.found, speaker)
    done = _together(pos, use, [_done(pos, one, use, of, agents) for one, of, agents in said])
    if clause.agent is not None and doing.found:
        done = replace(done, state=_bind_as(pos.with_state(done.state), use, "doer", doing.found))
    open_ = (*doing.assumed, *done.assumed) if done.tasks and use.ghost is None else ()
    return replace(done, assumed=open_)


def _amends_the_event(clause: Clause) -> bool:
    """Whether a clause says how what is answered does what it does anyway: “that attack deals indirect damage”."""
    by = clause.source
    is_event = by is not None and by.quantifier == "the" and any(f"from-{kind}" in clause.facts for kind in by.kinds)
    return is_event and clause.patient is None and clause.to is None and clause.amount is None


def _one_by_one(
    pos: Position, clause: Clause, doing: tuple[Element, ...], speaker: Speaker
) -> Sequence[tuple[Clause, Speaker, tuple[Element, ...]]]:
    """The clause for each of several who do something, players in the order of their seats: whoever does it does it
    once, with what is theirs. Events with a way of their own tell several enemies apart themselves.
    """
    if len(doing) < 2 or (clause.event in _SPECIAL and any(one.player is None for one in doing)):
        return ((clause, speaker, doing),)
    seats = pos.seats_in_order()
    in_turn = sorted(doing, key=lambda one: seats.index(one.player) if one.player in seats else len(seats))
    said = replace(clause, agent=Noun("that", antecedent="subject"))
    return [(said, replace(speaker, bound={**speaker.bound, "subject": (one,)}), (one,)) for one in in_turn]


def _together(pos: Position, use: Use, done: Sequence[Result]) -> Result:
    """What came of a clause said of several."""
    if len(done) == 1:
        return done[0]
    named = [one for each in done for one in each.state.bindings.get(use.id, {}).get(use.naming, ())]
    state = _bind_as(pos.with_state(done[-1].state), use, use.naming, tuple(dict.fromkeys(named)))
    assumed = tuple(one for each in done for one in each.assumed)
    return Result(state, tuple(task for each in done for task in each.tasks), assumed)


def _done(pos: Position, clause: Clause, use: Use, speaker: Speaker, agents: tuple[Element, ...]) -> Result:
    if clause.event in use.skips:
        return Result(bind(pos, use, clause, None))
    special = _SPECIAL.get(clause.event)
    if special is not None:
        found = special(pos, clause, use, speaker)
        if found is not None:
            return found
    leaving = _moved_out(pos, clause, speaker)
    if not leaving.found:
        return _begin(pos, clause, use, speaker, agents)
    begin = pos.rules.standard.move_out or pos.rules.standard.leave
    tasks = _leave_tasks(pos, begin, leaving.found, use, speaker, clause.to)
    if any(occurrence.beside_leaving for occurrence, _ in pos.rules.begun_by.get(clause.event, ())):
        tasks = (*tasks, *_begin(pos, clause, use, speaker, agents).tasks)
    return Result(bind(pos, use, clause, leaving), tasks, leaving.assumed)


def _moved_out(pos: Position, clause: Clause, speaker: Speaker) -> NamedElements:
    """Cards in play that the clause moves to where they are not: into a deck, a hand, a discard pile, aside."""
    noun = clause.patient
    away = (clause.to is not None and not pos.rules.is_in_play(clause.to.zone)) or "aside" in clause.facts
    departs = any(occurrence.departure for occurrence, _ in pos.rules.begun_by.get(clause.event, ()))
    if (
        not away
        or departs  # a KO goes its own way
        or noun is None
        or not pos.rules.is_in_play(noun.zone)
        or (clause.origin is not None and not pos.rules.is_in_play(clause.origin.zone))
    ):
        return NamedElements(())
    named = elements_of(pos, noun, speaker)
    return replace(named, found=tuple(one for one in named.found if _lies_there(pos, one, noun)))


def _leave_tasks(
    pos: Position, begin: Begin | None, leaving: Sequence[Element], use: Use, speaker: Speaker, to: Noun | None = None
) -> tuple[Task, ...]:
    if begin is None:
        return ()
    where = {"whither": to.zone} if to is not None and to.zone is not None else None
    starts = [
        nested_start(pos, begin, speaker.event, {"patient": (one,), "card": (one,), "holder": (one,)}, use.ref)
        for one in leaving
    ]
    return tuple(BeginEvent(replace(start, values=where), use.event, use.ghost, use.ref) for start in starts)


def starts_of(pos: Position, clause: Clause, speaker: Speaker) -> list[Start]:
    """The events that a clause would begin now in the general way; none where it has a way of its own."""
    special = _SPECIAL.get(clause.event)
    if special is not None and special(pos, clause, Use(0, speaker.ability.ref, speaker.event.serial), speaker):
        return []
    said = _one_by_one(pos, clause, _doers(pos, clause, speaker).found, speaker)
    return [start for one, of, agents in said for start in _starts_of_one(pos, one, of, agents)]


def _starts_of_one(pos: Position, clause: Clause, speaker: Speaker, agents: tuple[Element, ...]) -> list[Start]:
    patients = _or_you(pos, clause, _patients(pos, clause, speaker, agents), speaker)
    each = patients.among if patients.chosen and patients.among else patients.found
    starts = []
    for group in tuple((one,) for one in each) or (() if patients.nobody else ((),)):
        found = occurrence_of(pos, clause.event, clause.variant, clause.thing, agents, group)
        if found is not None:
            starts.append(start_of(pos, *found, clause, agents, group, speaker))
    return starts


def _begin(pos: Position, clause: Clause, use: Use, speaker: Speaker, agents: tuple[Element, ...]) -> Result:
    patients = _or_you(pos, clause, _patients(pos, clause, speaker, agents), speaker)
    found = occurrence_of(pos, clause.event, clause.variant, clause.thing, agents, patients.found)
    state = bind(pos, use, clause, patients)
    if found is None or patients.nobody:
        return Result(state)
    occurrence, begun = found
    noun = clause.patient
    next_one = noun is not None and noun.head == "class" and not noun.having  # whichever lies on top
    if noun is not None and next_one and set(begun.patient) & set(occurrence.fresh):
        patients = replace(patients, found=(pos.table.another(noun.kinds[0], pos.state.serial),))
        state = bind(pos, use, clause, patients)
    tasks: list[Task] = []
    several = _is_list(occurrence, begun.patient) or not patients.found
    for group in (patients.found,) if several else tuple((one,) for one in patients.found):
        start = start_of(pos, occurrence, begun, clause, agents, group, speaker)
        tasks += [BeginEvent(start, use.event, use.ghost, use.ref)] * _times(pos, clause, occurrence)
    return Result(state, tuple(tasks), patients.assumed)


def _or_you(pos: Position, clause: Clause, patients: NamedElements, speaker: Speaker) -> NamedElements:
    """“Take 1 damage”, “draw 1 card” without anybody named: it happens to you."""
    identity = pos.table.identity(pos.you(speaker))
    if patients.found or clause.patient is not None or clause.to is not None or identity is None:
        return patients
    found = occurrence_of(pos, clause.event, clause.variant, clause.thing, (), (identity,))
    role = found[1].patient[0] if found is not None and found[1].patient else None
    part = next((one for one in found[0].participants if one.name == role), None) if found is not None else None
    return NamedElements((identity,)) if part is not None and not part.optional and part.kind != "card" else patients


def _is_list(occurrence: OccurrenceType, roles: Sequence[str]) -> bool:
    return (
        any(part.name == roles[0] and part.kind.endswith("-list") for part in occurrence.participants)
        if roles
        else False
    )


def _times(pos: Position, clause: Clause, occurrence: OccurrenceType) -> int:
    """How often it happens: as often as the number says, where the edition does it one at a time."""
    value = clause.amount.fixed if clause.amount is not None else None
    if value is None and clause.patient is not None and isinstance(clause.patient.number, int):
        value = clause.patient.number
    single = occurrence.type in pos.rules.features.one_at_a_time
    return value if single and isinstance(value, int) and 0 < value <= 12 else 1


def _doers(pos: Position, clause: Clause, speaker: Speaker) -> NamedElements:
    """Who does it: those named, else the player whose ability it is, else the card of the scenario."""
    if clause.agent is not None:
        return elements_of(pos, clause.agent, speaker)
    identity = pos.table.identity(pos.you(speaker))
    return NamedElements((identity,) if identity is not None else (pos.table.of(speaker.ability),))


def _patients(pos: Position, clause: Clause, speaker: Speaker, agents: tuple[Element, ...]) -> NamedElements:
    """To whom or what it is done by those who do it."""
    noun = clause.patient if clause.patient is not None else clause.to
    if noun is None:
        return NamedElements(())
    if clause.patient is None and noun.kinds and set(noun.kinds) <= pos.rules.kinds_with("lies_at_place"):
        return NamedElements(agents)  # “move to a Location”: who does it is who it happens to
    if clause.agent is not None and agents and noun.whose is not None and "subject" not in speaker.bound:
        speaker = replace(speaker, bound={**speaker.bound, "subject": agents})  # “each player KOs one of their Heroes”
    found = elements_of(pos, noun, speaker)
    if not found.found and noun.head == "class" and pos.rules.kinds_with("token") & set(noun.kinds):
        return elements_of(pos, replace(noun, quantifier="one"), speaker)  # “all Thugs”: some are taken to be there
    if not found.found and _are_none(pos, noun):
        return NamedElements((), nobody=True)
    return _there(pos, clause, noun, found, speaker)


def _there(pos: Position, clause: Clause, noun: Noun, found: NamedElements, speaker: Speaker) -> NamedElements:
    """Those found, unless the words speak of cards that lie elsewhere."""
    if clause.origin is not None and clause.origin.head in ("that", "this", "named") and noun.head == "class":
        return _on_it(pos, clause.origin, noun, found, speaker)
    zone = clause.origin.zone if clause.origin is not None else None
    if pos.rules.is_in_play(zone) or _are_elsewhere(pos, noun, found):
        return found
    # what comes from a deck or a hand is none of the cards in play, and seldom submitted
    return elements_of(pos, replace(noun, quantifier="one", zone=zone), speaker)


def _on_it(pos: Position, it: Noun, noun: Noun, found: NamedElements, speaker: Speaker) -> NamedElements:
    """Those found that lie on a card, “an ally from under it”; one that nobody submitted where none is known to."""
    keys = {one.key for one in elements_of(pos, it, speaker).found}
    there = [(one, pos.bearer(one.card)) for one in (*found.found, *found.among) if one.card is not None]
    lying = tuple(dict.fromkeys(one for one, bearer in there if bearer is not None and bearer.key in keys))
    if lying and noun.quantifier not in ("each", "all"):
        return replace(found, found=lying[:1])
    if lying or not noun.kinds or noun.quantifier in ("each", "all"):
        return replace(found, found=lying, nobody=not lying)
    return NamedElements((pos.table.another(noun.kinds[0], pos.state.serial),), True)


def _are_none(pos: Position, noun: Noun) -> bool:
    """Whether words narrow “each” down to some of a class that are all here, so that there may be none of them."""
    narrowed = noun.having or noun.engaged_with or noun.attached_to or noun.states or noun.traits
    if noun.quantifier not in ("each", "all") or not narrowed or noun.zone:
        return False
    return any(pos.is_in_play(one) and any(pos.is_kind(one, kind) for kind in noun.kinds) for one in pos.everybody())


def _are_elsewhere(pos: Position, noun: Noun, found: NamedElements) -> bool:
    """Whether those found are no cards of a class that are in play already."""
    there = noun.head == "class" and any(one.card is not None and pos.is_in_play(one) for one in found.found)
    return bool(found.found) and not there


def _fill_places(
    pos: Position, occurrence: OccurrenceType, roles: dict[str, tuple[Element, ...]], speaker: Speaker
) -> None:
    """Where somebody is who is at a place in what goes on around."""
    for part in occurrence.participants:
        if part.kind == "place" and part.name in pos.rules.features.whereabouts:
            around = (outer.every(part.name) for outer in pos.state.around(speaker.event))
            roles.setdefault(part.name, next((there for there in around if there), ()))


def start_of(
    pos: Position,
    occurrence: OccurrenceType,
    begun: Moment,
    clause: Clause,
    agents: tuple[Element, ...],
    patients: tuple[Element, ...],
    speaker: Speaker,
) -> Start:
    """How an event of a clause begins: its roles filled with those named, the rest by who uses the ability."""
    roles: dict[str, tuple[Element, ...]] = {}
    for parts, elements in ((begun.agent, agents), (begun.patient, patients)):
        if parts and elements and accepts(pos, occurrence, parts, elements):
            roles.setdefault(parts[0], elements)
    if not patients and begun.patient and occurrence.type not in pos.rules.occurrences and clause.agent is None:
        roles.setdefault(begun.patient[0], agents)  # “gain 1 token”: to whom, nobody says but who does it
    _fill_by_user(pos, occurrence, roles, speaker)
    if clause.to is not None and clause.patient is not None:
        roles.setdefault("to", _goals(pos, clause.to, speaker))
    fill_in(pos, occurrence, roles)
    _fill_places(pos, occurrence, roles, speaker)
    told = (*_facts_of(pos, clause), *_way_facts(pos, clause, agents, speaker))
    facts = {fact: Truth(True) for fact in told}
    return Start(
        occurrence,
        roles,
        facts,
        speaker.ability.ref,
        thing=clause.thing,
        variant=_variant(pos, occurrence, begun, clause),
        amount=clause.amount.fixed if clause.amount is not None else None,
        mark=mark_of(clause),
        values=_zones_of(clause) or None,
    )


def _goals(pos: Position, to: Noun, speaker: Speaker) -> tuple[Element, ...]:
    """To whom or what something goes; of a row, whose it is."""
    if to.zone not in pos.rules.features.rows or to.kinds:
        return elements_of(pos, to, speaker).found
    side = _on_whose_side(pos, to, speaker) if to.whose is not None else None
    return (side,) if side is not None else ()


def _fill_by_user(
    pos: Position, occurrence: OccurrenceType, roles: dict[str, tuple[Element, ...]], speaker: Speaker
) -> None:
    """Let the card of the ability be what it is done by, and its player who does it."""
    names = {part.name for part in occurrence.participants}
    own, identity = pos.table.of(speaker.ability), pos.table.identity(pos.you(speaker))
    for role in ("source", "by"):
        if role in names and own.key not in {one.key for one in roles.get(role, ())}:
            roles[role] = (*roles.get(role, ()), own)
    for role in ("player", "controller", "user"):
        if role in names and not roles.get(role) and identity is not None:
            roles[role] = (identity,)


def _variant(pos: Position, occurrence: OccurrenceType, begun: Moment, clause: Clause) -> str | None:
    """How the event is put, where that tells one event from another; an occurrence with steps of its own tells it by
    them.
    """
    return begun.variant if occurrence.type in pos.rules.occurrences else clause.variant


def _zones_of(clause: Clause) -> dict[str, str]:
    """From where to where something moves, as far as the words say."""
    ends = {"whence": clause.origin or clause.patient, "whither": clause.to}
    return {name: noun.zone for name, noun in ends.items() if noun is not None and noun.zone}


def _facts_of(pos: Position, clause: Clause) -> list[str]:
    """Facts of the rules that are so from the start by the words of the clause."""
    found = []
    things = (f"given-{clause.thing}", clause.thing, mark_of(clause))
    for said in (*clause.facts, *(fact for fact in things if fact in pos.rules.facts)):
        conditions = pos.rules.qualifiers.get(str(said))
        atoms = [atom for condition in conditions or () for atom in condition]
        found += [atom.subject for atom in atoms if atom.relation is None and not atom.negative]
        if said in pos.rules.facts:
            found.append(str(said))
    return found


def _way_facts(pos: Position, clause: Clause, agents: Sequence[Element], speaker: Speaker) -> list[str]:
    """Facts of the rules that tell from where or to where it goes, “from-deck”, and of what is theirs who does it,
    “from-own-deck”.
    """
    told = []
    for way, noun in (("from", clause.origin), ("to", clause.to)):
        if noun is not None and noun.zone is not None:
            whose = owners(pos, noun.whose, speaker) if noun.whose is not None else None
            own = whose is None or whose <= {one.player for one in agents}
            told += [f"{way}-{noun.zone}", *((f"{way}-own-{noun.zone}",) if own else ())]
    return [fact for fact in told if fact in pos.rules.facts]


def bind(pos: Position, use: Use, clause: Clause, named: NamedElements | None) -> State:
    """The state in which later words of the same use may mean whom these have named."""
    if named is None or not named.found or (clause.patient is not None and clause.patient.head == "you"):
        return pos.state
    return _bind_as(pos, use, use.naming, named.found)


def _bind_as(pos: Position, use: Use, name: str, found: tuple[Element, ...]) -> State:
    return pos.state.put("bindings", use.id, {**pos.state.bindings.get(use.id, {}), name: found})


# --- events with a way of their own


def _change_form(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """A player changes form: to the one named, which may be one beside those of the identity, else to the other one."""
    begin = pos.rules.standard.change_form
    forms = sorted(pos.rules.kinds_with("form"), key=list(pos.rules.kinds).index)
    if begin is None or not forms:
        return None
    noun = clause.patient or clause.agent
    named = elements_of(pos, noun, speaker) if noun is not None else _doers(pos, clause, speaker)
    tasks = []
    for one in named.found:
        if one.player is None:
            return None
        now = pos.state.forms.get(one.player)
        other = next((form for form in forms if form != now), None) if now else None
        to = clause.thing if clause.thing is not None and clause.thing != "this" else other
        if to is None or to == now:
            continue
        start = nested_start(pos, begin, speaker.event, {"patient": (one,), "player": (one,)}, use.ref)
        facts = {f"to-{to}": Truth(True)} if to in forms else {}
        start = replace(start, values={"to": to}, facts={**start.facts, **facts})
        tasks.append(BeginEvent(start, use.event, use.ghost, use.ref))
    return Result(pos.state, tuple(tasks), named.assumed)


def _activation(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """Enemies that an effect lets activate: whether they attack or scheme, the player's form tells."""
    if not pos.rules.standard.activate:
        return None
    noun = clause.agent or clause.patient
    enemies = elements_of(pos, noun, speaker) if noun is not None else NamedElements((pos.table.of(speaker.ability),))
    whom = clause.to or (clause.patient if clause.agent is not None else None)
    players = elements_of(pos, whom, speaker) if whom is not None else NamedElements(())
    identity = _player_now(pos, speaker)
    tasks: list[Task] = []
    for enemy in enemies.found:
        engaged = pos.table.identity(pos.engaged(enemy.card)) if _are_all(noun) else None
        for player in players.found or tuple(one for one in (engaged or identity,) if one is not None):
            tasks.append(Activate(enemy, player, use.event, cause=use.ref, ghost=use.ghost))
    return Result(pos.state, tuple(tasks), (*enemies.assumed, *players.assumed))


def _attack(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """An enemy attacks or schemes by an effect: each against the player it is engaged with, where no one else is
    named.
    """
    acting = pos.rules.features.acting_as
    if clause.agent is None or acting is None or not pos.rules.standard.activate:
        return None
    agents = elements_of(pos, clause.agent, speaker).found
    if not agents or not all(pos.is_kind(one, acting.kind) is not False for one in agents):
        return None
    noun = clause.to if clause.to is not None else clause.patient
    named = elements_of(pos, noun, speaker) if noun is not None else NamedElements(())
    tasks: list[Task] = []
    for agent in (_taken_as(pos, one, acting) for one in agents):
        for patient in named.found or _attacked(pos, clause, noun, agent, speaker):
            found = occurrence_of(pos, clause.event, clause.variant, clause.thing, (agent,), (patient,))
            if found is not None:
                start = start_of(pos, found[0], found[1], clause, (agent,), (patient,), speaker)
                tasks.append(BeginEvent(start, use.event, use.ghost, use.ref))
    return Result(pos.state, tuple(tasks), named.assumed)


def _attacked(
    pos: Position, clause: Clause, noun: Noun | None, agent: Element, speaker: Speaker
) -> tuple[Element, ...]:
    """Whom an enemy attacks by an effect where none was found: the player it is engaged with, else you."""
    its_own = noun is not None and noun.head == "that"
    by_itself = its_own or _are_all(clause.agent) or agent.key == pos.table.of(speaker.ability).key
    engaged = pos.table.identity(pos.engaged(agent.card)) if by_itself else None
    one = engaged or _player_now(pos, speaker)
    kinds = noun.kinds if noun is not None and its_own else ()
    return () if one is None or (kinds and all(pos.is_kind(one, kind) is False for kind in kinds)) else (one,)


def _player_now(pos: Position, speaker: Speaker) -> Element | None:
    return pos.table.identity(pos.you(speaker) or pos.first_player)


def _are_all(noun: Noun | None) -> bool:
    return noun is not None and noun.quantifier in ("each", "all")


def _taken_as(pos: Position, element: Element, acting: ActingAs) -> Element:
    """One who acts by an effect, of unknown kind, is taken to be the usual one."""
    kinds = pos.kinds(element)
    wanted = pos.rules.sorts_of(acting.taken)
    return replace(element, kinds=wanted) if element.card is None and len(kinds) > 1 and wanted & kinds else element


def _defend(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """Somebody becomes the defender of the attack that goes on."""
    defense = pos.rules.features.defense
    attack = pos.state.within(speaker.event, defense.occurrence) if defense is not None else None
    if attack is None or use.ghost is not None:
        return Result(pos.state)
    noun = clause.agent or clause.patient
    found = elements_of(pos, noun, speaker).found if noun is not None else _doers(pos, clause, speaker).found
    declared = attack.roles.get(defense.role, ()) if defense is not None else ()
    if noun is not None and noun.head == "class":  # of those who may defend, the one who is said to
        found = tuple(one for one in declared if fits(pos, noun, one, speaker).match == "yes") or found
    return Result(defended(pos, attack, found[0], use.ref) if found else pos.state)


def defended(pos: Position, attack: Event, defender: Element, by: str | None) -> State:
    """The state in which somebody defends: a defending player becomes the target, who was to be hit is spared."""
    defense, state = pos.rules.features.defense, pos.state
    if defense is None:
        return state
    if pos.state.fact(attack, defense.fact) is not None and attack.roles.get(defense.role):
        return state
    before = attack.one("victim")
    roles = {**attack.roles, defense.role: (defender,)}
    owner = pos.table.identity(pos.controller(defender))
    target = attack.one("target")
    if owner is not None and target is not None and owner.player != (target.player or pos.controller(target)):
        roles["target"] = (owner,)
    displaced = attack.displaced
    if attack.stop is None and by is not None and before is not None and before.key != defender.key:
        displaced = (*displaced, (before, by))
    attack = changed(attack, roles=roles, displaced=displaced)
    state = state.with_event(attack)
    return state.with_fact(attack, defense.fact, Truth(True, by)) if attack.stop is None else state


def _discard(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """To discard a card in play is to make it leave play."""
    noun = clause.patient
    if noun is None or not pos.rules.is_in_play(noun.zone) or clause.origin is not None:
        return None
    named = elements_of(pos, noun, speaker)
    there = [one for one in named.found if _lies_there(pos, one, noun)]
    if not there or (named.chosen and noun.head == "class" and not noun.kinds):
        return None
    if pos.rules.standard.leave is None:
        return None
    tasks = _leave_tasks(pos, pos.rules.standard.leave, there, use, speaker)
    return Result(bind(pos, use, clause, named), tasks, named.assumed)


def _lies_there(pos: Position, element: Element, noun: Noun) -> bool:
    if element.chosen:
        return bool(set(noun.kinds) - {"card"})
    return element.player is None and (element.card is None or pos.is_in_play(element))


def _resolve(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """“Resolve your Special abilities”, “resolve its NAME ability”: abilities that resolve because another one says
    so.
    """
    begin = pos.rules.standard.special
    name = plain(clause.thing or clause.variant or "")
    if begin is None or not name:
        return None
    known = pos.rules.timings.get(name.replace(" ", "-"))
    noun = concrete(pos, clause.patient) if clause.patient is not None else None
    cards = _holders(pos, noun, speaker)
    there = _instructed(pos, pos.rules.occurrences[begin.occurrence], name, cards, speaker)
    every = any(one is not None and one.quantifier == "each" for one in (clause.patient, noun))
    if not there or not (every or cards or len(there) == 1):
        return None
    identity = _player_now(pos, speaker)
    given = {"own": (identity,) if identity else (), "card": (pos.table.of(speaker.ability),)}
    start = nested_start(pos, begin, speaker.event, given, use.ref)
    thing, variant = (None, known.id) if known is not None else (clause.thing, None)
    start = replace(start, roles={**start.roles, "instructed": there}, thing=thing, variant=variant)
    return Result(pos.state, (BeginEvent(start, use.event, use.ghost, use.ref),))


def _instructed(
    pos: Position, occurrence: OccurrenceType, name: str, cards: set[str], speaker: Speaker
) -> tuple[Element, ...]:
    """Who has abilities of a timing, or of a name and the timings printed to resolve in an occurrence: among some
    cards, else those of the speaker's player.
    """
    meant = _of_timing_or_name(pos, occurrence, name)
    mine = (one for one in meant if (pos.table.of(one).key in cards if cards else one.you == speaker.ability.you))
    return tuple({one.key: one for one in map(pos.table.of, mine) if pos.is_in_play(one)}.values())


def _of_timing_or_name(pos: Position, occurrence: OccurrenceType, name: str) -> list[SubmittedAbility]:
    known = pos.rules.timings.get(name.replace(" ", "-"))
    if known is not None:
        return [one for one in pos.table.abilities if one.timing == known.id]
    timings = {timing for step in occurrence.steps for timing, _ in step.printed}
    there = (one for one in pos.table.abilities if one.timing in timings)
    return [one for one in there if one.ability is not None and plain(one.ability.name or "") == name]


def _holders(pos: Position, noun: Noun | None, speaker: Speaker) -> set[str]:
    """The keys of the cards whose abilities words name: “the treachery”, “the ability of your characters”."""
    if noun is None:
        return set()
    about = noun.head != "class" or any(pos.rules.is_kind(kind) for kind in noun.kinds)
    holder = noun if about else (noun.at or noun.whose) if "ability" in noun.kinds else None
    return {one.key for one in elements_of(pos, holder, speaker).found if one.card} if holder is not None else set()


def _enter_play(pos: Position, clause: Clause, use: Use, speaker: Speaker) -> Result | None:
    """A submitted card that is not in play comes into play, where the words leave no choice which."""
    begin = pos.rules.standard.enter
    if begin is None or clause.patient is None:
        return None
    named = elements_of(pos, clause.patient, speaker)
    # what nobody submitted comes from outside
    outside = _outside(pos, clause.patient, named) or [one for one in named.found if one.card is None]
    outside = outside or _another(pos, clause.patient)
    pos = _counting_as(pos, clause, outside)
    tasks = []
    for player, one in product(_for_whom(pos, clause, speaker), outside):
        entering = _as_theirs(pos, one, player)
        given = {"holder": (entering,), "patient": (entering,), "player": (player,)}
        tasks.append(BeginEvent(nested_start(pos, begin, speaker.event, given, use.ref), use.event, use.ghost, use.ref))
    state = bind(pos, use, clause, NamedElements(tuple(outside)) if outside else named)
    return Result(state, tuple(tasks), named.assumed)


def _another(pos: Position, noun: Noun) -> list[Element]:
    """One of a class that nobody submitted: those of it that are in play do not come into play."""
    one_of_it = noun.head == "class" and noun.kinds and noun.quantifier not in ("each", "all", "none")
    return [pos.table.another(noun.kinds[0], pos.state.serial)] if one_of_it else []


def _counting_as(pos: Position, clause: Clause, entering: Sequence[Element]) -> Position:
    """The position in which what enters play is from now on what the words make of it: “as a Drone minion”."""
    said = clause.as_what.kinds if clause.as_what is not None else ()
    kinds = frozenset().union(*(pos.rules.sorts_of(kind) for kind in said))
    for one in entering if kinds else ():
        pos = pos.with_state(pos.state.put("kinds", one.key, kinds))
    return pos


def _as_theirs(pos: Position, element: Element, player: Element) -> Element:
    """Somebody chosen who enters play, as the player's, unless such cards are the scenario's."""
    theirs = pos.rules.sorts_of(pos.rules.features.scenario_kinds or "")
    is_free = element.chosen and element.controller is None and theirs.isdisjoint(pos.kinds(element))
    return replace(element, controller=player.player) if is_free else element


def _outside(pos: Position, noun: Noun, named: NamedElements) -> list[Element]:
    """Submitted cards outside play that words let enter; of a class all of them, or the only one."""
    if noun.head != "class":
        return [_to_enter(pos, one) for one in named.found if not pos.is_in_play(one)]
    cards = (one for one in pos.table.every_card() if one.role is None and pos.is_outside(one) and one.in_play is False)
    fitting = [
        one
        for one in map(pos.table.of_card, cards)
        if not noun.kinds or any(pos.is_kind(one, kind) for kind in noun.kinds)
    ]
    return fitting if len(fitting) == 1 or noun.quantifier in ("each", "all") else []


def _for_whom(pos: Position, clause: Clause, speaker: Speaker) -> Sequence[Element]:
    """The players for whom something enters play: whom it engages, on whose side it comes, who brings it in; else
    you.
    """
    engaged = clause.to.engaged_with if clause.to is not None else None
    if engaged is not None:
        doers = {"subject": _doers(pos, clause, speaker).found} if clause.agent is not None else {}
        speaker = replace(speaker, bound={**speaker.bound, **doers})
        if found := elements_of(pos, engaged, speaker).found:
            return found
    side = _on_whose_side(pos, clause.to, speaker)
    if side is not None:
        return (side,)
    bringing = [one for one in _doers(pos, clause, speaker).found if one.player is not None] if clause.agent else []
    you = pos.table.identity(pos.you(speaker) or pos.first_player)
    return bringing or ((you,) if you is not None else ())


def _on_whose_side(pos: Position, to: Noun | None, speaker: Speaker) -> Element | None:
    """The player to whom, or on whose side, something comes into play."""
    if to is None:
        return None
    row = to.zone in pos.rules.features.rows
    player = None if row else next((one for one in elements_of(pos, to, speaker).found if one.player), None)
    sides = owners(pos, to.whose, speaker) if player is None and to.whose is not None else None
    return pos.table.identity(next(iter(sides))) if sides is not None and len(sides) == 1 else player


def _to_enter(pos: Position, element: Element) -> Element:
    """The card of that name which enters: of one that resolves for its boost text only, the one beside it."""
    if element.card is None or element.card.role is None:
        return element
    beside = [
        card
        for card in pos.table.every_card()
        if card.role is None and card.name == element.card.name and pos.is_outside(card)
    ]
    return pos.table.of_card(beside[0]) if beside else element


Special = Callable[[Position, Clause, Use, Speaker], Result | None]

_SPECIAL: dict[str, Special] = {
    "change-form": _change_form,
    "activation": _activation,
    "attack": _attack,
    "scheme": _attack,
    "defend": _defend,
    "discard": _discard,
    "resolve": _resolve,
    "enter-play": _enter_play,
}
"""Events that an effect begins in a way of their own; None from one lets it begin like any other."""


def makes(
    pos: Position,
    label: Label,
    use: Use,
    speaker: Speaker,
    clauses: Sequence[Clause],
    said: tuple[Interpret, ...],
    within: Sequence[Task],
) -> tuple[Task, ...]:
    """The attack or thwart that a labeled ability makes: against whom its words act, what is `said` of it and what
    happens `within` it.
    """
    identity = pos.table.identity(speaker.ability.you)
    if identity is None or label.makes is None:
        return ()
    occurrence = pos.rules.occurrences[label.makes.occurrence]
    roles = [role for role, source in label.makes.roles if source == "patient"]
    by_it = [clause for clause in clauses if clause.event in DONE_BY_WHAT_IS_MADE]
    patients: tuple[Element, ...] = ()
    for clause in (*by_it, *(one for one in clauses if one not in by_it)):
        patients = _patients(pos, clause, speaker, _doers(pos, clause, speaker).found).found
        if patients and (clause in by_it or accepts(pos, occurrence, roles, patients)):
            break
        patients = ()
    given = {
        "own": (identity,),
        "patient": patients,
        "controller": (identity,),
        "card": (pos.table.of(speaker.ability),),
    }
    start = nested_start(pos, label.makes, speaker.event, given, use.ref)
    start = replace(start, facts={**start.facts, **facts_of(label, clauses)})
    return (BeginEvent(start, use.event, use.ghost, use.ref, within=label.within, inside=tuple(within), said=said),)
