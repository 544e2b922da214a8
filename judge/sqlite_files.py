"""Opens SQLite files to read them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from judge.errors import CouldNot


@contextmanager
def read_only(path: Path, unreadable: Callable[[str], CouldNot]) -> Iterator[sqlite3.Connection]:
    """The file, opened for reading and closed afterwards. Raises what `unreadable` makes of SQLite's words."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            yield connection
    except sqlite3.Error as problem:
        raise unreadable(str(problem)) from problem
