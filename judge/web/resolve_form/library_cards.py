"""Takes cards of the library over into the form, tells them apart, writes their texts into a dispute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.cards.card import LibraryCard
from judge.cards.library import CardLibrary
from judge.web.resolve_form.mended_readings import Row

_SAY = ("text", "abilities", "keywords")
"""What a card of a dispute says of itself; one that says any of it is not looked up."""


def take(rows: Sequence[Row], card: LibraryCard) -> tuple[Row, ...]:
    """The rows with the card added, in the first row left empty or in a new one."""
    empty = next((place for place, row in enumerate(rows) if not any(v.strip() for v in row.values())), len(rows))
    return (*rows[:empty], _filled({}, card), *rows[empty + 1 :])


def settle(rows: Sequence[Row], place: int, card: LibraryCard) -> tuple[Row, ...]:
    """The rows with the card written into the row at `place`, which named it."""
    return tuple(_filled(row, card) if n == place else row for n, row in enumerate(rows))


def _filled(row: Row, card: LibraryCard) -> Row:
    return {**row, "name": card.name, "code": card.code, "kind": card.kind, "text": card.whole_text}


def candidates(library: CardLibrary, game: str, rows: Sequence[Row]) -> dict[int, tuple[LibraryCard, ...]]:
    """By its place, the library's cards that fit each row that has a name and says nothing else of itself."""
    fitting = {place: _fitting(library, game, row) for place, row in enumerate(rows)}
    return {place: cards for place, cards in fitting.items() if cards}


def with_texts(library: CardLibrary, dispute: Mapping[str, Any]) -> dict[str, Any]:
    """The dispute with the texts of the library's cards written in, so that it gives the same ruling elsewhere."""
    cards = dispute.get("cards")
    if not isinstance(cards, list):
        return dict(dispute)
    game = str(dispute.get("game"))
    return {**dispute, "cards": [_completed(library, game, card) if isinstance(card, dict) else card for card in cards]}


def _completed(library: CardLibrary, game: str, card: dict[str, Any]) -> dict[str, Any]:
    found = _fitting(library, game, card)
    if len(found) != 1 or not found[0].whole_text:
        return card
    return {"kind": found[0].kind, **found[0].printed, **card, "code": found[0].code, "text": found[0].whole_text}


def _fitting(library: CardLibrary, game: str, card: Mapping[str, Any]) -> tuple[LibraryCard, ...]:
    name, code, kind = (str(card.get(key) or "").strip() for key in ("name", "code", "kind"))
    if not (name or code) or any(card.get(key) for key in _SAY):
        return ()
    # a status card or a lasting effect that shares its name with a card is not that card
    found = (c for c in library.find(name, code or None) if c.game == game)
    return tuple(c for c in found if kind in ("", c.kind))
