"""Collects problems, assumptions and warnings while a dispute is read; compares names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from judge.corpus import plain_name
from judge.errors import Ambiguous, JudgeError, NotAllowed, NotUnderstood, Problem, TooLarge

MOST_NAME = 200
"""Letters of a name: of a card, a player, a participant."""
_MOST_TOLD = 100

_plain = lru_cache(maxsize=8192)(plain_name)


def plain(name: str) -> str:
    """A name for comparing, remembered: few names are compared often."""
    return _plain(name) if len(name) <= MOST_NAME else plain_name(name)


def with_article(noun: str) -> str:
    """The noun as one of many: “an ally”, “a minion”."""
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


@dataclass
class Findings:
    """Problems by kind, and what was assumed, while a dispute is read."""

    problems: dict[type[JudgeError], list[Problem]] = field(default_factory=dict)
    assumptions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add(self, kind: type[JudgeError], message: str, where: str, suggestions: Sequence[str] = ()) -> None:
        self.problems.setdefault(kind, []).append(Problem(message, where, tuple(suggestions)))

    def unreadable(self, message: str, where: str) -> None:
        self.add(NotUnderstood, message, where)

    def senseless(self, message: str, where: str, suggestions: Sequence[str] = ()) -> None:
        self.add(NotAllowed, message, where, suggestions)

    def name(self, row: Mapping[str, Any], key: str, whose: str, where: str) -> str | None:
        """The name that `row` holds under `key`; None where none is given, or where it is none, which is told."""
        value = row.get(key)
        if value is not None and not isinstance(value, str) and text_of(value) is None:
            self.unreadable(f"{key} of {whose} is a name, in quotes.", f"{where}.{key}" if where else key)
        return self.short(text_of(value), f"{key} of {whose}", f"{where}.{key}" if where else key)

    def short(self, name: str | None, what: str, where: str) -> str | None:
        """The name, cut where it is longer than a name may be, which is told."""
        if name is None or len(name) <= MOST_NAME:
            return name
        self.add(TooLarge, f"{what} has {len(name):,} letters; a name has at most {MOST_NAME}.", where)
        return name[:MOST_NAME]

    def one_of(self, named: str, names: Sequence[str], problem: str, where: str) -> str:
        """Who of the names is meant, whatever the case; `problem` is told, with who may be, where nobody is."""
        found = named if named in names else next((name for name in names if plain(name) == plain(named)), None)
        if found is None:
            near = get_close_matches(named.lower(), [name.lower() for name in names], 1, 0.7)
            hint = f"; did you mean {next(name for name in names if name.lower() == near[0])}?" if near else "."
            self.senseless(f"{problem}{hint}", where, names)
        return found or named

    def unknown_key(self, key: str, known: Iterable[str], whose: str) -> None:
        """Tell of a key that means nothing, with the one that may be meant."""
        short = key if len(key) <= MOST_NAME else f"{key[:40]}…"
        near = get_close_matches(short, sorted(known), 1, 0.7)
        hint = f"; did you mean {near[0]}?" if near else "."
        self.warnings.append(f"“{short}” of {whose} means nothing here and was not read{hint}")

    def raise_all(self) -> None:
        """Raise every problem together, as the first kind of them: unreadable, too large, senseless, ambiguous."""
        for kind in (NotUnderstood, TooLarge, NotAllowed, Ambiguous):
            if kind in self.problems:
                found = self.problems.pop(kind) + [p for more in self.problems.values() for p in more]
                raise kind.of(found[:_MOST_TOLD] + _rest(found))


def _rest(found: Sequence[Problem]) -> list[Problem]:
    """What stands for the problems beyond those told."""
    more = len(found) - _MOST_TOLD
    return [Problem(f"There are {more:,} more mistakes of this kind; mend these first.")] if more > 0 else []


def slug(name: str) -> str:
    """A name as an identifier: “Spider-Man’s Web” → spider-mans-web."""
    return plain(name).replace(" ", "-") or "card"


def text_of(value: Any) -> str | None:
    """A name: any string or number, trimmed; None for anything else."""
    if isinstance(value, str):
        return value.strip() or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None
