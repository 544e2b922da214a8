"""What else could have happened: every order that those who decide may pick, and two rulings side by side."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from typing import Any

from judge.disputes.dispute_values import Dispute
from judge.engine.effort import WEIGHING, Effort
from judge.engine.resolve import resolve
from judge.errors import TooLarge
from judge.rulings.ruling import Group, Ruling

MOST_TRIED = 200
_ALL_OF = 4
"""Of up to so many abilities every order is tried; of more, each going first."""


@dataclass(frozen=True, slots=True)
class FateDifference:
    """One ability's fate in two rulings: where it resolves, or why not."""

    ability: str
    first: str
    second: str

    @property
    def differs(self) -> bool:
        """Whether the fates are different."""
        return self.first != self.second

    def as_json(self) -> dict[str, Any]:
        """The three facts and whether they differ."""
        return {"ability": self.ability, "first": self.first, "second": self.second, "differs": self.differs}


@dataclass(frozen=True, slots=True)
class OrderOutcome:
    """One result that a choice leads to: `preferred` are the references that go first where somebody may choose."""

    preferred: tuple[str, ...]
    ruling: Ruling
    differs: tuple[FateDifference, ...]

    def as_json(self) -> dict[str, Any]:
        """The ruling, what was picked first, and what differs from the first outcome."""
        return {
            "picked": list(self.preferred),
            "differs": [difference.as_json() for difference in self.differs],
            "ruling": self.ruling.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Every distinct result found. `complete` is False when `tried` reached the bound."""

    outcomes: tuple[OrderOutcome, ...]
    complete: bool
    tried: int

    def as_json(self) -> dict[str, Any]:
        """All outcomes, the usual one first, and a word on whether they are all."""
        word = "" if self.complete else f"Only the first {self.tried} orders were tried; there may be more results."
        return {"complete": self.complete, "note": word, "outcomes": [outcome.as_json() for outcome in self.outcomes]}


def all_orders(dispute: Dispute, most: int = MOST_TRIED, effort: Effort | None = None) -> Outcomes:
    """Every distinct result that the orders open to those who decide lead to, trying at most `most` orders.

    All of them together may take what one answer may.

    Raises as `judge.engine.resolve.resolve`.
    """
    effort = effort or Effort()
    first = resolve(dispute, effort=effort)
    found = {_signature(first): OrderOutcome((), first, ())}
    waiting: deque[tuple[str, ...]] = deque(islice(_picks(first, ()), most))
    seen = {(), *waiting}
    tried = 1
    while waiting and tried < most:
        try:
            ruling = resolve(dispute, waiting[0], effort)
            effort.spend(WEIGHING * (len(ruling.order) + len(ruling.excluded)))  # each result is compared and shown
        except TooLarge:
            break  # what one answer may take is spent: the outcomes found are given, and that they are not all
        preferred = waiting.popleft()
        tried += 1
        if _signature(ruling) in found:
            continue
        differs = tuple(difference for difference in compare(first, ruling) if difference.differs)
        found[_signature(ruling)] = OrderOutcome(preferred, ruling, differs)
        for pick in islice(_picks(ruling, preferred), most):
            if pick not in seen:
                seen.add(pick)
                waiting.append(pick)
    return Outcomes(tuple(found.values()), not waiting, tried)


def _picks(ruling: Ruling, preferred: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Lazily, further preferences: for each choice in the ruling, other orders of what could be picked from."""
    for group in ruling.order:
        if group.decided_by is None or len(group.candidates) < 2:
            continue
        here = frozenset(group.candidates)
        rest = tuple(ref for ref in preferred if ref not in here)
        for order in _orders(group.candidates):
            yield (*order, *rest)


def _orders(refs: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if len(refs) <= _ALL_OF:
        yield from islice(permutations(refs), 1, None)
    else:
        for ref in refs[1:]:
            yield (ref, *(other for other in refs if other != ref))


def _signature(ruling: Ruling) -> object:
    return (
        tuple((group.abilities, group.step, group.within) for group in ruling.order),
        tuple((out.ability, out.reason, out.by) for out in ruling.excluded),
    )


def compare(first: Ruling, second: Ruling) -> tuple[FateDifference, ...]:
    """Each ability's fate in two rulings (two editions, or something changed), sorted by reference."""
    one, other = _fates(first), _fates(second)
    missing = "not submitted"
    return tuple(FateDifference(ref, one.get(ref, missing), other.get(ref, missing)) for ref in sorted({*one, *other}))


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rulings side by side, with each ability's fate in both."""

    first: Ruling
    second: Ruling
    differences: tuple[FateDifference, ...]

    def as_json(self) -> dict[str, Any]:
        """Both rulings whole, and every ability's fates, those that differ marked."""
        return {
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "differences": [difference.as_json() for difference in self.differences],
        }


def side_by_side(first: Ruling, second: Ruling) -> Comparison:
    """Two rulings and what differs between them."""
    return Comparison(first, second, compare(first, second))


def _fates(ruling: Ruling) -> dict[str, str]:
    """Each ability's fate in words."""
    fates: dict[str, list[str]] = {}
    for position, group in enumerate(ruling.order, 1):
        for ref in group.abilities:
            fates.setdefault(ref, []).append(f"{position}: {group.moment}{_decided(group)}")
    for out in ruling.excluded:
        fates[out.ability] = [f"does not resolve: {out.short}"]
    return {ref: "; ".join(said) for ref, said in fates.items()}


def _decided(group: Group) -> str:
    together = f", with {len(group.abilities) - 1} more" if len(group.abilities) > 1 else ""
    decided = f", {group.decided_by} decides" if group.decided_by else ""
    return f"{together}{decided}{'' if group.settled else ', not settled'}"
