"""Shows what was understood of each card: its text as typed, unread words marked, its reading beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from judge.ability import CardText
from judge.desk import Desk
from judge.errors import JudgeError
from judge.web.dispute_rows import card_ids, cards_of
from judge.web.views.card_view import ShownPart, show_parts
from judge.web.views.rule_html import marked_unread, printed_card


@dataclass(frozen=True, slots=True)
class ShownReading:
    """A card as it was read: `place` from 0 among those submitted, `unread` the words that were not understood."""

    place: int
    name: str
    text: Markup
    parts: tuple[ShownPart, ...]
    unread: tuple[str, ...]
    unknown: bool
    mended: bool


def show_understood(desk: Desk, dispute: Mapping[str, Any], data: Mapping[str, Any]) -> tuple[ShownReading, ...]:
    """Each submitted card that says something, or of which nobody knows what it says."""
    by_card: dict[str, list[Mapping[str, Any]]] = {}
    for passage in data["unread"]:
        by_card.setdefault(passage["card"], []).append(passage)
    shown = []
    for place, (card_id, card) in enumerate(zip(card_ids(dispute), cards_of(dispute), strict=True)):
        passages = by_card.get(card_id, [])
        text = str(card.get("text") or "")
        unknown = any(passage["part"] == "text" and passage["at"] == [0, 0] for passage in passages)
        if text.strip() or unknown:
            shown.append(_reading(desk, str(dispute["game"]), place, card, text, passages, unknown))
    return tuple(shown)


def _reading(
    desk: Desk, game: str, place: int, card: Mapping[str, Any], text: str, passages: Sequence[Mapping[str, Any]],
    unknown: bool,
) -> ShownReading:  # fmt: skip
    spans = [(passage["at"][0], passage["at"][1]) for passage in passages]
    words = () if unknown else tuple(passage["text"] for passage in passages)
    return ShownReading(
        place,
        str(card.get("name") or "Card"),
        marked_unread(text, spans) if words else printed_card(text),
        tuple(show_parts(desk, _read(desk, text, game, str(card.get("name") or "")), game)),
        words,
        unknown,
        bool(card.get("abilities")),
    )


def _read(desk: Desk, text: str, game: str, name: str) -> CardText:
    """The reading that the ruling rests on, which is remembered."""
    try:
        return desk.ability(text, game, name or None) if text.strip() else CardText()
    except JudgeError:
        return CardText()
