"""Finds the cards that may or must act at a moment: lays each on the table alone and asks the engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.ability import Ability, Keyword
from judge.disputes.dispute_values import Card, Dispute
from judge.engine.resolve import resolve
from judge.engine.waiting_keys import Offer
from judge.responders.card_placing import PlacedCard
from judge.rules.model import Rules
from judge.rulings.ruling import Exclusion, Group, Ruling

ReadDispute = Callable[[Mapping[str, Any]], Dispute]
_FAR = frozenset({"not-in-play", "unread"})
"""Reasons that say nothing of the moment."""


@dataclass(frozen=True, slots=True)
class Responder:
    """An ability that may or must act at the moment."""

    code: str
    name: str
    ability: str
    """Its reference within the card: “#2” where the card has several."""
    source: str
    """Where the card is from: "table", "deck", "scenario", "library"."""
    step: str
    title: str
    moment: str
    rank: int
    timing: str | None
    mandatory: bool | None
    players: tuple[str, ...]
    """For whom it acts: those who may have it; nobody where it is the scenario's."""
    users: tuple[str, ...]
    """Who chooses to use it; nobody where the game does it."""
    role: str | None
    form: str | None
    limit: str | None
    why: str
    assumes: tuple[str, ...]
    rules: tuple[Mapping[str, Any], ...]
    kind: str = ""
    pack: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it but its rank, which stands tell."""
        told = {name: getattr(self, name) for name in self.__slots__ if name not in ("rank", "title", "step")}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in told.items()}


@dataclass(frozen=True, slots=True)
class RespondersOfClass:
    """Abilities of one class at one step: they stand together, and `decided_by` orders them."""

    step: str
    title: str
    called: str
    decided_by: str | None
    settled: bool
    responders: tuple[Responder, ...]

    def as_json(self) -> dict[str, Any]:
        """The stand with its responders."""
        return {
            "step": self.step,
            "title": self.title,
            "class": self.called,
            "decided_by": self.decided_by,
            "settled": self.settled,
            "responders": [one.as_json() for one in self.responders],
        }


@dataclass(frozen=True, slots=True)
class NearResponder:
    """An ability that waits for something like this and does not act, with the reason."""

    code: str
    name: str
    ability: str
    player: str | None
    reason: str
    short: str
    why: str

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class ActingCards:
    """What was found for a moment: who acts, in the order of steps and classes; who nearly does; what was not read."""

    stands: tuple[RespondersOfClass, ...]
    nearly: tuple[NearResponder, ...]
    unread: tuple[tuple[str, str], ...]
    """Code and name of cards that might act and of whose text not all was understood."""
    looked_at: int
    of: int
    warnings: tuple[str, ...] = ()

    @property
    def responders(self) -> tuple[Responder, ...]:
        """All who act, in order."""
        return tuple(one for stand in self.stands for one in stand.responders)

    def as_json(self) -> dict[str, Any]:
        """As `judge responders --json` prints it."""
        return {
            "stands": [stand.as_json() for stand in self.stands],
            "nearly": [one.as_json() for one in self.nearly],
            "unread": [{"code": code, "name": name} for code, name in self.unread],
            "looked_at": self.looked_at,
            "of": self.of,
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True, slots=True)
class CardAlone:
    """What one card laid on the table does there by itself."""

    placed: PlacedCard
    card: Card
    ruling: Ruling
    rules: Rules

    @property
    def groups(self) -> Iterator[tuple[str, Group]]:
        """Lazily, its abilities that act, with the groups in which they stand."""
        for group in self.ruling.order:
            yield from ((ref, group) for ref in group.abilities if self.has(ref))

    @property
    def left_out(self) -> Iterator[Exclusion]:
        """Lazily, its abilities that do not act."""
        return (out for out in self.ruling.excluded if self.has(out.ability))

    @property
    def forms(self) -> frozenset[str]:
        """The forms that a player may have in its game."""
        return self.rules.kinds_with("form")

    def has(self, ref: str) -> bool:
        """Whether a reference is to one of its abilities."""
        return ref.partition("#")[0] == self.card.id

    def waits_for(self, ref: str, offer: Offer) -> bool:
        """Whether an ability waits for events of which the moment has some, whoever takes part."""
        part = self.part(ref)
        trigger = part.tree.trigger if isinstance(part, Ability) else None
        clauses = trigger.clauses if trigger is not None else ()
        return any(key.sort == "event" and clause.event == key.name for clause in clauses for key in offer.keys)

    def part(self, ref: str) -> Ability | Keyword | None:
        """What a reference is to."""
        number = int(ref.partition("#")[2] or 1) - 1
        return self.card.text.parts[number] if number < len(self.card.text.parts) else None


def alone(read: ReadDispute, base: Mapping[str, Any], one: PlacedCard) -> CardAlone:
    """What a card does at a moment when it is laid beside the cards of the table. Raises as `resolve`."""
    dispute = read({**base, "cards": [*(base.get("cards") or ()), one.row]})
    return CardAlone(one, dispute.cards[-1], resolve(dispute), dispute.rules)


def in_open_forms(read: ReadDispute, base: Mapping[str, Any], one: PlacedCard) -> Iterator[CardAlone]:
    """Lazily, what a card does as by `alone`, and where a player's form was left open also in the forms that abilities
    were left out for: of “(hero)” and “(alter-ego)” the first would settle it.
    """
    done = alone(read, base, one)
    yield done
    left_out = (done.part(out.ability) for out in done.left_out if out.reason == "wrong-form")
    forms = {part.form for part in left_out if isinstance(part, Ability) and part.form is not None}
    players = base.get("players") or ()
    if all(player.get("form") for player in players):
        return
    for form in sorted(forms & done.forms):
        yield alone(read, {**base, "players": [{"form": form, **player} for player in players]}, one)


def _nearly(done: CardAlone, offer: Offer) -> Iterator[NearResponder]:
    """The abilities of a card that wait for what happens, and do not act for a reason that may change."""
    card, player = done.placed.card, done.placed.player
    for out in done.left_out:
        if out.reason not in _FAR and done.waits_for(out.ability, offer):
            ref = out.ability.removeprefix(done.card.id)
            yield NearResponder(card.code, card.name, ref, player, out.reason, out.short, out.why)


def find(
    read: ReadDispute,
    base: Mapping[str, Any],
    offer: Offer,
    cards: Iterable[tuple[PlacedCard, str]],
    *,
    step: str | None = None,
    unread: frozenset[str] = frozenset(),
    of: int = 0,
) -> ActingCards:
    """Who of the cards, each with where it is from, acts at the moment of `base`; with a step only there.

    Raises as `resolve`.
    """
    acting: dict[tuple[object, ...], Responder] = {}
    rows: dict[tuple[object, ...], PlacedCard] = {}
    nearly: dict[tuple[object, ...], NearResponder] = {}
    not_read: dict[str, str] = {}
    looked: set[str] = set()
    places: dict[str, float] = dict(offer.steps)
    for card, source in cards:
        for done in in_open_forms(read, base, card):
            one = done.placed
            looked.add(one.card.code)
            _learn_places(places, done.ruling)
            here = [(ref, group) for ref, group in done.groups if step in (None, group.step)]
            for ref, group in here:
                responder = _responder(done, ref, group, source)
                key = (responder.code, responder.ability, group.step, one.role)
                acting[key] = _merged(acting.get(key), responder)
                rows.setdefault(key, one)
            if one.card.code in unread and not here:
                not_read[one.card.code] = one.card.name
            for near in _nearly(done, offer):
                nearly[near.code, near.ability] = _nearer(nearly.get((near.code, near.ability)), near)
    found = [*(one for one in _on_table(read, base) if step in (None, one.step)), *acting.values()]
    there = {(one.code, one.ability) for one in found}
    return ActingCards(
        tuple(_stands(read, base, found, rows, places)),
        tuple(nearly[key] for key in sorted(nearly, key=str) if key not in there),
        tuple(sorted(not_read.items())),
        len(looked),
        of or len(looked),
    )


def _learn_places(places: dict[str, float], ruling: Ruling) -> None:
    """Where steps stand that are reached only with a card: after the last one before them that is known."""
    last = -1.0
    for reached in ruling.timeline:
        last = places.setdefault(reached.step, last + 0.001)


def _responder(done: CardAlone, ref: str, group: Group, source: str) -> Responder:
    part, card = done.part(ref), done.placed.card
    ability = part if isinstance(part, Ability) else None
    bound = ability.limit or ability.max if ability is not None else None
    title = next((one.title for one in done.ruling.timeline if one.step == group.step), group.step)
    assumes = [one.text for one in done.ruling.assumptions if one.ability == ref]
    return Responder(
        card.code, card.name, ref.removeprefix(done.card.id), source, group.step, title, group.moment, group.rank,
        group.timing, group.mandatory, (done.placed.player,) if done.placed.player else (), group.users,
        done.placed.role, ability.form if ability is not None else None,
        f"{bound.times} per {bound.per}" if bound is not None else None, group.why, tuple(assumes),
        tuple(rule.as_json() for rule in group.rules), card.kind, card.pack,
    )  # fmt: skip


def _merged(first: Responder | None, other: Responder) -> Responder:
    """One card that several players may have, as one."""
    if first is None:
        return other
    return replace(
        first,
        players=tuple(dict.fromkeys((*first.players, *other.players))),
        users=tuple(dict.fromkeys((*first.users, *other.users))),
    )


def _nearer(first: NearResponder | None, other: NearResponder) -> NearResponder:
    """Of several players with one card, who comes nearest."""
    return other if first is None or first.reason == "no-matching-window" else first


def _on_table(read: ReadDispute, base: Mapping[str, Any]) -> Iterator[Responder]:
    """Lazily, the abilities of the cards that lie on the table already, as they act together."""
    if not base.get("cards"):
        return
    dispute = read(base)
    ruling = resolve(dispute)
    cards = {card.id: card for card in dispute.cards}
    for group in ruling.order:
        title = next((one.title for one in ruling.timeline if one.step == group.step), group.step)
        for ref in group.abilities:
            card = cards[ref.partition("#")[0]]
            yield Responder(
                card.id, card.name, ref.removeprefix(card.id), "table", group.step, title, group.moment, group.rank,
                group.timing, group.mandatory, (card.controller,), group.users, card.role, None, None, group.why,
                (), tuple(rule.as_json() for rule in group.rules), card.kind or "",
            )  # fmt: skip


def _stands(
    read: ReadDispute,
    base: Mapping[str, Any],
    found: Iterable[Responder],
    rows: Mapping[tuple[object, ...], PlacedCard],
    places: Mapping[str, float],
) -> Iterator[RespondersOfClass]:
    """Lazily, those who act by step and class, first to last."""
    together: dict[tuple[float, str, int], list[Responder]] = defaultdict(list)
    for one in found:
        together[places.get(one.step, len(places)), one.step, one.rank].append(one)
    classes = read(base).rules.classes
    for (_, step, rank), group in sorted(together.items()):
        cls = next((cls for cls in classes if cls.rank == rank), None)
        group.sort(key=lambda one: (one.name, one.code, one.ability))
        keys = [(one.code, one.ability, one.step, one.role) for one in group]
        pair = list({rows[key].card.code: rows[key] for key in keys if key in rows}.values())[:2]
        decided_by, settled = decided(read, base, pair, step) if len(pair) == 2 else (None, True)
        called = read(base).rules.called.get(cls.id, cls.id.replace("-", " ")) if cls is not None else ""
        yield RespondersOfClass(step, group[0].title, called, decided_by, settled, tuple(group))


def decided(
    read: ReadDispute, base: Mapping[str, Any], pair: Sequence[PlacedCard], step: str
) -> tuple[str | None, bool]:
    """Who orders two that stand together, as the engine says of the first two."""
    dispute = read({**base, "cards": [*(base.get("cards") or ()), *(one.row for one in pair)]})
    ids = {card.id for card in dispute.cards[-2:]}
    for group in resolve(dispute).order:
        if group.step == step and len({ref.partition("#")[0] for ref in group.candidates} & ids) == 2:
            return group.decided_by, group.settled
    return None, True
