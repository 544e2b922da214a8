"""How a ruling names what was submitted and what happens: abilities, moments, events, as people at the table would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from judge.disputes.dispute_values import Card
from judge.disputes.findings import slug
from judge.engine.candidates.candidate import Candidate, stands_all_along
from judge.engine.run_record import ExclusionNote, GroupRecord
from judge.engine.state import Event, State
from judge.engine.table_elements import Ref, SubmittedAbility, Table


class Telling:
    """The names of one dispute's abilities, and the words for what happened to them."""

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state

    @cached_property
    def _names(self) -> Mapping[Ref, str]:
        return dict(_names(self.table))

    def name(self, ref: Ref) -> str:
        """An ability by its card's name; with what tells it from others of that name."""
        return self._names.get(ref, ref)

    def names(self, group: GroupRecord) -> tuple[str, ...]:
        """The names of what a group uses, in the order of the references."""
        return tuple(self.used_as(one) for one in sorted(group.used, key=lambda one: one.ability.ref))

    def used_as(self, one: Candidate) -> str:
        """What acts: an ability, with the keyword where that is given by its words and acts by itself."""
        name = self.name(one.ability.ref)
        if one.ready is None or one.ready.source != "keyword" or one.ability.keyword or stands_all_along(one):
            return name
        keyword = one.ready.name.replace("-", " ")
        return f"{name.removesuffix(')')}, {keyword})" if name.endswith(")") else f"{name} ({keyword})"

    def label(self, serial: int) -> str:
        """What an event is called."""
        event = self.state.events.get(serial)
        return event.label if event is not None else "it"

    def cause(self, serial: int) -> Ref | None:
        """The ability that brought an event about."""
        event = self.state.events.get(serial)
        return event.cause if event is not None else None

    def event(self, note: ExclusionNote) -> Event | None:
        """The event in which an ability came nearest to resolving."""
        window = note.window
        return self.state.events.get(window[0]) if isinstance(window, tuple) else None

    def happening(self, note: ExclusionNote) -> str:
        """What that event is called; which one of several alike goes without saying."""
        event = self.event(note)
        return _counted(event.label)[0] if event is not None else ""

    def moment(self, group: GroupRecord) -> str:
        """At which moment a group stands: “just before Rhino’s attack on Anna begins”."""
        event, step = group.seen, group.step
        said = self.table.rules.moments.get(step.shown)
        if said is None:
            return f"at “{step.title}” in {event.label}"
        _, count = _counted(self.state.label_at(event, step))
        return said.format_map(_Parts(event)) + (f", the {_ORDINALS.get(count, count + 'th')} time" if count else "")

    def over(self, one: int, other: int) -> str | None:
        """The event that has ended between two: the outermost around `one` that is not around `other`."""
        outside = {event.serial for event in self._around(other)}
        inside = [event for event in self._around(one) if event.serial not in outside]
        return inside[-1].label if inside else None

    def is_beside(self, one: int, other: int) -> bool:
        """Whether two events are parts of the same one."""
        return self.state.events[one].parent == self.state.events[other].parent

    def is_within(self, one: int, other: int) -> bool:
        """Whether an event is part of another one."""
        return any(event.serial == other for event in self._around(one))

    def _around(self, serial: int) -> Iterator[Event]:
        """An event and those around it, innermost first."""
        event = self.state.events.get(serial)
        while event is not None:
            yield event
            event = self.state.events.get(event.parent) if event.parent is not None else None

    def form_of(self, player: str | None) -> str:
        """The form that a player is in; empty where there are none or nobody said."""
        return self.state.forms.get(player or "") or ""

    def player_of(self, event: Event | None) -> str:
        """The player who takes part in an event as such."""
        player = event.one("player") if event is not None else None
        return (player.player or "") if player is not None else ""


_ORDINALS = {"2": "second", "3": "third", "4": "fourth"}


def _counted(label: str) -> tuple[str, str]:
    """What an event is called without the number that tells it from others, and that number; empty where it has none.

    >>> _counted("the attack of Rhino (2)"), _counted("the attack")
    (('the attack of Rhino', '2'), ('the attack', ''))
    """
    plain, _, count = label.removesuffix(")").rpartition(" (")
    return (plain, count) if label.endswith(f" ({count})") and count.isdecimal() else (label, "")


class _Parts(dict[str, str]):
    """Those who take part in an event, by role."""

    def __init__(self, event: Event) -> None:
        super().__init__({role: " and ".join(one.name for one in some) for role, some in event.roles.items() if some})
        self.update(event.values)

    def __missing__(self, role: str) -> str:
        return f"the {role.replace('_', ' ')}"


def _names(table: Table) -> Iterator[tuple[Ref, str]]:
    """Lazily, each reference with its name."""
    cards = {one.card.id: one.card for one in table.abilities}
    alike = Counter(card.name for card in cards.values())
    owners = Counter((card.name, card.controller) for card in cards.values())
    for card_id, abilities in table.by_card.items():
        card = cards[card_id]
        whose = _whose(table, card, owners) if alike[card.name] > 1 else ""
        timings = Counter(one.timing for one in abilities if one.keyword is None)
        for number, one in enumerate(abilities, 1):
            which = _which(one, number, len(abilities), timings)
            remark = ", ".join(words for words in (whose, which) if words)
            yield one.ref, f"{card.name} ({remark})" if remark else card.name


def _whose(table: Table, card: Card, owners: Mapping[tuple[str, str], int]) -> str:
    """What tells a card from others of its name: whose it is, or its own id, or its number."""
    if owners[card.name, card.controller] == 1 and card.controller in table.seats:
        return card.controller
    number = card.id.removeprefix(slug(card.name)).removeprefix("-")
    return (number or "1") if card.id.startswith(slug(card.name)) else card.id


def _which(one: SubmittedAbility, number: int, count: int, timings: Mapping[str, int]) -> str:
    """What tells an ability from `count - 1` others of its card: its keyword, its timing, or its number.

    `timings` says how many abilities of the card each timing has.
    """
    if one.keyword is not None:
        return one.keyword.name.replace("-", " ")
    if count == 1:
        return ""
    if timings[one.timing] > 1:
        return f"ability {number}"
    words = one.timing.replace("-", " ")
    return words.title() if one.timing.startswith("when-") else words
