"""From a dispute to its ruling. Where no occurrence is named, the cards' own triggers decide which one it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.cardtext.tree import Clause, Condition, Noun, TriggerTree
from judge.disputes.dispute_values import Dispute
from judge.engine.active_abilities import other_side
from judge.engine.constant_gaps import begins_nothing, gaps
from judge.engine.constants import acts_of
from judge.engine.display_names import Telling
from judge.engine.effort import MOST_LOOKS, WEIGHING, Effort, effort_of_this_answer
from judge.engine.events import Start, fill_in
from judge.engine.in_force import Constants
from judge.engine.nouns.noun_matching import concrete
from judge.engine.position import Position
from judge.engine.ruling_writer import finished
from judge.engine.run_record import Trace
from judge.engine.running.loop import go_on
from judge.engine.running.run import Run
from judge.engine.state import State, Truth
from judge.engine.table_elements import Element, SubmittedAbility, Table
from judge.engine.tasks import BeginEvent
from judge.engine.unread_words import unread_abilities, unread_of
from judge.engine.waiting_index import WaitingIndex, has_would, word_of
from judge.rules.model import Moment, OccurrenceType, ParticipantType, Step
from judge.rulings.ruling import Ruling


def resolve(dispute: Dispute, preferred: Sequence[str] = (), effort: Effort | None = None) -> Ruling:
    """The ruling on a dispute. `preferred` lists references that go first wherever somebody may choose.

    Raises TooLarge when `effort` (by default what is left for this answer) is spent.
    """
    table = Table(dispute, effort or effort_of_this_answer())
    waiting = WaitingIndex(table, Constants(table))
    prefers = (*preferred, *(ref for ref in dispute.prefer if ref not in preferred))
    if dispute.occurrence is not None:
        return _ruling(table, waiting, _submitted(table), prefers, ())
    tried = []
    for start, told in _guesses(table):
        tried.append(_ruling(table, waiting, start, prefers, (told,)))
    best = max(tried, key=lambda ruling: sum(len(group.abilities) for group in ruling.order), default=None)
    if best is not None and best.order:
        return best
    known = ", ".join(dispute.rules.offered)
    warning = f"Nothing says what is happening, and no card's trigger tells; an occurrence may be named: {known}."
    trace = Trace()
    trace.warn(warning)
    run = Run(table, waiting, _beginning(dispute), trace)
    _leave_out(run)
    return replace(finished(table, waiting, trace, run.pos, unread_of(table)), timeline=())


def _beginning(dispute: Dispute) -> State:
    return State({player.name: player.form for player in dispute.players})


def unfolded(dispute: Dispute) -> Run:
    """The run of the occurrence that a dispute names, once it is over, which may take no more than one dispute however
    many the answer is about. Raises TooLarge as `resolve`.
    """
    whole = effort_of_this_answer()
    own = replace(whole, left=min(whole.left, MOST_LOOKS))
    before, table = own.left, Table(dispute, own)
    try:
        return _unfolded(table, WaitingIndex(table, Constants(table)), _submitted(table), dispute.prefer, ())
    finally:
        whole.left -= before - own.left


def _ruling(table: Table, waiting: WaitingIndex, start: Start, prefers: Sequence[str], told: Sequence[str]) -> Ruling:
    """What comes of the event."""
    run = _unfolded(table, waiting, start, prefers, told)
    return finished(table, waiting, run.trace, run.pos, unread_of(table))


def _unfolded(table: Table, waiting: WaitingIndex, start: Start, prefers: Sequence[str], told: Sequence[str]) -> Run:
    table.effort.spend(WEIGHING * len(table.abilities))
    run = Run(table, waiting, _beginning(table.dispute), Trace(), {ref: place for place, ref in enumerate(prefers)})
    for text in (*table.dispute.assumptions, *told):
        run.trace.assume(None, [text])
    for text in table.dispute.warnings:
        run.trace.warn(text)
    _leave_out(run)
    _tell_alike(run, start)
    go_on(run, BeginEvent(start))
    _leave_out_replaced_parts(run)
    _tell_gaps(run)
    run.trace.tell_choices(Telling(table, run.state).name)
    _place_assumptions(run)
    _leave_out_other_sides(run)
    return run


def _leave_out(run: Run) -> None:
    """What is not in play, what was not read, keywords that the edition does not know."""
    table, rules, name = run.table, run.table.rules, Telling(run.table, run.state).name
    outside = rules.kinds_with("resolves_from_outside")
    unread = unread_abilities(table)
    for one in table.abilities:
        beneath = one.card.role is not None and not _of_boost(run, one)
        hidden = one.card.in_play is False and one.card.kind not in outside and not _brings_itself(one)
        if hidden or beneath:
            run.state = run.state.put("lost", one.ref, ("not-in-play", None))
            run.trace.note(one.ref, "not-in-play", None, ())
        elif one.ref in unread:
            run.state = run.state.put("lost", one.ref, ("unread", None))
            run.trace.note(one.ref, "unread", None, ())
        if one.keyword is not None and one.keyword.name not in rules.heeded_keywords:
            lacking = f"This edition has no keyword “{one.keyword.name}”"
            run.trace.warn(f"{lacking}: {name(one.ref)} does nothing under its rules.")


def _brings_itself(ability: SubmittedAbility) -> bool:
    """Whether an ability puts its own card into play, so that it is used where that is not."""
    clauses = acts_of(ability.tree.effect) if ability.tree is not None else []
    return any(c.event == "enter-play" and c.patient is not None and c.patient.head == "this" for c in clauses)


def _tell_gaps(run: Run) -> None:
    """What constants, and abilities that were used, change here in a way that is not worked out."""
    name = Telling(run.table, run.state).name
    used = [ref for ref in run.trace.resolved if begins_nothing(run.table.rules, run.table.by_ref[ref])]
    for ref in dict.fromkeys((*gaps(run.pos, run.waiting.constants), *used)):
        if ref in used or ref not in run.trace.resolved:
            run.trace.gaps.add(ref)
            run.trace.warn(f"{name(ref)} changes what happens here in a way that is not worked out in this ruling.")


def _place_assumptions(run: Run) -> None:
    """What an effect took to be so changes what it brought about."""
    written = run.trace.written()
    for (ref, _), groups in run.trace.assumptions.items():
        if not groups and ref is not None:
            groups += [group for group in written if ref in run.state.events[group.event].chain]


def _leave_out_replaced_parts(run: Run) -> None:
    """One player's part of an effect, all of which something else has replaced, is replaced itself."""
    parts = run.table.rules.kinds_with("one_players_part")
    for one in run.table.abilities:
        if one.card.kind not in parts or one.ref not in run.trace.resolved:
            continue
        stops = [event.stop for event in run.state.events.values() if event.cause == one.ref]
        if stops and all(stop is not None and stop[0] == "replaced" for stop in stops):
            run.trace.withdraw(one.ref, "replaced", stops[0][1] if stops[0] else None, ())


def _leave_out_other_sides(run: Run) -> None:
    """What is printed on a side of an identity card that was facedown from first to last was never in play."""
    first = run.pos.with_state(_beginning(run.table.dispute))
    for one in run.table.abilities:
        if one.ref in run.trace.notes or one.ref in run.trace.resolved:
            continue
        if all(other_side(pos, one)[0] == "not-in-play" for pos in (first, run.pos)):
            run.trace.note(one.ref, "not-in-play", None, run.pos.rules.features.other_side_rules)


def _of_boost(run: Run, ability: SubmittedAbility) -> bool:
    timing = run.table.rules.timings.get(ability.timing)
    return timing is not None and timing.of_boost_cards


def _tell_alike(run: Run, start: Start) -> None:
    """Where several submitted cards share a name that was given: which of them is taken to be meant."""
    table = run.table
    given = [(value, start.roles.get(name, ())) for name, value in table.dispute.participants.items()]
    given += [(c.attached_to, (table.element(c.attached_to),)) for c in table.every_card() if c.attached_to]
    for name, elements in given:
        ids = [one.card.id for one in table.alike(name) if one.card] if isinstance(name, str) else []
        if ids and elements and elements[0].card is not None:
            text = f"{len(ids)} cards are called {name} ({', '.join(ids)}): {elements[0].card.id} is taken to be meant."
            run.trace.assume(None, [text])


# --- the occurrence as submitted


def _submitted(table: Table) -> Start:
    """The event that the dispute names, with its participants."""
    dispute = table.dispute
    occurrence = dispute.occurrence
    assert occurrence is not None
    given, kinds = dispute.participants, dispute.kinds
    roles: dict[str, tuple[Element, ...]] = {}
    facts: dict[str, Truth] = {}
    values: dict[str, str] = {}
    for part in occurrence.participants:
        value = given.get(part.name)
        if part.kind == "form" and isinstance(value, str):
            values[part.name] = value
            facts[f"{part.name}-{value}"] = Truth(True)
        elif "|" in part.kind:
            facts.update({f"{part.name}-{one}": Truth(one == value) for one in part.kind.split("|")})
            values.update({part.name: value} if isinstance(value, str) else {})
        elif isinstance(value, list | str) or (part.kind == "place" and value is not None):
            named = value if isinstance(value, list) else [value]
            roles[part.name] = tuple(_participant(table, part, one, kinds.get(part.name)) for one in named)
    for flag, fact in occurrence.flags:
        if isinstance(given.get(flag), bool):
            facts[fact] = Truth(given[flag])
    fill_in(Position(table.rules, table, _beginning(dispute)), occurrence, roles)
    _acts(table, occurrence, roles)
    _control(table, occurrence, roles)
    return Start(occurrence, roles, facts, values=values)


def _acts(table: Table, occurrence: OccurrenceType, roles: dict[str, tuple[Element, ...]]) -> None:
    """Where it was not said who acts, it happens in the turn of the player whose turn it is."""
    active = table.identity(table.dispute.active)
    optional = any(part.name == occurrence.acting and part.optional for part in occurrence.participants)
    if optional and occurrence.acting is not None and active is not None:
        roles.setdefault(occurrence.acting, (active,))


def _control(table: Table, occurrence: OccurrenceType, roles: dict[str, tuple[Element, ...]]) -> None:
    """Let participants be whose the occurrence says they are."""
    for name, owner in occurrence.controls:
        player = roles[owner][0].player if roles.get(owner) else None
        if player is not None and name in roles:
            roles[name] = tuple(table.controlled(one, player) for one in roles[name])


def _participant(table: Table, part: ParticipantType, name: str | int, kind: str | None) -> Element:
    sort = part.kind.removesuffix("-list")
    if sort == "place" or isinstance(name, int):
        return table.place(name)
    return table.element(name, kind or (sort if sort != "player" else None), None if kind else part.assume)


# --- which occurrence the cards wait for


def _guesses(table: Table) -> Iterator[tuple[Start, str]]:
    """Lazily, each event that a card waits for, with those whom its trigger names."""
    seen: set[object] = set()
    waiting = [(ability, _waits_for(ability)) for ability in table.abilities]
    for occurrence in table.rules.occurrences.values():
        told = _tells_of(occurrence)
        for ability in (ability for ability, words in waiting if not words.isdisjoint(told)):
            for clause, moment, step in _moments(ability, occurrence):
                found = _guess(table, ability, occurrence, clause, moment, step)
                roles = tuple((role, tuple(one.key for one in elements)) for role, elements in found.roles.items())
                key = (occurrence.type, roles, tuple(found.facts))
                if key not in seen:
                    seen.add(key)
                    yield found, _told(occurrence, found)
    for ability in table.abilities:
        if ability.tree is not None and ability.tree.trigger is not None:
            yield from _guesses_around(table, ability, ability.tree.trigger)


def _guesses_around(table: Table, ability: SubmittedAbility, trigger: TriggerTree) -> Iterator[tuple[Start, str]]:
    """Lazily, what no occurrence tells of, as the default one, and what must be under way by a condition."""
    begun = {begun.event for occurrence in table.rules.occurrences.values() for begun in occurrence.begun_by}
    for clause in trigger.clauses:
        default = table.rules.default_for(clause.event)
        if default is None or clause.event in begun:
            continue
        for named, moment, step in _moments(ability, default):
            found = _guess(table, ability, default, named, moment, step)
            yield found, _told(default, found)
    for condition in trigger.conditions:
        for occurrence, around in _around(table, condition):
            found = _guess(table, ability, occurrence, condition.clause, around, occurrence.steps[0])
            yield found, _told(occurrence, found)


def _waits_for(ability: SubmittedAbility) -> frozenset[str]:
    """The events of its trigger or, where it has none, its timing and labels."""
    if ability.tree is not None and ability.tree.trigger is not None:
        return frozenset(clause.event for clause in ability.tree.trigger.clauses)
    labels = ability.ability.labels if ability.ability is not None else ()
    return frozenset((ability.timing or "", *labels))


def _tells_of(occurrence: OccurrenceType) -> frozenset[str]:
    """The events of the moments of an occurrence, and the timings printed to resolve in it."""
    events = (moment.event for step in occurrence.steps for moment in step.all_moments)
    timings = (timing for step in occurrence.steps for timing, _ in step.printed)
    return frozenset((*events, *timings))


def _around(table: Table, condition: Condition) -> Iterator[tuple[OccurrenceType, Moment]]:
    """What must be under way by a condition: “while the villain attacks”, “during a scheme activation”."""
    clause = condition.clause
    named = (clause.variant or clause.thing) if clause is not None and clause.event == "during" else None
    name = named or (clause.event if clause is not None and condition.going_on else None)
    for occurrence in table.rules.occurrences.values():
        for begun in occurrence.begun_by:
            if begun.event == name:
                yield occurrence, begun


def _told(occurrence: OccurrenceType, start: Start) -> str:
    who = ", ".join(
        f"{role.replace('_', ' ')} {' and '.join(one.name for one in elements)}"
        for role, elements in start.roles.items()
        if elements
    )
    return (
        f"What is happening was not said: {occurrence.type.replace('-', ' ')}{f' ({who})' if who else ''} is assumed."
    )


def _moments(
    ability: SubmittedAbility, occurrence: OccurrenceType
) -> Iterator[tuple[Clause | None, Moment | None, Step]]:
    """Lazily, the steps of an occurrence at which an ability's trigger or timing finds its moment."""
    tree = ability.tree
    if tree is None:
        return
    trigger, word = tree.trigger, word_of(ability)
    for step in occurrence.steps:
        if trigger is not None:
            for moment in step.all_moments:
                for clause in trigger.clauses:
                    words = (
                        {moment.word, "would"}
                        if moment.word == "when" and not has_would(occurrence, clause.event)
                        else {moment.word}
                    )
                    if word in words and moment.event == clause.event:
                        yield clause, moment, step
        else:
            for timing, role in step.printed:
                said = ability.ability
                if timing == ability.timing or (said is not None and timing in said.labels):
                    yield None, Moment("when", timing, None, (), (role,)), step


def _guess(
    table: Table,
    ability: SubmittedAbility,
    occurrence: OccurrenceType,
    clause: Clause | None,
    moment: Moment | None,
    step: Step,
) -> Start:
    """The event as that trigger asks for it: those whom it names in their roles, others as usual, its facts so."""
    pos = Position(table.rules, table, _beginning(table.dispute))
    roles: dict[str, tuple[Element, ...]] = {}
    for role_names, noun in _named_at(ability, clause, moment):
        _fill_named(pos, occurrence, roles, role_names, noun, ability)
    for part in occurrence.participants:
        if part.name not in roles and not part.optional and part.type in ("name", "list"):
            roles[part.name] = (_default(pos, part, occurrence, roles),)
    fill_in(pos, occurrence, roles)
    _control(table, occurrence, roles)
    facts, values = _wanted(pos, ability, occurrence, clause, step)
    thing = clause.thing if clause is not None and "to" not in values else None
    if thing == "this":
        thing = ability.card.name
    return Start(
        occurrence, roles, facts, thing=thing, variant=clause.variant if clause is not None else None, values=values
    )


def _named_at(
    ability: SubmittedAbility, clause: Clause | None, moment: Moment | None
) -> Sequence[tuple[Sequence[str], Noun]]:
    """The roles of a moment with the nouns of a trigger that name who fills them; of a timing, the card or you."""
    if moment is None:
        return ()
    if clause is None:
        return ((moment.patient, Noun("this") if moment.event == ability.timing else Noun("you")),)
    pairs = ((moment.agent, clause.agent), (moment.patient, clause.patient or clause.to))
    return [(roles, noun) for roles, noun in pairs if noun is not None]


def _fill_named(
    pos: Position,
    occurrence: OccurrenceType,
    roles: dict[str, tuple[Element, ...]],
    names: Sequence[str],
    noun: Noun,
    ability: SubmittedAbility,
) -> None:
    """Let whom a noun names fill the first of the roles that suits."""
    parts = {part.name: part for part in occurrence.participants}
    for role in (name.rstrip("@") for name in names):
        if role not in parts or role in roles:
            continue
        element = _hint(pos, noun, ability, ability.you or pos.table.dispute.active)
        if element is not None and (noun.head == "this" or _suits(pos, element, parts[role])):
            roles[role] = (element,)
            return


def _wanted(
    pos: Position, ability: SubmittedAbility, occurrence: OccurrenceType, clause: Clause | None, step: Step
) -> tuple[dict[str, Truth], dict[str, str]]:
    """The facts that must be so for a clause to be about the event."""
    facts: dict[str, Truth] = {}
    values: dict[str, str] = {}
    conditions = [*step.conditions]
    for fact in clause.facts if clause is not None else ():
        conditions += pos.rules.qualifiers.get(fact, ())
    for condition in conditions:
        atom = next((atom for atom in condition if atom.relation is None), None)
        if atom is not None:
            facts.setdefault(atom.subject, Truth(not atom.negative))
    for part in occurrence.participants:
        value = _form_wanted(pos, ability, clause) if part.kind == "form" else None
        if "|" in part.kind and not part.optional:
            value = part.kind.split("|")[0]
        if value is not None:
            values[part.name] = value
            facts[f"{part.name}-{value}"] = Truth(True)
    return facts, values


def _form_wanted(pos: Position, ability: SubmittedAbility, clause: Clause | None) -> str | None:
    """The form that a clause names, else the ability's, else the first; None where a card makes it, which is no value
    of the field.
    """
    forms = sorted(pos.rules.kinds_with("form"), key=list(pos.rules.kinds).index)
    told = clause.thing if clause is not None else None
    told = ability.card.kind if told == "this" else told
    if told is not None:
        return told if told in forms else None
    own = ability.ability.form if ability.ability is not None else None
    return own if own in forms else next(iter(forms), "")


def _hint(pos: Position, noun: Noun, ability: SubmittedAbility, you: str) -> Element | None:
    """Whom a noun names: a submitted card, a player, or something in general of its kind."""
    noun = concrete(pos, noun)
    if noun.parts:
        return _hint(pos, noun.parts[0], ability, you)
    table, features = pos.table, pos.rules.features
    if noun.head == "you":
        return table.identity(you)
    if noun.head == "this":
        return table.of(ability)
    if noun.head == "attached":
        return pos.bearer(ability.card) or _of_kind(pos, noun.kinds, ability, noun, you)
    if noun.head == "named" and noun.name:
        return table.element(noun.name)
    relative = noun.other or not set(features.relative_kinds).isdisjoint((*noun.kinds, *noun.states))
    other = next((seat for seat in table.seats if seat != you), you) if relative else you
    players = pos.rules.player_words | pos.rules.kinds_with("identity")
    return table.identity(other) if players & set(noun.kinds) else _of_kind(pos, noun.kinds, ability, noun, other)


def _of_kind(
    pos: Position, kinds: Sequence[str], ability: SubmittedAbility, noun: Noun, owner: str | None
) -> Element | None:
    """A submitted card of the kinds that may be meant, else something in general of them."""
    rules = pos.rules
    known = [kind for kind in kinds if rules.is_kind(kind)]
    wanted = frozenset().union(*map(rules.sorts_of, known)) if known else rules.leaves
    relative = not set(rules.features.relative_kinds).isdisjoint((*noun.states, *kinds))
    mine = ability.you if _is_yours(noun) else None
    apart = pos.table.of(ability).key if noun.other or noun.traits else None
    submitted = _submitted_of(pos, wanted, owner if relative else mine, apart)
    if submitted is not None:
        return submitted
    player = owner if noun.whose is not None or noun.other or relative else mine
    return _general(pos, known or ["card"], wanted, player)


def _general(pos: Position, kinds: Sequence[str], wanted: frozenset[str], player: str | None) -> Element:
    """The only card of the kinds that there is, else something in general of them."""
    only = [kind for kind in kinds if kind in pos.rules.kinds_with("only_one")]
    words = kinds[0].replace("-", " ")
    general = Element(f"the {words}", f"the {words}", wanted, None, player, None, False, True)
    return pos.the(only[0]) if only else general


def _is_yours(noun: Noun) -> bool:
    """Whether it is “your” card, or lies in a place of yours."""
    whose = (one.whose for one in (noun, noun.at) if one is not None)
    return any(one is not None and one.head == "you" for one in whose)


def _submitted_of(pos: Position, wanted: frozenset[str], owner: str | None, apart: str | None) -> Element | None:
    """The first submitted card of some kinds, of a player where one is meant, but for the one left out."""
    for card in sorted(pos.table.dispute.cards, key=lambda card: card.id):
        element = pos.table.of_card(card)
        if not card.kind or not pos.rules.sorts_of(card.kind) & wanted or element.player is not None:
            continue
        if element.key != apart and (owner is None or element.controller in (None, owner)):
            return element
    return None


def _suits(pos: Position, element: Element, part: ParticipantType) -> bool:
    """Whether an element can be that participant."""
    kind = part.kind.removesuffix("-list")
    if kind in ("card", "flag", "form") or "|" in kind:
        return kind == "card"
    if kind == "place":
        return element.is_place
    if kind == "player":
        return element.player is not None
    return pos.is_kind(element, kind) is not False


def _default(
    pos: Position, part: ParticipantType, occurrence: OccurrenceType, roles: Mapping[str, tuple[Element, ...]]
) -> Element:
    """What fills a participant that no trigger names: beside the player who acts, another one."""
    sort, table = part.kind.removesuffix("-list"), pos.table
    if sort == "place":
        return table.place(0)
    if sort == "player":
        return table.identity(_default_player(table, part, occurrence, roles)) or table.in_general("player")
    if any(sort in pos.rules.closure(kind) for kind in pos.rules.kinds_with("identity")):
        return table.identity(table.dispute.active) or table.in_general(sort)
    kind = part.assume or sort
    for card in sorted(table.dispute.cards, key=lambda card: card.id):
        if card.kind and sort in pos.rules.closure(card.kind):
            return table.of_card(card)
    return pos.the(kind) if kind in pos.rules.kinds_with("only_one") else table.in_general(kind)


def _default_player(
    table: Table, part: ParticipantType, occurrence: OccurrenceType, roles: Mapping[str, tuple[Element, ...]]
) -> str:
    active = table.dispute.active
    taken = {one.player for elements in roles.values() for one in elements if one.player}
    if occurrence.acting in (None, part.name) or active not in taken:
        return active
    return next((seat for seat in table.seats if seat not in taken), active)
