"""The sections of the benchmark, in the order in which they are measured and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchmarks.figures import Measured
from benchmarks.growth import measure_growth


@dataclass(frozen=True, slots=True)
class Section:
    """What is measured, and the function that does so; given True it only tries itself out."""

    what: str
    measure: Callable[[bool], Measured]


SECTIONS: Mapping[str, Section] = MappingProxyType({
    "growth": Section("search with the corpus at 1×, 10×, 100×", measure_growth),
})
