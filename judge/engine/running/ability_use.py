"""An ability is used: what that costs, is and does, as tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.cardtext.tree import Act, AddedCost, Gain
from judge.engine.candidates.candidate import Candidate, is_forbid, stands_all_along
from judge.engine.constants import acts_of, ways_to_pay
from judge.engine.effects.card_effects import speaker_of
from judge.engine.effects.clause_effects import defended, makes
from judge.engine.effects.labeled_effects import DONE_BY_WHAT_IS_MADE, parted
from judge.engine.effort import WEIGHING
from judge.engine.events import nested_start
from judge.engine.exclusion_reasons import bounds
from judge.engine.frozen_copy import changed
from judge.engine.protected_targets import without_forbidden
from judge.engine.running.run import Run
from judge.engine.running.status_cancels import cancel_ability, status_cancel
from judge.engine.running.use_admission import admit, deeds_of, look_through, made_by_label, use_of
from judge.engine.state import BarredPart, Event, Stop
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.engine.tasks import BeginEvent, CloseGroup, Interpret, Mechanism, Task, Use, UseOne
from judge.rules.model import Citations, Ready


def readmit(run: Run, task: UseOne) -> Candidate | None:
    """The candidate as it stands after others of its group; where it may not be used any more, note why: None."""
    group = run.trace.groups[task.group]
    candidate = task.candidate
    run.effort.spend(WEIGHING)
    if not task.shared and len(group.found) > 1:
        now = run.remembered.now(run.pos, run.state.events[group.event], group.step, candidate)
        if now is None:
            # what was taken to hold for another does not hold for it
            taken = any(one.settles for one in candidate.assumed)
            last = group.used[-1].ability.ref if group.used and not taken else None
            reason = "no-matching-window" if taken else "prevented"
            run.trace.note(candidate.ability.ref, reason, last, candidate.step.rules)
            return None
        if not admit(run, now, candidate.step):
            return None
        candidate = now
    cancel = status_cancel(run.pos, candidate)
    if cancel is not None:
        cancel_ability(run, candidate, cancel, group)
        return None
    return candidate


def use(run: Run, candidate: Candidate, group: int) -> None:
    """A candidate resolves: its cost and effect are stacked, and what using it is besides."""
    record = run.trace.groups[group]
    run.trace.use(record, candidate)
    run.assume(candidate.ability.ref, candidate.assumed, record)
    _count_use(run, candidate)
    run.push(*_what_it_does(run, candidate))


def come_to_nothing(run: Run, candidate: Candidate, deeds: Sequence[BeginEvent], stop: Stop, rules: Citations) -> None:
    """What using a candidate is (playing a card) is cancelled: that is all that happens."""
    _count_use(run, candidate)
    run.push(*deeds)
    run.trace.note(candidate.ability.ref, stop[0], stop[1], rules)
    look_through(run, candidate, stop, deeds=False)


def _count_use(run: Run, candidate: Candidate) -> None:
    """It has answered the event: one more use towards its limits and maximums, whatever then becomes of it.

    A value that stands all along answers nothing: a keyword that the same words give still comes where it acts.
    """
    if stands_all_along(candidate):
        return
    event = run.state.events[candidate.event.serial]
    run.state = run.state.with_event(changed(event, used=event.used | {candidate.ability.ref}))
    for key, _ in bounds(run.pos, candidate.ability, event):
        run.state = run.state.put("uses", key, (*run.state.uses.get(key, ()), candidate.ability.ref))


def _what_it_does(run: Run, candidate: Candidate) -> list[Task]:
    """The tasks that using a candidate begins: of a ready row its mechanisms, else cost and effect."""
    one, event = candidate.ability, run.state.events[candidate.event.serial]
    if candidate.ready is not None:
        return _row_does(run, candidate, candidate.ready, event)
    if candidate.ends:  # what it lasted until is reached: it is in force no longer
        run.state = run.state.put("lost", one.ref, ("not-in-play", None))
    tree = one.tree
    if tree is None or candidate.ends:
        return []
    meant = use_of(run, candidate)
    said = one.ability.cost if one.ability is not None else None
    cost = tree.cost if tree.cost is not None or not said else next(map(Act, ways_to_pay(run.pos.rules)), None)
    paid = [Interpret(cost, replace(meant, naming="cost"))] if cost is not None else []
    tasks = [*paid, *_makes(run, candidate, meant, event), *_was_used(run, candidate, event)]
    deeds = follows(run, candidate)
    return [*deeds[:-1], replace(deeds[-1], inside=tuple(tasks))] if deeds else tasks


def _row_does(run: Run, candidate: Candidate, ready: Ready, event: Event) -> list[Task]:
    """The mechanisms and events of a row, what it bars, and the costs that a constant adds."""
    one, holder = candidate.ability, candidate.holder
    _bar(run, candidate, ready, event)
    if ready.source == "keyword" and one.tree is not None and holder is not None:
        key = (holder.key, ready.name)  # a constant gives it, for all that ask from here on
        run.state = run.state.drop("lost_keywords", key).put("keywords", key, one.ref)
    tasks: list[Task] = [Mechanism(doing, event.serial, one.ref, holder) for doing in ready.does]
    for begin in ready.begins:
        given = {"holder": (holder,)} if holder is not None else {}
        start = replace(nested_start(run.pos, begin, event, given, one.ref), amount=_printed_value(run, one))
        tasks.append(BeginEvent(start, event.serial, None, one.ref))
    tasks += _added_costs(run, candidate, ready)
    stays = any(doing.verb == "silence" for doing in ready.does)  # it lies there until that one recovers
    if (one.timing == "status" and not stays) or one.card.role == "boost":
        run.state = run.state.put("lost", one.ref, ("not-in-play", None))
    return tasks


def _printed_value(run: Run, one: SubmittedAbility) -> int | None:
    """How much a keyword says (“retaliate 1”); None where that is no number, or something may add to it."""
    if one.keyword is None or not isinstance(one.keyword.value, int):
        return None
    effects = (part.effect for parts in run.waiting.constants.parts.values() for part in parts)
    added = any(isinstance(effect, Gain) and effect.keyword == one.keyword.name for effect in effects)
    return one.keyword.value if not added else None


def _bar(run: Run, candidate: Candidate, ready: Ready, event: Event) -> None:
    """Let a row bar the parts of an event that it forbids, and leave out whom its “cannot” protects."""
    one = candidate.ability
    if candidate.barred:
        parts = (BarredPart(frozenset(ready.bars), moment, one.ref, "forbidden") for moment in candidate.barred)
        run.state = run.state.with_event(changed(event, barred=(*event.barred, *parts)))
    elif is_forbid(candidate) and candidate.forbids is not None and not ready.does:
        run.state = without_forbidden(run.pos, one, candidate.forbids, event)


def _added_costs(run: Run, candidate: Candidate, ready: Ready) -> list[Task]:
    """What constants of a row about costs let somebody pay besides."""
    tasks: list[Task] = []
    for part in run.waiting.constants.parts.get(candidate.ability.ref, ()) if ready.source == "cost" else ():
        if isinstance(part.effect, AddedCost) and part.effect.clause.event == ready.name:
            use = replace(use_of(run, candidate), naming="cost")
            if candidate.holder is not None:
                payer = dict.fromkeys(("agent", "subject", "target", "patient"), (candidate.holder,))
                run.state = run.state.put("bindings", use.id, payer)
            tasks.append(Interpret(part.effect.effect, use))
    return tasks


def follows(run: Run, candidate: Candidate) -> list[BeginEvent]:
    """What using a card of a kind, or an ability of a timing, is besides (playing it, powering up)."""
    one = candidate.ability
    taken = run.pos.rules.features.takes_along.get(one.timing)
    for card in run.table.every_card() if taken else ():
        if card.kind == taken and card.controller == one.card.controller:
            run.state = run.state.put("left", run.table.of_card(card).key, one.ref)
    return deeds_of(run, candidate)


def _makes(run: Run, candidate: Candidate, meant: Use, event: Event) -> list[Task]:
    """The effect, with the defense, attack or thwart that a labeled ability is: its damage is dealt by that, the rest
    happens within it.
    """
    one = candidate.ability
    tree = one.tree
    assert tree is not None
    identity = run.table.identity(one.you)
    labels = run.pos.labels(one)
    if identity is None:
        return [Interpret(tree.effect, meant)]
    if any(label.defends for label in labels):
        _defends(run, event, identity, one.ref)
    making = made_by_label(run.pos, one)
    if not making:
        return [Interpret(tree.effect, meant)]
    parts = parted(tree.effect)
    of_it = tuple(Interpret(part, meant) for part in parts.said)
    within = [Interpret(part, meant) for part in parts.within]
    tasks: list[Task] = [Interpret(parts.before, replace(meant, skips=DONE_BY_WHAT_IS_MADE))]
    is_maker = event.one("maker") == run.table.of(one)
    for label in making:
        if not is_maker:
            tasks += makes(run.pos, label, meant, speaker_of(run.pos, meant), acts_of(tree.effect), of_it, within)
            within = []
        elif label.makes is not None and label.makes.occurrence == event.occurrence.type:
            tasks += of_it
            run.happen_within(event, label.within, within)
            within = []
    return [*tasks, *within]


def _defends(run: Run, event: Event, identity: Element, by: Ref) -> None:
    """Let the player of a labeled ability defend the attack that goes on, where nobody does."""
    defense = run.pos.rules.features.defense
    attack = run.state.within(event, defense.occurrence) if defense else None
    if defense and attack is not None and run.state.fact(attack, defense.fact) is None:
        run.state = defended(run.pos, attack, identity, by)


def _was_used(run: Run, candidate: Candidate, event: Event) -> list[Task]:
    """Using an ability is what some abilities answer; those that do so bring about none of it themselves."""
    one, standard = candidate.ability, run.pos.rules.standard
    trigger = one.tree.trigger if one.tree is not None else None
    answers = trigger is not None and any(clause.event == "resolve" for clause in trigger.clauses)
    identity = run.table.identity(one.you)
    if standard.used is None or answers or one.timing not in standard.used_timings or identity is None:
        return []
    given = {"own": (identity,), "card": (run.table.of(one),)}
    start = nested_start(run.pos, standard.used, event, given, one.ref)
    name = (one.ability.name or "") if one.ability is not None else None  # what prints no name has none
    return [BeginEvent(replace(start, thing=name), event.serial)]


def close(run: Run, task: CloseGroup) -> None:
    """All of a group have resolved: what was taken to be so for it is told."""
    group = run.trace.groups[task.group]
    used = {one.ability.ref for one in group.used}
    for one in group.used:
        asked = one.ability.you not in (None, run.pos.active)
        if asked and one.cls.on_request:
            run.trace.assume(one.ability.ref, [f"{one.ability.you} is taken to have been asked for it."], group)
        if one.ready is not None and one.ready.warns:
            run.trace.warn(one.ready.warns)
    if used and group.step.assumes:
        run.trace.assume(None, [group.step.assumes], group)
    if used and group.step.warns:
        run.trace.warn(group.step.warns)
