"""Compares the rulings before and after a change of the dispute: what moved, what is new, what is gone. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.rulings.ruling_text import may_or_must


@dataclass(frozen=True, slots=True)
class FateChange:
    """One ability's fate before and now, in words: “place 2”, “Anna decides”, “not in hero form”."""

    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class RulingChanges:
    """What was changed, in words, and what came of it, by the way in which it differs."""

    said: tuple[str, ...]
    moved: tuple[FateChange, ...] = ()
    same_place: tuple[FateChange, ...] = ()
    """In the same place, where it must or may otherwise, another decides, or the moment is another."""
    new: tuple[FateChange, ...] = ()
    gone: tuple[FateChange, ...] = ()
    reason: tuple[FateChange, ...] = ()
    """Left out in both, for another reason."""

    @property
    def any(self) -> bool:
        """Whether anything is other than before."""
        return bool(self.moved or self.same_place or self.new or self.gone or self.reason)


def changes_between(before: Mapping[str, Any], now: Mapping[str, Any], said: Sequence[str]) -> RulingChanges:
    """What differs between two rulings (contract, section 6) on one table."""
    old, new = _fates(before), _fates(now)
    absent = _Fate(reason="not submitted")
    ways: defaultdict[str, list[FateChange]] = defaultdict(list)
    for ref, name in {**before["names"], **now["names"]}.items():
        one, other = old.get(ref, absent), new.get(ref, absent)
        if one != other:
            ways[_way(one, other)].append(FateChange(name, one.told_beside(other), other.told_beside(one)))
    return RulingChanges(tuple(said), **{way: tuple(changes) for way, changes in ways.items()})


@dataclass(frozen=True, slots=True)
class _Fate:
    """An ability's places in the order, how and when it is used at each; without a place, why it does not resolve."""

    places: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    reason: str = ""

    def told_beside(self, other: _Fate) -> str:
        """What of it differs from another: its places or reason, else its words, else its moments."""
        if self.places != other.places or not self.places:
            return " and ".join(f"place {place}" for place in self.places) or self.reason
        return " and ".join(dict.fromkeys(self.words if self.words != other.words else self.moments))


def _way(before: _Fate, now: _Fate) -> str:
    """The field of `RulingChanges` for a fate that is another now."""
    if before.places == now.places:
        return "same_place" if now.places else "reason"
    if not before.places:
        return "new"
    return "moved" if now.places else "gone"


def _fates(data: Mapping[str, Any]) -> dict[str, _Fate]:
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for group in data["order"]:
        for ref in group["abilities"]:
            groups.setdefault(ref, []).append(group)
    fates = {ref: _placed(found) for ref, found in groups.items()}
    return fates | {one["ability"]: _Fate(reason=str(one["short"])) for one in data["excluded"]}


def _placed(groups: Sequence[Mapping[str, Any]]) -> _Fate:
    return _Fate(
        tuple(group["position"] for group in groups),
        tuple(may_or_must(group) for group in groups),
        tuple(group["moment"] for group in groups),
    )
