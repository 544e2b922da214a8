"""The table a dispute lies on: who and what takes part (elements), and the submitted abilities (pieces), by what they
wait for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from judge.ability import Ability, Keyword
from judge.disputes.findings import plain, slug
from judge.disputes.submitted import Card, Dispute
from judge.scripts.script import Occurrence, Script, Step
from judge.timing.effort import Effort


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


@dataclass(frozen=True, eq=False)
class Piece:
    """One submitted ability under its reference. `you` is the player whom its “you” means, None for anybody."""

    ref: str
    card: Card
    part: Ability | Keyword | None
    timing: str
    you: str | None
    user: str | None
    """The player who uses it; None where the game does."""

    names: tuple[tuple[str, str], ...] = ()
    """The ready abilities of the script that it has: source and name."""
    must: bool = False
    """Whether the kind of its card makes it mandatory, whatever its text."""

    @property
    def ability(self) -> Ability | None:
        """The ability, when it is one and no keyword or blank card."""
        return self.part if isinstance(self.part, Ability) else None

    @property
    def mandatory(self) -> bool:
        """Whether it resolves without anybody choosing to."""
        return self.must or self.part.mandatory if isinstance(self.part, Ability) else True


class Table:
    """All elements and pieces of a dispute, indexed by what they wait for."""

    def __init__(self, dispute: Dispute) -> None:
        self.dispute = dispute
        self.script: Script = dispute.script
        self.scenario: str = self.script.options.get("scenario", "scenario")
        self.seats = tuple(player.name for player in dispute.players)
        self.effort = Effort()
        """What looking through all cards and abilities counts towards."""
        self._named: dict[str, Element] = {}
        self._by_card: dict[str, Element] = {}
        self._waiting: dict[str, frozenset[str]] = {}
        self._place_elements()
        self.pieces = tuple(self._iter_pieces())
        self._index()

    # --- elements

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
        for name, card in (*((card.id, card) for card in cards), *((card.name, card) for card in cards)):
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

    def cares(self, occurrence: Occurrence, besides: str) -> bool:
        """Whether anything submitted, `besides` one reference, might find its moment in an occurrence of the type."""
        for step in occurrence.steps:
            if any(ref != besides for ref in self.waiting(step)):
                return True
            if any(self.cares(self.script.occurrences[n.occurrence], besides) for n in step.nested):
                return True
        return False

    def waiting(self, step: Step) -> frozenset[str]:
        """References of what might find its moment at the step, whoever takes part."""
        found = self._waiting.get(step.id)
        if found is None:
            moments = (*step.moments, *(moment for _, also in step.also for moment in also))
            keys = [self.by_event.get((m.word, m.event), ()) for m in moments]
            keys += [self.by_ready.get((r.source, r.name), ()) for r, _ in self.script.ready_at.get(step.id, ())]
            keys += [self.by_timing.get(timing, ()) for timing, _ in step.printed]
            keys += [self.by_ready.get(("kind", "lasting-effect"), ())] if step.lasting else []
            found = self._waiting[step.id] = frozenset(piece.ref for pieces in keys for piece in pieces)
        return found

    def is_idle(self, step: Step) -> bool:
        """Whether nothing submitted can have anything to do at the step."""
        made = self.script.options.get("labels", {})
        return not self.waiting(step) and not any(timing == "played" or timing in made for timing, _ in step.printed)

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

    def pieces_of(self, element: Element) -> Sequence[Piece]:
        """The submitted abilities of the cards that the element is."""
        return self._of_element.get(element.key, ())

    @cached_property
    def _of_element(self) -> Mapping[str, Sequence[Piece]]:
        found: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            found[self.of_card(piece.card).key].append(piece)
        return found

    def has_printed(self, keyword: str, element: Element) -> bool:
        """Whether a submitted card of the element has the keyword printed."""
        return (keyword, element.key) in self._keywords

    @cached_property
    def _keywords(self) -> frozenset[tuple[str, str]]:
        return frozenset(
            (name, self.of_card(piece.card).key)
            for (source, name), pieces in self.by_ready.items()
            for piece in pieces
            if source == "keyword" and isinstance(piece.part, Keyword)
        )

    # --- pieces

    def _iter_pieces(self) -> Sequence[Piece]:
        pieces = []
        for card in self.dispute.cards:
            parts: Sequence[Ability | Keyword | None] = card.text.parts or (None,)
            for number, part in enumerate(parts, 1):
                ref = card.id if len(parts) == 1 else f"{card.id}#{number}"
                pieces.append(self._piece(ref, card, part))
        return sorted(pieces, key=lambda piece: piece.ref)

    def _piece(self, ref: str, card: Card, part: Ability | Keyword | None) -> Piece:
        options = self.script.options
        if card.kind in ("status", "consequential-damage", "lasting-effect"):
            timing = card.kind
        elif isinstance(part, Ability):
            timing = part.timing
        else:
            timing = "keyword" if part else "constant"
        you = card.controller if card.controller in self.seats else None
        if card.kind in options.get("borne", ()) and card.attached_to:
            bearer = self.element(card.attached_to)
            you = bearer.controller if bearer.controller in self.seats else you
        if isinstance(part, Ability) and "engaged with you" in part.whole:
            you = card.engaged_with or you
        if card.kind in options.get("given", ()):
            you = card.engaged_with or you
        must = card.kind in options.get("mandatory-on", {}).get(timing, ())
        mandatory = must or part.mandatory if isinstance(part, Ability) else True
        piece = Piece(ref, card, part, timing, you, None if mandatory else you or self.seats[0], must=must)
        return replace(piece, names=tuple(self._ready_names(piece)))

    def _index(self) -> None:
        events: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        ready: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        printed: dict[str, list[Piece]] = defaultdict(list)
        for piece in self.pieces:
            ability = piece.ability
            if ability is not None and self._is_state(ability):
                pass  # a condition that may hold at any time: what it forbids or changes tells where it matters
            elif ability is not None and ability.trigger is not None and piece.timing != "lasting-effect":
                word = "would" if ability.trigger.would else "after" if ability.trigger.word == "after" else "when"
                word = "while" if self._is_while(ability) else word
                for event in _events(ability):
                    events[word, event].append(piece)
            elif ability is not None:
                given = ability.timing == "constant" and piece.card.kind in self.script.options.get("given", ())
                printed["given" if given and not piece.names else ability.timing].append(piece)
                for label in ability.labels:
                    printed[f"label {label}"].append(piece)
            for source, name in piece.names:
                ready[source, name].append(piece)
        self.by_event: Mapping[tuple[str, str], Sequence[Piece]] = events
        self.by_ready: Mapping[tuple[str, str], Sequence[Piece]] = ready
        self.by_timing: Mapping[str, Sequence[Piece]] = printed

    def _is_state(self, ability: Ability) -> bool:
        """Whether its condition is a state (“While Barge is engaged with you, …”) rather than a moment."""
        trigger = ability.trigger
        states = self.script.options.get("state-words", ())
        return ability.timing == "constant" and trigger is not None and trigger.word in states

    def _is_while(self, ability: Ability) -> bool:
        """Whether it is in force while something the script's `whiles` names goes on."""
        trigger = ability.trigger
        return (
            trigger is not None and trigger.word == "while" and trigger.event in self.script.options.get("whiles", {})
        )

    def _ready_names(self, piece: Piece) -> Sequence[tuple[str, str]]:
        """Which ready abilities of the script a piece has."""
        if piece.card.kind == "status":
            return [
                ("status", r.name)
                for r in self.script.ready
                if r.source == "status" and _alike(piece.card.name, r.name)
            ]
        if piece.timing in ("consequential-damage", "lasting-effect"):
            return [("kind", piece.timing)]
        # What a card does by showing an icon is told once, by the first of its abilities.
        icons = [("icon", name) for name in piece.card.text.icons if piece.part in (None, *piece.card.text.parts[:1])]
        if isinstance(piece.part, Keyword):
            return [("keyword", piece.part.name), *icons]
        ability = piece.ability
        if (
            ability is None
            or piece.timing != "constant"
            or (ability.trigger is not None and not self._is_while(ability) and not self._is_state(ability))
        ):
            return icons
        found = [("keyword", e.what or "") for e in ability.effects if e.verb == "gain-keyword" and not e.alternative]
        found += icons
        found += [(e.verb, e.what or "") for e in ability.effects if e.verb in ("modify", "change-cost")]
        return found + [(r.source, r.name) for r in self.script.worded if r.text and r.text.search(ability.effect)]

    def statuses(self, name: str, element: Element) -> list[Piece]:
        """Submitted status cards of that name on the element."""
        return self._statuses.get((name, element.key), [])

    @cached_property
    def _statuses(self) -> Mapping[tuple[str, str], list[Piece]]:
        found: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for (source, name), pieces in self.by_ready.items():
            for piece in pieces:
                if source == "status" and (bearer := self.bearer(piece)) is not None:
                    found[name, bearer].append(piece)
        return found

    def bearer(self, piece: Piece) -> str | None:
        """The key of what the piece's card is attached to."""
        attached = piece.card.attached_to
        return self.element(attached).key if attached else None


def _alike(card_name: str, status: str) -> bool:
    """“Tough”, “Tough status card”, “Stun” name the statuses tough and stunned."""
    name = slug(card_name).split("-")[0]
    return len(name) > 2 and (status.startswith(name) or name.startswith(status))


def _events(ability: Ability) -> Sequence[str]:
    trigger = ability.trigger
    if trigger is None or trigger.event is None:
        return ()
    if trigger.all_events and trigger.events:
        return (trigger.events[0],)
    return trigger.events or (trigger.event,)
