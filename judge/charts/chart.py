"""Draws a chart: lays each card that bears on a moment there, and asks the engine at which step it acts and how."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from judge.ability import Ability
from judge.cards.card import LibraryCard
from judge.charts.chart_table import ChartTable
from judge.charts.round_moments import RoundPart, ShownMoment, may_be_itself, taking_part
from judge.engine.waiting_keys import Offer, offer_of
from judge.errors import Problem
from judge.responders.acting_cards import CardAlone, ReadDispute, decided, in_open_forms
from judge.responders.card_placing import PlacedCard, placed
from judge.rules.model import Rules
from judge.rulings.ruling import Group

SCENARIO = "Scenario"
EACH = "each player"
"""Decides where everybody orders their own cards on their own turn."""
_WORDS = re.compile(r"[^\W_]+")
Narrow = Callable[[Offer], frozenset[str]]
"""The codes of the cards that might act at a moment."""


@dataclass(frozen=True, slots=True)
class ActingCard:
    """A card of the table that acts at a step."""

    owner: str
    """The player whose card it is, or the scenario."""
    code: str
    name: str
    ability: str
    count: int
    timing: str | None
    mandatory: bool
    form: str | None
    limit: str | None
    role: str | None
    stage: str
    rank: int

    def as_json(self) -> dict[str, Any]:
        """What a reader of the chart needs."""
        return {name: getattr(self, name) for name in self.__slots__ if name != "rank"}


@dataclass(frozen=True, slots=True)
class CardsOfClass:
    """Cards whose abilities are of one class at one step: `decided_by` says who orders them, where somebody does."""

    called: str
    decided_by: str | None
    settled: bool
    cards: tuple[ActingCard, ...]

    def as_json(self) -> dict[str, Any]:
        """The class, who decides, the cards."""
        return {
            "class": self.called, "decided_by": self.decided_by, "settled": self.settled,
            "cards": [card.as_json() for card in self.cards],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChartStep:
    """A step with those who act there, class by class, and the first rule that the step rests on."""

    step: str
    title: str
    rule: str
    bunches: tuple[CardsOfClass, ...]

    @property
    def heading(self) -> str:
        """The title without the class at its end (“After the attack: responses”), where the classes stand below."""
        start, colon, end = self.title.rpartition(": ")
        said = any(end.lower() in self.label(bunch).lower() for bunch in self.bunches)
        return start if colon and said else self.title

    def label(self, bunch: CardsOfClass) -> str:
        """How a class is called above its cards; empty where the title of the step says it of the only one."""
        title, called = f" {' '.join(_WORDS.findall(self.title.lower()))} ", bunch.called.lower()
        said = any(f" {name} " in title for name in (called, called.removesuffix("s")) if name)
        return "" if said and len(self.bunches) == 1 else bunch.called

    def as_json(self) -> dict[str, Any]:
        """The step."""
        return {
            "step": self.step, "title": self.title, "rule": self.rule,
            "bunches": [bunch.as_json() for bunch in self.bunches],
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class ChartMoment:
    """An occurrence with its steps."""

    occurrence: str
    steps: tuple[ChartStep, ...]

    @property
    def count(self) -> int:
        """How many cards act in it."""
        return sum(len(bunch.cards) for step in self.steps for bunch in step.bunches)


@dataclass(frozen=True, slots=True)
class ChartPart:
    """A part of the round."""

    title: str
    moments: tuple[ChartMoment, ...]


@dataclass(frozen=True, slots=True)
class UnreadCard:
    """A card of the table of whose text not all was understood."""

    owner: str
    code: str
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole chart."""

    game: str
    edition: str
    official: bool
    table: ChartTable
    parts: tuple[ChartPart, ...]
    unread: tuple[UnreadCard, ...]
    silent: tuple[tuple[str, str, str], ...]
    """Owner, code and name of cards that act at none of these moments, though all of them was read."""

    @property
    def owners(self) -> tuple[str, ...]:
        """The scenario and the players."""
        return (SCENARIO, *(seat.name for seat in self.table.seats))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was wrong with the lists."""
        return self.table.problems

    def as_json(self) -> dict[str, Any]:
        """As `judge chart --json` prints it."""
        return {
            "game": self.game,
            "edition": self.edition,
            "official": self.official,
            "scenario": self.table.scenario,
            "players": [{"name": seat.name, "hero": seat.hero} for seat in self.table.seats],
            "parts": [
                {
                    "title": part.title,
                    "moments": [
                        {"occurrence": one.occurrence, "steps": [step.as_json() for step in one.steps]}
                        for one in part.moments
                    ],
                }
                for part in self.parts
            ],
            "unread": [
                {"owner": one.owner, "code": one.code, "name": one.name, "words": list(one.words)}
                for one in self.unread
            ],
            "silent": [{"owner": owner, "code": code, "name": name} for owner, code, name in self.silent],
            "problems": [problem.message for problem in self.problems],
        }


def chart(table: ChartTable, rules: Rules, read: ReadDispute, narrow: Narrow, parts: Sequence[RoundPart]) -> Chart:
    """The chart of a table. Raises TooLarge as the engine does."""
    drawn = _Drawing(table, rules, read, narrow)
    shown = {moment.occurrence for part in parts for moment in part.moment}
    made = tuple(ChartPart(part.title, tuple(drawn.moments(part, shown))) for part in parts)
    unread = tuple(drawn.not_read())
    known = {one.code for one in unread}
    silent = tuple(
        (owner, card.code, card.name)
        for owner, card, _ in drawn.cards
        if card.code not in known and (owner, card.code) not in drawn.acted
    )
    return Chart(rules.game, rules.edition, rules.official, table, made, unread, silent)


_Found = tuple[ActingCard, PlacedCard, Mapping[str, Any]]
"""A card that acts, how it lies there, and the dispute without it."""


class _Drawing:
    """One chart as it is drawn: the cards of the table, and those that were found to act somewhere."""

    def __init__(self, table: ChartTable, rules: Rules, read: ReadDispute, narrow: Narrow) -> None:
        self.table, self.rules, self.read, self.narrow = table, rules, read, narrow
        self.seats = [seat.name for seat in table.seats] or ["Player 1"]
        self.cards: list[tuple[str, LibraryCard, int]] = [(SCENARIO, *one) for one in table.encounter]
        self.cards += [(seat.name, *one) for seat in table.seats for one in seat.cards]
        self.names = {card.kind: card.name for card, _ in reversed(table.encounter) if card.kind in self._only_one()}
        self.acted: set[tuple[str, str]] = set()
        self.steps = {step.id: (step.title, step.rules[0].id if step.rules else "")
                      for one in rules.occurrences.values() for step in one.steps}  # fmt: skip

    def _only_one(self) -> frozenset[str]:
        return self.rules.kinds_with("only_one")

    def moments(self, part: RoundPart, shown: set[str]) -> Iterator[ChartMoment]:
        """Lazily, the moments of a part, those of one occurrence together."""
        together: dict[str, list[ShownMoment]] = defaultdict(list)
        for moment in part.moment:
            together[moment.occurrence].append(moment)
        for occurrence, several in together.items():
            yield ChartMoment(occurrence, tuple(self._steps(occurrence, several, shown)))

    def _steps(self, occurrence: str, moments: Sequence[ShownMoment], shown: set[str]) -> Iterator[ChartStep]:
        places: dict[str, float] = {}
        acting: dict[str, dict[object, _Found]] = defaultdict(dict)
        for moment in moments:
            if moment.needs_another and len(self.seats) < 2:
                continue
            for owner, count, done, base in self._laid(moment, places, frozenset(shown - {occurrence})):
                for ref, group in done.groups:
                    kind = group.step.partition("/")[0]
                    if (kind != occurrence and kind in shown) or group.timing in moment.without:
                        continue  # it stands at a moment of its own
                    one = self._acting(owner, count, done, ref, group)
                    key = (owner, one.code, one.ability, one.role)
                    acting[group.step].setdefault(key, (one, done.placed, base))
                    self.acted.add((owner, one.code))
        own = [step.id for step in self.rules.occurrences[occurrence].steps]
        for step_id in _in_order(own, acting, places):
            title, rule = self.steps.get(step_id, (step_id, ""))
            yield ChartStep(step_id, title, rule, tuple(self._bunches(step_id, list(acting[step_id].values()))))

    def _laid(
        self, moment: ShownMoment, places: dict[str, float], elsewhere: frozenset[str]
    ) -> Iterator[tuple[str, int, CardAlone, Mapping[str, Any]]]:
        """Lazily, what each card that might act at a moment does there, with whose it is and how many there are."""
        bases = {you: self._base(moment, you) for you in self.seats}
        offer = offer_of(self.read(bases[self.seats[0]]), without=elsewhere)
        for step, place in offer.steps.items():
            places.setdefault(step, place)
        left = self.narrow(offer)
        for owner, card, count in self.cards:
            if card.code not in left:
                continue
            you = owner if owner != SCENARIO else self.seats[0]
            for one in placed(card, self.rules, [you]):
                tried = [bases[you]]
                if self._may_be_itself(moment, one):
                    tried.append(self._base(moment, you, (card.name, card.kind)))
                for base in tried:
                    yield from ((owner, count, done, base) for done in in_open_forms(self.read, base, one))

    def _may_be_itself(self, moment: ShownMoment, one: PlacedCard) -> bool:
        """Whether the card may be what the moment is about; a boost card only where one is turned."""
        turned = self.rules.standard.boost_card
        is_boost = turned is not None and turned.occurrence == moment.occurrence
        return may_be_itself(moment, one.card.kind, self.rules) and (one.role is not None) == is_boost

    def _base(self, moment: ShownMoment, you: str, itself: tuple[str, str] | None = None) -> Mapping[str, Any]:
        return {
            "game": self.rules.game,
            "edition": self.rules.edition,
            "players": [{"name": seat} for seat in self.seats],
            **({} if moment.needs_another else {"active_player": you}),
            "occurrence": taking_part(moment, you, self.names, self.rules, itself, self._next_to(you)),
        }

    def _next_to(self, you: str) -> str:
        return self.seats[(self.seats.index(you) + 1) % len(self.seats)]

    def _acting(self, owner: str, count: int, done: CardAlone, ref: str, group: Group) -> ActingCard:
        part = done.part(ref)
        ability = part if isinstance(part, Ability) else None
        bound = ability.limit or ability.max if ability is not None else None
        card = done.placed.card
        return ActingCard(
            owner, card.code, card.name, ref.removeprefix(done.card.id), count, group.timing,
            group.mandatory is not False, ability.form if ability is not None else None,
            f"{bound.times} per {bound.per}" if bound is not None else None, done.placed.role, card.stage, group.rank,
        )  # fmt: skip

    def _bunches(self, step: str, found: list[_Found]) -> Iterator[CardsOfClass]:
        ranks: dict[int, list[_Found]] = defaultdict(list)
        for one in found:
            ranks[one[0].rank].append(one)
        owners = [SCENARIO, *self.seats]
        classes = {cls.rank: cls for cls in self.rules.classes}
        for rank, several in sorted(ranks.items()):
            several.sort(key=lambda one: (owners.index(one[0].owner), one[0].name, one[0].code, one[0].ability))
            by, settled = self._decided(step, several)
            cls = classes.get(rank)
            called = self.rules.called.get(cls.id, cls.id.replace("-", " ")) if cls is not None else ""
            yield CardsOfClass(called, by, settled, tuple(one for one, _, _ in several))

    def _decided(self, step: str, several: Sequence[_Found]) -> tuple[str | None, bool]:
        """Who orders cards of one class; of each player's cards, whose turns are not the same, the first two tell."""
        told: dict[str, tuple[str | None, bool]] = {}
        for (_, one, base), (_, other, its) in pairwise(several):
            if base == its and base.get("active_player", "") not in told:
                told[base.get("active_player", "")] = decided(self.read, base, [one, other], step)
        by = {name for name, _ in told.values()}
        if len(by) > 1 and all(name == you for you, (name, _) in told.items()):
            by = {EACH}
        return next(iter(by), None), all(settled for _, settled in told.values())

    def not_read(self) -> Iterator[UnreadCard]:
        """Lazily, the cards of which not all was understood, with the words."""
        for owner, card, _ in self.cards:
            one = next(placed(card, self.rules, [owner if owner != SCENARIO else self.seats[0]]))
            base = {"game": self.rules.game, "edition": self.rules.edition}
            dispute = self.read({**base, "players": [{"name": seat} for seat in self.seats], "cards": [one.row]})
            words = tuple(unread.text for unread in dispute.cards[0].text.unread)
            if words:
                yield UnreadCard(owner, card.code, card.name, words)


def _in_order(own: Sequence[str], others: Iterable[str], places: Mapping[str, float]) -> list[str]:
    """The steps of an occurrence in its own order, and those of events within it where they are reached."""
    at, last = dict(places), -1.0
    for step in own:
        last = at[step] = max(places.get(step, last), last) + 0.001
    return sorted({*own, *others}, key=lambda step: (at.get(step, len(at)), step))
