"""Constructs by the words with which they may start, so that none is tried where it cannot begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Generic, NamedTuple, TypeVar

from judge.cardtext.lexer import Lexeme

Read = TypeVar("Read")

WORDS = frozenset(["word", "number", "icon", "trait"])
"""Sorts of pieces that are no marks."""


class Start(NamedTuple):
    """With which pieces a construct may start: some words, those of some meaning (a field or role of their sense), of
    some sort, with a capital, or that say how long something lasts. Its reader is asked at no others, and of words
    need not look again."""

    words: Collection[str] = frozenset()
    meaning: Collection[str] = frozenset()
    sorts: Collection[str] = frozenset()
    capital: bool = False
    lasting: bool = False

    def fits(self, lower: str, sort: str, means: frozenset[str], is_capital: bool, lasts: bool) -> bool:
        """Whether a piece of these words, sort and meanings may start it."""
        told = lower in self.words or sort in self.sorts or not means.isdisjoint(self.meaning)
        return told or (self.capital and is_capital) or (self.lasting and lasts)


class Starts(Generic[Read]):
    """Readers of constructs, in the order in which they are tried, each with its start.

    Which may start at a piece is worked out once for all pieces that are alike in what starts tell apart.
    """

    def __init__(self, readers: Iterable[tuple[Read, Start]]) -> None:
        self._readers = tuple(readers)
        self._words = frozenset(word for _, start in self._readers for word in start.words)
        self._tells_capitals = any(start.capital for _, start in self._readers)
        self._by_piece: dict[tuple[str, str, frozenset[str], bool, bool], tuple[Read, ...]] = {}

    def at(self, piece: Lexeme, durations: Collection[str] = ()) -> tuple[Read, ...]:
        """Those that may start at a piece; `durations` are the words that say how long something lasts."""
        lower = piece.lower
        is_capital = self._tells_capitals and piece.is_capital
        alike = lower if lower in self._words else "", piece.sort, piece.sense.means, is_capital, lower in durations
        found = self._by_piece.get(alike)
        if found is None:
            found = tuple(read for read, start in self._readers if start.fits(*alike))
            self._by_piece[alike] = found
        return found
