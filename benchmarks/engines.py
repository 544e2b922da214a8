"""The same search work on three engines: ours, SQLite FTS5 and tantivy, over the same entries.

The work is: ten ranked entries of all games or one, each with headword and a snippet around what was found. The
neighbours get what their documentation offers for it: stemming, BM25 with the headword weighted, any word may match.
What redirects lead to, they get as further names, as our index does. All stand on disk.
"""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from benchmarks.labelled import Listed
from judge.corpus import Corpus
from judge.errors import CouldNot
from judge.search.entry_names import final_targets
from judge.search.search import Searcher

HITS = 10
_WEIGHTS = {"headword": 10.0, "aliases": 5.0, "text": 1.0}
_SNIPPET_WORDS = 30
_WORD = re.compile(r"\w+")


class Engine(Protocol):
    """Something that searches."""

    name: str

    def search(self, query: str, game: str | None) -> Sequence[Listed]:
        """At most ten entries with snippets, the best first."""


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that a neighbour found."""

    id: str
    headword: str
    game: str
    snippet: str


class Ours:
    """Our search in this process."""

    name = "judge"

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def search(self, query: str, game: str | None) -> Sequence[Listed]:
        """As `Engine.search`."""
        return self._searcher.search(query, game=game, limit=HITS).hits


def rows_of(corpus: Corpus) -> Iterator[Mapping[str, str]]:
    """Every entry that our index holds, with its names and text."""
    names: dict[str, list[str]] = defaultdict(list)
    for entry in corpus.entries.values():
        for target in final_targets(entry, corpus):
            names[target] += entry.aliases if target == entry.id else entry.names
    for entry in corpus.entries.values():
        if final_targets(entry, corpus) == (entry.id,):
            yield {
                "id": entry.id,
                "game": entry.game,
                "headword": entry.headword,
                "aliases": "\n".join(names[entry.id]),
                "text": entry.text,
            }


class Fts5:
    """SQLite's full-text search, ranked by bm25 with weighted columns."""

    name = f"SQLite FTS5 {sqlite3.sqlite_version}"
    _SEARCH = (
        "SELECT id, headword, game, snippet(entries, 4, '[', ']', '…', {words}) FROM entries "
        "WHERE entries MATCH ? {narrowed} ORDER BY bm25(entries, 0, 0, {headword}, {aliases}, {text}) LIMIT {hits}"
    )

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        path = folder / "fts5.sqlite"
        path.unlink(missing_ok=True)
        self._connection = sqlite3.connect(path)
        with self._connection:
            self._connection.execute(
                "CREATE VIRTUAL TABLE entries USING fts5"
                "(id UNINDEXED, game UNINDEXED, headword, aliases, text, tokenize='porter unicode61')"
            )
            self._connection.executemany(
                "INSERT INTO entries VALUES (:id, :game, :headword, :aliases, :text)", rows_of(corpus)
            )
            self._connection.execute("INSERT INTO entries(entries) VALUES ('optimize')")

    def search(self, query: str, game: str | None) -> Sequence[Listed]:
        """As `Engine.search`."""
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(query))
        sql = self._SEARCH.format(words=_SNIPPET_WORDS, hits=HITS, narrowed="AND game = ?" if game else "", **_WEIGHTS)
        return [Found(*row) for row in self._connection.execute(sql, (words, game) if game else (words,))]


class Tantivy:
    """tantivy through its Python binding, fields boosted, snippets by its own generator."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        tantivy = _tantivy()
        self.name = f"tantivy {metadata.version('tantivy')}"
        self._snippets = tantivy.SnippetGenerator
        self._all, self._any = tantivy.Occur.Must, tantivy.Query
        schema = tantivy.SchemaBuilder()
        for field in ("id", "game"):
            schema = schema.add_text_field(field, stored=True, tokenizer_name="raw")
        for field in _WEIGHTS:
            schema = schema.add_text_field(field, stored=True, tokenizer_name="en_stem")
        self._schema = schema.build()
        path = folder / "tantivy"
        path.mkdir()
        self._index = tantivy.Index(self._schema, path=str(path))
        writer = self._index.writer()
        for row in rows_of(corpus):
            writer.add_document(tantivy.Document(**row))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def search(self, query: str, game: str | None) -> Sequence[Listed]:
        """As `Engine.search`."""
        words = " ".join(_WORD.findall(query.lower()))
        read = self._index.parse_query(words, list(_WEIGHTS), field_boosts=_WEIGHTS)
        asked = read
        if game:
            only = self._any.const_score_query(self._any.term_query(self._schema, "game", game), 0.0)
            asked = self._any.boolean_query([(self._all, read), (self._all, only)])
        snippets = self._snippets.create(self._searcher, read, self._schema, "text")
        found = []
        for _, address in self._searcher.search(asked, HITS, count=False).hits:
            document = self._searcher.doc(address)
            headword, of_game, entry_id = (document.get_first(field) for field in ("headword", "game", "id"))
            found.append(Found(entry_id, headword, of_game, snippets.snippet_from_doc(document).fragment()))
        return found


def _tantivy() -> Any:
    """The module. Raises CouldNot where it is not installed."""
    try:
        import tantivy
    except ImportError as problem:
        raise CouldNot("tantivy is not installed: run `scripts/setup bench`.", "tantivy") from problem
    return tantivy
