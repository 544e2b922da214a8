"""Bytes as choices: what a fuzzer mutates byte by byte changes one choice of a structure, not its syntax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chooser:
    """Takes choices off the front of some bytes; when they are used up, the first of everything is chosen."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_empty(self) -> bool:
        """True when no bytes are left."""
        return self._at >= len(self._data)

    def number(self, most: int) -> int:
        """A number from 0 to `most`, at most 255."""
        if self.is_empty:
            return 0
        self._at += 1
        return self._data[self._at - 1] % (most + 1)

    def one_of(self, things: Sequence[T]) -> T:
        """One of at most 65,536 things."""
        number = self.number(255) if len(things) <= 256 else self.number(255) * 256 + self.number(255)
        return things[number % len(things)]

    def maybe(self, one_in: int = 2) -> bool:
        """True once in so many times; False when the bytes are used up."""
        return not self.is_empty and self.number(one_in - 1) == one_in - 1

    def rest(self) -> bytes:
        """All bytes that are left."""
        return self._data[self._at :]
