"""Admits a candidate, or notes why it may not be used now and looks through what would have come of it."""

from __future__ import annotations

from dataclasses import replace

from judge.engine.candidates.candidate import Candidate, is_forbid, stands_all_along
from judge.engine.constants import acts_of, tells_of
from judge.engine.display_names import Telling
from judge.engine.effects.card_effects import speaker_of
from judge.engine.effects.clause_effects import makes
from judge.engine.events import nested_start
from judge.engine.exclusion_reasons import is_about
from judge.engine.frozen_copy import changed
from judge.engine.position import Position
from judge.engine.running.run import PROBE, Run
from judge.engine.state import Event, Stop
from judge.engine.table_elements import Ref, SubmittedAbility
from judge.engine.tasks import BeginEvent, Interpret, Task, Use
from judge.rules.model import Citations, Label, Step

_WITH_STEP = frozenset({"replaced", "cancelled", "prevented", "wrong-player"})


def admit(run: Run, candidate: Candidate, step: Step) -> bool:
    """True where a candidate may be used now; where it may not or comes too late, note why and look it through."""
    one, where = candidate.ability, run.state.events[candidate.event.serial]
    if _is_used_up(run, candidate, where, step):
        return False
    if one.ref in where.chain and candidate.ready is None:
        if candidate.reason is None and where.stop is None:
            name = Telling(run.table, run.state).name(one.ref)
            text = f"{name} would answer again what it brought about itself; it is not run a second time."
            run.trace.warn(text)
            run.trace.circles += candidate.moment is not None and candidate.moment.word == "would"
        return False
    reason, by, rules = _why_not(run, candidate, where)
    if reason is None:
        return True
    if reason == PROBE:
        run.trace.hits += 1
    elif by != one.ref:
        if not rules and reason in _WITH_STEP:
            rules = step.rules
        run.trace.note(one.ref, reason, by, rules, (where.serial, step.id))
        look_through(run, candidate, (reason, by))
    return False


def _is_used_up(run: Run, candidate: Candidate, event: Event, step: Step) -> bool:
    """Whether it has resolved where it may do so once."""
    one = candidate.ability
    if one.ref in event.used:
        return True
    if event.joined and event.parent is not None and one.ref in run.state.events[event.parent].used:
        return True
    offered = step.offers and candidate.moment is not None
    if offered and (note := run.trace.notes.get(one.ref)) is not None and note.by is not None:
        return True  # what would have brought it has been kept off
    if one.ref not in run.trace.resolved:
        return False
    before = one.before and not is_forbid(candidate)
    all_along = stands_all_along(candidate) and not _is_yet_to_be_so(run, candidate, event)
    return bool(all_along or before or offered)


def _is_yet_to_be_so(run: Run, candidate: Candidate, event: Event) -> bool:
    """Whether what stands all along says something of each event (“this attack has ranged”), and nobody has of this."""
    does = candidate.ready.does if candidate.ready is not None else ()
    return any(one.verb == "fact" and run.state.fact(event, one.args[0]) is None for one in does)


def _why_not(run: Run, candidate: Candidate, event: Event) -> tuple[str | None, Ref | None, Citations]:
    """Why it may not be used, what is to blame, and the rules that say so."""
    one, reason, by, rules = candidate.ability, candidate.reason, candidate.by, candidate.rules
    begun = event.stop is None or event.stop[0] != "forbidden"  # what is forbidden has not begun, and so has no end
    stop = None if (candidate.step.survives and begun) or _survives(run, candidate, event) else event.stop
    outdone = reason == "prevented" and stop is not None and stop[0] in ("replaced", "cancelled")
    if stop is not None and (reason is None or outdone):
        reason, by, rules = stop[0], stop[1], event.stop_rules
    if reason in (None, "limit-reached") and not one.card.use and not one.mandatory:
        reason = "passed"
    return reason, by, rules


def _survives(run: Run, candidate: Candidate, event: Event) -> bool:
    """Whether it answers something that has happened although the event ended early."""
    moment = candidate.moment
    if event.stop is None or moment is None or moment.word == "would":
        return False
    for row in run.pos.rules.survivals:
        if (row.event, row.variant) == (moment.event, moment.variant) and row.word in (None, moment.word):
            truth = run.state.fact(event, row.fact)
            if truth is not None and truth.value:
                return True
    return False


def look_through(run: Run, candidate: Candidate, stop: Stop, deeds: bool = True) -> None:
    """What would have come of an ability that does not resolve, and what using it would have been: gone through as not
    happening.
    """
    one, tree = candidate.ability, candidate.ability.tree
    fits_here = stop[0] in ("forbidden", "replaced", "cancelled", "prevented", "passed")
    if not fits_here or tree is None or one.ref in run.state.ghosted or candidate.ready is not None or run.probing:
        return
    run.state = changed(run.state, ghosted=run.state.ghosted | {one.ref})
    ghost = (stop[0], one.ref if stop[0] == "passed" else stop[1] or one.ref)
    use = use_of(run, candidate, ghost)
    played = deeds_of(run, candidate) if deeds else ()
    made: list[Task] = []
    for label in made_by_label(run.pos, one):
        made += makes(run.pos, label, use, speaker_of(run.pos, use), acts_of(tree.effect), (), ())
    run.push(*(replace(deed, stop=ghost) for deed in played), *made, Interpret(tree.effect, use))


def made_by_label(pos: Position, one: SubmittedAbility) -> list[Label]:
    """The labels whose attack or thwart an ability makes by itself, as its words tell its user to do none."""
    said = acts_of(one.tree.effect) if one.tree is not None else []
    told = {clause.event for clause in said if clause.agent is None}
    return [label for label in pos.labels(one) if label.makes is not None and label.deed not in told]


def deeds_of(run: Run, candidate: Candidate) -> list[BeginEvent]:
    """The events that using it is (playing a card, powering up), by the rows of the edition."""
    one, event = candidate.ability, run.state.events[candidate.event.serial]
    tasks: list[BeginEvent] = []
    for row in run.pos.rules.follows:
        if is_about(run.pos, row, one) and event.occurrence.type != row.begins.occurrence:
            if one.tree is not None and tells_of(one.tree.effect, run.pos.rules.occurrences[row.begins.occurrence]):
                continue
            identity = run.table.identity(one.you)
            given = {"own": (run.table.of(one),), "user": (identity,) if identity is not None else ()}
            tasks.append(
                BeginEvent(nested_start(run.pos, row.begins, event, given, one.ref), event.serial, within=row.within)
            )
    return tasks


def use_of(run: Run, candidate: Candidate, ghost: Stop | None = None) -> Use:
    """A use of the candidate's ability begins; `ghost` where it does not happen."""
    return run.begin_use(candidate.ability.ref, candidate.event.serial, candidate.moment, ghost)
