"""Pairs the cards that act at one moment, and asks the engine what becomes of two of them together.

Pairs that do not touch each other's events are settled by where each stands alone; of those that stand together the
engine is asked once for each shape. Of all other pairs it is asked itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.cards.card import LibraryCard
from judge.charts.round_moments import ShownMoment, taking_part
from judge.engine.outcome import OrderPlace, Outcome, outcome, touches
from judge.engine.waiting_keys import Offer, offer_of
from judge.errors import TooLarge
from judge.responders.acting_cards import ReadDispute
from judge.responders.card_placing import PlacedCard, placed
from judge.rules.model import Rules

PLAYERS = ("Ada", "Bo")
COUNTS_FROM = 0
"""The part of a moment that counts all its pairs."""
_OF_THE_CARD = ("name", "text", "kind", "traits", "cost")
"""What a row says of the card itself rather than of where it lies."""
SHUTTING = frozenset({"peril", "forbidden", "limit-reached", "replaced", "cancelled", "prevented"})
"""Reasons for which one ability keeps another from resolving."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What two cards have to do with each other at a moment, by one edition or, of `editions`, by both."""

    kind: str
    """"shuts-out", "tie", "open" or "editions"."""
    moment: str
    edition: str
    first: str
    first_name: str
    first_ability: str
    second: str
    second_name: str
    second_ability: str
    step: str
    decided_by: str
    reason: str
    """Of a card shut out why; of editions how each orders the two."""
    dispute: str
    """The dispute that shows it, as JSON that `judge resolve` takes; its cards are looked up in the library."""

    @property
    def key(self) -> tuple[str, ...]:
        """How findings are sorted."""
        return tuple(getattr(self, name) for name in self.__slots__)


@dataclass(frozen=True, slots=True)
class CardByItself:
    """A card that acts at the moment by itself."""

    placed: PlacedCard
    id: str
    outcome: Outcome
    first: tuple[OrderPlace, str]
    """Its first ability that acts, and where."""
    touches: bool
    on_request: bool
    """It is an option of its player, who takes one after another."""


@dataclass(frozen=True)
class EditionView:
    """One edition's view of a moment."""

    rules: Rules
    base: Mapping[str, Any]
    places: Mapping[str, int]
    lone: Mapping[str, CardByItself]
    """By code of the card."""
    together: dict[object, tuple[str, str | None]] = field(default_factory=dict)
    """What the engine said of shapes that stand together."""


@dataclass(frozen=True, slots=True)
class PairRelation:
    """What one edition says of two: how they are ordered, and by whom or why."""

    how: str
    """"first", "second", "tie", "open", "shuts-out-first", "shuts-out-second", "apart"."""
    step: str = ""
    decided_by: str | None = None
    reason: str = ""


def side_of(
    moment: ShownMoment,
    rules: Rules,
    read: ReadDispute,
    cards: Iterable[LibraryCard],
    narrow: Callable[[Offer], frozenset[str]],
    shown: frozenset[str] = frozenset(),
) -> EditionView | None:
    """The cards that act at a moment by the rules of an edition; None where it has no such occurrence.

    What stands in an event that is a moment of its own, one of `shown`, is met there.
    """
    if moment.occurrence not in rules.offered:
        return None
    base = {
        "game": rules.game, "edition": rules.edition, "players": [{"name": name} for name in PLAYERS],
        **({} if moment.needs_another else {"active_player": PLAYERS[0]}),
        "occurrence": taking_part(moment, PLAYERS[0], {}, rules, other=PLAYERS[1]),
    }  # fmt: skip
    dispute = read(base)
    elsewhere = shown - {moment.occurrence}
    offer, without = offer_of(dispute, without=elsewhere), outcome(dispute)
    left = narrow(offer)
    lone: dict[str, CardByItself] = {}
    for card in cards:
        if card.code in left:
            one = next(placed(card, rules, PLAYERS[:1]))
            done = _alone(read, base, one, without, elsewhere)
            if done is not None:
                lone[card.code] = done
    return EditionView(rules, base, offer.steps, lone)


def _alone(
    read: ReadDispute, base: Mapping[str, Any], one: PlacedCard, without: Outcome, elsewhere: frozenset[str]
) -> CardByItself | None:
    dispute = read({**base, "cards": [one.row]})
    card = dispute.cards[0]
    if card.text.unread:
        return None  # what was not understood says nothing of others
    done = outcome(dispute)
    first = next(
        (
            (place, ref)
            for place in done.order
            for ref in place.abilities
            if ref.partition("#")[0] == card.id and place.step.partition("/")[0] not in elsewhere
        ),
        None,
    )
    if first is None:
        return None
    on_request = dispute.rules.classes[first[0].rank].on_request
    return CardByItself(one, card.id, done, first, touches(done, without, f"card {card.id}"), on_request)


def relation(
    read: ReadDispute, side: EditionView, one: CardByItself, other: CardByItself, whole: bool = False
) -> PairRelation:
    """What an edition says of two cards; with `whole` the engine is asked whatever is known of each alone."""
    (here, mine), (there, theirs) = one.first, other.first
    if whole or one.touches or other.touches or here.step not in side.places or there.step not in side.places:
        return _by_engine(read, side, one, other)
    if here.step == there.step:
        shapes = (here.step, one.outcome.shapes[mine], other.outcome.shapes[theirs])
        known = side.together.get(shapes)
        if known is None:
            found = _by_engine(read, side, one, other)
            if found.how not in ("tie", "open", "first", "second"):
                return found  # that is about these two
            known = side.together[shapes] = (found.how, found.decided_by)
        return PairRelation(known[0], here.step, known[1])
    mine_at, theirs_at = side.places[here.step], side.places[there.step]
    return PairRelation("first", here.step) if mine_at < theirs_at else PairRelation("second", there.step)


def _by_engine(read: ReadDispute, side: EditionView, one: CardByItself, other: CardByItself) -> PairRelation:
    dispute = read({**side.base, "cards": [one.placed.row, other.placed.row]})
    try:
        done = outcome(dispute)
    except TooLarge:
        return PairRelation("apart")
    ids = [card.id for card in dispute.cards]
    refs = [f"{new}{lone.first[1].removeprefix(lone.id)}" for new, lone in zip(ids, (one, other), strict=True)]
    for place, how in enumerate(("shuts-out-first", "shuts-out-second")):
        reason, by = done.left_out.get(refs[place], ("", None))
        if reason in SHUTTING and by is not None and by.partition("#")[0] == ids[1 - place]:
            return PairRelation(how, (one, other)[place].first[0].step, _decider(done, refs), reason)
    return _in_order(done, refs)


def _in_order(done: Outcome, refs: Sequence[str]) -> PairRelation:
    """How two abilities stand that do not shut each other out."""
    at = [next((n for n, place in enumerate(done.order) if ref in place.abilities), None) for ref in refs]
    if at[0] is None or at[1] is None:
        return PairRelation("apart")
    first, last = (done.order[place] for place in sorted((at[0], at[1])))
    if not first.settled and (at[0] == at[1] or first.step == last.step):
        return PairRelation("open", first.step, first.decided_by)
    if at[0] == at[1]:
        return PairRelation("tie", first.step, first.decided_by)
    return PairRelation("first" if at[0] < at[1] else "second", first.step)


def _decider(done: Outcome, refs: Sequence[str]) -> str | None:
    return next((place.decided_by for place in done.order if {*refs} & {*place.abilities}), None)


def findings(
    read: ReadDispute,
    name: str,
    sides: Sequence[EditionView],
    part: int = 0,
    parts: int = 1,
    whole: bool = False,
) -> Iterator[Finding]:
    """Lazily, what there is to find among the pairs of a moment; of several parts only those of one."""
    codes = sorted({code for side in sides for code in side.lone})
    for number, code in enumerate(codes):
        if number % parts != part:
            continue
        for other in codes[number + 1 :]:
            said = []
            for side in sides:
                if _may_meet(side, code, other):
                    found = relation(read, side, side.lone[code], side.lone[other], whole)
                    said.append((side, found))
                    yield from _of_one(name, side, side.lone[code], side.lone[other], found)
            orders = {found.how for _, found in said}
            if len(orders) > 1 and "apart" not in orders:
                yield _of_both(name, said, code, other)


def pairs_of(sides: Sequence[EditionView]) -> int:
    """How many pairs act together at a moment by at least one edition."""
    codes = sorted({code for side in sides for code in side.lone})
    return sum(
        any(_may_meet(side, code, other) for side in sides)
        for number, code in enumerate(codes)
        for other in codes[number + 1 :]
    )


def _may_meet(side: EditionView, code: str, other: str) -> bool:
    """Whether both act by an edition, and are not two options that a player takes one after the other."""
    one, two = side.lone.get(code), side.lone.get(other)
    return one is not None and two is not None and not (one.on_request and two.on_request)


def _of_one(
    name: str, side: EditionView, one: CardByItself, other: CardByItself, found: PairRelation
) -> Iterator[Finding]:
    kind = found.how.partition("-first")[0].partition("-second")[0]
    if found.how == "shuts-out-first":
        one, other = other, one  # the one that shuts the other out is told first
    if kind == "tie" and found.decided_by is None:
        return
    if kind in ("shuts-out", "tie", "open"):
        yield _finding(kind, name, side, one, other, found.step, found.decided_by or "", found.reason)


def _of_both(name: str, said: Sequence[tuple[EditionView, PairRelation]], code: str, other: str) -> Finding:
    side, found = said[0]
    how = "; ".join(f"{one.rules.edition}: {_told(relation)}" for one, relation in said)
    return _finding("editions", name, side, side.lone[code], side.lone[other], found.step, "", how)


def _told(found: PairRelation) -> str:
    by = f", {found.decided_by} decides" if found.decided_by else ""
    why = f" ({found.reason})" if found.reason else ""
    return f"{found.how.replace('-', ' ')}{why}{by}"


def _finding(
    kind: str,
    name: str,
    side: EditionView,
    one: CardByItself,
    other: CardByItself,
    step: str,
    decided_by: str,
    reason: str,
) -> Finding:
    first, second = one.placed.card, other.placed.card
    rows = [
        {"name": lone.placed.card.name, "code": lone.placed.card.code}
        | {key: value for key, value in lone.placed.row.items() if key not in _OF_THE_CARD}
        for lone in (one, other)
    ]
    dispute = {**side.base, "cards": rows}
    return Finding(
        kind, name, side.rules.edition if kind != "editions" else "", first.code, first.name,
        one.first[1].removeprefix(one.id), second.code, second.name, other.first[1].removeprefix(other.id), step,
        decided_by, reason, json.dumps(dispute, ensure_ascii=False, sort_keys=True),
    )  # fmt: skip
