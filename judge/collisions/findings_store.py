"""Keeps findings on disk: a folder of Parquet files, one for each part of the work, each whole or not there.

An edge; the only module that knows pyarrow. Parts say of which cards and rules they are, so that a broken-off run goes
on where it stopped and never mixes two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from judge.collisions.card_pairs import Finding
from judge.errors import CouldNot, NotFound
from judge.whole_files import replacing

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = tuple(field.name for field in fields(Finding))
_STAMP = b"judge-stamp"
_FACTS = b"judge-facts"


def has_parquet() -> bool:
    """Whether the extra `collisions` is installed."""
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _arrow() -> Any:
    """pyarrow with its Parquet. Raises CouldNot where the extra is not installed."""
    try:
        import pyarrow
        import pyarrow.dataset
        import pyarrow.parquet
    except ImportError as problem:
        raise CouldNot(
            "Collisions need the extra `collisions` (Dask and pyarrow): pip install 'judge-rules[collisions]'.",
            "pyarrow",
        ) from problem
    return pyarrow


def _schema(arrow: Any, stamp: str, facts: Mapping[str, int]) -> pa.Schema:
    told = ",".join(f"{name}={value}" for name, value in facts.items())
    columns = [(name, arrow.string()) for name in COLUMNS]
    return arrow.schema(columns, metadata={_STAMP: stamp.encode(), _FACTS: told.encode()})


def write_part(path: Path, found: Iterable[Sequence[str]], stamp: str, facts: Mapping[str, int]) -> None:
    """Write one part, sorted. Raises CouldNot where that cannot be done."""
    arrow = _arrow()
    rows = sorted(map(tuple, found))
    columns = [[row[place] for row in rows] for place in range(len(COLUMNS))]
    schema = _schema(arrow, stamp, facts)
    table = arrow.table([arrow.array(column, arrow.string()) for column in columns], schema=schema)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as unfinished:
            arrow.parquet.write_table(table, unfinished, compression="zstd")
    except OSError as problem:
        raise CouldNot(f"{path} cannot be written ({problem}).", str(path)) from problem


def facts_of(path: Path, stamp: str) -> dict[str, int] | None:
    """What a part says of itself; None where there is none, or it is of other cards or rules."""
    if not path.is_file():
        return None
    arrow = _arrow()
    try:
        told = arrow.parquet.read_schema(path).metadata or {}
    except (OSError, arrow.ArrowException):
        return None  # whatever it is, it is made anew
    if told.get(_STAMP) != stamp.encode():
        return None
    pairs = (one.partition("=") for one in told.get(_FACTS, b"").decode().split(",") if one)
    return {name: int(value) for name, _, value in pairs}


@dataclass(frozen=True, slots=True)
class FindingsFilter:
    """What of the findings is asked for; "" for whatever."""

    kind: str = ""
    moment: str = ""
    edition: str = ""
    words: str = ""
    """In the name of either card."""

    def takes(self, row: Mapping[str, str]) -> bool:
        """Whether a finding is wanted."""
        words = self.words.casefold()
        exact = (("kind", self.kind), ("moment", self.moment), ("edition", self.edition))
        if any(value and row[name] != value for name, value in exact):
            return False
        return not words or words in row["first_name"].casefold() or words in row["second_name"].casefold()


class FindingsStore:
    """The findings of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def is_there(self) -> bool:
        """Whether the folder has any."""
        return self._folder.is_dir() and any(self._folder.glob("*.parquet"))

    @property
    def stamp(self) -> str:
        """What changes when the folder does."""
        return "-".join(f"{one.name}{one.stat().st_mtime_ns}" for one in sorted(self._folder.glob("*.parquet")))

    def rows(self, wanted: FindingsFilter | None = None, columns: Sequence[str] = COLUMNS) -> Iterator[dict[str, str]]:
        """Lazily, the findings wanted, in order. Raises NotFound where there are none, CouldNot for a damaged part."""
        if not self.is_there:
            raise NotFound(
                f"{self._folder} holds no collisions; `judge collisions run` looks for them.", str(self._folder)
            )
        arrow = _arrow()
        wanted = wanted or FindingsFilter()
        for path in sorted(self._folder.glob("*.parquet")):
            try:
                table = arrow.parquet.read_table(path, columns=list(columns))
            except (OSError, arrow.ArrowException) as problem:
                message = f"{path.name} cannot be read ({problem}); remove it and run again."
                raise CouldNot(message, str(path)) from problem
            for batch in table.to_batches(max_chunksize=10_000):
                yield from (row for row in batch.to_pylist() if wanted.takes(row))
