"""What reading a pasted text gives back: the dispute, what of it was guessed, and the passages that found no place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

Span = tuple[int, int]
"""Where words stand in the pasted text: from, to."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A value that nobody said in so many words: where in the dispute, what, why, and the words it rests on."""

    path: str
    value: Any
    why: str
    at: Span | None = None

    def as_json(self) -> dict[str, Any]:
        """One of the contract's `guessed`."""
        return {"path": self.path, "value": self.value, "why": self.why, "at": list(self.at) if self.at else None}


@dataclass(frozen=True, slots=True)
class Unplaced:
    """Words that found no place in the dispute; `why` says what is wrong with them where that is known."""

    at: Span
    text: str
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """One of the contract's `unplaced`."""
        return {"at": list(self.at), "text": self.text, "why": self.why}


@dataclass(frozen=True, slots=True)
class Pasted:
    """A pasted text, read. `dispute` has the shape of the contract's section 5 and is not checked yet."""

    dispute: Mapping[str, Any]
    guessed: tuple[Guess, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()
    used: tuple[Span, ...] = ()
    """The passages that the dispute was read from, in order; with `unplaced` they hold every letter."""

    def as_json(self) -> dict[str, Any]:
        """The answer of `judge dispute`."""
        return {
            "dispute": self.dispute,
            "guessed": [one.as_json() for one in self.guessed],
            "unplaced": [one.as_json() for one in self.unplaced],
        }


class Way(Enum):
    """How a value was found. One that is right less than about 95 times in 100 has a sentence: values found so are
    marked with it."""

    SAID = ""
    BARE_NAME = "Little but its place in the text shows that this is a name, and where it ends."
    TOLD_STATUS = "The text speaks of this status; whether it is there now is not certain."
    HAS_ON_THEM = "“Has on them” may mean whose it is, or on whom it lies."
    TOLD_DEED = "The text tells of such a deed, perhaps of another one."


@dataclass(frozen=True, slots=True)
class ReadValue:
    """One value with the words it was read from and how it was found; `why` is empty where nothing was inferred."""

    value: Any
    at: Span | None = None
    why: str = ""
    way: Way = Way.SAID

    @property
    def doubt(self) -> str:
        """Why it may be wrong; empty where it needs no mark."""
        return self.why or self.way.value
