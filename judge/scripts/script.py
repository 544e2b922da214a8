"""A timing script: what one edition's rules say about order, as frozen values (`script_reader` reads them from
tables).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from judge.entry import Citation

Rules = tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """Something a trigger may wait for: `word` “would”, “when”, “after” or “while”; `agent` and `patient` name
    participants.
    """

    word: str
    event: str
    variant: str | None = None
    agent: tuple[str, ...] = ()
    patient: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """One condition: a fact, or a participant that is of a kind, has a keyword, is in a form."""

    negative: bool
    subject: str
    relation: str | None = None
    value: str | None = None


Condition = tuple[Atom, ...]
"""Atoms of which one must hold."""


@dataclass(frozen=True, slots=True)
class Nested:
    """An occurrence that a step or an ability unfolds into: participants mapped from the outer ones, facts it begins
    with.
    """

    occurrence: str
    roles: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `printed` says whose printed abilities of a timing resolve here (timing, participant)."""

    id: str
    title: str
    rules: Rules
    """What is said of the step, and cited for the abilities that resolve at it."""
    aside: Rules = ()
    """What else the book says of the step, cited in the timeline only: it bears on no ability’s place."""
    conditions: tuple[Condition, ...] = ()
    moments: tuple[Moment, ...] = ()
    printed: tuple[tuple[str, str], ...] = ()
    nested: tuple[Nested, ...] = ()
    effects: tuple[str, ...] = ()
    repeat: str | None = None
    joins: bool = False
    only: str | None = None
    """The verb without which an ability has no place here (“cancel”: what would otherwise come too late)."""
    also: tuple[tuple[tuple[Condition, ...], tuple[Moment, ...]], ...] = ()
    """Further moments of the same window, each with the conditions on which it opens."""
    survives: bool = False
    lasting: tuple[str, ...] = ()
    open: tuple[tuple[str, ...], ...] = ()
    open_rules: Rules = ()
    assumes: str | None = None
    """What is taken to be so where an ability resolves here."""
    warns: str | None = None
    """What the rules leave open where an ability resolves here."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of an occurrence: the kind of thing it must be, and what it is taken to be when nobody says."""

    name: str
    kind: str
    optional: bool = False
    assume: str | None = None

    @property
    def type(self) -> str:
        """How it is given: "name", "list", "flag", "number", "form", or "choice" of fixed words."""
        if self.kind.endswith("-list"):
            return "list"
        if "|" in self.kind:
            return "choice"
        return self.kind if self.kind in ("flag", "number", "form") else "name"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A type of occurrence: its participants, steps in order, and how a ruling names one (`label`)."""

    type: str
    label: str
    acting: str | None
    participants: tuple[Participant, ...]
    steps: tuple[Step, ...]
    roles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    part: bool = False
    facts: tuple[str, ...] = ()
    yields: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    each: str | None = None
    """The list of participants for each of which it happens once, one after another."""
    controls: tuple[tuple[str, str], ...] = ()
    """Participants of unknown controller, and the player whose they are."""
    warnings: tuple[tuple[tuple[Condition, ...], str], ...] = ()
    """What the rules leave open about it, whatever was submitted, and under which conditions."""
    inner: bool = False
    """True for what only abilities bring about: no dispute begins with it."""


@dataclass(frozen=True, slots=True)
class AbilityClass:
    """A class of abilities that stand together at a step; classes are listed first to last.

    `order`: "together" (simultaneous), "rounds" (opportunities go round), "dealt" (as dealt), "circle" (by place,
    from the place in
    the role `start`), "seats" (player by player). Rounds begin with the player in the role
    `start`, without one with the first player; where nobody fills that role, they go by seats.
    """

    id: str
    rank: int
    timings: tuple[str, ...]
    would: bool | None
    order: str
    decider: str | None
    rules: Rules
    ranked: Rules = ()
    """What ranks it against other classes, cited where one stands beside it."""
    shared: Rules = ()
    """How opportunities go round, cited where several players have some."""
    once: bool = False
    """True for what holds throughout: it stands only where it first makes a difference."""
    start: str | None = None
    open: Mapping[str, str] = field(default_factory=dict)
    """What the rules leave open (`judge.timing.openings` names the cases), with the sentence that says so."""
    open_rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Ready:
    """A keyword, status card or other thing whose rule is the book's, as a ready ability."""

    name: str
    source: str
    at: tuple[tuple[str, str], ...]
    cls: str
    conditions: tuple[Condition, ...]
    does: tuple[str, ...]
    rules: Rules
    text: re.Pattern[str] | None = None
    """The constant text that has it, where words tell better than effects."""
    warns: str | None = None
    """What the book leaves open, or says in two ways, about it."""


@dataclass(frozen=True)
class Script:
    """All that one edition says about timing."""

    game: str
    edition: str
    official: bool
    kinds: Mapping[str, tuple[str, ...]]
    timings: Mapping[str, Rules]
    classes: tuple[AbilityClass, ...]
    occurrences: Mapping[str, Occurrence]
    ready: tuple[Ready, ...]
    rules: Mapping[str, Rules]
    options: Mapping[str, Any]
    variants: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]] = field(default_factory=dict)
    durations: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    qualifiers: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a trigger says so (“undefended”)."""
    outcomes: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a trigger joins a further event (“attacks and defeats”)."""
    reasons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Citation keys for each reason of exclusion."""
    whys: Mapping[str, str] = field(default_factory=dict)
    """The sentence for each class, with {names}, {user} and {step}."""

    @property
    def offered(self) -> Mapping[str, Occurrence]:
        """The occurrences that a dispute may begin with, by type."""
        return {type_: occurrence for type_, occurrence in self.occurrences.items() if not occurrence.inner}

    def cite(self, *keys: str) -> Rules:
        """Citations of the keys, in order, those the edition lacks left out."""
        return tuple(rule for key in keys for rule in self.rules.get(key, ()))

    def of_kinds(self, timings: Sequence[str]) -> Rules:
        """What the book says of abilities of these timings on cards of single kinds."""
        by_kind = self.options.get("kind-rules", {}).values()
        return self.cite(*(key for of_timing in by_kind for timing in timings for key in of_timing.get(timing, ())))

    def rules_of(self, names: Sequence[tuple[str, str]]) -> Rules:
        """Citations of ready abilities, given by source and name."""
        return tuple(rule for name in dict.fromkeys(names) for rule in self._rules_of_ready.get(name, ()))

    @cached_property
    def _rules_of_ready(self) -> Mapping[tuple[str, str], Rules]:
        found: dict[tuple[str, str], Rules] = {}
        for ready in self.ready:
            found[ready.source, ready.name] = (*found.get((ready.source, ready.name), ()), *ready.rules)
        return found

    def closure(self, kind: str) -> frozenset[str]:
        """The kind with all it is besides: a minion is an enemy, a character …"""
        return self._closures.get(kind, frozenset({kind}))

    def short_names(self, name: str) -> frozenset[str]:
        """What a card's text may call its own card for short (“Cap”, “Groot”), in games whose script allows it."""
        words = name.split() if self.options.get("short-names") else []
        return frozenset(word[:length] for word in words for length in range(3, len(word) + 1))

    @cached_property
    def _closures(self) -> dict[str, frozenset[str]]:
        return {kind: frozenset({kind, *more}) for kind, more in self.kinds.items()}

    def sorts_of(self, kind: str) -> frozenset[str]:
        """The card types that are of a kind."""
        known = self._by_kind.get(kind)
        if known is None:
            known = frozenset().union(*(self._by_kind.get(one, ()) for one in kind.split("-or-")))
        return known

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[str]]:
        every = {*self.kinds, *(more for kinds in self.kinds.values() for more in kinds)}
        return {kind: frozenset(leaf for leaf in self.kinds if kind in self.closure(leaf)) for kind in every}

    def is_kind(self, kind: str) -> bool:
        """Whether the script knows the kind, or each of several (`ally-or-upgrade`)."""
        return all(one in self._by_kind for one in kind.split("-or-"))

    def is_sort_of(self, kinds: frozenset[str], kind: str) -> bool | None:
        """Whether something of one of the card types `kinds` is a `kind`: None when it may or may not be."""
        known = self._sorts.get((kinds, kind), ...)
        if known is ...:
            wanted = frozenset(kind.split("-or-"))
            fitting = sum(not wanted.isdisjoint(self.closure(leaf)) for leaf in kinds)
            known = self._sorts[kinds, kind] = bool(fitting) if fitting in (0, len(kinds)) else None
        return known

    @cached_property
    def _sorts(self) -> dict[tuple[frozenset[str], str], bool | None]:
        return {}  # remembered: a pure function of the script, over few kinds

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Kinds of cards that nothing else is a sort of."""
        return frozenset(self.kinds)

    @cached_property
    def worded(self) -> tuple[Ready, ...]:
        """The ready abilities that a constant text shows by its words."""
        return tuple(ready for ready in self.ready if ready.text is not None)

    @cached_property
    def ready_at(self) -> Mapping[str, tuple[tuple[Ready, str], ...]]:
        """Ready abilities by the step where they stand, with the participant that bears them."""
        found: dict[str, list[tuple[Ready, str]]] = {}
        for ready in self.ready:
            for step, role in ready.at:
                found.setdefault(step, []).append((ready, role))
        return {step: tuple(items) for step, items in found.items()}
