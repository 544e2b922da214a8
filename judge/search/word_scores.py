"""Word scores, compiled: what Whoosh's BM25F gives every entry for every stem, as one table of numbers.

BM25F adds up word by word, so a query adds a few stretches of the table and never waits for Whoosh.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any


@dataclass(frozen=True)
class WordScores:
    """For each stem a stretch of two columns, in reading order: the entries that hold it, with their scores."""

    stretches: Mapping[str, tuple[int, int]]
    """Where each stem's rows stand, end excluded."""
    places: array[int]
    scores: array[float]
    sizes: Mapping[str, int]
    """How many entries of each game the table speaks of."""

    def head(self) -> dict[str, Any]:
        """What a file of JSON keeps of it: the stems, how many rows each has, the sizes, the order of bytes."""
        counts = [end - start for start, end in self.stretches.values()]
        return {"stems": list(self.stretches), "counts": counts, "sizes": dict(self.sizes), "bytes": sys.byteorder}

    def columns(self) -> bytes:
        """What a file of bytes keeps of it: one column after the other."""
        return self.places.tobytes() + self.scores.tobytes()

    @classmethod
    def read(cls, head: Mapping[str, Any], columns: bytes) -> WordScores:
        """The table that `head` and `columns` wrote. Raises ValueError where they do not fit, or this machine."""
        ends = list(accumulate(head["counts"], initial=0))
        places, scores = _columns()
        if head["bytes"] != sys.byteorder or len(columns) != ends[-1] * (places.itemsize + scores.itemsize):
            raise ValueError("the word scores were made by another machine, or are not whole")
        places.frombytes(columns[: ends[-1] * places.itemsize])
        scores.frombytes(columns[ends[-1] * places.itemsize :])
        return cls(dict(zip(head["stems"], pairwise(ends), strict=True)), places, scores, head["sizes"])


def compile_scores(whoosh: Any, fields: Mapping[str, float], place_of: Mapping[str, int]) -> WordScores:
    """The scores of every stem of an open Whoosh index; `fields` are its fields with how much each counts."""
    from whoosh.scoring import BM25F  # only where an index is made

    with whoosh.searcher(weighting=BM25F()) as searcher:
        reader = searcher.reader()
        ids = [reader.stored_fields(number)["id"] for number in range(reader.doc_count_all())]
        places = [place_of[entry_id] for entry_id in ids]
        held: dict[str, list[str]] = defaultdict(list)
        for field in fields:
            for stem in reader.field_terms(field):
                held[stem].append(field)
        rows = {
            stem: _rows((fields[field], searcher.postings(field, stem)) for field in held[stem])
            for stem in sorted(held)
        }
    sizes = Counter(entry_id.partition("/")[0] for entry_id in ids)
    return _table({stem: [(places[number], score) for number, score in row] for stem, row in rows.items()}, sizes)


def _rows(matchers: Iterable[tuple[float, Any]]) -> list[tuple[int, float]]:
    """Numbers of documents with the score of one stem, added up over the fields it stands in."""
    total: dict[int, float] = defaultdict(float)
    for boost, matcher in matchers:
        while matcher.is_active():
            total[matcher.id()] += boost * matcher.score()
            matcher.next()
    return list(total.items())


def _table(rows: Mapping[str, Sequence[tuple[int, float]]], sizes: Mapping[str, int]) -> WordScores:
    stretches: dict[str, tuple[int, int]] = {}
    places, scores = _columns()
    for stem, row in rows.items():
        stretches[stem] = (len(places), len(places) + len(row))
        for place, score in sorted(row):
            places.append(place)
            scores.append(score)
    return WordScores(stretches, places, scores, dict(sizes))


def _columns() -> tuple[array[int], array[float]]:
    """Empty columns: places of entries in reading order, and scores."""
    return array("I"), array("d")
