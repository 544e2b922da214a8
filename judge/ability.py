"""What an ability is, taken apart: the vocabulary between reading a card's text and resolving a dispute.

Shapes follow section 4 of the contract; `agent`, `patient`, `qualifiers` and `effects` are what the resolver needs
beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Binding:
    """Who or what a trigger or effect names.

    `kind` is one of: "you", "your" (something you control), "this" (the card itself), "attached" (what the card is
    attached to), "name" (`name` says which), or a class of things: "player", "villain", "minion", "enemy", "ally",
    "hero", "alter-ego", "identity", "character", "friendly", "scheme", "main-scheme", "side-scheme", "card",
    "treachery", "attachment", … ("any" when nothing narrows it). `name` also holds a trait or remark that narrows a
    class; `whose` says "you" for “engaged with you”, “you control”, “against you”.
    """

    kind: str
    name: str | None = None
    whose: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The binding's three facts."""
        return {"kind": self.kind, "name": self.name, "whose": self.whose}


@dataclass(frozen=True, slots=True)
class Trigger:
    """A triggering condition. Active or passive, `agent` does it and `patient` has it done to them."""

    word: str
    would: bool
    event: str | None
    text: str
    agent: Binding | None = None
    patient: Binding | None = None
    qualifiers: tuple[str, ...] = ()
    """Facts the moment must have: "initiated", "from-attack", "undefended", "basic", "from-encounter-deck" …"""
    events: tuple[str, ...] = ()
    """All events the condition names (“attacks or thwarts”, “attacks and defeats”), `event` the last recognised."""
    all_events: bool = False
    """True when every one of `events` must hold (“and”), False when any will do (“or”)."""

    def as_json(self) -> dict[str, Any]:
        """The contract's `trigger`, with the bindings added."""
        return {
            "word": self.word,
            "would": self.would,
            "event": self.event,
            "text": self.text,
            "agent": self.agent.as_json() if self.agent else None,
            "patient": self.patient.as_json() if self.patient else None,
            "qualifiers": list(self.qualifiers),
        }


@dataclass(frozen=True, slots=True)
class Bound:
    """How often: `times` per `per` ("round", "phase", "turn", "game", "attack", "player", "deck" …)."""

    times: int
    per: str

    def as_json(self) -> dict[str, Any]:
        """As `limit` or `max` of the contract."""
        return {"times": self.times, "per": self.per}


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing an ability does that can change what else happens: `verb` and what it acts on.

    Verbs: "cancel", "prevent", "instead", "cannot", "defend", "exhaust", "ready", "change-form", "gain-keyword",
    "lose-keyword", "give-status", "remove-status", "discard", "defeat", "leave-play", "deal-damage", "heal",
    "place-threat", "remove-threat", "attack", "scheme", "thwart", "surge", "reveal", "enter-play", "draw", "engage",
    "stun", "ko", "take-instead" … . `what` is the thing in kebab-case ("damage", "when-revealed", "overkill", "tough",
    "hero"), `amount` a number, "all", or None when not said.
    """

    verb: str
    what: str | None = None
    target: Binding | None = None
    amount: int | str | None = None
    conditional: bool = False
    """Whether its sentence leaves open that it happens (“if …”, “choose …”, “may …”, an item of a list)."""
    alternative: bool = False
    """Whether it is one of several things of which some happen: an item of a list, one side of a choice."""
    condition: str | None = None
    """What stands behind the “if” on which alone it depends; None where nothing or something else leaves it open."""

    def as_json(self) -> dict[str, Any]:
        """The effect's four facts."""
        return {
            "verb": self.verb,
            "what": self.what,
            "target": self.target.as_json() if self.target else None,
            "amount": self.amount,
        }


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
    effects: tuple[Effect, ...] = ()
    cost_effects: tuple[Effect, ...] = ()
    """What paying the cost does (“Discard this card → …”)."""
    value: int | None = None
    """The number printed with the timing word (“Level Up (7)”)."""

    @property
    def whole(self) -> str:
        """Its condition and effect as one text."""
        return f"{self.trigger.word} {self.trigger.text}, {self.effect}" if self.trigger else self.effect

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
            "cost_effects": [effect.as_json() for effect in self.cost_effects],
            "effects": [effect.as_json() for effect in self.effects],
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
    boost_icons: int = 0
    icons: tuple[str, ...] = ()
    """Icons that do something while the card is in play (“crisis”), printed alone or told by reminder text."""

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
        }
