"""What status cards cancel: a labeled ability where it would have resolved, an event at the step that they stop.

A status card that cancels goes, whether it was submitted or an ability gave it on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.engine.candidates.candidate import Candidate
from judge.engine.candidates.ready_rows import is_of_label
from judge.engine.condition_checks import all_hold, suffers
from judge.engine.effects.card_effects import stopped
from judge.engine.frozen_copy import changed
from judge.engine.position import Position
from judge.engine.run_record import GroupRecord
from judge.engine.running.run import Run
from judge.engine.state import Event
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.rules.model import Citations, Ready, Step


@dataclass(frozen=True, slots=True)
class StatusCancel:
    """The status cards by which an ability is cancelled: their names, those submitted, who gave others, the rules."""

    bearer: Element
    names: Sequence[str]
    submitted: Sequence[SubmittedAbility]
    given: Sequence[Ref]
    rules: Citations


def status_cancel(pos: Position, candidate: Candidate) -> StatusCancel | None:
    """The status cards that cancel a labeled ability; None where none does."""
    said = candidate.ability.ability
    identity = pos.table.identity(candidate.ability.you)
    if said is None or identity is None or candidate.ready is not None:
        return None
    rows = [row for label in said.labels if (row := pos.rules.labels.get(label)) is not None]
    names = [row.cancelled_by for row in rows if row.cancelled_by and suffers(pos, identity, row.cancelled_by)]
    submitted = [status for name in names for status in pos.statuses(name, identity)]
    given = [by for name in names if (by := pos.state.statuses.get((identity.key, name))) is not None]
    if not submitted and not given:
        return None
    return StatusCancel(identity, names, submitted, given, tuple(rule for row in rows for rule in row.cancel_rules))


def cancel_ability(run: Run, candidate: Candidate, cancel: StatusCancel, group: GroupRecord) -> None:
    """The status cards stand where the ability would have resolved; they go, and it is used up."""
    by = cancel.submitted[0].ref if cancel.submitted else cancel.given[0]
    _spend(run, candidate, cancel.submitted, group)
    for name in cancel.names:
        run.state = run.state.drop("statuses", (cancel.bearer.key, name))
    event = run.state.events[candidate.event.serial]
    run.state = run.state.with_event(changed(event, used=event.used | {candidate.ability.ref}))
    run.trace.note(candidate.ability.ref, "cancelled", by, cancel.rules)
    if candidate.printed in run.pos.rules.labels:
        run.state = stopped(run.state, event, "cancelled", by)


def _spend(run: Run, candidate: Candidate, statuses: Sequence[SubmittedAbility], group: GroupRecord) -> None:
    """Submitted status cards stand where the ability that they cancel would have resolved, apart from its group."""
    if statuses and len(group.found) > 1:
        group = replace(group, found=(), used=[], cls_order="", decided_by=None, chosen=False)
        run.trace.open_group(group)
    cls = run.pos.rules.class_named.get("status")
    for status in statuses:
        assert cls is not None
        run.trace.use(group, Candidate(status, candidate.event, candidate.step, cls, ready=_status_row(run, status)))
        run.state = run.state.put("lost", status.ref, ("not-in-play", None))
    group.keep_used()
    group.decided_by, group.chosen = None, False


def _status_row(run: Run, status: SubmittedAbility) -> Ready | None:
    names = run.table.status_names(status)
    return next((ready for ready in run.pos.rules.ready if ready.source == "status" and ready.name in names), None)


def cancel_by_given_statuses(run: Run, event: Event, step: Step) -> None:
    """A status card that an ability gave on the way, and nobody submitted, acts like one that was submitted."""
    for ready, roles in run.pos.rules.ready_at.get(step.id, ()) if run.state.statuses else ():
        stops = [doing.args[0] for doing in ready.does if doing.verb == "stop"]
        if ready.source != "status" or not stops or not is_of_label(run.pos, ready, event):
            continue
        for one in (one for role in roles.split("|") for one in event.every(role.rstrip("@+~"))):
            bearer, now = run.pos.now(one), run.state.events[event.serial]
            by = _given_by(run.pos, ready, now, bearer)
            if by is not None:
                run.state = run.state.drop("statuses", (bearer.key, ready.name))
                run.state = stopped(run.state, now, stops[0], by)


def _given_by(pos: Position, ready: Ready, event: Event, bearer: Element) -> Ref | None:
    """What gave somebody the status card that stops an event; None where none does."""
    given = pos.state.statuses.get((bearer.key, ready.name))
    if given is None or event.stop is not None or pos.statuses(ready.name, bearer):
        return None
    acts = suffers(pos, bearer, ready.name) and all_hold(pos, ready.conditions, event, bearer).value is not False
    return given if acts else None
