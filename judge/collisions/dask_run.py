"""Runs the search for collisions on Dask: each part of a moment is a job; what is done is not done again.

The same cards and rules give the same files, however many workers there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.cards.card import LibraryCard
from judge.charts.round_moments import ShownMoment, read_round
from judge.collisions.card_pairs import COUNTS_FROM, findings, pairs_of, side_of
from judge.collisions.findings_store import COLUMNS, facts_of, write_part
from judge.errors import CouldNot, NotFound

if TYPE_CHECKING:
    from judge.desk import Desk


@dataclass(frozen=True, slots=True)
class Job:
    """One part of one moment, and all that a worker needs for it."""

    name: str
    build_folder: str
    data_folder: str
    game: str
    packs: tuple[str, ...]
    moment: int
    part: int
    parts: int


@dataclass(frozen=True, slots=True)
class JobResult:
    """What came of a job: its findings, and how many pairs it looked at."""

    job: Job
    rows: tuple[tuple[str, ...], ...]
    pairs: int


@dataclass(frozen=True, slots=True)
class RunReport:
    """What a run did."""

    pairs: int
    findings: int
    jobs: int
    taken_over: int
    """Jobs whose results were there already."""


def jobs_of(desk: Desk, game: str, packs: Sequence[str], parts: int) -> Iterator[Job]:
    """Lazily, the jobs: every moment of a round, in parts."""
    for number, (name, _) in enumerate(_moments(desk, game)):
        for part in range(parts):
            label = f"{number:03}-{name.replace(' ', '-')}-{part + 1}-of-{parts}"
            yield Job(label, str(desk.build_folder), str(desk.data_folder), game, tuple(packs), number, part, parts)


def _moments(desk: Desk, game: str) -> list[tuple[str, ShownMoment]]:
    """The moments of a round by name; of several of one occurrence numbered."""
    seen: Counter[str] = Counter()
    found = []
    for part in read_round(desk.corpus_folder / "charts", desk.rules(game)):
        for moment in part.moment:
            seen[moment.occurrence] += 1
            number = seen[moment.occurrence]
            found.append((f"{moment.occurrence} {number}" if number > 1 else moment.occurrence, moment))
    return found


def work(job: Job) -> JobResult:
    """Do one job. Raises as the engine does."""
    desk = _desk(job.build_folder, job.data_folder)
    moments = _moments(desk, job.game)
    name, moment = moments[job.moment]
    shown = frozenset(one.occurrence for _, one in moments)
    cards = cards_of(desk, job.game, job.packs)
    index = desk.index_cards()
    sides = []
    for rules in desk.every_edition(job.game):
        narrow = partial(index.narrowed, job.game, rules.edition)
        side = side_of(moment, rules, desk.dispute, cards, narrow, shown)
        if side is not None:
            sides.append(side)
    rows = tuple(one.key for one in findings(desk.dispute, name, sides, job.part, job.parts))
    return JobResult(job, rows, pairs_of(sides) if job.part == COUNTS_FROM else 0)


@lru_cache(maxsize=2)
def _desk(build_folder: str, data_folder: str) -> Desk:
    from judge.desk import desk_on

    return desk_on(Path(build_folder), Path(data_folder))


def cards_of(desk: Desk, game: str, packs: Sequence[str]) -> list[LibraryCard]:
    """The cards of some packs, or of all, without reprints."""
    return [card for card in desk.cards.every(game, packs=packs) if not card.same_as]


def run(
    desk: Desk,
    folder: Path,
    game: str,
    packs: Sequence[str] = (),
    *,
    workers: int = 2,
    parts: int = 2,
    scheduler: str | None = None,
    tell: Callable[[int, int], None] = lambda _done, _of: None,
) -> RunReport:
    """Look for collisions and write what is found into a folder, a file for each job.

    Without a `scheduler` (the address of a Dask cluster whose workers see the data folder) on `workers` processes of
    this machine. Raises NotFound where the library has no such cards, CouldNot without the extra `collisions`.
    """
    cards = cards_of(desk, game, packs)
    if not cards:
        raise NotFound("The library has no such cards; `judge cards import` fills it.", "cards")
    desk.index_cards()
    stamp = _stamp(desk, cards, parts)
    jobs = list(jobs_of(desk, game, packs, parts))
    facts = {job: facts_of(_path(folder, job), stamp) for job in jobs}
    left = [job for job in jobs if facts[job] is None]
    _forget_others(folder, {_path(folder, job) for job in jobs})
    tell(len(jobs) - len(left), len(jobs))
    for count, done in enumerate(_all_done(left, workers, scheduler), len(jobs) - len(left) + 1):
        told = {"pairs": done.pairs, "findings": len(done.rows)}
        write_part(_path(folder, done.job), done.rows, stamp, told)
        facts[done.job] = told
        tell(count, len(jobs))
    known = [fact for fact in facts.values() if fact is not None]
    return RunReport(
        sum(fact["pairs"] for fact in known), sum(fact["findings"] for fact in known), len(jobs), len(jobs) - len(left)
    )


def _all_done(jobs: Sequence[Job], workers: int, scheduler: str | None) -> Iterator[JobResult]:
    """Lazily, the jobs as they are done, in whatever order."""
    if not jobs:
        return
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError as problem:
        raise CouldNot(
            "Collisions need the extra `collisions` (Dask and pyarrow): pip install 'judge-rules[collisions]'.",
            "distributed",
        ) from problem
    cluster: Any = scheduler or LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=":0"
    )
    try:
        with Client(cluster) as client:
            futures = client.map(work, jobs, pure=False, retries=2)
            for future in as_completed(futures):
                yield future.result()
    finally:
        if scheduler is None:
            cluster.close()


def _path(folder: Path, job: Job) -> Path:
    return folder / f"{job.name}.parquet"


def _forget_others(folder: Path, wanted: set[Path]) -> None:
    """Remove parts of another way of cutting the work, which would be counted twice."""
    for path in folder.glob("*.parquet") if folder.is_dir() else ():
        if path not in wanted:
            path.unlink()


def _stamp(desk: Desk, cards: Sequence[LibraryCard], parts: int) -> str:
    digest = sha256(f"{desk.build_id} {parts} {' '.join(COLUMNS)}".encode())
    for card in sorted(cards, key=lambda card: card.code):
        digest.update(f"{card.code}\0{card.name}\0{card.kind}\0{card.whole_text}\0".encode())
    return digest.hexdigest()[:24]
