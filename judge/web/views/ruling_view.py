"""Makes a ruling ready for its page: abilities with their cards' names and words, quotes with their addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, TypeVar

from judge.ability import Ability, CardText, Keyword
from judge.desk import Desk
from judge.forms.form_wording import FormWording, in_words
from judge.rulings.ruling_sentences import UNTOLD, listed
from judge.rulings.ruling_text import may_or_must
from judge.web.dispute_rows import card_ids, cards_of, occurrence_of, players_of
from judge.web.views.assumed_words import assumed_in_short
from judge.web.views.card_readings import ShownReading, show_understood
from judge.web.views.citations import ShownRule, is_told_twice, quoted_once, show_rules
from judge.web.views.link_previews import short


@dataclass(frozen=True, slots=True)
class ShownAbility:
    """An ability by the name that tells it from others; `text` holds its words."""

    reference: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of `order`: abilities that resolve at one position."""

    position: int
    abilities: tuple[ShownAbility, ...]
    timing: str
    mandatory: bool | None
    decided_by: str | None
    settled: bool
    why: str
    rules: tuple[ShownRule, ...]
    word: str
    """Must it, or who may; who decides."""
    moment: str
    same_moment: bool
    """True where the group before stands at that moment, too."""
    after: str
    """Why it comes after the one before; empty for the first."""
    assumptions: tuple[str, ...]
    """What would have to be so for it to stand here."""
    opened: bool = False
    """True where its deciding rule stands open; else all its rules are one tap away."""

    @property
    def name(self) -> str:
        """The names of its abilities as one phrase."""
        return listed([ability.name for ability in self.abilities])


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of the timeline with the groups that resolve in it."""

    title: str
    within: str
    rules: tuple[ShownRule, ...]
    groups: tuple[ShownGroup, ...]
    met: bool
    """True where a step of this title and these rules stands above: it need not be opened to them again."""


@dataclass(frozen=True, slots=True)
class StepStretch:
    """Steps that stand together on the page: one in which something resolves, or a run of those without abilities.

    `opens` is the `within` to name above it, where that differs from what was named last.
    """

    steps: tuple[ShownStep, ...]
    opens: str | None

    @property
    def is_idle(self) -> bool:
        """True where nothing resolves."""
        return not self.steps[0].groups


@dataclass(frozen=True, slots=True)
class ShownExclusion:
    """An ability left out, why, and by which other."""

    ability: ShownAbility
    reason: str
    short: str
    why: str
    rules: tuple[ShownRule, ...]
    opened: bool = False


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling as its page shows it."""

    data: Mapping[str, Any]
    groups: tuple[ShownGroup, ...]
    steps: tuple[ShownStep, ...]
    stretches: tuple[StepStretch, ...]
    excluded: tuple[ShownExclusion, ...]
    assumptions: tuple[str, ...]
    warnings: tuple[str, ...]
    """What is open: words that were not understood are told apart."""
    reason: str
    """Why the answer is so, in one sentence; empty where nothing resolves."""
    not_read: Sequence[str]
    """The first words that were not understood with their cards, and how many passages more there are."""
    readings: tuple[ShownReading, ...] = ()

    @property
    def list_is_far(self) -> bool:
        """Whether the list of what does not resolve stands below the first screen of a phone."""
        return len(self.groups) + len(self.not_read) + bool(self.assumptions) > _ON_A_SCREEN

    @property
    def left_out(self) -> str:
        """What does not resolve, in one sentence, for where its list stands far below."""
        names = list(dict.fromkeys(one.ability.name for one in self.excluded))
        return f"{listed(_first_few(names, _TOLD))} {'does' if len(names) == 1 else 'do'} not resolve."

    @property
    def taken_as_so(self) -> Sequence[str]:
        """The first assumptions in short, those the answer rests on before others, and how many more there are."""
        deciding = sorted(self.data["assumptions"], key=lambda row: min(row["positions"], default=len(self.groups) + 1))
        told = dict.fromkeys(assumed_in_short(row["text"]) for row in deciding)
        return _first_few([short(words, _LETTERS) for words in told], _FEW)


_TOLD = 3
"""Names told in a sentence."""
_ON_A_SCREEN = 5
"""Lines of the order, with those of what was not read or was assumed, that a phone shows above what is left out."""
_FEW = 3
"""What the first screen tells of assumptions and of words not understood, the count of the others included."""
_LETTERS = 70
"""Letters of each."""


def _first_few(told: Sequence[str], most: int) -> Sequence[str]:
    """The first, and how many others there are."""
    return told if len(told) <= most else [*told[: most - 1], f"{len(told) - most + 1} others"]


class _Table:
    """The cards of a dispute, by reference."""

    def __init__(self, desk: Desk, dispute: Mapping[str, Any], names: Mapping[str, str]) -> None:
        self._desk = desk
        self._names = names
        self._game = str(dispute.get("game"))
        self._cards = dict(zip(card_ids(dispute), cards_of(dispute), strict=True))

    def ability(self, reference: str) -> ShownAbility:
        """The ability a reference (`id` or `id#2`) means, in the card's own words."""
        card_id, part = self._parted(reference)
        card = self._cards.get(card_id, {})
        text = str(card.get("text") or "")
        if part:
            text = self._words(text, part) or text
        name = self._names.get(reference) or str(card.get("name") or in_words(card_id))
        return ShownAbility(reference, name, text)

    def passage(self, row: Mapping[str, Any]) -> str:
        """Words that were not understood, with their card; the card alone where it has no text."""
        name = str(self._cards.get(row["card"], {}).get("name") or in_words(row["card"]))
        return name if row["at"] == [0, 0] else f"“{short(row['text'], _LETTERS)}” ({name})"

    def _parted(self, reference: str) -> tuple[str, int]:
        found = re.fullmatch(r"(.+)#(\d+)", reference)
        if reference in self._cards or not found:
            return reference, 0
        return found[1], int(found[2])

    def _words(self, text: str, part: int) -> str:
        if not text.strip():
            return ""
        read: CardText = self._desk.ability(text, self._game)
        return _in_words(read.parts[part - 1]) if 0 < part <= len(read.parts) else ""


def _in_words(part: Ability | Keyword) -> str:
    if isinstance(part, Keyword):
        return in_words(part.name) + (f" {part.value}" if part.value is not None else "")
    trigger = f"{part.trigger.word.capitalize()} {part.trigger.text}: " if part.trigger else ""
    return f"{trigger}{part.effect}"


def show_ruling(desk: Desk, dispute: Mapping[str, Any], data: Mapping[str, Any]) -> ShownRuling:
    """The ruling `data` (contract, section 6) on `dispute`, ready for its page."""
    table = _Table(desk, dispute, data["names"])
    groups: dict[int, ShownGroup] = {}
    moment = ""
    for group in data["order"]:
        groups[group["position"]] = _group(desk, table, data, group, moment)
        moment = group["moment"]
    excluded = [_exclusion(desk, table, row) for row in data["excluded"]]
    rules = [show_rules(desk.corpus, step["rules"]) for step in data["timeline"]]
    told = iter(quoted_once([*(g.rules for g in groups.values()), *(one.rules for one in excluded), *rules]))
    in_order = [replace(group, rules=next(told)) for group in groups.values()]
    excluded = [replace(one, rules=next(told)) for one in excluded]
    in_order = _opened(in_order, _OPEN - bool(excluded))
    excluded = _opened(excluded, _OPEN, [group.rules[0] for group in in_order if group.opened])
    groups = {group.position: group for group in in_order}
    steps = _steps(data, groups, list(told))
    return ShownRuling(
        data,
        tuple(groups.values()),
        steps,
        _stretches(steps),
        tuple(excluded),
        tuple(_assumption(table, row) for row in data["assumptions"]),
        tuple(warning for warning in data["warnings"] if not warning.endswith(UNTOLD)),
        _reason(data),
        _first_few([table.passage(row) for row in data["unread"]], _FEW),
        show_understood(desk, dispute, data),
    )


_OPEN = 3
"""Quotes that stand open on a page."""


_Quoting = TypeVar("_Quoting", ShownGroup, ShownExclusion)


def _opened(rows: Sequence[_Quoting], most: int, standing: Sequence[ShownRule] = ()) -> list[_Quoting]:
    """The rows, of which those that quote a rule nobody else does show it, until with those standing `most` do."""
    told = list(standing)
    opened: list[_Quoting] = []
    for row in rows:
        opens = len(told) < most and _quotes_anew(row.rules, told)
        told += row.rules[: int(opens)]
        opened.append(replace(row, opened=opens))
    return opened


def _quotes_anew(rules: Sequence[ShownRule], told: Sequence[ShownRule]) -> bool:
    return bool(rules) and not rules[0].again and not any(is_told_twice(rules[0], other) for other in told)


def _reason(data: Mapping[str, Any]) -> str:
    """Why the second comes after the first; else why what is left out is, best by a card and in the fewest words, which
    tell of what is stopped itself and not of what would have answered it; else why the only one is used.

    Empty where the rules leave the first open: its warning says so.
    """
    if data["order"] and not data["order"][0]["settled"]:
        return ""
    sentences = [row["after"]["why"] for row in data["order"] if row["after"]]
    left = sorted(data["excluded"], key=lambda row: (row["by"] is None, len(row["why"]) if row["by"] else 0))
    sentences += [row["why"] for row in (*left, *data["order"])]
    return sentences[0] if sentences else ""


def situation(dispute: Mapping[str, Any], wording: FormWording) -> list[tuple[str, str]]:
    """What was submitted besides the cards, in words: title and words of each fact."""
    facts: list[tuple[str, str]] = []
    occurrence = occurrence_of(dispute)
    if occurrence:
        facts.append(("What happens", wording.occurrence(str(occurrence.get("type")))))
    for name, value in occurrence.items():
        if name != "type" and not name.endswith("_kind"):
            kind = occurrence.get(f"{name}_kind")
            remark = f" ({wording.kind(kind).lower()})" if kind else ""
            facts.append((wording.participant(name).label, _value_in_words(value) + remark))
    players = [_player_in_words(player, wording) for player in players_of(dispute)]
    if players:
        facts.append(("Players", ", ".join(players)))
    if dispute.get("active_player"):
        facts.append(("Whose turn", str(dispute["active_player"])))
    return facts


def _player_in_words(player: Mapping[str, Any], wording: FormWording) -> str:
    form = player.get("form")
    remark = f" ({wording.forms.get(form, form).lower()})" if form else ""
    return f"{player['name']}{remark}"


def _value_in_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(part) for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _group(desk: Desk, table: _Table, data: Mapping[str, Any], group: Mapping[str, Any], before: str) -> ShownGroup:
    after = group["after"] or {"why": "", "rules": []}
    return ShownGroup(
        group["position"],
        tuple(
            replace(table.ability(reference), name=name)
            for reference, name in zip(group["abilities"], group["names"], strict=True)
        ),
        in_words(group["timing"] or ""),
        group["mandatory"],
        group["decided_by"],
        group["settled"],
        group["why"],
        show_rules(desk.corpus, [*after["rules"], *group["rules"]]),
        may_or_must(group),
        group["moment"],
        group["moment"] == before,
        after["why"],
        tuple(row["text"] for row in data["assumptions"] if group["position"] in row["positions"]),
    )


def _steps(
    data: Mapping[str, Any], groups: Mapping[int, ShownGroup], rules: Sequence[tuple[ShownRule, ...]]
) -> tuple[ShownStep, ...]:
    steps: list[ShownStep] = []
    told: set[tuple[str, ...]] = set()
    for step, own in zip(data["timeline"], rules, strict=True):
        what = (step["title"], *(rule.address for rule in own))
        here = tuple(groups[position] for position in step["positions"])
        steps.append(ShownStep(step["title"], step["within"], own, here, bool(own) and what in told))
        told.add(what)
    return tuple(steps)


def _stretches(steps: Iterable[ShownStep]) -> tuple[StepStretch, ...]:
    """The steps with each run of idle ones put together; a run names each `within` itself, inside."""
    stretches: list[StepStretch] = []
    named = None
    for is_idle, run in groupby(steps, key=lambda step: not step.groups):
        for together in [tuple(run)] if is_idle else [(step,) for step in run]:
            begins = together[0].within
            stretches.append(StepStretch(together, begins if begins != named else None))
            named = begins
    return tuple(stretches)


def _exclusion(desk: Desk, table: _Table, row: Mapping[str, Any]) -> ShownExclusion:
    rules = show_rules(desk.corpus, row["rules"])
    return ShownExclusion(table.ability(row["ability"]), in_words(row["reason"]), row["short"], row["why"], rules)


def _assumption(table: _Table, row: Mapping[str, Any]) -> str:
    return f"{table.ability(row['ability']).name}: {row['text']}" if row["ability"] else str(row["text"])
