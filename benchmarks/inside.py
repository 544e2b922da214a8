"""Work in one process, without a server: searching, suggesting, taking card texts apart, resolving."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.disputes import NEW, known_texts, mixed_disputes, new_texts, unique_word
from benchmarks.engines import Engine, Fts5, Ours, Tantivy
from benchmarks.figures import Cell, Measured, Table, Target, median_and_p95, timed, times_of
from benchmarks.labelled import QUESTIONS, Labelled, mean_reciprocal_rank, rank_of, read_labelled
from judge.desk import Desk, open_desk
from judge.errors import TooLarge
from judge.search.search import open_searcher

_SEED = 3
_QUERIES = 500
_RESOLVED = ((10, 200), (100, 40), (1_000, 8))
"""Cards in a dispute, and how many such disputes are resolved."""
_NEW_TEXT = 0.42
_TEN_KNOWN = 3.0
"""Milliseconds that reading a card's new text and resolving ten known cards may take."""


def measure_search(quick: bool) -> Measured:
    """Latency and quality of the same searches on each engine."""
    desk = open_desk()
    queries = list(read_labelled())
    random.Random(_SEED).shuffle(queries)
    asked = queries[: 60 if quick else _QUERIES]
    warming = queries[len(asked) :][:100]
    with tempfile.TemporaryDirectory(prefix="judge-search-") as scratch:
        folder = Path(scratch)
        ours = Ours(open_searcher(desk.build_folder / "index", desk.corpus))
        engines: tuple[Engine, ...] = (ours, Fts5(desk.corpus, folder), Tantivy(desk.corpus, folder))
        rows = tuple(_search_row(engine, warming, asked) for engine in engines)
    return Measured(
        (
            Table(
                "Searching, warm, in one process",
                ("engine", "first ms", "first p95 ms", "again ms", "again p95 ms", "MRR", "first right", "in three"),
                rows,
                f"{len(asked)} distinct labelled queries over {len(desk.corpus.entries)} entries, ten hits with "
                f"snippets; “first”: asked for the first time, {len(warming)} others before. MRR: mean reciprocal rank "
                "of the expected entry, 1 is best. Times are of the processor.",
            ),
            _asking(desk, quick),
        )
    )


def _asking(desk: Desk, quick: bool) -> Table:
    """How long an answer takes in one process."""
    blind = json.loads(QUESTIONS.read_text(encoding="utf-8"))["blind"]
    questions = [(label["q"], label.get("game"), label.get("edition")) for label in blind][:: 9 if quick else 1]

    def ask(question: tuple[str, str | None, str | None]) -> None:
        desk.ask(*question)

    times_of(ask, questions[:10])
    first, again = (median_and_p95(times_of(ask, questions, process_time)) for _ in range(2))
    note = "Distinct questions as strangers asked them, each searched for and answered. Times are of the processor."
    columns = ("questions", "first ms", "first p95 ms", "again ms", "again p95 ms")
    return Table("Answering, warm, in one process", columns, ((len(questions), *first, *again),), note)


def _search_row(engine: Engine, warming: Sequence[Labelled], asked: Sequence[Labelled]) -> tuple[Cell, ...]:
    def ask(case: Labelled) -> int:
        return rank_of(engine.search(case.query, case.game), case.expect)

    def search(case: Labelled) -> None:
        engine.search(case.query, case.game)

    times_of(search, warming)
    first, again = (median_and_p95(times_of(search, asked, process_time)) for _ in range(2))
    ranks = [ask(case) for case in asked]
    right, near = sum(rank == 1 for rank in ranks) / len(ranks), sum(0 < rank <= 3 for rank in ranks) / len(ranks)
    return (engine.name, *first, *again, mean_reciprocal_rank(ranks), f"{right:.1%}", f"{near:.1%}")


def measure_suggest(quick: bool) -> Measured:
    """Suggestions for each beginning of the entries' names, by its length."""
    desk = open_desk()
    names = sorted({entry.headword for entry in desk.corpus.entries.values()})
    if quick:
        names = names[::10]
    desk.suggest("a")
    rows: list[tuple[Cell, ...]] = []
    for length in (1, 2, 3, 5, 8):
        beginnings = sorted({name[:length] for name in names if len(name) >= length})
        rows.append((length, len(beginnings), *median_and_p95(times_of(desk.suggest, beginnings, process_time))))
    mistyped = sorted({name[0] + name[2:6] for name in names if len(name) > 6})
    rows.append(("mistyped", len(mistyped), *median_and_p95(times_of(desk.suggest, mistyped, process_time))))
    columns = ("letters typed", "distinct beginnings", "ms", "p95 ms")
    note = "Eight suggestions for each beginning of a headword; medians, of the processor. “Mistyped” lacks a letter."
    return Measured((Table("Suggesting while one types, in one process", columns, tuple(rows), note),))


def measure_ability(quick: bool) -> Measured:
    """Card texts taken apart: never seen, and known."""
    desk = open_desk()
    rounds = 1 if quick else 10
    fresh = [(text.replace(NEW, unique_word(number)), game) for number in range(rounds) for text, game in new_texts()]
    known = known_texts()[:: 8 if quick else 1]

    def take_apart(card: tuple[str, str]) -> None:
        desk.ability(*card)

    times_of(take_apart, [fresh[0], *known])
    new, again = (median_and_p95(times_of(take_apart, texts, process_time)) for texts in (fresh[1:], known))
    rows = (("a text never seen", len(fresh) - 1, *new), ("a text seen before", len(known), *again))
    table = Table(
        "Taking a card’s text apart, in one process",
        ("text", "texts", "ms", "p95 ms"),
        rows,
        "Medians, of the processor.",
    )
    return Measured((table,), (Target("a text never seen", _NEW_TEXT, new[0], "ms"),))


def measure_resolve(quick: bool) -> Measured:
    """Disputes from text to ruling, by number of cards and whether their texts were seen before."""
    desk = open_desk()
    rows: list[tuple[Cell, ...]] = []
    for cards, count in _RESOLVED[:2] if quick else _RESOLVED:
        number = max(3, count // 20) if quick else count
        for what, new in (("all known", 0), ("one in ten new", cards // 10), ("all new", cards)):
            resolved = _resolve(desk, number, cards, new)
            rows.append((cards, what, len(resolved), number - len(resolved), *median_and_p95(resolved)))
    note = (
        "Mixed disputes of four games and 22 occurrences, each resolved once; medians, of the processor. “Refused”: a "
        "villain phase that unfolds into thousands of abilities is told to be too large."
    )
    columns = ("cards", "texts", "resolved", "refused", "ms", "p95 ms")
    known = float(rows[0][4] or 0)
    return Measured(
        (Table("Resolving, in one process", columns, tuple(rows), note),),
        (Target("10 cards, all known", _TEN_KNOWN, known, "ms"),),
    )


def _resolve(desk: Desk, count: int, cards: int, new: int) -> list[float]:
    """Milliseconds of each of `count` disputes of so many cards that is not refused, `new` texts of it never seen."""
    made = [_filled(dispute, f"{cards}{new}{at}") for at, dispute in enumerate(mixed_disputes(count + 2, cards, new))]
    if new < cards:
        for dispute in mixed_disputes(max(2, 400 // cards), cards, 0, seed=_SEED):  # other disputes, same texts
            _milliseconds(desk, dispute)
    spent = [_milliseconds(desk, dispute) for dispute in made][2:]
    return [milliseconds for milliseconds in spent if milliseconds is not None]


def _milliseconds(desk: Desk, dispute: dict[str, Any]) -> float | None:
    """What a ruling takes; None where the dispute is refused."""
    try:
        return timed(lambda: desk.resolve(dispute), process_time)[1] * 1000
    except TooLarge:
        return None


def _filled(dispute: dict[str, Any], number: str) -> dict[str, Any]:
    """The dispute with something unique in each of its new texts."""
    cards = [
        {**card, **{key: card[key].replace(NEW, f"{unique_word(int(number))}{at}") for key in ("name", "text")}}
        for at, card in enumerate(dispute["cards"])
    ]
    return {**dispute, "cards": cards}
