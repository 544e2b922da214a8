"""Compares the rulings before and after a change of the dispute: what moved, what is new, what is gone. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class FateChange:
    """One ability's fate before and now, in words: “2nd”, “not in hero form”."""

    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class RulingChanges:
    """What was changed, in words, and what came of it."""

    said: tuple[str, ...]
    moved: tuple[FateChange, ...]
    new: tuple[FateChange, ...]
    gone: tuple[FateChange, ...]

    @property
    def any(self) -> bool:
        """Whether anything is other than before."""
        return bool(self.moved or self.new or self.gone)


def changes_between(before: Mapping[str, Any], now: Mapping[str, Any], said: Sequence[str]) -> RulingChanges:
    """What differs between two rulings (contract, section 6) on one table."""
    old, new = _fates(before), _fates(now)
    names = {**before["names"], **now["names"]}
    found = [(ref, old.get(ref, ("", "not submitted")), new.get(ref, ("", "not submitted"))) for ref in names]
    rows = [
        (FateChange(names[ref], _words(one), _words(other)), one, other) for ref, one, other in found if one != other
    ]
    return RulingChanges(
        tuple(said),
        tuple(row for row, one, other in rows if one[0] and other[0]),
        tuple(row for row, one, other in rows if other[0] and not one[0]),
        tuple(row for row, one, other in rows if not other[0]),
    )


Fate = tuple[str, str]
"""Its places in the order, empty where it does not resolve, and then why not."""


def _fates(data: Mapping[str, Any]) -> dict[str, Fate]:
    places: dict[str, list[str]] = {}
    for group in data["order"]:
        for ref in group["abilities"]:
            places.setdefault(ref, []).append(_place(group))
    fates: dict[str, Fate] = {ref: (" and ".join(found), "") for ref, found in places.items()}
    return fates | {one["ability"]: ("", str(one["short"])) for one in data["excluded"]}


def _place(group: Mapping[str, Any]) -> str:
    several = len(group["abilities"]) > 1 and group["decided_by"]
    return f"place {group['position']}" + (f", {group['decided_by']} decides" if several else "")


def _words(fate: Fate) -> str:
    return fate[0] or fate[1]
