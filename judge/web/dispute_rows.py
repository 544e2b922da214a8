"""Reads a dispute's rows as the resolver does (contract, section 5): ids of cards, seats, occurrence. Tolerant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.disputes.findings import slug


def cards_of(dispute: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cards, in the order submitted."""
    return list(dispute.get("cards") or ())


def card_ids(dispute: Mapping[str, Any]) -> tuple[str, ...]:
    """The id of each card: its own, else a slug of the name, numbered where that is taken."""
    cards = cards_of(dispute)
    taken = {str(card["id"]).strip() for card in cards if card.get("id")}
    ids: list[str] = []
    for card in cards:
        wanted = str(card.get("id") or "").strip()
        if not wanted:
            base = wanted = slug(str(card.get("name") or "card"))
            number = 1
            while wanted in taken:
                number += 1
                wanted = f"{base}-{number}"
            taken.add(wanted)
        ids.append(wanted)
    return tuple(ids)


def players_of(dispute: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The seats, each with its name, which may be `Player 1`, `Player 2` … by seat."""
    seats = [{"name": seat} if isinstance(seat, str) else dict(seat) for seat in dispute.get("players") or ()]
    return [{**seat, "name": str(seat.get("name") or f"Player {place}")} for place, seat in enumerate(seats, 1)]


def occurrence_of(dispute: Mapping[str, Any]) -> dict[str, Any]:
    """The occurrence with its type; empty where none was named."""
    occurrence = dispute.get("occurrence") or {}
    return {"type": occurrence} if isinstance(occurrence, str) else dict(occurrence)
