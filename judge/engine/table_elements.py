"""Who and what is there, as submitted: elements (cards, players, what names stand for) and the submitted abilities.

Nothing here changes while a dispute unfolds; `judge.engine.state` holds what does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from judge.ability import Ability, Keyword
from judge.cardtext.tree import (
    HOLDERS,
    AbilityTree,
    Delayed,
    Effect,
    Gain,
    Lasting,
    May,
    Then,
    leaves,
)
from judge.cardtext.tree import Sequence as Steps
from judge.disputes.dispute_values import Card, Dispute
from judge.disputes.findings import plain
from judge.disputes.status_names import statuses_named
from judge.engine.effort import Effort
from judge.rules.model import Kind, Rules

Ref = str


@dataclass(frozen=True, slots=True)
class Element:
    """Something that takes part. `kinds` are the card types it may have: one when known."""

    key: str
    name: str
    kinds: frozenset[str]
    player: str | None = None
    """The player whose identity it is."""
    controller: str | None = None
    card: Card | None = field(default=None, compare=False)
    chosen: bool = False
    """True for somebody whom a player chose, and nobody said whom."""
    general: bool = False
    """True for what nobody named: “the main scheme”, “the boost card”."""
    place: str | None = field(default=None, compare=False)
    """Of somebody chosen: the key of the place at which the words choose them."""
    others: frozenset[str] = field(default=frozenset(), compare=False)
    """Of somebody chosen: the keys of those whom the words do not mean."""
    fresh: bool = field(default=False, compare=False)
    """True for what comes from a stack: nothing has happened to it before."""

    @property
    def is_place(self) -> bool:
        """Whether it is one of the numbered places, where others are."""
        return self.key.startswith("place ")


@dataclass(frozen=True, slots=True, eq=False)
class SubmittedAbility:
    """One submitted ability under its reference; a card with nothing of the kind counts as one without `part`."""

    ref: Ref
    card: Card
    part: Ability | Keyword | None
    timing: str
    you: str | None
    """The player whom its “you” means, None for anybody."""
    user: str | None
    """The player who chooses to use it; None where the game does it."""
    mandatory: bool
    answers: bool = False
    """It waits for what has happened: its trigger means the moment after."""
    before: bool = False
    """True of what an ability used before left to happen later."""

    @property
    def ability(self) -> Ability | None:
        """The ability, where it is no keyword and no blank card."""
        return self.part if isinstance(self.part, Ability) else None

    @property
    def keyword(self) -> Keyword | None:
        """The keyword, where it is one."""
        return self.part if isinstance(self.part, Keyword) else None

    @property
    def tree(self) -> AbilityTree | None:
        """What its words say; None for keywords and blank cards."""
        return self.part.tree if isinstance(self.part, Ability) else None


def names_on(card: Card) -> frozenset[str]:
    """The names that a card bears, as they compare: its own, and those that its text gives it."""
    return frozenset(plain(name) for name in (card.name, *card.text.aliases))


def bare(name: str) -> str:
    """A name as it compares, without a remark in brackets behind it: “Kestrel (from hand)”."""
    return plain(name.partition(" (")[0]) or plain(name)


class Table:
    """All elements and abilities of one dispute, indexed."""

    def __init__(self, dispute: Dispute, effort: Effort) -> None:
        self.dispute = dispute
        self.rules: Rules = dispute.rules
        self.effort = effort
        self.scenario = self.rules.features.scenario or "scenario"
        self.seats = tuple(player.name for player in dispute.players)
        self._named: dict[str, Element] = {}
        self._by_card: dict[str, Element] = {}
        self._place_elements()
        self.abilities = self._abilities()
        self.by_ref: Mapping[Ref, SubmittedAbility] = {one.ref: one for one in self.abilities}

    # --- elements

    def _place_elements(self) -> None:
        """Who and what is on the table, by card and by name."""
        cards = sorted(self.dispute.cards, key=lambda card: card.id)
        self._seat_players()
        self._embody(cards)
        nameless = self.rules.kinds_with("nameless")
        named = [*((card.id, card) for card in cards), *((card.name, card) for card in cards)]
        for name, card in named:
            if card.kind not in nameless or plain(name) != plain(card.name):
                self._named.setdefault(plain(name), self._by_card[card.id])
        for card in cards:
            for name in (bare(card.name), *names_on(card)) if card.kind not in nameless else ():
                self._named.setdefault(name, self._by_card[card.id])
        alike: dict[str, dict[str, Element]] = defaultdict(dict)
        for card in cards:
            alike[plain(card.name)].setdefault(self._by_card[card.id].key, self._by_card[card.id])
        meant = {plain(card.id) for card in cards} | {plain(player.name) for player in self.dispute.players}
        self._alike = {name: tuple(es.values()) for name, es in alike.items() if len(es) > 1 and name not in meant}
        self._name_heroes_of_the_occurrence()

    def _seat_players(self) -> None:
        """Each player, who is also the identity that they control."""
        identities = self.rules.kinds_with("identity")
        owners: dict[str, list[str]] = defaultdict(list)
        for card in self.dispute.cards:
            if (card.kind in identities or card.kind == "identity") and card.controller in self.seats:
                owners[card.controller].append(card.id)
        for player in self.dispute.players:
            element = Element(f"player {player.name}", player.name, identities, player.name, player.name)
            self._named[plain(player.name)] = element
            for card_id in owners[player.name]:
                self._by_card[card_id] = element

    def _embody(self, cards: Sequence[Card]) -> None:
        """Which card is which element: powers are their bearer, copies of one unique card the same."""
        rules = self.rules
        powers, unique = rules.kinds_with("power_of"), rules.kinds_with("unique_per_player")
        bodies: dict[tuple[str, str], Element] = {}
        called: dict[tuple[str, str], Element] = {}
        entering = self._entering()
        for card in sorted(cards, key=lambda card: card.kind in powers):
            element = self._by_card.get(card.id) or self._element_of(card)
            whose = (bare(self._bearer_name(card) if card.kind in powers else card.name), card.controller)
            if card.kind in powers:
                element = bodies.setdefault(whose, called.get(whose) or self._bearer_of(card))
            elif unique and card.id not in entering and self._is_only_one(card, unique):
                element = bodies.setdefault(whose, element)
            self._by_card[card.id] = element
            for name in card.text.aliases:
                called.setdefault((plain(name), card.controller), element)

    def _entering(self) -> frozenset[str]:
        """Ids of the cards that are not there yet where the occurrence asks whether another of the name is."""
        occurrence, said = self.dispute.occurrence, self.dispute.participants
        doings = (doing for step in occurrence.steps for doing in step.does) if occurrence is not None else ()
        named = {said.get(doing.args[0]) for doing in doings if doing.verb == "copies"}
        return frozenset(card.id for card in self.dispute.cards if card.id in named or card.in_play is False)

    def _is_only_one(self, card: Card, unique: frozenset[str]) -> bool:
        """Whether the card's player has one of its name: no keyword of it says otherwise."""
        lifting = {kind.several_with for kind in self.rules.kinds.values()}
        alone = card.kind is None or self.rules.sorts_of(card.kind) <= unique
        return alone and not any(keyword.name in lifting for keyword in card.text.keywords)

    def _name_heroes_of_the_occurrence(self) -> None:
        """A hero named only in the occurrence, whose kind and controller it tells, is that player's identity."""
        said = self.dispute.participants
        owners = dict(self.dispute.occurrence.controls) if self.dispute.occurrence else {}
        identities = self.rules.kinds_with("identity")
        for role, kind in self.dispute.kinds.items():
            name, owner = said.get(role), said.get(owners.get(role, "controller"))
            if kind in identities and isinstance(name, str) and plain(name) not in self._named and owner in self.seats:
                self._named[plain(name)] = self._named[plain(str(owner))]
                self._nicknames.setdefault(f"player {owner}", set()).add(plain(name))

    @cached_property
    def _nicknames(self) -> dict[str, set[str]]:
        return {}

    def _element_of(self, card: Card) -> Element:
        kind = self.rules.kinds.get(card.kind or "")
        known = kind.submitted_as or kind.id if kind is not None else card.kind
        kinds = self.rules.sorts_of(known) if known else self.rules.leaves
        return Element(f"card {card.id}", card.name, kinds, None, card.controller, card)

    def _bearer_of(self, card: Card) -> Element:
        """The character, not submitted itself, whose power a card is."""
        kinds = self.rules.sorts_of(self.rules.kinds[card.kind or ""].power_of or "")
        name = self._bearer_name(card)
        return Element(f"name {plain(name)} of {card.controller}", name, kinds, None, card.controller)

    def _bearer_name(self, power: Card) -> str:
        """Whose power a card is: that of the character it is attached to, else of the one it is named after."""
        to = power.attached_to
        return next((card.name for card in self.dispute.cards if card.id == to), to or power.name)

    def controlled(self, element: Element, player: str | None) -> Element:
        """The element of that name that is the player's, else this one as the player's where nobody else has it."""
        for card in self.every_card() if element.controller != player else ():
            mine = self._by_card[card.id]
            if mine.controller == player and plain(mine.name) == plain(element.name) and mine.kinds & element.kinds:
                return mine
        return element if element.controller else replace(element, controller=player)

    def element(self, name: str, kind: str | None = None, assume: str | None = None) -> Element:
        """The element a name stands for: a submitted card, a player, or anything else, taken to be in play."""
        known = self._named.get(plain(name))
        if kind and kind != "card" and (alike := self.alike(name)):
            known = next((one for one in alike if one.kinds & self.rules.sorts_of(kind)), known)
        if known is not None and known.player is None and len(known.kinds) > 1 and kind:
            kinds = known.kinds & self.rules.sorts_of(kind)
            return replace(known, kinds=kinds) if kinds else known
        return known if known is not None else self._in_play(name, kind, assume)

    def _in_play(self, name: str, kind: str | None, assume: str | None) -> Element:
        """Something of a name that nobody submitted."""
        kinds = self.rules.sorts_of(kind) if kind and kind != "card" else self.rules.leaves
        if assume and len(kinds) > 1:
            kinds = self.rules.sorts_of(assume)
        return Element(f"name {plain(name)}", name, kinds or self.rules.leaves)

    def in_general(self, kind: str) -> Element:
        """The one of a kind that nobody submitted or named (“the main scheme”)."""
        name = f"the {kind.replace('-', ' ')}"
        kinds = self.rules.sorts_of(kind) or self.rules.leaves
        return Element(f"the {kind}", name, kinds, general=True)

    def another(self, kind: str, number: int) -> Element:
        """One more of a kind, from a stack (“a Wound”), told apart by a number."""
        return replace(self.in_general(kind), key=f"the {kind} {number}", general=False, chosen=True, fresh=True)

    def alike(self, name: str) -> tuple[Element, ...]:
        """The submitted cards among which a name does not tell: those that share it, where it is nobody's id."""
        return self._alike.get(plain(name), ())

    def is_unknown(self, name: str) -> bool:
        """Whether the name is neither a submitted card's nor a player's."""
        return plain(name) not in self._named

    def of_card(self, card: Card) -> Element:
        """The element a submitted card is (a player's identity for an identity card)."""
        return self._by_card[card.id]

    def of(self, ability: SubmittedAbility) -> Element:
        """The element whose card bears the ability."""
        return self._by_card[ability.card.id]

    def identities_of(self, player: str) -> Sequence[Card]:
        """The submitted sides of a player's identity."""
        return self._sides.get(player, ())

    @cached_property
    def _sides(self) -> Mapping[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self.dispute.cards:
            if (player := self._by_card[card.id].player) is not None:
                found[player].append(card)
        return found

    @cached_property
    def changed_traits(self) -> frozenset[str]:
        """Traits that some text here gives or takes away."""
        trees = [one.tree for one in self.abilities if one.tree is not None]
        effects = [one for tree in trees for one in leaves(tree.effect, *HOLDERS)]
        return frozenset(one.trait for one in effects if isinstance(one, Gain) and one.trait is not None)

    @cached_property
    def with_cards(self) -> frozenset[str]:
        """Keys of the elements that submitted cards are: a player's identity where a card says who that is."""
        return frozenset(element.key for element in self._by_card.values())

    def identity(self, player: str | None) -> Element | None:
        """A player's identity."""
        return self._named.get(plain(player)) if player and player in self.seats else None

    @cached_property
    def names_of(self) -> Mapping[str, frozenset[str]]:
        """By element: the names it may be called by, as they compare."""
        found: dict[str, set[str]] = defaultdict(set)
        for card in self.dispute.cards:
            found[self._by_card[card.id].key] |= names_on(card)
            kind = self.rules.kinds.get(card.kind or "")
            if kind is not None and kind.named_after is not None:
                found[f"the {kind.named_after}"].add(plain(card.name))
        for key, names in self._nicknames.items():
            found[key] |= names
        return {key: frozenset(names) for key, names in found.items()}

    @cached_property
    def taken_names(self) -> frozenset[str]:
        """Names that somebody or something here bears, so that no unnamed identity is taken to bear them."""
        said = [value for value in self.dispute.participants.values() if isinstance(value, str)]
        said += [card.attached_to for card in self.dispute.cards if card.attached_to]
        return frozenset(plain(name) for name in said) | frozenset(self._named)

    def cards_of_kind(self, kind: str | None) -> Sequence[Card]:
        """Submitted cards of a kind, by id."""
        return self._by_kind.get(kind, ())

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

    def submitted_attachments(self, element: Element) -> Sequence[Card]:
        """Cards submitted as attached to the element, in the order submitted."""
        return self._attached.get(element.key, ())

    @cached_property
    def _attached(self) -> Mapping[str, list[Card]]:
        found: dict[str, list[Card]] = defaultdict(list)
        for card in self.dispute.cards:
            if card.attached_to:
                found[self.element(card.attached_to).key].append(card)
        return found

    # --- places round the table

    def place(self, value: int | str) -> Element:
        """A location by its number round the table, or by its name (of a submitted location: its number)."""
        cards = self.every_card() if isinstance(value, str) else ()
        named = [card for card in cards if value in (card.id, card.name) and card.location is not None]
        number = named[0].location if named else value
        name = str(value) if isinstance(value, str) else f"location {value}"
        return Element(f"place {number}", name, frozenset())

    def place_of(self, card: Card | None) -> str | None:
        """The key of the place where a card lies; None where that was not said."""
        return None if card is None or card.location is None else f"place {card.location}"

    def distance(self, start: Element | None, card: Card) -> int | None:
        """How many places clockwise from `start` a card lies; None where that was not said."""
        number = start.key.removeprefix("place ") if start else ""
        if card.location is None or not number.isdecimal():
            return None
        return (card.location - int(number)) % self.rules.features.places

    def around(self, place: Element) -> tuple[Element, ...]:
        """A numbered place between the one before it and the one behind it, clockwise; else the place alone."""
        number, size = place.key.removeprefix("place "), self.rules.features.places
        if not number.isdecimal() or size < 3:
            return (place,)
        return tuple(self.place((int(number) + step) % size) for step in (-1, 0, 1))

    def in_circle(self, places: Sequence[Element]) -> list[Element]:
        """Places clockwise from the first of them; nothing where they are no numbered places."""
        numbers = [place.key.removeprefix("place ") for place in places]
        if not numbers or not all(number.isdecimal() for number in numbers):
            return []
        first, size = int(numbers[0]), self.rules.features.places
        return sorted(places, key=lambda place: (int(place.key.removeprefix("place ")) - first) % size)

    # --- abilities

    def _abilities(self) -> tuple[SubmittedAbility, ...]:
        found = []
        for card in self.dispute.cards:
            parts: Sequence[Ability | Keyword | None] = card.text.parts or (None,)
            for number, part in enumerate(parts, 1):
                found.append(self._ability(card.id if len(parts) == 1 else f"{card.id}#{number}", card, part))
        return tuple(sorted(found, key=lambda one: one.ref))

    def _ability(self, ref: Ref, card: Card, part: Ability | Keyword | None) -> SubmittedAbility:
        """An ability or keyword of a card as submitted: its timing, whose it is, who decides on it."""
        kind = self.rules.kinds.get(card.kind or "")
        timing = "keyword" if part else "constant"
        if card.kind in ("status", "consequential-damage", "lasting-effect"):
            timing = card.kind
        elif isinstance(part, Ability):
            timing = part.timing
        if timing == "lasting-effect" and isinstance(part, Ability):
            part = _waiting_as_said(part)
        you = self._who_speaks(card, kind)
        mandatory = not isinstance(part, Ability) or part.mandatory
        mandatory = mandatory or (kind is not None and timing in kind.mandatory_timings)
        user = None if mandatory else you or self.rules.features.each_decider or self.seats[0]
        known = self.rules.timings.get(timing)
        return SubmittedAbility(ref, card, part, timing, you, user, mandatory, known is not None and known.answers)

    def _who_speaks(self, card: Card, kind: Kind | None) -> str | None:
        """Who “you” is on a card: its controller, its bearer's, or the player it is engaged with."""
        you = card.controller if card.controller in self.seats else None
        if kind is not None and kind.borne and card.attached_to:
            owner = self.element(card.attached_to).controller
            you = owner if owner in self.seats else you
        return card.engaged_with or you if kind is not None and (kind.given or kind.engages) else you

    @cached_property
    def left_over(self) -> Sequence[SubmittedAbility]:
        """What abilities used before left to happen later: “At the end of the round, discard him.”"""
        found = []
        for one in self.abilities:
            if one.ability is None or one.tree is None or one.card.in_play is False or not one.card.use:
                continue
            for delayed in _delayed_in(one.tree.effect):
                if self._is_of_what_happens(delayed):
                    continue
                tree = replace(one.tree, trigger=delayed.trigger, conditions=(), cost=None, effect=delayed.effect)
                found.append(replace(one, part=replace(one.ability, tree=tree), answers=False, before=True))
        return found

    def _is_of_what_happens(self, delayed: Delayed) -> bool:
        """Whether it waits for the end of what its ability answers, as “at the end of this attack”: nothing of that is
        left over for another attack.
        """
        clauses = delayed.trigger.clauses if delayed.trigger is not None else ()
        return bool(clauses) and all(
            clause.event in self.rules.features.periods and clause.agent is None and clause.patient is None
            for clause in clauses
        )

    @cached_property
    def by_card(self) -> Mapping[str, Sequence[SubmittedAbility]]:
        """The abilities of each card, by its id."""
        found: dict[str, list[SubmittedAbility]] = defaultdict(list)
        for one in self.abilities:
            found[one.card.id].append(one)
        return found

    def abilities_of(self, element: Element) -> Sequence[SubmittedAbility]:
        """The submitted abilities of the cards that the element is."""
        return self._of_element.get(element.key, ())

    @cached_property
    def _of_element(self) -> Mapping[str, list[SubmittedAbility]]:
        found: dict[str, list[SubmittedAbility]] = defaultdict(list)
        for one in self.abilities:
            found[self.of(one).key].append(one)
        return found

    def statuses_submitted(self, name: str, element: Element) -> Sequence[SubmittedAbility]:
        """Submitted status cards of that name on the element."""
        return self._statuses.get((name, element.key), ())

    @cached_property
    def _statuses(self) -> Mapping[tuple[str, str], list[SubmittedAbility]]:
        found: dict[tuple[str, str], list[SubmittedAbility]] = defaultdict(list)
        for one in self.abilities:
            if one.timing == "status" and one.card.attached_to:
                for name in self.status_names(one):
                    found[name, self.element(one.card.attached_to).key].append(one)
        return found

    def status_names(self, ability: SubmittedAbility) -> Sequence[str]:
        """Which of the edition's statuses a status card is."""
        return statuses_named(self.rules, ability.card.name)


def _waiting_as_said(ability: Ability) -> Ability:
    """A lasting effect that waits for something (“This turn, whenever …”) as a triggered ability that lasts as long;
    one that says “you may” is as optional.
    """
    inner = ability.tree.effect
    until = inner.until if isinstance(inner, Lasting) else None
    delayed = inner.effect if isinstance(inner, Lasting) else inner
    if ability.tree.trigger is not None or not isinstance(delayed, Delayed):
        return ability
    effect = Lasting(delayed.effect, until) if until is not None else delayed.effect
    mandatory = ability.mandatory and not isinstance(delayed.effect, May)
    return replace(ability, mandatory=mandatory, tree=replace(ability.tree, trigger=delayed.trigger, effect=effect))


def _delayed_in(effect: Effect) -> Iterator[Delayed]:
    """Lazily, the delayed effects that using an ability surely creates."""
    for one in leaves(effect, Steps):
        if isinstance(one, Then):
            yield from _delayed_in(one.first)
        elif isinstance(one, Delayed):
            yield one
