"""Draws a sheet of questions by a seed, from a deck's cards or from made-up ones. One seed gives one sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from judge.cards.card import LibraryCard
from judge.charts.chart_table import ChartTable
from judge.charts.round_moments import RoundPart, ShownMoment, may_be_itself, taking_part
from judge.engine.effort import effort_of_this_answer
from judge.engine.resolve import resolve
from judge.engine.waiting_keys import Offer, offer_of
from judge.errors import JudgeError, NotFound, TooLarge
from judge.practice.questions import PracticeQuestion, questions_of
from judge.responders.acting_cards import ReadDispute, alone
from judge.responders.card_placing import PlacedCard, is_scenarios
from judge.rules.model import Rules

MOST_QUESTIONS = 50
_MOST_TRIED = 80
_MOST_OF_ONE = 60
"""Disputes that are tried for each question wanted."""
Owned = tuple[str | None, LibraryCard]
"""Whose a card is, None the scenario's."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The questions of a seed, and how many were wanted."""

    seed: int
    level: int | None
    questions: tuple[PracticeQuestion, ...]
    wanted: int

    def as_json(self) -> dict[str, Any]:
        """As `judge practice --json` prints it."""
        return {"seed": self.seed, "level": self.level, "questions": [one.as_json() for one in self.questions]}


def sheet(
    disputes: Callable[[Random], Iterator[Mapping[str, Any]]],
    read: ReadDispute,
    *,
    seed: int,
    count: int,
    level: int | None = None,
) -> Sheet:
    """The sheet of a seed. `disputes` gives disputes without end, or all there are, drawn by a generator.

    What one answer may take ends the sheet early. Raises NotFound where no question of the level can be made of them,
    TooLarge where none was until then.
    """
    chance, effort = Random(seed), effort_of_this_answer()
    found: dict[str, PracticeQuestion] = {}
    for number, data in enumerate(_while_it_lasts(disputes(chance))):
        if len(found) >= count or number >= _MOST_TRIED * count or effort.is_spent:
            break
        said = {one.asks for one in found.values()}
        some = [one for one in _asked(read, data) if level in (None, one.level) and one.asks not in said]
        if some:
            kinds = sorted({one.kind for one in some})
            kind = chance.choice(kinds)
            one = chance.choice([one for one in some if one.kind == kind])
            found[one.id] = one
    if not found:
        effort.spend(0)
        raise NotFound(
            "No question can be made of these cards that leaves nothing open; take another deck or level.", "level"
        )
    return Sheet(seed, level, tuple(found.values()), count)


def _while_it_lasts(disputes: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Lazily, the disputes, until drawing one asks for more than this answer may take."""
    with suppress(TooLarge):
        yield from disputes


def _asked(read: ReadDispute, data: Mapping[str, Any]) -> list[PracticeQuestion]:
    try:
        dispute = read(data)
        return list(questions_of(data, dispute, resolve(dispute)))
    except JudgeError:
        return []


def made_up(examples: Sequence[Mapping[str, Any]]) -> Callable[[Random], Iterator[Mapping[str, Any]]]:
    """Disputes over made-up cards: the ready-made ones, with some of their cards, and with a card of another."""

    def draw(chance: Random) -> Iterator[Mapping[str, Any]]:
        every: list[Mapping[str, Any]] = []
        pool = [card for example in examples for card in example.get("cards") or ()]
        for example in examples:
            cards = list(example.get("cards") or ())
            some = [list(few) for many in range(2, len(cards) + 1) for few in combinations(cards, many)][:_MOST_OF_ONE]
            mixed = [[*few, card] for few in (cards[:1], cards[:2]) for card in pool if card not in cards]
            every += [{**example, "cards": few} for few in (*some, *mixed)]
        chance.shuffle(every)
        yield from every

    return draw


def of_table(
    table: ChartTable,
    rules: Rules,
    parts: Sequence[RoundPart],
    read: ReadDispute,
    narrow: Callable[[Offer], frozenset[str]],
) -> Callable[[Random], Iterator[Mapping[str, Any]]]:
    """Disputes over the cards of a table: two to four that might act at a moment of the round, its facts all said."""
    seats = [seat.name for seat in table.seats] or ["Ada"]
    moments = [one for part in parts for one in part.moment if len(seats) > 1 or not one.needs_another]
    owned: list[Owned] = [(None, card) for card, _ in table.encounter]
    owned += [(seat.name, card) for seat in table.seats for card, _ in seat.cards]
    names = {card.kind: card.name for card, _ in reversed(table.encounter) if card.kind in rules.kinds_with("only_one")}
    forms = sorted(rules.kinds_with("form"), key=list(rules.kinds).index)
    known: dict[tuple[int, str], list[Owned]] = {}

    def acting(place: int, you: str) -> list[Owned]:
        """The cards that act at a moment when they are there alone."""
        if (place, you) not in known:
            base = _base(rules, [{"name": seat} for seat in seats], you, moments[place], names)
            codes = narrow(offer_of(read(base)))
            known[place, you] = [one for one in owned if one[1].code in codes and _acts(read, base, one, rules)]
        return known[place, you]

    def draw(chance: Random) -> Iterator[Mapping[str, Any]]:
        while True:
            moment, you = moments[place := chance.randrange(len(moments))], chance.choice(seats)
            some = list(acting(place, you))
            themselves = [one for one in owned if may_be_itself(moment, one[1].kind, rules) and one[0] in (None, you)]
            itself = chance.choice(themselves) if themselves and chance.random() < 0.5 else None
            some = chance.sample(some, min(len(some), chance.choice((2, 2, 3, 4))))
            some += [itself] if itself is not None and itself not in some else []
            players = [{"name": seat, "form": chance.choice(forms)} if forms else {"name": seat} for seat in seats]
            named = (itself[1].name, itself[1].kind) if itself is not None else None
            base = _base(rules, players, you, moment, names, named)
            owners = {owner for owner, _ in some}
            faces = [(owner, card) for owner, card in owned if owner in owners and card.kind == _form_of(base, owner)]
            rows = {card.code: _row(owner, card, rules) for owner, card in (*some, *faces)}
            yield {**base, "cards": list(rows.values())}

    return draw


def _acts(read: ReadDispute, base: Mapping[str, Any], one: Owned, rules: Rules) -> bool:
    try:
        done = alone(read, base, PlacedCard(one[1], _row(*one, rules), one[0]))
    except JudgeError:
        return False
    return not done.card.text.unread and any(True for _ in done.groups)


def _base(
    rules: Rules,
    players: Sequence[Mapping[str, Any]],
    you: str,
    moment: ShownMoment,
    names: Mapping[str, str],
    itself: tuple[str, str] | None = None,
) -> dict[str, Any]:
    other = next((player["name"] for player in players if player["name"] != you), None)
    return {
        "game": rules.game, "edition": rules.edition, "players": list(players),
        **({} if moment.needs_another else {"active_player": you}),
        "occurrence": taking_part(moment, you, names, rules, itself, other),
    }  # fmt: skip


def _form_of(base: Mapping[str, Any], owner: str | None) -> str | None:
    return next((player.get("form") for player in base["players"] if player["name"] == owner), None)


def _row(owner: str | None, card: LibraryCard, rules: Rules) -> dict[str, Any]:
    row: dict[str, Any] = {"name": card.name, "text": card.text_in_play, "code": card.code, **card.printed}
    if card.kind in rules.kinds:
        row["kind"] = card.kind
    if owner is not None and not is_scenarios(card, rules):
        row["controller"] = owner
    return row
