"""Names that fit by the thousand: numpy leaves out those whose entries cannot come among the best.

Loaded only where a library is searched, as in `judge.search.totals`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy

from judge.search.totals import Totals

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[numpy.float64]"
Places: TypeAlias = "NDArray[numpy.int64]"


@dataclass(frozen=True, slots=True)
class Columns:
    """Names that a stem alone fits, as columns: the `place` of the entry that each leads to, and how well it fits."""

    place: Places
    fit: Floats

    @classmethod
    def of(cls, alone: Sequence[tuple[int, float, object]]) -> Columns:
        """The columns of names given as place, fit and the name itself."""
        places = numpy.array([place for place, _, _ in alone], dtype=numpy.int64)
        return cls(places, numpy.array([fit for _, fit, _ in alone], dtype=numpy.float64))


class Contest:
    """Tells which names may still bring an entry among the `most` best by name and body.

    `factors` multiply the score of each entry; entries in `apart` are scored otherwise and always stay.
    """

    def __init__(
        self,
        totals: Totals,
        factors: Floats,
        of_name: float,
        of_body: float,
        apart: Iterable[int],
        most: int,
        tie: float,
    ) -> None:
        self._body = totals.all(len(factors)) / (totals.most or 1.0)
        self._factors = factors
        self._of_name, self._of_body = of_name, of_body
        self._apart = numpy.zeros(len(factors), dtype=bool)
        self._apart[list(apart)] = True
        self._most = most
        self._tie = tie

    def remain(self, places: Places, shares: Floats) -> NDArray[numpy.bool_]:
        """For each name, given the place of its entry and how well it fits, whether it may do so."""
        scores = (self._of_name * shares + self._of_body * self._body[places]) * self._factors[places]
        best = numpy.zeros(len(self._factors))
        numpy.maximum.at(best, places, numpy.where(self._apart[places], 0.0, scores))
        best = best[best > 0.0]
        least = float(numpy.partition(best, -self._most)[-self._most]) - self._tie if len(best) >= self._most else 0.0
        remain: NDArray[numpy.bool_] = (scores >= least) | self._apart[places]
        return remain
