"""Body text ranked by Whoosh: for each stem, the BM25F score of every entry that holds it.

BM25F adds up word by word, so the scores of a word are fetched from Whoosh once and kept; a query adds what it needs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any

from whoosh.scoring import BM25F

from judge.errors import CouldNot
from judge.search.schema import SEARCHED, field_name
from judge.search.words import LANGUAGES

_NOTHING: Mapping[str, float] = MappingProxyType({})


class Postings:
    """Word scores of an open Whoosh index; may be shared by threads.

    Only stems that stand in the index are kept, so that it never outgrows the vocabulary of the books.
    """

    def __init__(self, whoosh: Any, fields: Mapping[str, float]) -> None:
        self._searcher = whoosh.searcher(weighting=BM25F())
        reader = self._searcher.reader()
        self._ids: tuple[str, ...] = tuple(
            reader.stored_fields(number)["id"] for number in range(reader.doc_count_all())
        )
        self._boosts = {field_name(name, lang): boost for lang in LANGUAGES for name, boost in fields.items()}
        if set(fields) != set(SEARCHED):
            raise CouldNot(f"search.toml weighs the fields {', '.join(fields)}; it must be {', '.join(SEARCHED)}.")
        self._sizes: Counter[str | None] = Counter(entry_id.partition("/")[0] for entry_id in self._ids)
        self._sizes[None] = len(self._ids)
        self._counts: dict[str, Counter[str]] = {}
        self._kept: dict[str, Mapping[str, float]] = {}
        self._lock = Lock()

    def size(self, game: str | None = None) -> int:
        """How many entries there are, in all or in a game."""
        return self._sizes[game]

    def holders(self, stem: str, game: str | None = None) -> int:
        """How many entries hold the stem, in all or in a game."""
        counts = self._counts.get(stem)
        if counts is None:
            ids = self.scores(stem)
            counts = Counter(entry_id.partition("/")[0] for entry_id in ids)
            if ids:
                self._counts[stem] = counts
        return counts.total() if game is None else counts[game]

    def scores(self, stem: str) -> Mapping[str, float]:
        """Entry ids with the BM25F score of this stem; empty where no entry holds it."""
        kept = self._kept.get(stem)
        if kept is None:
            with self._lock:
                kept = self._fetch(stem)
            if kept:
                self._kept[stem] = kept
        return kept

    def _fetch(self, stem: str) -> Mapping[str, float]:
        total: dict[str, float] = defaultdict(float)
        reader = self._searcher.reader()
        for field, boost in self._boosts.items():
            if (field, stem) not in reader:
                continue
            matcher = self._searcher.postings(field, stem)
            while matcher.is_active():
                total[self._ids[matcher.id()]] += boost * matcher.score()
                matcher.next()
        return MappingProxyType(dict(total)) if total else _NOTHING
