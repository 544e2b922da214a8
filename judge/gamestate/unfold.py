"""Occurrences unfolding (frames), the facts that hold in them, and what changes on the way.

Whatever was not said is open (None) and satisfies whatever asks for it; the asker says what it then assumed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.gamestate.elements import Element
from judge.gamestate.table import Table
from judge.scripts.script import Atom, Condition, Occurrence, Step


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true or false in an occurrence, the ability that made it so, and how (“replaced”)."""

    value: bool
    by: str | None = None
    reason: str | None = None


@dataclass(eq=False)
class Frame:
    """One occurrence as it unfolds. `stop` says why and by what it no longer happens: the walk then only looks at
    what is lost.
    """

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
    """Printed abilities cancelled here, by timing (“when-revealed”), on one kind of card alone by timing and kind, and
    what cancelled them.
    """
    values: dict[str, str] = field(default_factory=dict)
    decided_by: str | None = None
    """Who chose that this occurrence comes before others like it."""
    later: list[Callable[[], None]] = field(default_factory=list)
    """What happens once the present step is over."""
    former: dict[str, tuple[Element, str]] = field(default_factory=dict)
    """Who filled a role until an ability made them leave, and that ability."""
    displaced: list[tuple[Element, str]] = field(default_factory=list)
    """Who would have been hit had an ability not put another in the way, and that ability."""
    cause: str | None = None
    """The ability that brought this occurrence about: it does not answer what it does itself."""
    open: bool = False
    """True when the rules do not say who makes that choice."""
    groups: dict[str, tuple[Element, ...]] = field(default_factory=dict)
    """Roles that several fill."""
    stop_rules: tuple[str, ...] = ()
    """Citation keys of the rule that stopped it, where no ability did."""
    withdrawn: set[str] = field(default_factory=set)
    """Keys of those who took part and do no longer."""

    def blocked(self, timing: str, kind: str | None = None) -> tuple[str, str | None] | None:
        """Why printed abilities of a timing, on a card of the kind, do not resolve here."""
        by = self.gone.get(timing) or self.gone.get(f"{timing} {kind}")
        if by is not None:
            return "cancelled", by
        return self.parent.blocked(timing, kind) if self.parent is not None and self.occurrence.part else None

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

    def how(self, by: str | None) -> str:
        """How an ability made something untrue here: “replaced” where it put something else in its place."""
        return next((fact.reason for fact in self.facts.values() if fact.by == by and fact.reason), "prevented")

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
    entered: set[str] = field(default_factory=set)
    """Keys of cards that came into play on the way."""
    engaged: dict[str, str] = field(default_factory=dict)
    """By card id: the player with whom a minion is engaged since something changed it."""
    eliminated: set[str] = field(default_factory=set)
    """Players who are out of the game."""
    activated: set[tuple[int, str, str]] = field(default_factory=set)
    """Enemies that activated already, by the occurrence that makes all of them do so."""
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
        self.table.effort.spend(len(elements))
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
            card = element.card
            engaged = self.state.engaged.get(card.id, card.engaged_with) if card else None
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
        self.table.effort.spend(1 + len(cards) // 16)
        doubles = self.table.script.options.get("doubles", {})
        needed = 2 if any(name in names and self.has_keyword(element, kw) for kw, names in doubles.items()) else 1
        return len(cards) + ((element.key, name) in self.state.gained) >= needed

    def has_keyword(self, element: Element, name: str) -> bool:
        """Whether a submitted card of the element has the keyword printed."""
        return self.table.has_printed(name, element)

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
