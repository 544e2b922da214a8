"""Names that fit by the thousand: numpy leaves out those whose entries cannot come among the best.

Loaded only where a library is searched, as in `judge.search.totals`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy

from judge.search.totals import Totals

if TYPE_CHECKING:
    from numpy.typing import NDArray

Floats: TypeAlias = "NDArray[numpy.float64]"
Places: TypeAlias = "NDArray[numpy.int64]"


@dataclass(frozen=True, slots=True)
class Columns:
    """The names that hold a stem, as columns: each one’s identity, the `place` of the one entry that it leads to (-1
    where there is no such one), and what `judge.search.fits` keeps of it."""

    name: Places
    place: Places
    held: Floats
    whole: Floats
    quality: Floats

    @classmethod
    def of(cls, rows: Sequence[Any]) -> Columns:
        """The columns of rows with these fields."""
        return cls(
            numpy.array([id(row.name) for row in rows], dtype=numpy.int64),
            numpy.array([-1 if row.place is None else row.place for row in rows], dtype=numpy.int64),
            numpy.array([row.held for row in rows]),
            numpy.array([row.whole for row in rows]),
            numpy.array([row.quality for row in rows]),
        )

    def shares(self, weight: float, asked: float, power: float) -> Floats:
        """How well each name fits where it is covered by this stem alone."""
        sound = numpy.where(self.whole > 0.0, self.whole, 1.0)
        fits: Floats = (self.held * weight / sound) ** power * asked * self.quality
        return numpy.where(self.whole > 0.0, fits, 0.0)

    def alone(self, shared: Collection[int]) -> Places:
        """The numbers of the names that lead to one entry and are none of the `shared`, by their identity."""
        among = numpy.isin(self.name, numpy.fromiter(shared, dtype=numpy.int64, count=len(shared)))
        return ((self.place >= 0) & ~among).nonzero()[0]


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
