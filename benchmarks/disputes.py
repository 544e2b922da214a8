"""Disputes to resolve, made from `cards.toml`: mixed games and occurrences, texts that recur and texts that are new.

In what is made, `NEW` stands where whoever sends it puts something unique, so that the text was never seen before.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

NEW = "@@"
_TABLE = Path(__file__).with_name("cards.toml")
_SEED = 11
_KNOWN = 12
"""How many cards share a template's words, each with a name of its own."""
_SYLLABLES = ("bor", "cal", "den", "fir", "gam", "hol", "jun", "kep", "lor", "mav", "nes", "pol", "rud", "sim", "tov")


def mixed_disputes(count: int, cards: int = 10, new: int = 1, seed: int = _SEED) -> list[dict[str, Any]]:
    """`count` disputes of so many cards, `new` of them with a text never seen; the same for the same arguments."""
    dice = random.Random(seed)
    games = [game for game in _games() for _ in range(game["share"])]
    return [_dispute(dice.choice(games), cards, new, dice) for _ in range(count)]


def known_texts() -> list[tuple[str, str]]:
    """Every text that recurs in the disputes, with its game."""
    return [
        (_text(template, number), game["id"])
        for game in _games()
        for template in game["cards"]
        for number in range(_KNOWN)
    ]


def new_texts() -> list[tuple[str, str]]:
    """A text of every template, with `NEW` in it, and its game."""
    return [(_text(template, None), game["id"]) for game in _games() for template in game["cards"]]


def unique_word(number: int) -> str:
    """A word no other number gives, to put where `NEW` stands."""
    letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
    return f"Q{letters}"


@cache
def _games() -> Sequence[Mapping[str, Any]]:
    table: Sequence[Mapping[str, Any]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["game"]
    return table


def _dispute(game: Mapping[str, Any], cards: int, new: int, dice: random.Random) -> dict[str, Any]:
    templates = [dice.choice(game["cards"]) for _ in range(cards)]
    return {
        "game": game["id"],
        "players": game["players"],
        "occurrence": dice.choice(game["occurrences"]),
        "cards": [
            _card(template, at, None if at < new else dice.randrange(_KNOWN)) for at, template in enumerate(templates)
        ],
    }


def _card(template: Mapping[str, Any], at: int, number: int | None) -> dict[str, Any]:
    """A card of the template; without a number its text is new."""
    return {"name": _name(number), **template, "id": f"card-{at}", "text": _text(template, number)}


def _text(template: Mapping[str, Any], number: int | None) -> str:
    text: str = template["text"]
    return text.format(name=_name(number), n=1 + (number or 0) % 4)


def _name(number: int | None) -> str:
    if number is None:
        return f"Unit {NEW}"
    first, second = _SYLLABLES[number % len(_SYLLABLES)], _SYLLABLES[(number * 7 + 3) % len(_SYLLABLES)]
    return f"{first}{second}".capitalize()
