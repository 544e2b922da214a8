"""From a dispute to its ruling. Where no occurrence is named, the cards' own triggers decide which one it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.ability import Binding
from judge.disputes.submitted import Dispute
from judge.gamestate.effort import Effort
from judge.gamestate.pieces import Piece
from judge.gamestate.table import Table
from judge.rulings.record import Record
from judge.rulings.ruling import Ruling
from judge.scripts.script import Occurrence, Participant, Step
from judge.timing.walk import Walk

Hint = tuple[str, str | None]
"""A name for a participant, and its card type when the trigger tells."""


def resolve(dispute: Dispute, preferred: Sequence[str] = (), effort: Effort | None = None) -> Ruling:
    """The ruling on a dispute. `preferred` lists references that go first wherever somebody may choose.

    Raises TooLarge when `effort` (by default what one answer may take) is spent.
    """
    effort = effort or Effort()
    if dispute.occurrence is not None:
        return Walk(dispute, preferred, effort).ruling(dispute.occurrence)
    tried = [resolve(guess, preferred, effort) for guess in _guesses(dispute)]
    best = max(tried, key=lambda ruling: sum(len(group.abilities) for group in ruling.order), default=None)
    if best is not None and best.order:
        return best
    known = ", ".join(dispute.script.offered)
    warning = f"Nothing says what is happening, and no card's trigger tells; an occurrence may be named: {known}."
    return replace(Record(warnings={warning: None}).ruling(dispute.script, Table(dispute).pieces), timeline=())


def _guesses(dispute: Dispute) -> Iterator[Dispute]:
    """Lazily, the dispute with each type of occurrence that a card waits for, its participants taken from the
    triggers.
    """
    table = Table(dispute)
    for occurrence in dispute.script.occurrences.values():
        hints = _hints(occurrence, table)
        if hints is None:
            continue
        parts = {part.name: part for part in occurrence.participants}
        given = {
            name: hints.get(name) or _default(part, occurrence, table)
            for name, part in parts.items()
            if name in hints or not part.optional
        }
        told = ", ".join(f"{role} {name}" for role, (name, _) in given.items())
        with_whom = f" ({told})" if told else ""
        text = f"What is happening was not said: {occurrence.type.replace('-', ' ')}{with_whom} is assumed."
        yield replace(
            dispute,
            occurrence=occurrence,
            participants={
                role: [name] if parts[role].kind.endswith("-list") else name for role, (name, _) in given.items()
            },
            kinds={role: kind for role, (_, kind) in given.items() if kind},
            assumptions=(*dispute.assumptions, text),
        )


def _hints(occurrence: Occurrence, table: Table) -> Mapping[str, Hint] | None:
    """By participant, what the triggers that fit the occurrence name; None when none fits."""
    found: dict[str, Hint] = {}
    names = {part.name: part for part in occurrence.participants}
    fits = False
    for piece in table.pieces:
        for step in occurrence.steps:
            for roles, bound in _bindings(piece, step):
                fits = True
                for role in (role.rstrip("@") for role in roles):
                    hint = _hint(bound, piece, table) if role in names else None
                    if hint is not None and _suits(hint, names[role], table):
                        found.setdefault(role, hint)
                        break
    return found if fits else None


def _bindings(piece: Piece, step: Step) -> Iterator[tuple[Sequence[str], Binding | None]]:
    """Lazily, the roles that a piece's trigger or timing fills at a step, with what it names there."""
    ability = piece.ability
    if ability is None:
        return
    trigger = ability.trigger
    for moment in step.moments if trigger else ():
        word = "would" if trigger.would else "after" if trigger.word == "after" else "when"  # type: ignore[union-attr]
        if (moment.word, moment.event) == (word, trigger.event if trigger else None) or (
            trigger and trigger.all_events and moment.event in trigger.events and moment.word == word
        ):
            yield moment.agent, trigger.agent if trigger else None
            yield moment.patient, trigger.patient if trigger else None
    for timing, role in step.printed if trigger is None else ():
        if timing == ability.timing or timing in ability.labels:
            yield (role,), Binding("this") if timing == ability.timing else Binding("you")


def _hint(bound: Binding | None, piece: Piece, table: Table) -> Hint | None:
    """What a binding names: a submitted card, a player, or something in general of its kind."""
    if bound is None:
        return None
    you = piece.you or table.dispute.active
    if bound.kind in ("you", "player", "identity", "hero", "alter-ego"):
        return you, None
    if bound.kind == "this":
        return (you if table.of_card(piece.card).player else piece.card.id), None
    if bound.kind == "attached":
        return (piece.card.attached_to, None) if piece.card.attached_to else None
    if bound.kind == "name" and bound.name:
        return (you if bound.name == you else bound.name), None
    if not table.script.is_kind(bound.kind):
        return None
    cards = table.cards_of_kind(bound.kind)
    leaf = bound.kind if bound.kind in table.script.leaves else None
    return (cards[0].id, None) if cards else (f"the {bound.kind.replace('-', ' ')}", leaf)


def _suits(hint: Hint, part: Participant, table: Table) -> bool:
    """Whether what a trigger names can be that participant."""
    kind = part.kind.removesuffix("-list")
    if kind in ("card", "flag", "form", "place") or "|" in kind:
        return kind == "card"
    if kind == "player":
        return hint[0] in table.seats
    element = table.element(hint[0], hint[1])
    return any(kind in table.script.closure(leaf) for leaf in element.kinds)


def _default(part: Participant, occurrence: Occurrence, table: Table) -> Hint:
    """What fills a participant that no trigger names: beside the player who acts, another one."""
    sort = part.kind.removesuffix("-list")
    if sort in ("form", "place") or "|" in sort:
        return str({"form": table.script.options.get("forms", [""])[0], "place": 0}.get(sort, sort.split("|")[0])), None
    if sort == "player" and occurrence.acting not in (None, part.name):
        return table.seats[(table.seats.index(table.dispute.active) + 1) % len(table.seats)], None
    if sort == "player" or any(sort in table.script.closure(kind) for kind in table.script.options.get("identity", ())):
        return table.dispute.active, None
    kind = part.assume or sort
    cards = [c for c in table.dispute.cards if c.kind and sort in table.script.closure(c.kind)]
    return (cards[0].id if cards else f"the {kind.replace('-', ' ')}"), part.assume
