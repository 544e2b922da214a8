"""Reads what is printed on cards beside their texts: traits and cost, as given or as the library has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from judge.disputes.dispute_values import Card, CardLookup, PrintedFacts
from judge.disputes.findings import MOST_NAME, Findings, plain
from judge.rules.model import OccurrenceType, Rules

PRINTED = ("traits", "cost")
"""Keys of a card that say what is printed on it beside its text."""
_MOST_TRAITS = 100
_BETWEEN_TRAITS = re.compile(r"[.,;](?:\s|\Z)")
"""“Hero for Hire. S.H.I.E.L.D.”"""


def printed_facts(row: Mapping[str, Any], name: str, where: str, found: Findings) -> PrintedFacts:
    """What a card's row says of its traits and cost; what makes no sense is told."""
    traits, cost = row.get("traits"), row.get("cost")
    words = _BETWEEN_TRAITS.split(traits) if isinstance(traits, str) else traits
    if words is not None and not _are_traits(words):
        found.unreadable(f"traits of {name} is a list of words.", f"{where}.traits")
        words = None
    if cost is not None and (not isinstance(cost, int) or isinstance(cost, bool)):
        found.unreadable(f"cost of {name} is a whole number.", f"{where}.cost")
        cost = None
    return PrintedFacts(None if words is None else frozenset(filter(None, map(plain, words))), cost)


def _are_traits(words: Any) -> bool:
    return (
        isinstance(words, list)
        and len(words) <= _MOST_TRAITS
        and all(isinstance(one, str) and len(one) <= MOST_NAME for one in words)
    )


def printed_of_named(
    occurrence: OccurrenceType | None,
    participants: Mapping[str, Any],
    kinds: Mapping[str, str],
    cards: Sequence[Card],
    players: set[str],
    rules: Rules,
    lookup: CardLookup | None,
) -> dict[str, tuple[PrintedFacts, ...]]:
    """What the library has of those who are named and not submitted: of each of its cards of that name."""
    if lookup is None:
        return {}
    submitted = {plain(name) for card in cards for name in (card.id, card.name)} | {plain(name) for name in players}
    named = [*_who_takes_part(occurrence, participants, kinds), *((card.attached_to, None) for card in cards)]
    printed: dict[str, tuple[PrintedFacts, ...]] = {}
    for name, kind in named:
        if name is not None and plain(name) not in submitted and plain(name) not in printed:
            rows = _rows_of(lookup(name, None), rules.game, kind)
            printed[plain(name)] = tuple(printed_facts(row, name, "", Findings()) for row in rows)
    return printed


def _rows_of(rows: Iterable[Mapping[str, Any]], game: str, kind: str | None) -> Iterator[Mapping[str, Any]]:
    """Lazily, the cards of a game and, where it was said, of a type."""
    return (row for row in rows if row.get("game") == game and kind in (None, row.get("kind")))


def _who_takes_part(
    occurrence: OccurrenceType | None, participants: Mapping[str, Any], kinds: Mapping[str, str]
) -> Iterator[tuple[str, str | None]]:
    """Lazily, the names of those who take part, with the card types said beside them."""
    for part in occurrence.participants if occurrence is not None else ():
        given = participants.get(part.name)
        for name in given if isinstance(given, list) else [given]:
            if isinstance(name, str) and part.type in ("name", "list"):
                yield name, kinds.get(part.name)
