"""What has changed since the table was laid: one frozen aggregate. Every change gives a new one; to try something is
to copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.cardtext.tree import AbilityTree, Effect, Gain
from judge.engine.frozen_copy import changed
from judge.engine.table_elements import Element, Ref, SubmittedAbility
from judge.rules.model import Citations, Moment, OccurrenceType, Step

ABILITIES_AS_A_WHOLE = ("ability", "power", "text-box")
"""What somebody loses who loses all that its card says."""
KEYWORDS_AS_A_WHOLE = ("all", "keyword")
"""What somebody loses who loses “all keywords”, “its keywords”."""
Stop = tuple[str, Ref | None]
"""Why an event does not happen, and the ability behind it."""


@dataclass(frozen=True, slots=True)
class Truth:
    """True, False or open (None), the ability that made it so, and how (“replaced”)."""

    value: bool | None
    by: Ref | None = None
    how: str | None = None


OPEN = Truth(None)
YES = Truth(True)
NO = Truth(False)


@dataclass(frozen=True, slots=True)
class BarredPart:
    """A part of an event that does not happen: its events, the moment with those who take part, by what, and as what
    (“forbidden”, “replaced”).
    """

    events: frozenset[str]
    moment: Moment
    by: Ref
    reason: str

    def holds(self, moment: Moment) -> bool:
        """Whether a moment is of this part."""
        same = (self.moment.agent, self.moment.patient) == (moment.agent, moment.patient)
        return same and moment.event in self.events


@dataclass(frozen=True)
class Event:
    """Something that happens, or would: an occurrence and who takes part; `stop` says why it no longer happens."""

    serial: int
    occurrence: OccurrenceType
    label: str
    roles: Mapping[str, tuple[Element, ...]]
    facts: Mapping[str, Truth]
    parent: int | None = None
    cause: Ref | None = None
    """The ability that brought it about: it does not answer what it does itself."""
    chain: frozenset[Ref] = frozenset()
    """Abilities whose effects led here, one through the other."""
    stop: Stop | None = None
    stop_rules: Citations = ()
    joined: bool = False
    """It shares the windows of the event around it."""
    shares_facts: bool = False
    thing: str | None = None
    variant: str | None = None
    amount: int | None = None
    mark: str | None = None
    """What is printed on the counters that it is about."""
    values: Mapping[str, str] = field(default_factory=dict)
    gone: Mapping[tuple[str, str | None], Ref] = field(default_factory=dict)
    """Printed abilities cancelled here, by timing and whose (a kind of card, the key of one, None for all), and what
    cancelled them."""
    lost_deeds: Mapping[str, tuple[str, Ref]] = field(default_factory=dict)
    """Deeds of which it is made that do not happen, by event: why (“forbidden”, “replaced”), and what does that."""
    former: Mapping[str, tuple[Element, Ref | None]] = field(default_factory=dict)
    """Who filled a role until an ability made them leave, and that ability."""
    barred: tuple[BarredPart, ...] = ()
    """Parts of it that do not happen while the rest goes on."""
    displaced: tuple[tuple[Element, Ref], ...] = ()
    """Who would have been hit had an ability not put another in the way, and that ability."""
    spared: Mapping[str, tuple[Element, Ref, str]] = field(default_factory=dict)
    """By key: who would have taken part had an ability not kept them out while the event goes on for others, that
    ability, and as what (“forbidden”, “prevented”).
    """
    withdrawn: frozenset[str] = frozenset()
    decided_by: str | None = None
    open: bool = False
    """The rules do not say who makes the choice that it comes now."""
    deferred: tuple[tuple[int, str], ...] = ()
    """Steps of events within it that wait for its own last window: event and step id."""
    used: frozenset[Ref] = frozenset()
    """Abilities that have answered it."""

    def every(self, role: str) -> tuple[Element, ...]:
        """All who fill a role, through the occurrence's aliases (“victim” is the defender, else the target)."""
        for alias, names in self.occurrence.aliases:
            if alias == role:
                return next((self.roles[name] for name in names if self.roles.get(name)), ())
        return self.roles.get(role, ())

    @property
    def doers(self) -> tuple[Element, ...]:
        """Those who do it, as they were when it began."""
        roles = {role.rstrip("@+~"): None for begun in self.occurrence.begun_by for role in begun.agent}
        return tuple(one for role in roles for one in self.every(role))

    @property
    def patients(self) -> tuple[Element, ...]:
        """Those to whom it happens, as they were when it began."""
        roles = {role.rstrip("@"): None for begun in self.occurrence.begun_by for role in begun.patient}
        return tuple(one for role in roles for one in self.every(role))

    def bars(self, moment: Moment) -> BarredPart | None:
        """What keeps this part of it from happening."""
        return next((part for part in self.barred if part.holds(moment)), None)

    def one(self, role: str) -> Element | None:
        """The first who fills a role."""
        found = self.every(role)
        return found[0] if found else None


@dataclass(frozen=True, slots=True)
class InForce:
    """Something in force: a constant, a lasting effect, what another grants. `effect` is one Forbid, Modify, Gain,
    Allow …
    """

    ability: SubmittedAbility
    effect: Effect
    until: tuple[str, int] | None = None
    """Duration and the serial of the event it belongs to; None as long as its card is there."""
    bound: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)
    """Whom “it”, “that character” meant when it came into force."""
    instead: Effect | None = None
    """What happens in the place of what it prevents."""


@dataclass(frozen=True, slots=True)
class DelayedEffect:
    """A delayed effect: what it waits for, what then happens, and with whom in mind."""

    ability: SubmittedAbility
    tree: AbilityTree
    event: int
    bound: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)
    until: tuple[str, int] | None = None
    """Duration within which it waits, and the serial of the event it belongs to; None where no end was said."""
    again: bool = False
    """Whether it happens each time (“whenever”), not the next time alone."""
    answered: frozenset[int] = frozenset()
    """The events that it has answered."""


@dataclass(frozen=True)
class State:
    """Everything that has changed. Mappings are never changed in place."""

    forms: Mapping[str, str | None]
    first: int = 0
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    """By key, where what an ability moved lies instead of where its departure would have led; "" where nobody knows."""
    left: Mapping[str, Ref | None] = field(default_factory=dict)
    """Elements that left play, by key, and what made them."""
    lost: Mapping[Ref, Stop] = field(default_factory=dict)
    """Abilities without effect any more: why and by what."""
    silenced: Mapping[str, Ref | None] = field(default_factory=dict)
    """Elements that have lost their abilities, and by what."""
    keywords: Mapping[tuple[str, str], Ref] = field(default_factory=dict)
    """Keywords given on the way, by element and name."""
    lost_keywords: Mapping[tuple[str, str], Ref] = field(default_factory=dict)
    """Keywords taken on the way, printed or given, by element and name (of all “all”): what took them."""
    statuses: Mapping[tuple[str, str], Ref] = field(default_factory=dict)
    """Statuses given on the way, by element and name."""
    exhausted: Mapping[str, Ref | None] = field(default_factory=dict)
    attached: Mapping[str, str] = field(default_factory=dict)
    """By card id: the key of what it was attached to on the way."""
    engaged: Mapping[str, str] = field(default_factory=dict)
    """By card id: the player with whom it was engaged on the way."""
    controllers: Mapping[str, str] = field(default_factory=dict)
    entered: Mapping[str, Ref | None] = field(default_factory=dict)
    eliminated: Mapping[str, Ref | None] = field(default_factory=dict)
    activated: Mapping[tuple[int, str, str], bool] = field(default_factory=dict)
    uses: Mapping[tuple[str, Any, Any], tuple[Ref, ...]] = field(default_factory=dict)
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Elements whose open kind was settled."""
    settled: Mapping[tuple[str, str], bool] = field(default_factory=dict)
    """Open facts of elements that were settled, by key and what was asked."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Elements that were taken to bear a name, as it compares."""
    meant: Mapping[str, str] = field(default_factory=dict)
    """Somebody whom a player chose, settled to be another element, by keys."""
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who is what only by the part taken (“attacker”), by noun: element keys."""
    in_force: tuple[InForce, ...] = ()
    """Lasting effects; constants of cards are found on the table."""
    waiting: tuple[DelayedEffect, ...] = ()
    events: Mapping[int, Event] = field(default_factory=dict)
    serial: int = 0
    made: Mapping[Ref, int] = field(default_factory=dict)
    """By ability: the last event that it brought about (“this way”)."""
    bindings: Mapping[int, Mapping[str, tuple[Element, ...]]] = field(default_factory=dict)
    """By use of an ability: whom its words have named so far."""
    uses_begun: int = 0
    ghosted: frozenset[Ref] = frozenset()
    """Abilities whose effects were unfolded as not happening."""

    def keyword_taken(self, key: str, name: str) -> Ref | None:
        """What took a keyword from an element that has not been given it since."""
        of_all = None if (key, name) in self.keywords else self.lost_keywords.get((key, KEYWORDS_AS_A_WHOLE[0]))
        return self.lost_keywords.get((key, name), of_all) if self.lost_keywords else None

    def without_keyword(self, key: str, name: str, by: Ref) -> State:
        """The state in which an element has lost a keyword, or all of them."""
        every = name in KEYWORDS_AS_A_WHOLE
        given = {one: ref for one, ref in self.keywords.items() if one[0] != key or not (every or one[1] == name)}
        lost = {**self.lost_keywords, (key, KEYWORDS_AS_A_WHOLE[0] if every else name): by}
        return changed(self, keywords=given, lost_keywords=lost)

    def put(self, name: str, key: Any, value: Any) -> State:
        """The state with one entry of a mapping changed."""
        put: Any = {name: {**getattr(self, name), key: value}}
        return changed(self, **put)

    def drop(self, name: str, key: Any) -> State:
        """The state without one entry of a mapping."""
        held = getattr(self, name)
        dropped: Any = {name: {k: v for k, v in held.items() if k != key}}
        return changed(self, **dropped) if key in held else self

    def ended(self, over: Callable[[InForce | DelayedEffect], bool]) -> State:
        """The state without what is over of what waited or was in force, and without what this gave or took."""
        if any(map(over, self.waiting)):
            return changed(self, waiting=tuple(one for one in self.waiting if not over(one))).ended(over)
        ended = [one for one in self.in_force if over(one)]
        if not ended:
            return self
        given, taken = _given_and_taken(ended)
        return changed(
            self,
            in_force=tuple(one for one in self.in_force if one not in ended),
            keywords={key: by for key, by in self.keywords.items() if (by, key[1]) not in given},
            silenced={key: by for key, by in self.silenced.items() if by not in taken},
            lost_keywords={key: by for key, by in self.lost_keywords.items() if by not in taken},
        )

    def with_event(self, event: Event) -> State:
        """The state with an event begun or changed."""
        return changed(self, events={**self.events, event.serial: event}, serial=max(self.serial, event.serial))

    def label_at(self, event: Event, step: Step) -> str:
        """What a ruling calls the event at a step: where that stands for one of the event around, as that."""
        outer = self.events.get(event.parent) if event.parent is not None and step.stands_as is not None else None
        return (outer or event).label

    def around(self, event: Event) -> Iterator[Event]:
        """Lazily, the event and those around it, the innermost first."""
        outer: Event | None = event
        while outer is not None:
            yield outer
            outer = self.events.get(outer.parent) if outer.parent is not None else None

    def within(self, event: Event, *types: str) -> Event | None:
        """The event or the nearest around it that is of one of the types."""
        return next((one for one in self.around(event) if one.occurrence.type in types), None)

    def fact(self, event: Event, name: str) -> Truth | None:
        """A fact of the event, or of the one of which it is a part; None where nobody has said."""
        for one in self.around(event):
            if name in one.facts:
                return one.facts[name]
            if not one.shares_facts:
                return None
        return None

    def with_fact(self, event: Event, name: str, truth: Truth) -> State:
        """The state with a fact said of the event, and so of the one of which it is a part."""
        owner = event
        for owner in self.around(event):
            if not owner.shares_facts:
                break
        return self.with_event(changed(owner, facts={**owner.facts, name: truth}))


@dataclass(frozen=True, slots=True)
class StateChange:
    """One change as a value: an entry of a mapping of the state."""

    name: str
    key: Any
    value: Any

    def on(self, state: State) -> State:
        """The state after it."""
        return state.put(self.name, self.key, self.value)


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something that was not said and is taken to be so: the sentence, and what is settled by it."""

    text: str
    settles: tuple[StateChange, ...] = ()


def _given_and_taken(ended: Sequence[InForce]) -> tuple[set[tuple[Ref, str | None]], set[Ref]]:
    """The keywords given by what is over, and the abilities that silenced somebody."""
    gains = [(one.ability.ref, one.effect) for one in ended if isinstance(one.effect, Gain)]
    return {(ref, gain.keyword) for ref, gain in gains if not gain.loses}, {ref for ref, gain in gains if gain.loses}
