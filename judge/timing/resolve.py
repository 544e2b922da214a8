"""From a dispute to its ruling. Where no occurrence is named, the cards' own triggers decide which one it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from judge.errors import NotUnderstood
from judge.timing.dispute import Dispute
from judge.timing.ruling import Ruling
from judge.timing.script import Occurrence, Participant
from judge.timing.unfold import Piece, Table
from judge.timing.walk import Walk


def resolve(dispute: Dispute, preferred: Sequence[str] = ()) -> Ruling:
    """The ruling on a dispute. `preferred` lists references that go first wherever somebody may choose.

    Raises NotUnderstood when no occurrence is named and no card says when it is used.
    """
    if dispute.occurrence is not None:
        return Walk(dispute, preferred).ruling(dispute.occurrence)
    tried = [resolve(guess, preferred) for guess in _guesses(dispute)]
    if not any(ruling.order for ruling in tried):
        known = ", ".join(dispute.script.occurrences)
        raise NotUnderstood(
            f"Nothing says what is happening, and no card's trigger tells; name an occurrence: {known}.", "occurrence"
        )
    return max(tried, key=lambda ruling: sum(len(group.abilities) for group in ruling.order))


def _guesses(dispute: Dispute) -> Iterator[Dispute]:
    """The dispute with each type of occurrence in turn, its participants taken from what the triggers name."""
    table = Table(dispute)
    for occurrence in dispute.script.occurrences.values():
        given = {part.name: name for part in occurrence.participants if (name := _likely(part, occurrence, table))}
        if all(part.optional or part.name in given for part in occurrence.participants):
            named = ", ".join(f"{role} {name}" for role, name in given.items())
            text = f"What is happening was not said: {occurrence.type.replace('-', ' ')}{f' ({named})' if named else ''} is assumed."
            yield replace(dispute, occurrence=occurrence, participants=given, assumptions=(*dispute.assumptions, text))


def _likely(part: Participant, occurrence: Occurrence, table: Table) -> Any:
    """What most likely fills a participant: who acts for players, the card concerned, else whom a trigger names."""
    if part.optional:
        return None
    if part.kind == "player":
        return table.dispute.active
    if part.kind == "form":
        return table.script.options["forms"][0]
    if part.kind in ("friendly", "character") or part.kind.endswith("player"):
        return table.dispute.active
    cards = [piece.card for piece in table.pieces if _speaks_of(piece, occurrence)]
    for card in (*cards, *table.dispute.cards):
        if card.kind and part.kind in table.script.closure(card.kind):
            return card.id
    names = [b.name for p in table.pieces if p.ability and p.ability.trigger for b in (p.ability.trigger.agent, p.ability.trigger.patient)
             if b is not None and b.kind == "name" and b.name]
    return next(iter(names), f"the {part.assume or part.kind}")


def _speaks_of(piece: Piece, occurrence: Occurrence) -> bool:
    """Whether the piece waits for something that the occurrence brings."""
    events = {(moment.word, moment.event) for step in occurrence.steps for moment in step.moments}
    printed = {timing for step in occurrence.steps for timing, _ in step.printed}
    ability = piece.ability
    if ability is None:
        return False
    return ability.timing in printed or bool(ability.trigger and any(ability.trigger.event == event for _, event in events))
