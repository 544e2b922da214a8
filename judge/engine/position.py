"""A position: the rules, the table and the state as they are now, and what one can look up in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.disputes.dispute_values import Card
from judge.disputes.findings import plain
from judge.engine.state import Event, State
from judge.engine.table_elements import Element, Ref, SubmittedAbility, Table
from judge.rules.model import Label, Moment, Rules


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whose words are meant: the ability, the event in which it speaks, and whom it has named so far."""

    ability: SubmittedAbility
    event: Event
    moment: Moment | None = None
    bound: Mapping[str, tuple[Element, ...]] = field(default_factory=dict)


def lies_in(row: str) -> str:
    """How the state calls that somebody lies in a row."""
    return f"lies in {row}"


@dataclass(frozen=True, slots=True)
class Position:
    """The rules, the table, and the state now."""

    rules: Rules
    table: Table
    state: State

    # --- players

    @property
    def first_player(self) -> str:
        """Who is first in every order of seats."""
        if self.rules.features.first_player == "active":
            return self.table.dispute.active
        return self.table.seats[self.state.first]

    @property
    def active(self) -> str:
        """The player whose turn it is."""
        return self.table.dispute.active

    def seats_in_order(self) -> tuple[str, ...]:
        """Players from the first one on, those who still play."""
        start = self.table.seats.index(self.first_player)
        seats = (*self.table.seats[start:], *self.table.seats[:start])
        return tuple(seat for seat in seats if seat not in self.state.eliminated)

    def acting(self, event: Event) -> str | None:
        """The player to whom the scenario's “you” happens here."""
        for outer in self.state.around(event):
            for name in self.rules.features.acting_roles:
                for one in outer.every(name):
                    if (who := one.player or self.controller(one)) in self.table.seats:
                        return who
        return None

    def you(self, speaker: Speaker) -> str | None:
        """The player whom “you” means for the speaker; None for the scenario's where nobody acts. Of what an engaged
        card does itself it is whom that befalls (“after Thug attacks you”), whoever it is engaged with.
        """
        if self.does_it(speaker):
            return self.acting(speaker.event) or speaker.ability.you
        return speaker.ability.you or self.acting(speaker.event)

    def does_it(self, speaker: Speaker) -> bool:
        """Whether an engaged card speaks of what it does itself."""
        if speaker.ability.card.engaged_with is None:
            return False
        own = self.table.of(speaker.ability).key
        return any(self.now(one).key == own for one in speaker.event.doers)

    # --- elements

    def in_roles(self, event: Event, roles: Iterable[str]) -> list[Element]:
        """Those who fill the roles of an event, as a moment names them, as they are now."""
        return [self.now(one) for role in roles for one in event.every(role.rstrip("@"))]

    def now(self, element: Element) -> Element:
        """The element as it is known to be now: somebody chosen who was settled to be another."""
        meant = self.state.meant.get(element.key) if element.chosen else None
        return element if meant is None else next((one for one in self.everybody() if one.key == meant), element)

    def kinds(self, element: Element) -> frozenset[str]:
        """The card types it may have now: settled ones, an identity's form."""
        if element.player is not None:
            form = self.state.forms.get(element.player)
            return frozenset({form}) if form else element.kinds
        return self.state.kinds.get(element.key, element.kinds)

    def is_kind(self, element: Element, kind: str) -> bool | None:
        """Whether it is of the kind or class; None where that is open. Raises nothing for unknown kinds: they are
        open.
        """
        if kind in ("card", "any", ""):
            return True
        if kind == "player" or kind in self.rules.features.player_kinds:
            return element.player is not None or "player" in element.kinds
        if kind in self.rules.features.role_kinds:
            return element.key in self.state.parts.get(kind, ())
        wanted = self.rules.sorts_of(kind)
        if not wanted:
            return None
        have = self.kinds(element)
        fitting = len(have & wanted)
        if have and fitting == len(have):
            return True
        return None if fitting else False

    def controller(self, element: Element) -> str | None:
        """Who controls it now."""
        return element.player or self.state.controllers.get(element.key, element.controller)

    def engaged(self, card: Card | None) -> str | None:
        """The player with whom a card is engaged now."""
        return None if card is None else self.state.engaged.get(card.id, card.engaged_with)

    def bearer(self, card: Card) -> Element | None:
        """What a card is attached to now; None where that was not said."""
        key = self.state.attached.get(card.id)
        if key is not None:
            return next((one for one in self.everybody() if one.key == key), None)
        return self.table.element(card.attached_to) if card.attached_to else None

    def attachments(self, element: Element) -> list[Card]:
        """Submitted cards that are attached to it now."""
        moved = self.state.attached
        there = [card for card in self.table.submitted_attachments(element) if card.id not in moved]
        return there + [c for c in self.table.dispute.cards if moved.get(c.id) == element.key] if moved else there

    def row_of(self, element: Element) -> str | None:
        """The row in which it is known to lie; None where nobody said."""
        features = self.rules.features
        rows = (row for row in features.rows if row not in features.whole_rows)
        return next((row for row in rows if self.state.settled.get((element.key, lies_in(row)))), None)

    def is_in_play(self, element: Element) -> bool:
        """Whether it is on the table: a card said not to be, or one that left, is not."""
        if element.key in self.state.left:
            return False
        card = element.card
        return card is None or not self.is_outside(card)

    def is_outside(self, card: Card) -> bool:
        """Whether a submitted card has not come into play (yet): a boost card, one said not to be, what is played."""
        if f"card {card.id}" in self.state.entered:
            return False
        if card.in_play is False or card.role is not None:
            return True
        return card.kind in self.rules.kinds_with("resolves_from_outside") and card.in_play is not True

    def everybody(self) -> Iterator[Element]:
        """Lazily, every element there is: players in order, submitted cards, those who take part without a card."""
        seen: set[str] = set()
        for element in (*self._players(), *(self.table.of_card(card) for card in self.table.every_card())):
            if element.key not in seen:
                seen.add(element.key)
                yield element
        for event in list(self.state.events.values()):
            for elements in event.roles.values():
                for element in elements:
                    if element.key not in seen and not element.is_place:
                        seen.add(element.key)
                        yield element

    def _players(self) -> Iterator[Element]:
        for seat in self.seats_in_order():
            found = self.table.identity(seat)
            if found is not None:
                yield found

    def the(self, kind: str) -> Element:
        """The one thing of its kind: the submitted card in play, who takes part as one, else the thing in general."""
        cards = self.table.cards_of_kind(kind)
        if cards:
            return self.table.of_card(next((card for card in cards if not self.is_outside(card)), cards[0]))
        for event in self.state.events.values():
            for elements in event.roles.values():
                for element in elements:
                    if element.card is None and self.kinds(element) == {kind}:
                        return element
        unknown = self._bearing(kind)
        if len(unknown) == 1:
            return self.table.element(unknown[0], kind)
        return self.table.in_general(kind)

    def printing(self, kind: str, timings: Collection[str]) -> tuple[Element, ...]:
        """Submitted cards of a kind, in play, that print an ability of one of the timings, by id; of unknown kind,
        those that lie at a place as such cards do.
        """
        placed = kind in self.rules.kinds_with("lies_at_place")
        unknown = [card for card in self.table.cards_of_kind(None) if placed == (card.location is not None)]
        cards = {one.card.id: one.card for one in self.table.abilities if one.timing in timings}
        those = [card for card in (*self.table.cards_of_kind(kind), *unknown) if card.id in cards]
        return tuple(one for card in those if self.is_in_play(one := self.table.of_card(card)))

    def _bearing(self, kind: str) -> Sequence[str]:
        """Unknown names that bear what only one of the kind would bear."""
        bearing = self.rules.features.borne_by.get(kind, ())
        said = [value for value in self.table.dispute.participants.values() if isinstance(value, str)]
        cards = self.table.every_card() if bearing else ()
        names = sorted({card.attached_to for card in cards if card.kind in bearing and card.attached_to})
        return [name for name in names if self.table.is_unknown(name) and name not in said]

    def labels(self, ability: SubmittedAbility) -> list[Label]:
        """What the rules say of an ability's labels."""
        names = ability.ability.labels if ability.ability is not None else ()
        return [self.rules.labels[name] for name in names if name in self.rules.labels]

    def is_called(self, name: str, element: Element) -> bool:
        """Whether the element bears the name, or one that begins with it."""
        wanted = plain(name)
        names = {plain(element.name)} | self.table.names_of.get(element.key, frozenset())
        if (taken := self.state.names.get(element.key)) is not None:
            names.add(taken)
        return any(wanted == one or one.startswith(f"{wanted} ") for one in names)

    # --- what lies on somebody

    def statuses(self, name: str, element: Element) -> list[SubmittedAbility]:
        """Submitted status cards of the name that lie on it now."""
        return [one for one in self.table.statuses_submitted(name, element) if one.ref not in self.state.lost]

    def status_count(self, name: str, element: Element) -> int:
        """How many status cards of the name lie on it now, submitted or given on the way."""
        return len(self.statuses(name, element)) + ((element.key, name) in self.state.statuses)

    def knows_status(self, name: str) -> bool:
        """Whether anybody said where status cards of the name lie: then those who bear none are known to."""
        given = any(status == name for _, status in self.state.statuses)
        return given or any(
            one.timing == "status" and name in self.table.status_names(one) for one in self.table.abilities
        )

    def keyword_by(self, element: Element, name: str) -> Ref | None:
        """What gives it a keyword, printed or on the way; None where it has not."""
        if self.state.keyword_taken(element.key, name) is not None:
            return None
        given = self.state.keywords.get((element.key, name))
        if given is not None:
            return given
        there = (
            one
            for one in self.table.abilities_of(element)
            if one.keyword is not None and one.ref not in self.state.lost
        )
        return next((one.ref for one in there if one.keyword is not None and one.keyword.name == name), None)

    def with_state(self, state: State) -> Position:
        """The position after changes."""
        return replace(self, state=state)
