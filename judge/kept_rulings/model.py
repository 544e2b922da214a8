"""Defines a kept ruling: what was asked and said, by whom, of which rules and cards. Imports none of ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Literal, TypeVar

_Item = TypeVar("_Item")
Numbers = Mapping[str, Sequence[int]]
"""By the name of a list in the form (`covers.entries` …), which place there each item had, where some were left out."""

Status = Literal["official", "head-judge", "house", "draft"]
STATUSES: tuple[Status, ...] = ("official", "head-judge", "house", "draft")
"""In the order in which they count, and are shown. A draft is shown to those alone who ask for drafts."""


@dataclass(frozen=True, slots=True)
class RulingSource:
    """Who said it, where it can be read, and at which address."""

    who: str
    where: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class CoveredPlace:
    """An entry, or one paragraph of it."""

    entry: str
    anchor: str = ""

    def __str__(self) -> str:
        return f"{self.entry}#{self.anchor}" if self.anchor else self.entry

    @classmethod
    def parse(cls, text: str) -> CoveredPlace:
        """The place that `str` wrote."""
        entry, _, anchor = text.partition("#")
        return cls(entry, anchor)


@dataclass(frozen=True, slots=True)
class CardNamed:
    """A card, by its code, its name, or both."""

    code: str = ""
    name: str = ""

    def __str__(self) -> str:
        return self.name or self.code


@dataclass(frozen=True, slots=True)
class WordsInterpreted:
    """Words of a rulebook that the ruling rests on, and the hash of the text they stood in."""

    place: CoveredPlace
    words: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the ruling says of its dispute: abilities first to last, those at one step together; what does not resolve.

    `excluded` maps an ability to the reason of contract section 6, or to nothing where any reason will do.
    """

    order: tuple[tuple[str, ...], ...] = ()
    excluded: Mapping[str, str] | None = None

    def abilities(self) -> Iterator[str]:
        """Every ability it speaks of."""
        for group in self.order:
            yield from group
        yield from self.excluded or {}


@dataclass(frozen=True, slots=True)
class KeptRuling:
    """One ruling as somebody gave it. `editions` is empty where it holds for all of the game; `date` is ISO.

    `numbers` says where in its form the items of its lists stood; it is not kept. Where what a form says of the game
    makes no sense, `game` is empty.
    """

    id: str
    game: str
    question: str
    answer: str
    source: RulingSource
    date: str
    status: Status
    editions: tuple[str, ...] = ()
    entries: tuple[CoveredPlace, ...] = ()
    cards: tuple[CardNamed, ...] = ()
    interprets: tuple[WordsInterpreted, ...] = ()
    supersedes: tuple[str, ...] = ()
    dispute: Mapping[str, Any] | None = None
    expects: Expected | None = None
    numbers: Numbers = field(default_factory=dict, compare=False, repr=False)


def numbered(items: Iterable[_Item], numbers: Numbers, name: str) -> Iterator[tuple[int, _Item]]:
    """Lazily, the items of the list of that name, each with its place in the form."""
    return zip(numbers.get(name) or count(), items, strict=False)


@dataclass(frozen=True, slots=True)
class StoredRuling:
    """A ruling as it stands in the store: its version, when that was made, and the rulings that replace it."""

    ruling: KeptRuling
    version: int
    changed: str
    superseded_by: tuple[str, ...] = ()


Action = Literal["add", "change", "remove", "restore"]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a ruling; one that was removed is as it was before."""

    id: str
    number: int
    action: Action
    ruling: KeptRuling
    made: str
    made_by: str
    why: str = ""
