"""How often: “Limit once per round.”, “(Limit 2 times per phase.)”, “Max 1 per player.”"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.ability import Bound
from judge.cardtext.card_words import is_number
from judge.cardtext.english import NUMBERS
from judge.cardtext.lexer import Lexeme

_OFTEN = {"once": 1, "twice": 2}
_TIMES = _OFTEN | {"thrice": 3} | NUMBERS
_LIMITS = frozenset(["limit", "max", "maximum"])
_EACH = {"per", "each", "every"}
_UNITS = {"turn", "round", "phase", "game", "combat"}
_WIDEST = 10
"""Pieces between the number and “per”."""


class FoundLimit(NamedTuple):
    """A bound and where it stands; `which` is "limit" or "max"."""

    which: str
    bound: Bound
    first: int
    end: int


def bounds(pieces: Sequence[Lexeme], first: int, end: int) -> list[FoundLimit]:
    """Every limit and maximum between two places."""
    found: list[FoundLimit] = []
    at = first
    while at < end:
        lower, one = pieces[at].lower, None
        if lower in _LIMITS:
            one = _bound(pieces, at, end)
        elif lower in _OFTEN:
            one = _closing_limit(pieces, first, at, end)
        if one is not None:
            found.append(one)
            at = one.end
        else:
            at += 1
    return found


def _bound(pieces: Sequence[Lexeme], at: int, end: int) -> FoundLimit | None:
    which = "limit" if pieces[at].lower == "limit" else "max"
    first = at
    if first and pieces[first - 1].lower == "group":
        first -= 1
    bracket = bool(first) and pieces[first - 1].lower == "("
    first -= bracket
    at += 1
    at += at < end and pieces[at].lower == "of"
    if at >= end:
        return None
    said = pieces[at].lower
    times = _TIMES.get(said) or (int(said) if is_number(said) else None)
    if times is None:
        return None
    at += 1
    for place in range(at, min(at + _WIDEST, end)):
        lower = pieces[place].lower
        if lower in _EACH:
            return _with_unit(pieces, which, times, first, place + 1, end, bracket)
        if lower in (".", ";", ":", "("):
            return None
    return None


def _closing_limit(pieces: Sequence[Lexeme], first: int, at: int, end: int) -> FoundLimit | None:
    """The limit with which a sentence closes: “…, once per round.”"""
    times = _OFTEN[pieces[at].lower]
    if at + 2 >= end or at <= first or pieces[at - 1].lower != ",":
        return None
    close = at + 2 if " " in pieces[at + 1].lower else at + 3  # “each round” may be one phrase
    each, _, unit = " ".join(piece.lower for piece in pieces[at + 1 : close]).partition(" ")
    closes = close >= end or pieces[close].lower == "."
    is_limit = each in _EACH and unit in _UNITS and closes
    return FoundLimit("limit", Bound(times, unit), at - 1, close) if is_limit else None


def _with_unit(
    pieces: Sequence[Lexeme], which: str, times: int, first: int, at: int, end: int, bracket: bool
) -> FoundLimit | None:
    unit = _unit(pieces[at : min(at + 5, end)])
    if not unit:
        return None
    close = at = at + len(unit)
    while close < end and pieces[close].lower == "for" and close - at < 6:
        while close < end and pieces[close].lower not in (".", ")"):
            close += 1
    at = close
    while at < end and pieces[at].lower in (".", ")") and (pieces[at].lower == "." or bracket):
        bracket = bracket and pieces[at].lower != ")"
        at += 1
    return FoundLimit(which, Bound(times, "-".join(" ".join(unit).split())), first, at)


def _unit(pieces: Sequence[Lexeme]) -> list[str]:
    """The words for how long or for whom a limit holds: “round”, “each game”, “player”."""
    unit: list[str] = []
    for piece in pieces:
        closes = piece.lower in ("attach to", "attach", "play", "max", "limit", "for")
        if piece.sort not in ("word", "trait") or (unit and closes):
            break
        unit.append(piece.lower)
    return unit


def opening_limit(pieces: Sequence[Lexeme], first: int, end: int) -> tuple[Bound | None, int]:
    """The limit with which a text opens (“Once per turn, when …”), and where the rest begins."""
    if first + 3 >= end:
        return None, first
    said, at = pieces[first].lower, first + 1
    times = _OFTEN.get(said)
    if times is None and is_number(said) and pieces[at].lower == "times":
        times, at = int(said), at + 1
    if times is None or at + 2 >= end or pieces[at].lower not in _EACH | {"a"} or pieces[at + 1].lower not in _UNITS:
        return None, first
    if pieces[at + 2].lower != ",":
        return None, first
    return Bound(times, pieces[at + 1].lower), at + 3
