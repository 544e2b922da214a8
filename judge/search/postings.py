"""Body text ranked by Whoosh: for each stem, the BM25F score of every entry that holds it.

BM25F adds up word by word, so the scores of a word are fetched from Whoosh once and kept; a query adds what it needs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from math import log
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
        self._rarities: dict[tuple[str, str | None], float] = {}
        self._kept: dict[str, Mapping[str, float]] = {}
        self._lock = Lock()

    def rarity(self, stem: str, game: str | None = None) -> float:
        """How telling a stem is: the logarithm of entries (of a game) per entry that holds it; 0 where none does."""
        kept = self._rarities.get((stem, game))
        if kept is None:
            holders = sum(game is None or entry_id.startswith(f"{game}/") for entry_id in self.scores(stem))
            if not holders:
                return 0.0
            kept = self._rarities[stem, game] = log(1 + self._sizes[game] / holders)
        return kept

    def rarest(self, game: str | None = None) -> float:
        """The rarity of a word that a single entry holds."""
        return log(1 + self._sizes[game])

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
