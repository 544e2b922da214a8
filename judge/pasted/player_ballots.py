"""What is said of each name while it is found out who plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.cardtext.english import HAVE
from judge.pasted.mentions import Mention
from judge.pasted.pasted_values import ReadValue, Span

SURE, LIKELY, HINT = 4, 2, 1
OWNING = HAVE | frozenset(
    ["control", "controls", "own", "owns", "hold", "holds", "play", "plays", "playing", "played", "use", "uses"]
)

PERSONAL = frozenset(["draw", "reveal", "play", "change-form", "choose", "recruit", "discard", "defend", "search"])
"""Events that people bring about more often than cards do."""


@dataclass
class Ballot:
    """What is said of each name while the text is looked through."""

    person: Counter[str] = field(default_factory=Counter)
    thing: Counter[str] = field(default_factory=Counter)
    at: dict[str, Span] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    forms: dict[str, ReadValue] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    """Whom “me” is listed with, in small letters."""
    identities: dict[str, str] = field(default_factory=dict)
    """Name of a hero → the player who plays them; the writer is empty."""
    recent: Mention | None = None
    """Who was named last and may be a player."""
    all: ReadValue | None = None
    """The form of everybody."""
    speaker: str | None = None
    speaks: Span | None = None
    first: str | None = None
    active: ReadValue | None = None
    attacks: list[tuple[str, str]] = field(default_factory=list)
    """Who is told to attack whom, in small letters."""
    used: list[Span] = field(default_factory=list)

    def vote(self, item: Mention, weight: int) -> str:
        """For a player; gives back the key of the name."""
        key = self.meet(item)
        self.person[key] += weight
        return key

    def meet(self, item: Mention) -> str:
        key = item.value.lower()
        self.names.setdefault(key, item.value)
        self.at.setdefault(key, item.span)
        return key


def value_at(items: Sequence[Mention], at: int) -> str:
    return items[at].value if 0 <= at < len(items) else ""


def sort_at(items: Sequence[Mention], at: int) -> str:
    return items[at].sort if 0 <= at < len(items) else ""


def is_skipped(item: Mention) -> bool:
    return item.value in ("also", "now", "just", "still", "only", "then", "currently", "already")
