"""Enemies activate, one after another: how, the form of the player tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.engine.effects.mechanisms import activating, turn_of
from judge.engine.events import nested_start
from judge.engine.running.run import Run
from judge.engine.state import Truth
from judge.engine.tasks import Activate, ActivateNext, BeginEvent


def activate(run: Run, task: Activate) -> None:
    """An enemy activates against a player: the form of that player tells how."""
    ways = run.pos.rules.standard.activate
    form = run.state.forms.get(task.player.player or "")
    if form is None and task.player.player:
        form = next(iter(ways))
        text = f"{task.player.name} is taken to be in {form} form."
        run.trace.assume(None, [text])
        run.state = run.state.put("forms", task.player.player, form)
    begin = ways.get(form or next(iter(ways)))
    if begin is None:
        return
    event = run.state.events[task.event]
    start = nested_start(run.pos, begin, event, {"holder": (task.enemy,), "player": (task.player,)}, task.cause)
    start = replace(start, decided_by=task.decided_by, open=task.open)
    run.push(BeginEvent(start, task.event, task.ghost, task.cause, said=task.said))


def activate_next(run: Run, task: ActivateNext) -> None:
    """The next enemy of a kind activates, as long as one has yet to; then the order they came in is told."""
    event = run.state.events[task.event]
    started = task.started
    if started and started[-1][1] < 0:
        started = (*started[:-1], (started[-1][0], len(run.trace.groups)))
    waiting = activating(run.pos, task.kind, event)
    player = event.one("player")
    if not waiting or player is None:
        run.state = run.state.with_fact(event, "group-activation", Truth(False))
        if task.chosen:
            _tell_order(run, started)
        return
    minions = run.pos.rules.open_questions.get("minions-order")
    joins = run.pos.rules.open_questions.get("joins-in")
    late = waiting[0].key not in task.known and joins is not None
    if task.chosen and minions is not None:
        run.trace.warn(minions.says.format(who=run.pos.first_player), minions.rules)
    if late and joins is not None:
        run.trace.warn(joins.says.format(who=run.pos.first_player), joins.rules)
    run.state = run.state.put("activated", turn_of(run.pos, waiting[0], event), True)
    decider = run.pos.first_player if task.chosen or late else None
    open_ = late or (bool(decider) and minions is not None)
    following = replace(task, started=(*started, (len(run.trace.groups), -1)))
    run.push(Activate(waiting[0], player, task.event, decider, open_), following)


def _tell_order(run: Run, started: Sequence[tuple[int, int]]) -> None:
    """Nobody decides an order where one of those that activated alone had anything to resolve."""
    many = [span for span in started if span[1] > span[0]]
    for group in run.trace.groups[slice(*many[0])] if len(many) == 1 else ():
        if len(group.found) < 2:
            group.around_decided, group.around_open = None, False
