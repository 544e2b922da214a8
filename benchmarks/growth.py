"""Search in a corpus that grows: the same queries in 1, 10 and 100 times as many entries, beside FTS5 and tantivy.

A corpus is grown by repeating every entry under a new name, in a game and edition of its own. A query is timed when it
is asked the first time, other queries having warmed what they share, and again when all have been asked.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import process_time
from types import MappingProxyType

from benchmarks.engines import Engine, Fts5, Ours, Tantivy
from benchmarks.figures import Cell, Measured, Table, Target, median_and_p95, timed, times_of
from benchmarks.labelled import Labelled, read_labelled
from judge import data_places
from judge.corpus import Corpus
from judge.desk import open_desk
from judge.entry import Entry, Mention, Paragraph
from judge.rulebook import Rulebook
from judge.search.index import write_index
from judge.search.search import open_searcher

FACTORS = (1, 10, 100)
QUERIES = 500
_SEED = 9
_SLOWER = 10.0
"""How many times as slow a search may be in the largest corpus."""
_AS_LABELLED, _WITHOUT_A_GAME = "as labelled", "without a game"
_SYLLABLES = ("ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu")


def measure_growth(quick: bool) -> Measured:
    """Latency by size of the corpus, for each engine, with queries as labelled and without their game."""
    corpus = open_desk().corpus
    queries = list(read_labelled())
    random.Random(_SEED).shuffle(queries)
    asked = queries[: 60 if quick else QUERIES]
    warming = queries[len(asked) :][:100]
    rows: list[tuple[Cell, ...]] = []
    for factor in FACTORS[:2] if quick else FACTORS:
        rows += _measure_size(corpus, factor, warming, asked)
    table = Table(
        "Search in a growing corpus",
        ("engine", "queries", "times", "entries", "first ms", "first p95 ms", "again ms", "again p95 ms", "index s"),
        tuple(sorted(rows, key=lambda row: (str(row[0]) != Ours.name, row[0], row[1]))),
        f"{len(asked)} distinct queries, medians and 95th percentiles, of the processor; “first”: asked for the first "
        f"time, {len(warming)} others before; “index”: making the index.",
    )
    return Measured((table,), _targets(table))


def _targets(table: Table) -> tuple[Target, ...]:
    ours = [row for row in table.rows if row[0] == Ours.name]
    targets = []
    for queries in dict.fromkeys(row[1] for row in ours):
        by_size = [row for row in ours if row[1] == queries]
        smallest, largest = by_size[0], by_size[-1]
        for column in range(4, 8):
            what = f"queries {queries}, {table.columns[column]}: {largest[2]}× the corpus against {smallest[2]}×"
            targets.append(Target(what, _SLOWER, _number(largest[column]) / _number(smallest[column]), "times as slow"))
    return tuple(targets)


def _number(cell: Cell) -> float:
    assert isinstance(cell, int | float)
    return cell


def _measure_size(
    corpus: Corpus, factor: int, warming: Sequence[Labelled], asked: Sequence[Labelled]
) -> list[tuple[Cell, ...]]:
    """A row for each engine and kind of queries, in a corpus of that many times the entries."""
    grown = grow(corpus, factor)
    rows: list[tuple[Cell, ...]] = []
    with tempfile.TemporaryDirectory(prefix="judge-growth-") as scratch:
        folder = Path(scratch)
        makers: tuple[Callable[[], Engine], ...] = (
            lambda: _index(grown, folder / "ours"),
            lambda: Fts5(grown, folder),
            lambda: Tantivy(grown, folder),
        )
        for make in makers:
            engine, spent = timed(make)
            for kind in (_AS_LABELLED, _WITHOUT_A_GAME):
                times = _ask_twice(engine, warming, asked, narrow=kind == _AS_LABELLED)
                rows.append((engine.name, kind, factor, len(grown.entries), *times, spent))
                engine = _opened_again(engine, grown, folder)
    return rows


def _ask_twice(
    engine: Engine, warming: Sequence[Labelled], asked: Sequence[Labelled], narrow: bool
) -> tuple[float, float, float, float]:
    """Median and 95th percentile of the first asking and of the second."""

    def ask(case: Labelled) -> None:
        engine.search(case.query, case.game if narrow else None)

    times_of(ask, warming)
    first, again = (median_and_p95(times_of(ask, asked, process_time)) for _ in range(2))
    return (*first, *again)


def _index(corpus: Corpus, folder: Path) -> Engine:
    folder.mkdir()
    write_index(corpus, data_places.corpus_folder() / "lexicon", folder)
    return Ours(open_searcher(folder, corpus))


def _opened_again(engine: Engine, corpus: Corpus, folder: Path) -> Engine:
    """The engine as if nothing had been asked yet; the neighbours keep nothing of what was asked."""
    return Ours(open_searcher(folder / "ours", corpus)) if isinstance(engine, Ours) else engine


def grow(corpus: Corpus, factor: int) -> Corpus:
    """`factor` times the entries: the corpus itself, and copies whose games and headwords have a word more.

    References stay within a copy. The build id says the factor.
    """
    books = list(corpus.books)
    entries: dict[str, Entry] = dict(corpus.entries)
    games = len(corpus.games)
    for copy in range(1, factor):
        word = _made_up_word(copy)
        books += [_renamed_book(book, word, book.rank + copy * games) for book in corpus.books]
        ids = {entry_id: _renamed_id(entry_id, word) for entry_id in corpus.entries}
        entries.update((ids[e.id], _renamed(e, word, ids)) for e in corpus.entries.values())
    return Corpus(tuple(books), MappingProxyType(entries), f"{corpus.build_id}-{factor}")


def _renamed_book(book: Rulebook, word: str, rank: int) -> Rulebook:
    return replace(
        book,
        game=f"{book.game}-{word}",
        edition=f"{book.edition}-{word}",
        game_title=f"{book.game_title} {word.capitalize()}",
        rank=rank,
    )


def _made_up_word(number: int) -> str:
    """A pronounceable word that no other number below 1,000 gives."""
    return "".join(_SYLLABLES[int(digit)] for digit in f"{number:03}")


def _renamed_id(entry_id: str, word: str) -> str:
    game, edition, slug = entry_id.split("/", 2)
    return f"{game}-{word}/{edition}-{word}/{slug}-{word}"


def _renamed(entry: Entry, word: str, ids: Mapping[str, str]) -> Entry:
    return replace(
        entry,
        id=ids[entry.id],
        headword=f"{entry.headword} {word.capitalize()}",
        aliases=tuple(f"{alias} {word.capitalize()}" for alias in entry.aliases),
        see_also_ids=tuple(target and ids.get(target) for target in entry.see_also_ids),
        redirects_to=tuple(ids[target] for target in entry.redirects_to),
        paragraphs=tuple(_redirected(paragraph, ids) for paragraph in entry.paragraphs),
    )


def _redirected(paragraph: Paragraph, ids: Mapping[str, str]) -> Paragraph:
    mentions = tuple(Mention(m.start, m.end, ids[m.target]) for m in paragraph.mentions)
    return replace(paragraph, mentions=mentions)
