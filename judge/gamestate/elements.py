"""Who and what takes part in a dispute (elements): submitted cards, players, what names and numbers stand for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judge.disputes.findings import plain
from judge.disputes.submitted import Card, Dispute
from judge.gamestate.effort import Effort
from judge.scripts.script import Script


@dataclass(frozen=True, slots=True)
class Element:
    """Something that takes part. `kinds` are the card types it may have: one when known."""

    key: str
    name: str
    kinds: frozenset[str]
    player: str | None = None
    """The player whose identity it is."""
    controller: str | None = None
    card: Card | None = None
    chosen: bool = False
    """True for somebody whom a player chose, and nobody said whom."""


class Elements:
    """All elements of a dispute, by card, name, kind, place and what they are attached to."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.script: Script = dispute.script
        self.scenario: str = self.script.options.get("scenario", "scenario")
        self.seats = tuple(player.name for player in dispute.players)
        self.effort = Effort()
        """What looking through all cards and abilities counts towards."""
        self._named: dict[str, Element] = {}
        self._by_card: dict[str, Element] = {}
        self._place_elements()

    def _place_elements(self) -> None:
        identities = tuple(self.script.options.get("identity", ()))
        names: dict[str, list[str]] = defaultdict(list)
        for card in self.dispute.cards:
            if card.kind in (*identities, "identity") and card.controller in self.seats:
                names[card.controller].append(card.id)
        for player in self.dispute.players:
            element = Element(f"player {player.name}", player.name, frozenset(identities), player.name, player.name)
            self._named[plain(player.name)] = element
            for card_id in names[player.name]:
                self._by_card[card_id] = element
        cards = sorted(self.dispute.cards, key=lambda card: card.id)
        powers = self.script.options.get("powers-of-named", ())
        unique = self.script.options.get("unique", ())
        bodies: dict[tuple[str, str], Element] = {}
        for card in sorted(cards, key=lambda card: card.kind in powers):
            element = self._by_card.get(card.id) or self._element_of(card)
            if card.kind in powers:
                element = bodies.setdefault((plain(card.name), card.controller), self._bearer_of(card))
            elif unique and (card.kind is None or card.kind in unique):
                element = bodies.setdefault((plain(card.name), card.controller), element)
            self._by_card[card.id] = element
        nameless = self.script.options.get("nameless", ())
        for name, card in (*((card.id, card) for card in cards), *((card.name, card) for card in cards)):
            if card.kind not in nameless or plain(name) != plain(card.name):
                self._named.setdefault(plain(name), self._by_card[card.id])
        alike: dict[str, dict[str, Element]] = defaultdict(dict)
        for card in cards:
            alike[plain(card.name)].setdefault(self._by_card[card.id].key, self._by_card[card.id])
        meant = {plain(card.id) for card in cards} | {plain(player.name) for player in self.dispute.players}
        self._alike = {name: tuple(es.values()) for name, es in alike.items() if len(es) > 1 and name not in meant}

    def _element_of(self, card: Card) -> Element:
        kinds = self.script.sorts_of(card.kind) if card.kind else self.script.leaves
        controller = card.controller
        return Element(f"card {card.id}", card.name, kinds, None, controller, card)

    def _bearer_of(self, card: Card) -> Element:
        """The character, not submitted itself, whose power a card is."""
        kinds = self.script.sorts_of(self.script.options["powers-of-named"][card.kind or ""])
        return Element(f"name {plain(card.name)} of {card.controller}", card.name, kinds, None, card.controller)

    def controlled(self, element: Element, player: str | None) -> Element:
        """The element of that name that is the player's, else this one as the player's where nobody else has it."""
        for card in self.every_card() if element.controller != player else ():
            mine = self._by_card[card.id]
            if mine.controller == player and plain(mine.name) == plain(element.name) and mine.kinds & element.kinds:
                return mine
        return element if element.controller else replace(element, controller=player)

    def element(self, name: str, kind: str | None = None, assume: str | None = None) -> Element:
        """The element a name stands for: a submitted card, a player, or anything else, taken to be in play.

        `kind` narrows what it may be; `assume` is its card type when nothing else tells.
        """
        known = self._named.get(plain(name))
        if kind and kind != "card" and (alike := self.alike(name)):
            known = next((one for one in alike if one.kinds & self.script.sorts_of(kind)), known)
        if known is not None and known.player is None and len(known.kinds) > 1 and kind:
            kinds = known.kinds & self.script.sorts_of(kind)
            return replace(known, kinds=kinds) if kinds else known
        if known is not None:
            return known
        kinds = self.script.sorts_of(kind) if kind and kind != "card" else self.script.leaves
        if assume and len(kinds) > 1:
            kinds = self.script.sorts_of(assume)
        return Element(f"name {plain(name)}", name, kinds)

    def alike(self, name: str) -> tuple[Element, ...]:
        """The submitted cards among which a name does not tell: those that share it, where it is nobody's id."""
        return self._alike.get(plain(name), ())

    def is_unknown(self, name: str) -> bool:
        """Whether the name is neither a submitted card's nor a player's."""
        return plain(name) not in self._named

    def place(self, value: int | str) -> Element:
        """A location by its number round the table, or by its name (of a submitted location: its number)."""
        named = [
            c
            for c in (self.every_card() if isinstance(value, str) else ())
            if value in (c.id, c.name) and c.location is not None
        ]
        number = named[0].location if named else value
        return Element(f"place {number}", str(value) if isinstance(value, str) else f"location {value}", frozenset())

    def distance(self, start: Element | None, card: Card) -> int | None:
        """How many places clockwise from `start` a card lies; None where that was not said."""
        number = start.key.removeprefix("place ") if start else ""
        if card.location is None or not number.isdecimal():
            return None
        return (card.location - int(number)) % int(self.script.options["places"])

    def in_circle(self, places: Sequence[Element]) -> list[Element]:
        """Places clockwise from the first of them; nothing when they are no numbered places."""
        numbers = [place.key.removeprefix("place ") for place in places]
        if not all(number.isdecimal() for number in numbers):
            return []
        first, size = int(numbers[0]), int(self.script.options["places"])
        return sorted(places, key=lambda place: (int(place.key.removeprefix("place ")) - first) % size)

    def place_of(self, card: Card) -> str | None:
        """The key of the place where a card lies; None where that was not said."""
        return None if card.location is None else f"place {card.location}"

    def of_card(self, card: Card) -> Element:
        """The element a submitted card is (a player's identity for an identity card)."""
        return self._by_card[card.id]

    def identity(self, player: str | None) -> Element | None:
        """A player's identity."""
        return self._named.get(plain(player)) if player in self.seats and player else None

    @cached_property
    def identity_names(self) -> Mapping[str, frozenset[str]]:
        """By element: the names it may be called by."""
        found: dict[str, set[str]] = defaultdict(set)
        for card in self.dispute.cards:
            found[self._by_card[card.id].key].add(plain(card.name))
        return {key: frozenset(names) for key, names in found.items()}

    @cached_property
    def taken_names(self) -> frozenset[str]:
        """Names that somebody or something here already bears, so that no unnamed identity is taken to bear them."""
        said = [value for value in self.dispute.participants.values() if isinstance(value, str)]
        said += [card.attached_to for card in self.dispute.cards if card.attached_to]
        return frozenset(plain(name) for name in said) | frozenset(self._named)

    def cards_of_kind(self, kind: str) -> list[Card]:
        """Submitted cards of a kind, by id."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> Mapping[str | None, list[Card]]:
        found: dict[str | None, list[Card]] = defaultdict(list)
        for card in sorted(self.dispute.cards, key=lambda card: card.id):
            found[card.kind].append(card)
        return found

    def every_card(self) -> Sequence[Card]:
        """All submitted cards, for looking through them, which is counted."""
        self.effort.spend(1 + len(self.dispute.cards) // 8)
        return self.dispute.cards

    def attached_to(self, element: Element) -> Sequence[Card]:
        """Submitted cards that are attached to the element, in the order submitted."""
        return self._attached.get(element.key, ())

    @cached_property
    def _attached(self) -> Mapping[str, Sequence[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self.dispute.cards:
            if card.attached_to:
                found[self.element(card.attached_to).key].append(card)
        return found
