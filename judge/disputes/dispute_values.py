"""Defines the values a dispute is made of, once it has been read and makes sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.ability import CardText
from judge.rules.model import OccurrenceType, Rules

CardLookup = Callable[[str, str | None], Sequence[Mapping[str, Any]]]
"""Finds library cards by name and optional code."""
TextReader = Callable[[str, str], CardText]
"""Takes a card's text apart: text, card name → CardText."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat; `form` is None where it was not said."""

    name: str
    seat: int
    form: str | None = None


@dataclass(frozen=True, slots=True)
class PrintedFacts:
    """What is printed on a card beside its text; None where that is not known. Traits are spelled as they compare."""

    traits: frozenset[str] | None = None
    cost: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One submitted card. `controller` is a player's name or the scenario's; `kind` None stays open."""

    id: str
    name: str
    kind: str | None
    controller: str
    text: CardText
    place: int
    """Place in the order submitted, from 0."""
    attached_to: str | None = None
    engaged_with: str | None = None
    role: str | None = None
    dealt: int | None = None
    use: bool = True
    in_play: bool | None = None
    location: int | None = None
    unknown: bool = False
    """True where no text was given and the library has no card of the name: what it says nobody knows."""
    printed: PrintedFacts = PrintedFacts()


@dataclass(frozen=True)
class Dispute:
    """A dispute that makes sense. `participants` are as submitted, strings, lists or flags, by participant name."""

    rules: Rules
    players: tuple[Player, ...]
    active: str
    occurrence: OccurrenceType | None
    participants: Mapping[str, Any]
    kinds: Mapping[str, str]
    cards: tuple[Card, ...]
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    prefer: tuple[str, ...] = ()
    """References that go first where somebody decides."""
    turn_said: bool = True
    """Whether the dispute says whose turn it is."""
    printed: Mapping[str, tuple[PrintedFacts, ...]] = field(default_factory=dict)
    """Of those who are named and not submitted, by plain name: what the library has of each card of that name."""
