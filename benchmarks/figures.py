"""What a measurement gives: tables of figures and targets met or not. Pure; printing and files are elsewhere."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

T = TypeVar("T")
Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `columns` carry their unit in the name; `note` says how it was measured, for who compares."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure that was promised: at least or at most `wanted`."""

    what: str
    wanted: float
    measured: float
    unit: str
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        """True when the measured figure is as good as was promised."""
        return self.measured >= self.wanted if self.at_least else self.measured <= self.wanted


@dataclass(frozen=True, slots=True)
class Measured:
    """What one section of the benchmark found."""

    tables: tuple[Table, ...]
    targets: tuple[Target, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Tables and targets, each target with the verdict."""
        return {
            "tables": [asdict(table) for table in self.tables],
            "targets": [{**asdict(target), "met": target.is_met} for target in self.targets],
        }


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that `share` (0 to 1) of the values do not exceed (nearest rank). Raises on no values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def median_and_p95(milliseconds: Sequence[float]) -> tuple[float, float]:
    """The two figures of most tables."""
    return statistics.median(milliseconds), percentile(milliseconds, 0.95)


def times_of(
    work: Callable[[T], object], items: Iterable[T], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Milliseconds by `clock` that `work` takes for each item, in order."""
    spent = []
    for item in items:
        began = clock()
        work(item)
        spent.append((clock() - began) * 1000)
    return spent


def timed(work: Callable[[], T], clock: Callable[[], float] = time.perf_counter) -> tuple[T, float]:
    """What `work` gives, and the seconds it takes once."""
    began = clock()
    given = work()
    return given, clock() - began
