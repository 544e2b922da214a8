"""Lays a card of the library on a table: whose it is there, and as what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.cards.card import LibraryCard
from judge.rules.model import Rules


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card as it lies on a table: `player` is whose it is, None the scenario's; `role` what it is besides."""

    card: LibraryCard
    row: Mapping[str, Any]
    """As a dispute holds it."""
    player: str | None = None
    role: str | None = None


def placed(card: LibraryCard, rules: Rules, players: Sequence[str]) -> Iterator[PlacedCard]:
    """Lazily, every way in which a card may lie on a table: for each player who may have it, and as a boost card."""
    kind = rules.kinds.get(card.kind)
    row: dict[str, Any] = {"name": card.name, "text": card.whole_text, **card.printed}
    if kind is not None:
        row["kind"] = card.kind
    if card.location is not None:
        row["location"] = card.location
    if kind is not None and kind.given:  # lies in one player's area
        yield from (PlacedCard(card, {**row, "engaged_with": player}, player) for player in players)
    elif is_scenarios(card, rules):
        yield PlacedCard(card, row)
        if card.boost_text and "boost" in rules.features.card_roles:
            yield PlacedCard(card, {**row, "role": "boost"}, None, "boost")
    else:
        yield from (PlacedCard(card, {**row, "controller": player}, player) for player in players)


def is_scenarios(card: LibraryCard, rules: Rules) -> bool:
    """Whether a card is the scenario's rather than a player's."""
    of = rules.features.scenario_kinds
    return of is not None and card.kind in rules.kinds and of in rules.closure(card.kind)
