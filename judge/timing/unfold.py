"""The table a dispute lies on: who and what takes part (elements), the submitted abilities (pieces), and occurrences unfolding
(frames) with the facts that hold in them.

Whatever was not said is open (None) and satisfies whatever asks for it; the asker says what it then assumed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from judge.ability import Ability, Keyword
from judge.timing.findings import plain, slug
from judge.timing.script import Atom, Condition, Occurrence, Script, Step
from judge.timing.submitted import Card, Dispute


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


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true or false in an occurrence, and the ability that made it so."""

    value: bool
    by: str | None = None


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
        self._named: dict[str, Element] = {}
        self._by_name: dict[str, Element] = {}
        self._by_card: dict[str, Element] = {}
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
        powers = self.script.options.get("powers-of-named", ())
        unique: dict[tuple[str, str], Element] = {}
        bodies = {plain(c.name): c for c in reversed(self.dispute.cards) if c.kind not in powers}
        for card in self.dispute.cards:
            body = bodies.get(plain(card.name), card) if card.kind in powers else card
            element = self._by_card.get(card.id) or self._by_card.get(body.id) or self._element_of(body)
            if body.kind in self.script.options.get("unique", ()):
                element = unique.setdefault((plain(body.name), body.controller), element)
            if body.kind in powers:
                element = self._by_name.setdefault(plain(card.name), self._bearer_of(card))
            self._by_card[card.id] = self._by_card[body.id] = element
        for card in self.dispute.cards:
            for name in (card.id, card.name):
                self._named.setdefault(plain(name), self._by_card[card.id])

    def _element_of(self, card: Card) -> Element:
        kinds = self.script.sorts_of(card.kind) if card.kind else self.script.leaves
        controller = card.controller
        return Element(f"card {card.id}", card.name, kinds, None, controller, card)

    def _bearer_of(self, card: Card) -> Element:
        """The character, not submitted itself, whose power a card is."""
        kinds = self.script.sorts_of(self.script.options["powers-of-named"][card.kind or ""])
        return Element(f"name {plain(card.name)}", card.name, kinds, None, card.controller)

    def element(self, name: str, kind: str | None = None, assume: str | None = None) -> Element:
        """The element a name stands for: a submitted card, a player, or anything else, taken to be in play.

        `kind` narrows what it may be; `assume` is its card type when nothing else tells.
        """
        known = self._named.get(plain(name))
        if known is not None and known.player is None and len(known.kinds) > 1 and kind:
            kinds = known.kinds & self.script.sorts_of(kind)
            return replace(known, kinds=kinds) if kinds else known
        if known is not None:
            return known
        kinds = self.script.sorts_of(kind) if kind and kind != "card" else self.script.leaves
        if assume and len(kinds) > 1:
            kinds = self.script.sorts_of(assume)
        return Element(f"name {plain(name)}", name, kinds)

    def place(self, value: int | str) -> Element:
        """A location by its number round the table, or by its name (of a submitted location: its number)."""
        named = [c for c in self.dispute.cards if isinstance(value, str) and value in (c.id, c.name) and c.location is not None]
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
            keys = [self.by_event.get((m.word, m.event), ()) for m in step.moments]
            keys += [self.by_ready.get((r.source, r.name), ()) for r, _ in self.script.ready_at.get(step.id, ())]
            keys += [self.by_timing.get(timing, ()) for timing, _ in step.printed]
            if any(piece.ref != besides for pieces in keys for piece in pieces):
                return True
            if any(self.cares(self.script.occurrences[n.occurrence], besides) for n in step.nested):
                return True
        return False

    def cards_of_kind(self, kind: str) -> list[Card]:
        """Submitted cards of a kind, by id."""
        return sorted((c for c in self.dispute.cards if c.kind == kind), key=lambda card: card.id)

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
            if ability is not None and ability.trigger is not None and piece.timing != "lasting-effect":
                word = "would" if ability.trigger.would else "after" if ability.trigger.word == "after" else "when"
                for event in _events(ability):
                    events[word, event].append(piece)
            elif ability is not None:
                printed[ability.timing].append(piece)
                for label in ability.labels:
                    printed[f"label {label}"].append(piece)
            for source, name in piece.names:
                ready[source, name].append(piece)
        self.by_event: Mapping[tuple[str, str], Sequence[Piece]] = events
        self.by_ready: Mapping[tuple[str, str], Sequence[Piece]] = ready
        self.by_timing: Mapping[str, Sequence[Piece]] = printed

    def _ready_names(self, piece: Piece) -> Sequence[tuple[str, str]]:
        """Which ready abilities of the script a piece has."""
        if piece.card.kind == "status":
            return [("status", r.name) for r in self.script.ready if r.source == "status" and _alike(piece.card.name, r.name)]
        if piece.timing in ("consequential-damage", "lasting-effect"):
            return [("kind", piece.timing)]
        if isinstance(piece.part, Keyword):
            return [("keyword", piece.part.name)]
        if piece.ability is None or piece.ability.trigger is not None or piece.timing != "constant":
            return []
        ability = piece.ability
        found = [("keyword", e.what or "") for e in ability.effects if e.verb == "gain-keyword"]
        found += [("icon", symbol) for symbol in ability.symbols]
        found += [("modify", e.what or "") for e in ability.effects if e.verb == "modify"]
        return found + [(r.source, r.name) for r in self.script.worded if r.text and r.text.search(ability.effect)]

    def statuses(self, name: str, element: Element) -> list[Piece]:
        """Submitted status cards of that name on the element."""
        return [p for p in self.by_ready.get(("status", name), ()) if self.bearer(p) == element.key]

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
    if trigger.all_events:
        return (trigger.events[0],)
    return trigger.events or (trigger.event,)


@dataclass(eq=False)
class Frame:
    """One occurrence as it unfolds. `stop` says why and by what it no longer happens: the walk then only looks at what is lost."""

    occurrence: Occurrence
    label: str
    roles: dict[str, Element | None]
    facts: dict[str, Fact]
    serial: int
    parent: Frame | None = None
    stop: tuple[str, str | None] | None = None
    joined: bool = False
    deferred: list[tuple[Frame, Step]] = field(default_factory=list)
    gone: dict[str, str] = field(default_factory=dict)
    """Printed abilities cancelled here, by timing (“when-revealed”), and what cancelled them."""
    values: dict[str, str] = field(default_factory=dict)
    decided_by: str | None = None
    """Who chose that this occurrence comes before others like it."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """What happens once the present step is over."""
    cause: str | None = None
    """The ability that brought this occurrence about: it does not answer what it does itself."""
    open: bool = False
    """True when the rules do not say who makes that choice."""
    groups: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    """Roles that several fill."""

    def blocked(self, timing: str) -> tuple[str, str | None] | None:
        """Why printed abilities of a timing do not resolve here."""
        if timing in self.gone:
            return "cancelled", self.gone[timing]
        return self.parent.blocked(timing) if self.parent is not None and self.occurrence.part else None

    def every(self, name: str) -> tuple[Element, ...]:
        """All who fill a role."""
        alone = self.role(name)
        return self.groups.get(name) or ((alone,) if alone is not None else ())

    def role(self, name: str) -> Element | None:
        """The element in a role, through the occurrence's own aliases (“victim” is the defender, else the target)."""
        for alias, names in self.occurrence.roles:
            if alias == name:
                return next((e for e in map(self.roles.get, names) if e is not None), None)
        return self.roles.get(name)

    @property
    def named_roles(self) -> frozenset[str]:
        """All roles somebody fills."""
        return frozenset(self.roles) | frozenset(self.groups)

    def is_caused_by(self, ref: str) -> bool:
        """Whether the ability brought about this occurrence or one around it."""
        return any(frame.cause == ref for frame in around(self))

    def within(self, occurrence: str) -> Frame | None:
        """This frame or the nearest one around it that is of the type."""
        return next((frame for frame in around(self) if frame.occurrence.type == occurrence), None)


def occurrence_facts(occurrence: Occurrence) -> dict[str, Fact]:
    """The facts an occurrence begins with; “!” before one says that it is false."""
    return {fact.lstrip("!"): Fact(not fact.startswith("!")) for fact in occurrence.facts}


def around(frame: Frame) -> Iterator[Frame]:
    """Lazily, the frame and those around it, the innermost first."""
    outer: Frame | None = frame
    while outer is not None:
        yield outer
        outer = outer.parent


@dataclass
class State:
    """What changes while a dispute unfolds."""

    forms: dict[str, str | None]
    first: int = 0
    left: dict[str, str | None] = field(default_factory=dict)
    """Elements and cards that left play, by key, and what made them leave."""
    removed: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """Pieces without effect any more (a status card taken off): reason and by what."""
    gained: dict[tuple[str, str], str] = field(default_factory=dict)
    """Keywords and statuses given to elements on the way, by what."""
    exhausted: dict[str, str] = field(default_factory=dict)
    """Elements exhausted to pay a cost, by key, and by what."""
    uses: dict[Any, list[str]] = field(default_factory=lambda: defaultdict(list))
    parts: dict[str, frozenset[str]] = field(default_factory=dict)
    """Who is what only while an occurrence lasts (“attacker”), by element key."""


Truth = tuple[bool | None, str | None]
"""True, False or open, and the ability that made it so."""


class Conditions:
    """Judges the script's conditions in a frame."""

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state
        self.open_facts = frozenset(table.script.options.get("open-facts", ()))

    def all_hold(self, conditions: Sequence[Condition], frame: Frame, holder: Element | None = None) -> Truth:
        """Whether every condition holds; an open one makes the whole open, a false one decides."""
        result: Truth = (True, None)
        for condition in conditions:
            truth = self._any(condition, frame, holder)
            if truth[0] is False:
                return truth
            if truth[0] is None:
                result = truth
        return result

    def _any(self, condition: Condition, frame: Frame, holder: Element | None) -> Truth:
        result: Truth = (False, None)
        for atom in condition:
            value, by = self._atom(atom, frame, holder)
            if atom.negative and value is not None:
                value = not value
            if value:
                return True, by
            if value is None or by:
                result = (None if value is None else result[0], by or result[1])
        return result

    def _atom(self, atom: Atom, frame: Frame, holder: Element | None) -> Truth:
        if atom.relation is None:
            fact = frame.facts.get(atom.subject)
            if fact is None:
                return (None if atom.subject in self.open_facts else False), None
            return fact.value, fact.by
        elements = (holder,) if atom.subject == "holder" and holder is not None else frame.every(atom.subject)
        truths = [self._of_element(atom, frame, element) for element in elements]
        best = next((t for t in truths if t[0]), None) or next((t for t in truths if t[0] is None), None)
        return best or (truths[0] if truths else (False, None))

    def _of_element(self, atom: Atom, frame: Frame, element: Element) -> Truth:
        value = atom.value or ""
        if atom.relation == "is":
            return self.is_kind(element, value), None
        if atom.relation == "in":
            form = self.state.forms.get(element.player or "")
            return (None if form is None else form == value), None
        if atom.relation == "with":
            other = frame.role(value)
            engaged = element.card.engaged_with if element.card else None
            return (None if engaged is None or other is None else engaged == other.player), None
        return self._bears(atom.relation or "", element, value)

    def _bears(self, relation: str, element: Element, name: str) -> Truth:
        """Relations “has” (a keyword), “bears” (a status card), “suffers” (enough of them)."""
        if relation == "suffers":
            return self.suffers(element, name), None
        if relation == "has":
            by = self.state.gained.get((element.key, name))
            return by is not None or self.has_keyword(element, name), by
        found = next((p.ref for p in self.table.statuses(name, element) if p.ref not in self.state.removed), None)
        return found is not None, found

    def suffers(self, element: Element, name: str) -> bool:
        """Whether enough status cards of the name lie on the element: two where a keyword asks for two."""
        cards = [p for p in self.table.statuses(name, element) if p.ref not in self.state.removed]
        doubles = self.table.script.options.get("doubles", {})
        needed = 2 if any(name in names and self.has_keyword(element, kw) for kw, names in doubles.items()) else 1
        return len(cards) >= needed

    def has_keyword(self, element: Element, name: str) -> bool:
        """Whether a submitted card of the element has the keyword printed."""
        return any(
            isinstance(piece.part, Keyword) and self.table.of_card(piece.card).key == element.key
            for piece in self.table.by_ready.get(("keyword", name), ())
        )

    def is_kind(self, element: Element, kind: str) -> bool | None:
        """Whether the element is of the kind; None when that is open."""
        if kind in self.table.script.options.get("role-kinds", ()):
            return element.key in self.state.parts.get(kind, ())
        kinds = element.kinds
        if element.player is not None:
            form = self.state.forms.get(element.player)
            kinds = frozenset({form}) if form else kinds
        if kind == "card":
            return True
        return self.table.script.is_sort_of(kinds, kind)
