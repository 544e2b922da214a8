"""The sections of the benchmark, in the order in which they are measured and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchmarks.beside_datasette import measure_datasette
from benchmarks.figures import Measured
from benchmarks.growth import measure_growth
from benchmarks.inside import measure_ability, measure_resolve, measure_search, measure_suggest
from benchmarks.keeping import measure_kept
from benchmarks.online import measure_http, measure_memory
from benchmarks.starting import measure_build, measure_cold
from benchmarks.worst_requests import measure_worst


@dataclass(frozen=True, slots=True)
class Section:
    """What is measured, and the function that does so; given True it only tries itself out."""

    what: str
    measure: Callable[[bool], Measured]


SECTIONS: Mapping[str, Section] = MappingProxyType(
    {
        "build": Section("builds from nothing, with one book changed, with nothing changed", measure_build),
        "cold": Section("commands and the server started cold", measure_cold),
        "search": Section("searching in one process, beside SQLite FTS5 and tantivy", measure_search),
        "suggest": Section("suggestions while one types", measure_suggest),
        "ability": Section("card texts taken apart", measure_ability),
        "resolve": Section("disputes of 10, 100 and 1,000 cards", measure_resolve),
        "kept": Section("kept rulings: imported, on an entry’s page, checked", measure_kept),
        "worst": Section("the worst request that each route takes", measure_worst),
        "http": Section("our server: search, entry, resolve with 1, 16 and 64 connections", measure_http),
        "datasette": Section("our search page beside Datasette’s", measure_datasette),
        "memory": Section("memory of the server’s processes after an hour’s mix", measure_memory),
        "growth": Section("search with the corpus at 1×, 10×, 100×", measure_growth),
    }
)
