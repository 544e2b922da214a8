"""Coverage as data: what became of each statement that a rulebook makes about timing.

`corpus/timing/coverage/GAME-EDITION.tsv` stands beside the rules of that name: a header line, then one row a statement
with tab-separated `reference` (source and lines), `quote` (`…` leaves words out, `[x]` stands for a lost icon),
`fate`, `by` and `why`. Reference and quote together are the key. The fates:

- `encoded`: a row of the rules says it; `by` is the key of `[rules]` that this row cites, or names the row
  (`encodings` tells how rows are called);
- `restates`: another statement says the same; `by` is that one's reference;
- `not-about-order`: nothing for the resolver; `why` says why;
- `open`: about order, and not in the rules yet; `why` says what is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.corpus import Corpus
from judge.errors import CouldNot, Problem
from judge.rules.model import Rules

FATES = ("encoded", "restates", "not-about-order", "open")
LEFT_OUT = "not in the glossary: "
"""How the `why` of a statement begins whose words no entry has: it stands in a picture, or only points elsewhere."""
COLUMNS = ("reference", "quote", "fate", "by", "why")

_LOST = re.compile(r"…|\[[^\]]*\]")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of a source, and what became of it."""

    reference: str
    quote: str
    fate: str
    by: str
    why: str

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others."""
        return self.reference, self.quote


def read_coverage(path: Path) -> list[Statement]:
    """The statements of a file, in order. Raises CouldNot, naming the line, for a file that is not such a table."""
    try:
        head, *lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    except (OSError, ValueError) as problem:
        raise CouldNot(f"The coverage {path.name} cannot be read: {problem}.", path.name) from problem
    if tuple(head.split("\t")) != COLUMNS:
        raise CouldNot(f"The coverage {path.name} must begin with the columns {', '.join(COLUMNS)}.", path.name)
    statements = []
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(COLUMNS):
            wrong = f"{path.name} has {len(cells)} columns in line {number}; there are {len(COLUMNS)}."
            raise CouldNot(wrong, path.name)
        statements.append(Statement(*cells))
    return statements


def load_coverage(timing_folder: Path) -> dict[str, list[Statement]]:
    """Every coverage of the folder, by the stem of the rules beside which it stands. Raises as `read_coverage`."""
    return {path.stem: read_coverage(path) for path in sorted((timing_folder / "coverage").glob("*.tsv"))}


def count_fates(statements: Iterable[Statement]) -> Mapping[str, int]:
    """How many statements met each fate."""
    met = Counter(statement.fate for statement in statements)
    return {fate: met[fate] for fate in FATES}


def encodings(rules: Rules, cited: Collection[str]) -> frozenset[str]:
    """What a statement may be encoded `by`: a key of `[rules]` that a row cites (`cited`), or a row.

    A row that cites a rule is a step (`enemy-attack/give-boost`), `occurrence:TYPE`, `class:ID`, `kind:ID`, or a ready
    ability by its source (`keyword:guard`, `status:tough`).
    """
    return frozenset((
        *(step.id for occurrence in rules.occurrences.values() for step in occurrence.steps),
        *(f"occurrence:{name}" for name in rules.occurrences),
        *(f"class:{cls.id}" for cls in rules.classes if cls.rules),
        *(f"kind:{name}" for name, kind in rules.kinds.items() if kind.rules),
        *(f"{ready.source}:{ready.name}" for ready in rules.ready if ready.rules),
        *(key for key in cited if rules.cited.get(key)),
    ))  # fmt: skip


def check_coverage(
    statements: Sequence[Statement], rules: Rules, corpus: Corpus, cited: Collection[str]
) -> list[Problem]:
    """Every statement that stands twice, quotes what its edition does not say, or whose fate is not accounted for.

    `cited` are the keys of `[rules]` that rows cite.
    """
    rows = encodings(rules, cited)
    text = _text_of(rules, corpus)
    twice = Counter(statement.key for statement in statements)
    settled = {s.reference for s in statements if s.fate in ("encoded", "not-about-order")}
    problems = []
    for statement in statements:
        where = f"{rules.game}-{rules.edition}: {statement.reference} “{statement.quote}”"
        faults = [*_faults_of_fate(statement, rows, settled), *_faults_of_quote(statement, text)]
        if twice[statement.key] > 1:
            faults.append(f"stands {twice[statement.key]} times")
        problems += [Problem(f"{where}: {fault}.", statement.reference) for fault in faults]
    return problems


def _faults_of_fate(statement: Statement, rows: Collection[str], settled: Collection[str]) -> Iterator[str]:
    by = statement.by
    if statement.fate not in FATES:
        yield f"the fate “{statement.fate}” is none of {', '.join(FATES)}"
    elif statement.fate == "encoded" and by not in rows:
        yield f"no row cites or is called “{by}”"
    elif statement.fate == "restates" and (by not in settled or by == statement.reference):
        yield f"“{by}” is no other statement that is encoded or not about order"
    elif statement.fate in ("not-about-order", "open") and (by or not statement.why):
        yield "a why is needed, and no “by”"


def _text_of(rules: Rules, corpus: Corpus) -> str:
    """The words of the rules' edition."""
    prefix = f"{rules.game}/{rules.edition}/"
    return _words_of(" ".join(entry.text for entry in corpus.entries.values() if entry.id.startswith(prefix)))


def _faults_of_quote(statement: Statement, text: str) -> Iterator[str]:
    parts = [part for part in _LOST.split(statement.quote) if _words_of(part).strip()]
    if statement.why.startswith(LEFT_OUT):
        if all(_words_of(part) in text for part in parts):
            yield "its words do stand in this edition"
        return
    for part in parts:
        if _words_of(part) not in text:
            yield f"“{part.strip()}” does not stand in this edition"


def _words_of(text: str) -> str:
    """Text for comparing: its words alone, in lower case, each between spaces."""
    words = _WORD.findall(text.lower().replace("’", "").replace("'", ""))
    return f" {' '.join(words)} "
