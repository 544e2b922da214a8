"""Lasting effects that were submitted, and where they end."""

from __future__ import annotations

from collections.abc import Iterator

from judge.cardtext.tree import If, Lasting, Sequence, Then, Unless, While, leaves
from judge.engine.candidates.candidate import Candidate
from judge.engine.position import Position
from judge.engine.state import Event
from judge.engine.table_elements import SubmittedAbility
from judge.engine.waiting_index import WaitingIndex
from judge.rules.model import Step


def ending(pos: Position, waiting: WaitingIndex, event: Event, step: Step) -> Iterator[Candidate]:
    """Submitted lasting effects that end with a duration here; those until “your” turn not with another player's."""
    cls = pos.rules.class_named.get("lasting-effect")
    if not step.ends or cls is None:
        return
    for ability in waiting.by_ready.get(("kind", "lasting-effect"), ()):
        pos.table.effort.spend()
        until = _until(ability)
        if until in step.ends:
            reason = None if ends_here(pos, until, ability.you, event) else "wrong-turn"
            yield Candidate(ability, event, step, cls, ends=until, reason=reason)


def ends_here(pos: Position, until: str, you: str | None, event: Event) -> bool:
    """Whether a duration of a player's effect ends in the event: one that lasts until “your” turn only in that turn."""
    acting = event.one(event.occurrence.acting) if event.occurrence.acting else None
    return until not in pos.rules.features.own_durations or you is None or acting is None or acting.player == you


def ends_within(pos: Position, ability: SubmittedAbility, event: Event) -> bool:
    """Whether the end of a lasting effect is reached in the event, or in one around it."""
    until = _until(ability)
    return any(until in step.ends for outer in pos.state.around(event) for step in outer.occurrence.steps)


def _until(ability: SubmittedAbility) -> str:
    effect = ability.tree.effect if ability.tree is not None else None
    parts = leaves(effect, Sequence, Then, If, Unless, While)
    return next((part.until for part in parts if isinstance(part, Lasting)), "")
