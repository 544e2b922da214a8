"""What steps, keywords and statuses do by themselves: the mechanisms that rows name (`does = ["leave target"]`).

Each takes the position, the event, the arguments of the row, what is behind it, and who bears it. docs/language.md
lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from judge.disputes.dispute_values import Card
from judge.disputes.findings import plain
from judge.engine.condition_checks import has_keyword
from judge.engine.effects.card_effects import outlived, stopped
from judge.engine.effects.clause_effects import defended
from judge.engine.effects.state_changes import entered, gone_before, out, stays
from judge.engine.events import nested_start
from judge.engine.frozen_copy import changed
from judge.engine.nouns.noun_fit import NO
from judge.engine.nouns.noun_heads import chosen_as
from judge.engine.nouns.noun_matching import fits
from judge.engine.position import Position, Speaker
from judge.engine.state import Assumed, BarredPart, Event, State, Truth
from judge.engine.table_elements import Element, Ref, names_on
from judge.engine.tasks import Activate, ActivateNext, BeginEvent, Mechanism, Result, Task
from judge.rules.model import Begin, Citations

Doing = Callable[[Position, Event, Sequence[str], Ref | None, Element | None], Result]


def do(pos: Position, task: Mechanism) -> Result:
    """What the named mechanism does."""
    event = pos.state.events[task.event]
    return MECHANISMS[task.doing.verb](pos, event, task.doing.args, task.by, task.holder)


def _cause(pos: Position, event: Event) -> Ref | None:
    """The ability that made the event, or one around it, happen."""
    return next((one.cause for one in pos.state.around(event) if one.cause), None)


# --- what becomes of the event


def _stop(pos: Position, event: Event, args: Sequence[str], by: Ref | None, _holder: Element | None) -> Result:
    """stop REASON: the event comes about no further."""
    state = stopped(pos.state, event, args[0], by or "")
    return Result(outlived(pos.with_state(state), event, by) if args[0] == "prevented" else state)


def _rule_out(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """rule-out RULE: the rule forbids that the event comes about any further."""
    now = changed(event, stop=event.stop or ("forbidden", None), stop_rules=event.stop_rules or pos.rules.cite(args[0]))
    return Result(pos.state.with_event(now))


def _outgrow(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """outgrow ROLE TIMING: a card in the role with an ability of the timing is replaced by the version after it: what
    it says is in play no longer.
    """
    state, cause = pos.state, _cause(pos, event)
    for one in map(pos.now, event.every(args[0])):
        said = [ability for ability in pos.table.abilities_of(one) if one.card is ability.card]
        if any(ability.timing == args[1] for ability in said):
            for ability in said:
                state = state.put("lost", ability.ref, ("replaced", cause))
    return Result(state)


def _fact(pos: Position, event: Event, args: Sequence[str], by: Ref | None, _holder: Element | None) -> Result:
    """fact NAME: it is so of the event."""
    return Result(pos.state.with_fact(event, args[0], Truth(True, by)))


def _status(pos: Position, _event: Event, args: Sequence[str], by: Ref | None, holder: Element | None) -> Result:
    """status NAME: who bears the row has that status from now on."""
    return Result(
        pos.state.put("statuses", (holder.key, args[0]), by) if holder is not None and by is not None else pos.state
    )


def _silence(pos: Position, event: Event, args: Sequence[str], by: Ref | None, holder: Element | None) -> Result:
    """silence [ROLE]: those in the role, or who bears the row, lose their abilities."""
    state = pos.state
    mine = not args or args[0] == "holder"
    for one in ((holder,) if holder is not None else ()) if mine else event.every(args[0]):
        state = state.put("silenced", pos.now(one).key, by if mine else _cause(pos, event))
    return Result(state)


def _restore(pos: Position, _event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """restore STATUS: it is taken off what bears it on the side of the player whose turn it is."""
    state = pos.state
    for one in pos.table.abilities:
        if one.timing == "status" and args[0] in pos.table.status_names(one) and one.card.attached_to:
            bearer = pos.table.element(one.card.attached_to)
            if pos.controller(bearer) in (None, pos.active):
                state = state.drop("silenced", bearer.key).put("lost", one.ref, ("not-in-play", None))
    for element in pos.everybody():
        if (element.key, args[0]) in state.statuses and pos.controller(element) in (None, pos.active):
            state = state.drop("silenced", element.key).drop("statuses", (element.key, args[0]))
    return Result(state)


def _wake(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """wake ROLE: those in the role have their abilities again."""
    state = pos.state
    for one in event.every(args[0]):
        state = state.drop("silenced", pos.now(one).key)
    return Result(state)


def _afflict(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """afflict ROLE STATUS: the status lies on those in the role, by what made the event happen."""
    state = pos.state
    for one in event.every(args[0]):
        state = state.put("statuses", (pos.now(one).key, args[1]), _cause(pos, event) or "")
    return Result(state)


def _relieve(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """relieve ROLE STATUS: the status lies on those in the role no longer."""
    state = pos.state
    for one in event.every(args[0]):
        state = state.drop("statuses", (pos.now(one).key, args[1]))
    return Result(state)


def _bar(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """bar ROLE STATUS RULE: the event does not come about on one on whom the status lies."""
    role, status, rule = args
    for one in map(pos.now, event.every(role)):
        there = pos.statuses(status, one)
        if there or (one.key, status) in pos.state.statuses:
            by = there[0].ref if there else pos.state.statuses[one.key, status] or None
            event = changed(event, stop=event.stop or ("forbidden", by), stop_rules=pos.rules.cite(rule))
            return Result(pos.state.with_event(event))
    return Result(pos.state)


def _spare(pos: Position, event: Event, args: Sequence[str], by: Ref | None, holder: Element | None) -> Result:
    """spare ROLE: who bears the row is left out of those in the role; where nobody is left it does not happen."""
    if holder is None:
        return Result(pos.state)
    left = tuple(one for one in event.every(args[0]) if pos.now(one).key != holder.key)
    spared = {one.key: (pos.now(one), by or "", "prevented") for one in event.every(args[0]) if one not in left}
    event = changed(
        event, roles={**event.roles, args[0]: left or event.every(args[0])}, spared={**event.spared, **spared}
    )
    state = pos.state.with_event(event)
    return Result(state if left else stopped(state, event, "prevented", by or ""))


def _remove_status(pos: Position, _event: Event, args: Sequence[str], by: Ref | None, holder: Element | None) -> Result:
    """forbid STATUS holder: status cards of the name on who bears the row do nothing."""
    state = pos.state
    there = pos.statuses(args[0], holder) if holder is not None else []
    for one in there:
        state = state.put("lost", one.ref, ("forbidden", by))
    return Result(state, notes=tuple((one.ref, "forbidden", by, ()) for one in there))


# --- what leaves, enters, takes another's place


def _leave(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """leave ROLE: those in the role leave play, with what is attached to them."""
    state = pos.state
    warnings: list[tuple[str, Citations]] = []
    cause = _cause(pos, event)
    for one in event.every(args[0]) if not stays(pos, event) else ():
        element = pos.now(one)
        staged = pos.kinds(element) <= pos.rules.kinds_with("next_stage_takes_over")
        if element.player is None and not staged:
            state = out(state, pos, element, cause)
            before = state
            state = gone_before(pos.with_state(state), event, element)
            state = ended_without(pos.with_state(state), event, element, cause)
            if _defender_is_gone(pos, before, state):
                question = pos.rules.open_questions["defender-gone"]
                warnings.append((question.says.format(who=pos.first_player), question.rules))
    return Result(state, warnings=tuple(warnings))


def _defender_is_gone(pos: Position, before: State, after: State) -> bool:
    """Whether somebody who defended does no longer, where the edition does not say what then becomes of the attack."""
    defense = pos.rules.features.defense
    if defense is None or "defender-gone" not in pos.rules.open_questions:
        return False
    return any(
        one.roles.get(defense.role) and not after.events[serial].roles.get(defense.role)
        for serial, one in before.events.items()
    )


def ended_without(pos: Position, event: Event, element: Element, by: Ref | None) -> State:
    """The state in which events that need the element end, and a defender gone leaves the attack undefended."""
    state = pos.state
    for outer in list(pos.state.around(event)):
        if outer.serial == event.serial or (
            outer.cause == event.cause and outer.occurrence.type == event.occurrence.type
        ):
            continue
        now = state.events[outer.serial]
        for role in outer.occurrence.ends_without:
            one = now.one(role)
            if one is not None and pos.now(one).key == element.key and now.stop is None and not _is_past(now, event):
                state = stopped(state, now, "prevented", by or "")
        state = _undefended_without(pos.with_state(state), event, state.events[outer.serial], element, by)
    return state


def _undefended_without(pos: Position, event: Event, attack: Event, element: Element, by: Ref | None) -> State:
    """The state in which an attack is undefended, if the element defended it and its damage has not come."""
    state = pos.state
    defense = pos.rules.features.defense
    if not defense or attack.occurrence.type != defense.occurrence:
        return state
    role, there = defense.role, attack.roles.get(defense.role, ())
    dealt = pos.state.fact(attack, "damage") is not None or _part_that_yields(pos, event, attack, "damage") is not None
    if not there or there[0].key != element.key or dealt:
        return state
    roles = {name: elements for name, elements in attack.roles.items() if name != role}
    attack = changed(attack, roles=roles, former={**attack.former, role: (there[0], by)})
    return state.with_event(attack).with_fact(attack, defense.fact, Truth(False, by))


def _part_that_yields(pos: Position, event: Event, outer: Event, fact: str) -> Event | None:
    """The part of the outer event, the event itself or around it, by which a fact comes about."""
    parts = (one for one in pos.state.around(event) if one.parent == outer.serial and one.shares_facts)
    return next((one for one in parts if fact in one.occurrence.yields), None)


def _is_past(_outer: Event, inner: Event) -> bool:
    """Whether the inner event is a part of the outer one itself, whose course it does not end."""
    return inner.shares_facts


def _out_of_game(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """out ROLE: those in the role are ignored from now on."""
    state = pos.state
    for one in event.every(args[0]):
        state = state.put("left", pos.now(one).key, _cause(pos, event))
    return Result(state)


def _shed(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """shed ROLE KIND EVENT: cards of the kind that lie on those in the role leave play, which may be answered; what
    keeps the event from them keeps that from happening.
    """
    cards, assumed = pos.table.cards_of_kind(args[1]), tuple[Assumed, ...]()
    bearers = [pos.now(one) for one in event.every(args[0])]
    for one in bearers:
        settling = _taken_to_bear(pos, event, one, cards) if one.chosen else ()
        pos, assumed = _settled(pos, settling), (*assumed, *settling)
    keys = {pos.now(one).key for one in bearers}
    lying = [card for card in cards if (on := pos.bearer(card)) and on.key in keys]
    kept = (bar for bar in event.barred if args[2] in bar.events and args[0] in bar.moment.patient)
    shed = _leave_one_by_one(pos, event, map(pos.table.of_card, lying), pos.rules.standard.shed, next(kept, None))
    return replace(shed, assumed=assumed)


def _settled(pos: Position, assumed: Sequence[Assumed]) -> Position:
    """The position in which what was assumed is so."""
    state = pos.state
    for change in (change for one in assumed for change in one.settles):
        state = change.on(state)
    return pos.with_state(state)


def _taken_to_bear(pos: Position, event: Event, chosen: Element, cards: Sequence[Card]) -> tuple[Assumed, ...]:
    """Somebody whom a player chose is taken to be who bears the first card of whose leaving an ability tells."""
    begin = pos.rules.standard.shed
    steps = pos.rules.occurrences[begin.occurrence].steps if begin is not None else ()
    told = {moment.event for step in steps for moment in step.moments}
    for card in cards:
        bearer = pos.bearer(card)
        fit = chosen_as(pos, chosen, bearer) if bearer is not None else NO
        if fit.match == "yes" and _is_awaited(pos, event, told, pos.table.of_card(card)):
            return fit.assumed
    return ()


def _is_awaited(pos: Position, event: Event, told: Collection[str], element: Element) -> bool:
    """Whether an ability waits for one of those events to happen to it."""
    return any(
        clause.event in told
        and (clause.patient is None or fits(pos, clause.patient, element, Speaker(one, event)).match == "yes")
        for one in pos.table.abilities
        if one.tree is not None and one.tree.trigger is not None
        for clause in one.tree.trigger.clauses
    )


def _displace(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """displace ROLE KIND: older cards of the kind on what the one in the role lies on leave play, which may be
    answered.
    """
    element = event.one(args[0])
    bearer = pos.bearer(element.card) if element is not None and element.card is not None else None
    alike = [card for card in pos.attachments(bearer) if card.kind == args[1]] if bearer is not None else []
    older = [one for one in map(pos.table.of_card, alike) if element is not None and one.key != element.key]
    return _leave_one_by_one(pos, event, older, pos.rules.standard.displace)


def _leave_one_by_one(
    pos: Position, event: Event, those: Iterable[Element], begin: Begin | None, kept: BarredPart | None = None
) -> Result:
    """Of those what is in play leaves it, each by the event that a row names, unless something keeps it there."""
    state, cause = pos.state, _cause(pos, event)
    stop = (kept.reason, kept.by) if kept is not None else None
    tasks: list[Task] = []
    for one in those:
        if pos.is_in_play(one):
            state = state.put("left", one.key, cause) if kept is None else state
            if begin is not None:
                tasks.append(BeginEvent(nested_start(pos, begin, event, {"holder": (one,)}, cause), event.serial, stop))
    return Result(state, tuple(tasks))


def _withdraw(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """withdraw ROLE OCCURRENCE: those in the role take part no longer in the occurrence around."""
    outer = pos.state.within(event, args[1])
    if outer is None:
        return Result(pos.state)
    gone = {pos.now(one).key for one in event.every(args[0])}
    roles, former, cause = dict(outer.roles), dict(outer.former), _cause(pos, event)
    for role, elements in outer.roles.items():
        left = tuple(one for one in elements if pos.now(one).key not in gone)
        if elements and not left and cause is not None:
            former[role] = (elements[0], cause)
        roles[role] = left
    return Result(pos.state.with_event(changed(outer, roles=roles, former=former, withdrawn=outer.withdrawn | gone)))


def _copies(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """copies ROLE COPY: the other card of a name of who is in the role, and of the same player: a submitted one that is
    in play, so that there is one, else one in general.
    """
    element, side = event.one(args[0]), event.one("player")
    if element is None or (side is None and element.controller is None):
        return Result(pos.state)
    player = side.player if side is not None else element.controller
    alike = map(pos.table.of_card, _alike(pos, replace(element, controller=player)))
    there = next((one for one in alike if one.key != element.key and pos.is_in_play(one)), None)
    general = replace(element, key=f"copy of {element.key}", card=None, controller=player)
    state = pos.state.with_event(changed(event, roles={**event.roles, args[1]: (there or general,)}))
    return Result(state.with_fact(state.events[event.serial], args[2], Truth(True)) if there is not None else state)


def _alike(pos: Position, element: Element) -> list[Card]:
    """Submitted cards of a name of the element and of its player that are what a player has only one of."""
    kinds = pos.rules.kinds_with("unique_per_player")
    names = pos.table.names_of.get(element.key, frozenset()) | {plain(element.name)}
    cards = (card for card in pos.table.every_card() if card.kind and pos.rules.sorts_of(card.kind) <= kinds)
    return [card for card in cards if names_on(card) & names and card.controller == element.controller]


def _already_had(pos: Position, element: Element, player: str | None, kind: str) -> bool:
    """Whether a player already has a card of the kind with the element's name; none is its own rival."""
    alike = _alike(pos, replace(element, controller=player))
    if player == element.controller and len({card.kind for card in alike}) < 2:
        return False
    return any(card.kind == kind for card in alike)


def _refuse(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """refuse ROLE KIND RULE: it does not come about where the player already has a card of the kind with that name."""
    element, side = event.one(args[0]), event.one("to") or event.one("player")
    if element is None or (side is None and element.controller is None):
        return Result(pos.state)
    theirs = side.player or pos.controller(side) if side is not None else element.controller
    if not _already_had(pos, element, theirs, args[1]):
        return Result(pos.state)
    event = changed(event, stop=event.stop or ("forbidden", None), stop_rules=pos.rules.cite(args[2]))
    return Result(pos.state.with_event(event))


def _form(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """form ROLE: the player in the role is in the new form; one beside those of the identity leaves that as it is."""
    element, form = event.one(args[0]), event.values.get("to")
    done = element is not None and element.player and form in pos.rules.kinds_with("form")
    return Result(pos.state.put("forms", element.player, form) if done and element is not None and form else pos.state)


def _stage(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """stage ROLE: the role “next” is filled with the submitted stage that would follow the one in the role."""
    element = event.one(args[0])
    kinds = [k for k in sorted(pos.rules.kinds_with("has_stages")) if element is not None and pos.kinds(element) == {k}]
    cards = pos.table.cards_of_kind(kinds[0]) if kinds else ()
    stages = [one for one in map(pos.table.of_card, cards) if element is not None and one.key != element.key]
    waiting = [
        one for one in stages if one.key not in pos.state.left and one.card is not None and pos.is_outside(one.card)
    ]
    following = tuple((waiting or stages)[:1])
    return Result(pos.state.with_event(changed(event, roles={**event.roles, "next": following})))


def _advance(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """advance ROLE: the stage in the role is removed; the next one takes its place, where that was said not to be in
    play.
    """
    element, following = event.one(args[0]), event.one("next")
    if element is None or following is None or following.card is None or not pos.is_outside(following.card):
        return Result(pos.state)
    state = out(pos.state, pos, element, None)
    return Result(entered(state, pos, following, event))


# --- players


def _eliminate(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """eliminate ROLE: the player is out: the token and engaged cards go on, what the player controls leaves.

    Where what ended the player's game is only taken to happen, or nobody else plays, nothing follows.
    """
    element = event.one(args[0])
    player = element.player or pos.controller(element) if element is not None else None
    others = [seat for seat in pos.seats_in_order() if seat != player]
    assumed = any(pos.state.fact(event, f"assumed-{name}") is not None for name in pos.rules.facts)
    seats = pos.table.seats
    if player not in seats or not others or assumed:  # what the scenario has is no player's
        return Result(pos.state)
    cause = _cause(pos, event)
    start = seats.index(player)
    heir = next(s for s in (*seats[start + 1 :], *seats[:start]) if s in others)
    state = pos.state.put("eliminated", player, cause)
    if pos.first_player == player:
        state = changed(state, first=seats.index(heir))
    for card in pos.table.every_card():
        if card.controller == player:
            state = out(state, pos, pos.table.of_card(card), cause)
    return _engage(pos, event, state, player, heir)


def _engage(pos: Position, event: Event, state: State, left: str, heir: str) -> Result:
    """Who was engaged with a player who left engages the next one."""
    tasks: list[Task] = []
    engaging = [card for card in pos.table.every_card() if card.kind in pos.rules.kinds_with("engages")]
    minions = sorted((c for c in engaging if pos.engaged(c) == left and not pos.is_outside(c)), key=lambda c: c.id)
    begin, identity = pos.rules.standard.engage, pos.table.identity(heir)
    for card in minions:
        state = state.put("engaged", card.id, heir)
        if begin is not None and identity is not None:
            given = {"holder": (pos.table.of_card(card),), "player": (identity,)}
            chooser = pos.with_state(state).first_player if len(minions) > 1 else None
            tasks.append(BeginEvent(replace(nested_start(pos, begin, event, given), decided_by=chooser), event.serial))
    return Result(state, tuple(tasks))


def _pass_token(pos: Position, _event: Event, _args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """pass-first-player: the next player who still plays is first."""
    seats = pos.table.seats
    order = [(pos.state.first + step) % len(seats) for step in range(1, len(seats) + 1)]
    first = next((seat for seat in order if seats[seat] not in pos.state.eliminated), pos.state.first)
    return Result(changed(pos.state, first=first))


# --- activations, boost cards, what is revealed


def _declare(pos: Position, event: Event, _args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """declare: a defender submitted defends; a defending player becomes the target."""
    defense = pos.rules.features.defense
    if defense is None:
        return Result(pos.state)
    defender = event.roles.get(defense.role, ())
    if not defender or pos.state.fact(event, defense.fact) is not None:
        return Result(pos.state)
    event = changed(event, roles={**event.roles, defense.role: ()})
    return Result(defended(pos.with_state(pos.state.with_event(event)), event, pos.now(defender[0]), None))


def _activate_each(pos: Position, event: Event, args: Sequence[str], by: Ref | None, holder: Element | None) -> Result:
    """activate KIND: every enemy of the kind activates against the player of this step, one at a time."""
    if holder is not None:
        player = event.one("player")
        return Result(
            pos.state,
            (Activate(holder, player, event.serial, cause=by),) if holder is not None and player is not None else (),
        )
    there = activating(pos, args[0], event)
    known = frozenset(one.key for one in there)
    state = pos.state
    name = pos.rules.features.group_activation
    if name is not None:
        state = state.with_fact(event, "group-activation", Truth(True))
    return Result(state, (ActivateNext(args[0], event.serial, known, len(there) > 1),))


def activating(pos: Position, kind: str, event: Event) -> list[Element]:
    """Enemies of a kind that have yet to activate against the player of this step."""
    player = event.one("player")
    if player is None or player.player in pos.state.eliminated:
        return []
    cards = [card for card in pos.table.cards_of_kind(kind) if not pos.is_outside(card)]
    if kind in pos.rules.kinds_with("only_one"):
        elements = [pos.table.of_card(card) for card in cards] or [pos.the(kind)]
    else:
        elements = [pos.table.of_card(c) for c in cards if (pos.engaged(c) or pos.first_player) == player.player]
    waiting = {one.key: one for one in elements if one.key not in pos.state.left}
    return [one for one in waiting.values() if turn_of(pos, one, event) not in pos.state.activated]


def turn_of(pos: Position, enemy: Element, event: Event) -> tuple[int, str, str]:
    """What an enemy does once: activate against this player, or in the whole phase where the edition says so."""
    player = event.one("player")
    once = enemy.kinds <= frozenset(pos.rules.features.activates_once)
    return event.serial, enemy.key, "" if once or player is None else player.key


def _join_in(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """join-in ROLE: an enemy put into play while enemies activate one after another activates as well."""
    element, player = event.one(args[0]), event.one("player")
    outer = pos.state.within(event, pos.rules.features.group_activation or "")
    if element is None or player is None or outer is None or element.key not in pos.state.entered:
        return Result(pos.state)
    turn = turn_of(pos, element, outer)
    if turn in pos.state.activated:
        return Result(pos.state)
    return Result(pos.state.put("activated", turn, True), (Activate(element, player, event.serial),))


def _boost_cards(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """boost ROLE KIND: each boost card of the activation turns, in the order dealt; where none was submitted one of
    the kind.
    """
    begin = pos.rules.standard.boost_card
    if begin is None:
        return Result(pos.state)
    cards = [
        card for card in pos.table.every_card() if card.role == "boost" and f"card {card.id}" not in pos.state.left
    ]
    cards.sort(key=lambda card: (card.dealt or card.place + 1, card.place))
    elements = [pos.table.of_card(card) for card in cards] or [pos.table.element("the boost card", args[1])]
    tasks = []
    for element in elements:
        given = {"holder": (element,), "enemy": event.every(args[0])}
        tasks.append(BeginEvent(nested_start(pos, begin, event, given, part=True), event.serial))
    return Result(pos.state, tuple(tasks))


def boost_card_over(pos: Position, event: Event) -> State:
    """The state after a boost card has resolved: it is discarded, unless it came into play."""
    state = pos.state
    for elements in event.roles.values():
        for one in elements:
            if one.card is not None and one.card.role == "boost" and one.key not in state.entered:
                state = state.put("left", one.key, None)
    return state


def _reveal_all(pos: Position, event: Event, _args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """reveal: submitted cards of kinds that are revealed in this phase are revealed, by the player they lie before."""
    begin, kinds = pos.rules.standard.reveal, pos.rules.kinds_with("revealed_in_turn")
    tasks = []
    for seat in pos.seats_in_order():
        identity = pos.table.identity(seat)
        for card in pos.table.every_card():
            mine = (card.engaged_with or pos.first_player) == seat
            if begin is not None and identity is not None and card.kind in kinds and card.role is None and mine:
                given = {"holder": (pos.table.of_card(card),), "player": (identity,)}
                tasks.append(BeginEvent(nested_start(pos, begin, event, given), event.serial))
    return Result(pos.state, tuple(tasks))


def _excess(pos: Position, event: Event, args: Sequence[str], _by: Ref | None, _holder: Element | None) -> Result:
    """excess KEYWORD: with the keyword, damage beyond what defeats the one attacked goes on to whom the rules name."""
    (keyword,) = args
    fact = _keyword_of_attack(pos, event, keyword)
    victim = event.one("victim") or event.one("target")
    begin = pos.rules.standard.excess
    if fact is None or not fact.value or victim is None or begin is None or not _suffices(pos, event):
        return Result(pos.state)
    patient = _next_in_line(pos, pos.now(victim))
    if patient is None:
        return Result(pos.state)
    parts = (one for one in pos.state.events.values() if one.parent == event.serial and one.shares_facts)
    stop = next((one.stop for one in parts if one.stop), None)
    given = {"patient": (patient,), "own": event.every("attacker")}
    return Result(pos.state, (BeginEvent(nested_start(pos, begin, event, given, fact.by), event.serial, stop),))


def _keyword_of_attack(pos: Position, event: Event, keyword: str) -> Truth | None:
    """Whether an attack has a keyword: as was said of it, else as who attacks has it."""
    fact, attacker = pos.state.fact(event, keyword), event.one("attacker")
    return fact if fact is not None or attacker is None else has_keyword(pos, pos.now(attacker), keyword)


def _suffices(pos: Position, event: Event) -> bool:
    """Whether the damage is enough to defeat; who is saved from that was dealt enough."""
    defeat = pos.state.fact(event, "defeated")
    return defeat is None or bool(defeat.value) or defeat.by is not None


def _next_in_line(pos: Position, victim: Element) -> Element | None:
    """To whom the rules send the damage that a victim does not need."""
    goes = next((to for kind, to in pos.rules.features.excess.items() if pos.is_kind(victim, kind)), None)
    return pos.table.identity(pos.controller(victim)) if goes == "controller" else pos.the(goes) if goes else None


MECHANISMS: dict[str, Doing] = {
    "stop": _stop,
    "rule-out": _rule_out,
    "outgrow": _outgrow,
    "fact": _fact,
    "status": _status,
    "silence": _silence,
    "restore": _restore,
    "wake": _wake,
    "afflict": _afflict,
    "relieve": _relieve,
    "bar": _bar,
    "spare": _spare,
    "forbid": _remove_status,
    "leave": _leave,
    "out": _out_of_game,
    "shed": _shed,
    "displace": _displace,
    "withdraw": _withdraw,
    "copies": _copies,
    "refuse": _refuse,
    "form": _form,
    "stage": _stage,
    "advance": _advance,
    "eliminate": _eliminate,
    "pass-first-player": _pass_token,
    "declare": _declare,
    "activate": _activate_each,
    "join-in": _join_in,
    "boost": _boost_cards,
    "reveal": _reveal_all,
    "excess": _excess,
}
"""Mechanisms by the name that rows use."""

ALSO_WHEN_STOPPED = frozenset({"boost", "stage", "advance"})
"""Mechanisms that are gone through also where the event does not happen, to see what then does not."""
