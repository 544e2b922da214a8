"""Whose a card is of which nobody says it: every place where the card is named speaks for the players named near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from judge.pasted.dispute_words import plain
from judge.pasted.pasted_values import Span
from judge.pasted.roster import Roster
from judge.pasted.story import Unit

BEFORE, BEHIND = 10.0, 14.0
"""What it counts for that a player is the nearest named before a card in its sentence, or behind it before its text."""
STRUCK, SPEAKS, SEAT = 4.0, 0.5, 0.1
"""What it counts for that a player takes part in what happens, writes, has the first seat."""


def players_near(roster: Roster) -> Mapping[str, Mapping[str, float]]:
    """Plain name of a card → the players named near it, each with how much speaks for them."""
    found: dict[str, dict[str, float]] = {}
    for units in roster.story.sentences:
        players = [(at, key) for at, unit in enumerate(units) if (key := _player(unit, roster)) is not None]
        for at, unit in enumerate(units):
            if players and unit.sort == "name" and roster.player(unit) is None:
                _count(found.setdefault(plain(roster.name(unit.word)), {}), units, at, players, roster)
    return found


def _count(
    near: dict[str, float], units: Sequence[Unit], at: int, players: Sequence[tuple[int, str]], roster: Roster
) -> None:
    before = [key for place, key in players if place < at]
    text = next((place for place in range(at, len(units)) if units[place].sort == "text"), len(units))
    behind = [key for place, key in players if at < place < text]
    for keys, counts in ((before[-1:], BEFORE), (behind[:1], BEHIND)):
        for key in keys:
            near[roster.name(key)] = near.get(roster.name(key), 0) + counts


def places_near(roster: Roster) -> Mapping[str, tuple[int, Span]]:
    """Plain name of a card → the number of the place that is told nearest before it, or behind it before its text."""
    chat, found = roster.vocabulary.chat, dict[str, tuple[int, Span]]()
    for units in roster.story.sentences:
        last: tuple[int, Span] | None = None
        named: str | None = None
        for before, unit in pairwise(units):
            if unit.sort == "number" and before.word in chat.of_place and unit.word.isdecimal():
                last = int(unit.word), unit.span
                if named is not None:
                    found.setdefault(named, last)
            elif unit.sort == "name":
                named = plain(roster.name(unit.word))
                if last is not None:
                    found.setdefault(named, last)
            elif unit.sort == "text":
                named = last = None
    return found


def _player(unit: Unit, roster: Roster) -> str | None:
    return roster.player(unit) if unit.sort in ("name", "me", "pro") else None
