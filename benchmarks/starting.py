"""What one waits for before the first answer: builds, and programs started cold with a build at hand."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.figures import Cell, Measured, Table, Target
from benchmarks.servers import ROOT, running
from judge import data_places
from judge.build import build
from judge.errors import CouldNot

_BUILD_AT_MOST = 10.0  # seconds
_RUN_AT_MOST = 2.0  # seconds
_PATIENCE = 300.0  # seconds, with another build
_CHANGED_BOOK = "marvel-champions-rr-1.0"
_BUILD = (
    "import sys; from pathlib import Path; from judge.build import build; "
    "build(Path(sys.argv[1]), corpus_folder=Path(sys.argv[2]))"
)
_JUDGE = str(Path(sys.executable).with_name("judge"))


def measure_build(quick: bool) -> Measured:
    """Seconds of a build from nothing, after a change to one book, and with nothing changed."""
    runs = 1 if quick else 5
    with tempfile.TemporaryDirectory(prefix="judge-build-") as scratch:
        corpus, data = Path(scratch) / "corpus", Path(scratch) / "data"
        shutil.copytree(data_places.corpus_folder(), corpus)
        changed = corpus / "rulebooks" / f"{_CHANGED_BOOK}.toml"
        command = (sys.executable, "-c", _BUILD, str(data), str(corpus))
        rows = (
            ("from nothing", runs, *_times(command, runs, lambda: shutil.rmtree(data, ignore_errors=True))),
            ("one book changed", runs, *_times(command, runs, lambda: _change(changed))),
            ("nothing changed", runs, *_times(command, runs, lambda: None)),
        )
    note = "Each in a new process, all of it counted. The book changed is the largest."
    table = Table("Building", ("build", "runs", "median s", "worst s"), rows, note)
    return Measured((table,), (Target("build from nothing, worst", _BUILD_AT_MOST, rows[0][3], "s"),))


def _change(description: Path) -> None:
    with description.open("a", encoding="utf-8") as file:
        file.write("# changed\n")


def measure_cold(quick: bool) -> Measured:
    """Seconds until a program that was not running has answered, its build being there."""
    build(data_places.data_folder(), patience=_PATIENCE)
    subprocess.run([ROOT / "scripts" / "setup"], check=True)
    runs = 2 if quick else 10
    commands = (
        ("judge search overkill", (_JUDGE, "search", "overkill")),
        ("judge show tough", (_JUDGE, "show", "tough")),
        ("judge resolve docs/dispute.yaml", (_JUDGE, "resolve", "docs/dispute.yaml")),
        ('judge ask "Can an ally defend?"', (_JUDGE, "ask", "Can an ally defend?")),
    )
    rows: list[tuple[Cell, ...]] = [(shown, runs, *_times(command, runs, lambda: None)) for shown, command in commands]
    started = _median_and_worst([_seconds_to_first_page() for _ in range(runs)])
    rows.append(("scripts/run, until / is answered", runs, *started))
    note = (
        "A new process each time, from start to end or to the first page, with a build at hand; the files stand in the "
        "system’s cache, as on a machine in use."
    )
    table = Table("Starting cold", ("started", "runs", "median s", "worst s"), tuple(rows), note)
    return Measured((table,), (Target("scripts/run, first page, worst", _RUN_AT_MOST, started[1], "s"),))


def _seconds_to_first_page() -> float:
    began = time.perf_counter()
    with running((str(ROOT / "scripts" / "run"),), "/"):
        return time.perf_counter() - began


def _times(command: Sequence[str], runs: int, before: Callable[[], object]) -> tuple[float, float]:
    """Median and worst seconds of a command; `before` sets the scene each time, unmeasured."""
    spent = []
    for _ in range(runs):
        before()
        began = time.perf_counter()
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        spent.append(time.perf_counter() - began)
        if run.returncode:
            raise CouldNot(f"{' '.join(command[:4])} failed: {run.stderr.strip()[-500:]}", "cold")
    return _median_and_worst(spent)


def _median_and_worst(spent: Sequence[float]) -> tuple[float, float]:
    return statistics.median(spent), max(spent)
