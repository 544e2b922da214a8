"""What adjectives, traits and labels say of an element: exhausted, stunned, attacking, “attack” of an event."""

from __future__ import annotations

from collections.abc import Sequence

from judge.engine.nouns.element_kinds import relative
from judge.engine.nouns.noun_fit import NO, YES, NounFit, capital, settled
from judge.engine.position import Position, Speaker
from judge.engine.table_elements import Element


def in_state(pos: Position, state: str, element: Element, speaker: Speaker) -> NounFit:
    """Adjectives: by the part taken, by statuses, exhausted or ready, in play; others are open and settled when
    asked.
    """
    negative = state.startswith("not ")
    name = state.removeprefix("not ")
    truth = state_truth(pos, name, element, speaker)
    if truth is not None:
        return YES if truth != negative else NO
    asked, so = (_SAME_AS[name], negative) if name in _SAME_AS else (name, not negative)
    return settled(pos, element, f"state {asked}", f"{capital(element.name)} is taken to be {state}.", so=so)


_SAME_AS = {"ready": "exhausted"}
"""Who is the one is not the other."""


def state_truth(pos: Position, name: str, element: Element, speaker: Speaker) -> bool | None:
    """Whether it is so; None where that is open."""
    participles = pos.rules.features.participles
    if name in participles:
        return _takes_part(pos, participles[name], element, speaker)
    if name in pos.rules.features.relative_kinds:
        return relative(pos, name, element, speaker).match == "yes"
    if any(ready.source == "status" and ready.name == name for ready in pos.rules.ready):
        return True if pos.status_count(name, element) else False if pos.knows_status(name) else None
    if name in ("exhausted", "ready"):
        return (name == "exhausted") if element.key in pos.state.exhausted else None
    if name == "equipped":
        return _is_equipped(pos, element)
    if name in ("facedown", "faceup") and _shows_its_text(pos, element):
        return name == "faceup"
    return pos.is_kind(element, name) if pos.rules.sorts_of(name) else None


def _takes_part(pos: Position, roles: Sequence[str], element: Element, speaker: Speaker) -> bool:
    """“The attacking character”: whether it has such a role in the event, or in one around it."""
    return any(
        element.key == one.key
        for outer in pos.state.around(speaker.event)
        for role in roles
        for one in outer.every(role)
    )


def _shows_its_text(pos: Position, element: Element) -> bool:
    """Whether it is a player, or a card in play whose abilities were submitted: those of a facedown card are not."""
    if element.player is not None:
        return True
    card = element.card
    shown = (one.part is not None for one in pos.table.abilities_of(element))
    return card is not None and card.role is None and any(shown)


def _is_equipped(pos: Position, element: Element) -> bool | None:
    """Whether a card lies on it that gives it abilities; open where nobody said on whom such cards lie."""
    cards = [
        card for kind in pos.rules.kinds_with("gives_abilities_to_bearer") for card in pos.table.cards_of_kind(kind)
    ]
    bearers = {bearer.key for card in cards if (bearer := pos.bearer(card)) is not None}
    return element.key in bearers if bearers else None


def labelled(pos: Position, labels: Sequence[str], element: Element) -> NounFit:
    """Traits are not submitted, but the labels of a card's abilities are printed (“attack events”): one of them is
    there.
    """
    if element.card is None:
        return settled(pos, element, f"trait {labels[0]}", f"{element.name} is taken to be “{' or '.join(labels)}”.")
    printed = {label for one in pos.table.abilities_of(element) if one.ability for label in one.ability.labels}
    return YES if printed & set(labels) else NO
