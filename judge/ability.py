"""Defines abilities, keywords and card texts as values: what reading a card gives and the resolver takes.

Shapes follow section 4 of the contract; the `tree` of an ability is all that its words say, and what the resolver
works with.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from judge.cardtext.tree import NO_TREE, AbilityTree, Effect, Unread, as_json


@dataclass(frozen=True, slots=True)
class Trigger:
    """A triggering condition in few words; the tree has all of it."""

    word: str
    would: bool
    event: str | None
    text: str

    def as_json(self) -> dict[str, Any]:
        """The contract's `trigger`."""
        return {"word": self.word, "would": self.would, "event": self.event, "text": self.text}


@dataclass(frozen=True, slots=True)
class Bound:
    """How often: `times` per `per` ("round", "phase", "turn", "game", "attack", "player", "deck" …)."""

    times: int
    per: str

    def as_json(self) -> dict[str, Any]:
        """As `limit` or `max` of the contract."""
        return {"times": self.times, "per": self.per}


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability of a card (contract, section 4)."""

    timing: str
    form: str | None
    labels: tuple[str, ...]
    mandatory: bool
    trigger: Trigger | None
    cost: str | None
    limit: Bound | None
    max: Bound | None
    effect_kinds: tuple[str, ...]
    effect: str
    name: str | None = None
    """Printed name before the trigger (“Fox Reflex”), when there is one."""
    symbols: tuple[str, ...] = ()
    """Icons before the trigger: power symbols, "any turn", "star"."""
    value: int | None = None
    """The number printed with the timing word (“Level Up (7)”)."""
    tree: AbilityTree = NO_TREE
    """All that its words say."""
    given: bool = False
    """True for a mended reading: its trigger's event holds even where the words were not read."""

    def as_json(self) -> dict[str, Any]:
        """One of the contract's `abilities`."""
        return {
            "timing": self.timing,
            "form": self.form,
            "labels": list(self.labels),
            "mandatory": self.mandatory,
            "trigger": self.trigger.as_json() if self.trigger else None,
            "cost": self.cost,
            "limit": self.limit.as_json() if self.limit else None,
            "max": self.max.as_json() if self.max else None,
            "effect_kinds": list(self.effect_kinds),
            "effect": self.effect,
            "name": self.name,
            "symbols": list(self.symbols),
            "value": self.value,
            "tree": as_json(self.tree),
        }


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword with its value: "retaliate" 1, "surge" None. `detail` keeps what stands in its brackets."""

    name: str
    value: int | str | None = None
    detail: str | None = None

    def as_json(self) -> dict[str, Any]:
        """One of the contract's `keywords`."""
        return {"name": self.name, "value": self.value, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's text taken apart: `parts` holds abilities and keywords in the order of the text, part n being `ID#n`."""

    parts: tuple[Ability | Keyword, ...] = ()
    instructions: tuple[str, ...] = ()
    """Play instructions, which are no abilities: “Attach to …”, “Max …”, “Play only …”."""
    plays: tuple[Effect, ...] = ()
    """What of the instructions bears on what happens, as trees: to what it attaches, when it may be played."""
    aliases: tuple[str, ...] = ()
    """Further names that the card says it has: “AKA …”."""
    icons: tuple[str, ...] = ()
    """Icons that do something while the card is in play (“crisis”), printed alone or told by reminder text."""
    unread: tuple[Unread, ...] = ()
    """Every stretch that was not understood, where it stands in the text as submitted."""
    assumptions: tuple[str, ...] = ()
    """What was taken to be meant: timing words that are misspelt."""

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The abilities, in order."""
        return tuple(part for part in self.parts if isinstance(part, Ability))

    @property
    def keywords(self) -> tuple[Keyword, ...]:
        """The keywords, in order."""
        return tuple(part for part in self.parts if isinstance(part, Keyword))

    def as_json(self) -> dict[str, Any]:
        """The answer of `judge ability`: `abilities` and `keywords`, with the play instructions added."""
        return {
            "abilities": [ability.as_json() for ability in self.abilities],
            "keywords": [keyword.as_json() for keyword in self.keywords],
            "instructions": list(self.instructions),
            "plays": [as_json(one) for one in self.plays],
            "unread": [{"part": one.part, "text": one.text, "at": list(one.span)} for one in self.unread],
            "assumptions": list(self.assumptions),
        }
