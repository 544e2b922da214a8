"""What a card waits for and what a moment offers, as keys that an index can hold.

They are the keys by which the engine itself finds abilities at a step (`waiting_index`), so that a card none of whose
keys a moment offers has nothing to do there. They only narrow: whether a card acts is for `resolve` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import NamedTuple

from judge.cardtext.tree import Clause, Noun
from judge.disputes.dispute_values import Dispute
from judge.engine.effort import effort_of_this_answer
from judge.engine.in_force import Constants
from judge.engine.resolve import unfolded
from judge.engine.state import Event
from judge.engine.table_elements import SubmittedAbility, Table
from judge.engine.waiting_index import WaitingIndex, word_of
from judge.rules.model import Begin, OccurrenceType, Rules, Step

Kinds = frozenset[str] | None
"""Card types of one of which somebody must be; None where anybody will do."""
_BEGUN_BY: Mapping[str, str] = {
    "shed": "shed", "boost": "boost_card", "reveal": "reveal", "excess": "excess", "eliminate": "engage",
    "activate": "activate", "join-in": "activate",
}  # fmt: skip
"""Mechanisms that begin one of the standard events."""


class Key(NamedTuple):
    """What an ability waits for: an event, timing or label by its name, or a row that stands ready, by its source."""

    sort: str
    word: str
    """Of an event how it is waited for (would, when, after, while); of a ready row its source (keyword, cannot …)."""
    name: str


class _Roles(NamedTuple):
    """In which roles of an event those are whom a key is about: who acts and to whom it happens; empty of anybody."""

    agent: Sequence[str] = ()
    patient: Sequence[str] = ()
    is_printed: bool = False
    """Whether it is about what is printed on those in the role, which are then of the kind that the rules declare."""


_ANYBODY = _Roles()


class Wait(NamedTuple):
    """A key of a card, and whom its trigger names as the one who acts and the one to whom it happens."""

    key: Key
    agent: Kinds = None
    patient: Kinds = None


def waits_of(dispute: Dispute) -> frozenset[Wait]:
    """What the abilities of a dispute's cards wait for."""
    table = Table(dispute, effort_of_this_answer())
    waiting = WaitingIndex(table, Constants(table))
    found = {Wait(Key("event", word, event)) for word, event in waiting.by_event}
    found = {more for wait in found for more in _with_nouns(waiting, wait.key)}
    found |= {
        Wait(Key("timing", "", timing), None, _itself(waiting.table, one))
        for timing, several in waiting.by_timing.items()
        for one in several
    }
    found |= {Wait(Key("label", "", label)) for label in waiting.by_label}
    return frozenset(found | {Wait(Key("ready", source, name)) for source, name in waiting.by_ready})


def _with_nouns(waiting: WaitingIndex, key: Key) -> Iterator[Wait]:
    rules = waiting.table.rules
    for one in waiting.by_event[key.word, key.name]:
        trigger = one.tree.trigger if one.tree is not None else None
        for clause in trigger.clauses if trigger is not None else ():
            if clause.event == key.name and word_of(one) == key.word:
                yield Wait(key, _named(rules, clause.agent, one), _named(rules, clause.patient, one))


def _named(rules: Rules, noun: Noun | None, ability: SubmittedAbility) -> Kinds:
    """The card types of which whom a noun names must be; None where that cannot be told from its words alone."""
    if noun is None or noun.parts or noun.head not in ("class", "this"):
        return None
    if noun.head == "this":
        return _own_kind(rules, ability)
    features = rules.features
    loose = {"player", *features.player_kinds, *features.role_kinds, *features.relative_kinds}
    if not noun.kinds or loose & {*noun.kinds} or not all(rules.is_kind(kind) for kind in noun.kinds):
        return None
    return frozenset().union(*(rules.sorts_of(kind) for kind in noun.kinds))


def _own_kind(rules: Rules, ability: SubmittedAbility) -> Kinds:
    """The card type of the card that an ability stands on; None where another may stand for it."""
    kind = ability.card.kind
    known = rules.kinds.get(kind or "")
    return frozenset({kind}) if kind and known is not None and known.submitted_as is None else None


def _itself(table: Table, ability: SubmittedAbility) -> Kinds:
    """The card type of which whoever a printed ability resolves for must be: of its own, where it stands for itself."""
    own = _own_kind(table.rules, ability)
    return own if own is not None and table.of(ability).kinds == own else None


@dataclass(frozen=True)
class Offer:
    """What a moment offers: keys, each with those who may act and to whom it may happen."""

    keys: Mapping[Key, frozenset[tuple[Kinds, Kinds]]]
    names: frozenset[str]
    """Who takes part by name: a card of such a name has to do with it whatever it waits for."""
    steps: Mapping[str, int]
    """The steps of the moment in the order in which they are reached."""

    def takes(self, wait: Wait) -> bool:
        """Whether something that waits so might find its moment."""
        key = wait.key if wait.key in self.keys else Key(wait.key.sort, wait.key.word, "*")
        whom = self.keys.get(key, frozenset())
        return any(_meet(wait.agent, agent) and _meet(wait.patient, patient) for agent, patient in whom)


def _meet(one: Kinds, other: Kinds) -> bool:
    return one is None or other is None or not one.isdisjoint(other)


def offer_of(dispute: Dispute, step: str | None = None, without: frozenset[str] = frozenset()) -> Offer:
    """What the occurrence that a dispute names, or one step of it, offers to any further card.

    What stands in events of the types `without` is not asked for. Raises TooLarge as `resolve`.
    """
    run = unfolded(dispute)
    rules, submitted = run.table.rules, bool(run.table.abilities)
    offered: dict[Key, set[tuple[Kinds, Kinds]]] = {}
    events = list(run.state.events.values())
    for event in events:
        for key, roles in _keys_of(rules, event.occurrence, step, without):
            whom = (None, None) if submitted else _takers(rules, event, roles)
            offered.setdefault(key, set()).add(whom)
    said = {clause.event for one in run.table.abilities for clause in _clauses_in(one.tree)}
    for occurrence in _beginning_with(rules, [event.occurrence for event in events], said):
        for key, roles in _keys_of(rules, occurrence, step, without):
            kinds = None if submitted else _declared(rules, occurrence, roles)
            offered.setdefault(key, set()).add((None, kinds))
    for key in _of_cards(said) if submitted else ():
        offered.setdefault(key, set()).add((None, None))
    steps = {one.step.shown: place for place, one in reversed(list(enumerate(run.trace.timeline)))}
    return Offer({key: frozenset(whom) for key, whom in offered.items()}, frozenset(_names(dispute)), steps)


def _names(dispute: Dispute) -> Iterator[str]:
    for value in dispute.participants.values():
        yield from map(str, value if isinstance(value, list) else [value])
    yield from (card.attached_to for card in dispute.cards if card.attached_to)


def _of_cards(said: Iterable[str]) -> Iterator[Key]:
    """What the texts of submitted cards offer beside their occurrences: events with default steps, uses to forbid."""
    for event in said:
        yield from (Key("event", word, event) for word in ("would", "when", "after", "while"))
    yield Key("ready", "cannot", "*")


def _keys_of(
    rules: Rules, occurrence: OccurrenceType, only: str | None, without: frozenset[str]
) -> Iterator[tuple[Key, _Roles]]:
    """Lazily, the keys of an occurrence or one step of it, and the roles of those whom a key is about.

    What joins another's window, or is answered later, stands at that other step.
    """
    whole = only is None or any(cls.collected for cls in rules.classes)
    steps = [
        step
        for step in occurrence.steps
        if step.joins or (step.shown == only if not whole else occurrence.type not in without)
    ]
    for begun in occurrence.begun_by if steps and occurrence.type not in without else ():
        yield Key("ready", "cannot", begun.event), _ANYBODY
    for step in steps:
        yield from _keys_at(rules, step)


def _keys_at(rules: Rules, step: Step) -> Iterator[tuple[Key, _Roles]]:
    """Lazily, the keys by which the engine finds what waits for a step."""
    for moment in step.all_moments:
        whom = _Roles(moment.agent, moment.patient)
        yield Key("event", moment.word, moment.event), whom
        if moment.word == "when":
            yield Key("event", "would", moment.event), whom
        if moment.word in ("when", "would"):
            yield Key("ready", "cannot", moment.event), _ANYBODY
    for ready, _ in rules.ready_at.get(step.id, ()):
        yield Key("ready", ready.source, ready.name), _ANYBODY
    for timing, role in step.printed:
        own = role[:1] not in ("*", "=") and timing != "played" and timing not in rules.labels
        yield Key("timing", "", timing), _Roles((), (role,), is_printed=True) if own else _ANYBODY
        yield Key("label", "", timing), _ANYBODY


def _takers(rules: Rules, event: Event, roles: _Roles) -> tuple[Kinds, Kinds]:
    """The card types of those in the roles of an event, or that those who take them must be of."""
    if roles.is_printed and not any(map(event.every, roles.patient)):
        return None, _declared(rules, event.occurrence, roles)
    return _fillers(event, roles.agent), _fillers(event, roles.patient)


def _fillers(event: Event, roles: Sequence[str]) -> Kinds:
    """The card types of those in the roles; None where a role is empty or is whoever controls somebody."""
    if not roles or any(role.endswith("@") or not event.every(role) for role in roles):
        return None
    kinds = [element.kinds for role in roles for element in event.every(role)]
    return frozenset().union(*kinds) if all(kinds) else None


def _declared(rules: Rules, occurrence: OccurrenceType, roles: _Roles) -> Kinds:
    """The card types of which the rules have those be whose printed abilities resolve; None where of any."""
    parts = {part.name: part.kind for part in (*occurrence.participants, *occurrence.fills)} if roles.is_printed else {}
    sorts = [rules.sorts_of(parts.get(role, "").removesuffix("-list")) for role in roles.patient]
    return frozenset().union(*sorts) if sorts and all(sorts) else None


def _beginning_with(rules: Rules, first: Sequence[OccurrenceType], said: Iterable[str]) -> Iterator[OccurrenceType]:
    """Lazily, the occurrences that others may begin by the rules, and those of which submitted cards speak."""
    events = frozenset(said)
    waiting = [more for one in first for more in _begun(rules, one)]
    waiting += [one for one in rules.occurrences.values() if any(begun.event in events for begun in one.begun_by)]
    seen: set[str] = set()
    while waiting:
        one = waiting.pop()
        if one.type not in seen:
            seen.add(one.type)
            yield one
            waiting += _begun(rules, one)


def _begun(rules: Rules, occurrence: OccurrenceType) -> list[OccurrenceType]:
    begins: list[Begin | None] = [begin for step in occurrence.steps for begin in step.begins]
    standard = rules.standard
    for name in {_BEGUN_BY.get(doing.verb) for step in occurrence.steps for doing in step.does} - {None}:
        said = getattr(standard, name or "")
        begins += said.values() if isinstance(said, Mapping) else [said]
    return [rules.occurrences[begin.occurrence] for begin in begins if begin is not None]


def _clauses_in(node: object) -> Iterator[Clause]:
    """Lazily, every clause of a tree."""
    if isinstance(node, Clause):
        yield node
    if isinstance(node, tuple):
        for one in node:
            yield from _clauses_in(one)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield from _clauses_in(getattr(node, field.name))
