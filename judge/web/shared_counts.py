"""Counts by address for all workers together: a table in memory, made before they are forked.

It stores what the library `limits` counts. Whoever does not fit into the table drives out the count that ends first.
"""

from __future__ import annotations

import fcntl
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from mmap import mmap
from tempfile import TemporaryFile
from threading import Lock
from typing import Any

from limits.storage import Storage

from judge.errors import CouldNot

_ROW = struct.Struct("=QdQ")  # whose, when the count ends on the monotonic clock, how much
_ROWS = 65_536
_PROBED = 8


class SharedCounts(Storage):
    """A store of `limits` whose windows are fixed, read and written by all processes forked after it was made."""

    STORAGE_SCHEME = ["shared"]  # noqa: RUF012 - as the library has it

    def __init__(self) -> None:
        super().__init__()
        self._table = mmap(-1, _ROW.size * _ROWS)
        self._threads = Lock()
        try:
            self._processes = TemporaryFile()  # noqa: SIM115 - locked and never written, as long as the table is there
        except OSError as problem:
            message = f"No temporary file can be made ({problem.strerror}): name another folder in TMPDIR."
            raise CouldNot(message, "TMPDIR") from problem

    @property
    def base_exceptions(self) -> type[Exception]:
        return OSError

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Alone among threads and processes; the lock of a process that is killed frees itself."""
        with self._threads:
            fcntl.lockf(self._processes, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self._processes, fcntl.LOCK_UN)

    def _row(self, key: str) -> tuple[int, int, float, int]:
        """Where the count of `key` stands or may stand, its number, when it ends, and how much it is."""
        number = int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") | 1
        now = time.monotonic()
        places = [(number + step) % _ROWS * _ROW.size for step in range(_PROBED)]
        rows = [(place, *_ROW.unpack_from(self._table, place)) for place in places]
        for place, whose, ends, count in rows:
            if whose == number:
                return place, number, ends, count if ends > now else 0
        place = min(rows, key=lambda row: row[2])[0]
        return place, number, 0.0, 0

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count for `expiry` seconds from the first time."""
        with self._alone():
            place, number, ends, count = self._row(key)
            ends = ends if count else time.monotonic() + expiry
            _ROW.pack_into(self._table, place, number, ends, count + amount)
            return count + amount

    def get(self, key: str) -> int:
        """How much is counted now."""
        with self._alone():
            return self._row(key)[3]

    def get_expiry(self, key: str) -> float:
        """When the count ends, by the wall's clock, as the library has it."""
        with self._alone():
            return time.time() + max(0.0, self._row(key)[2] - time.monotonic())

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        self._table[:] = bytes(len(self._table))
        return None

    def clear(self, key: str) -> None:
        with self._alone():
            place, number, _, _ = self._row(key)
            _ROW.pack_into(self._table, place, number, 0.0, 0)


def store(address: str | None) -> Any:
    """The store at an address of `limits` (`redis://…`), which servers may share; without one that of our workers.

    Raises ValueError for an address at which no store is known.
    """
    if address is None:
        return SharedCounts()
    from limits.errors import ConfigurationError
    from limits.storage import storage_from_string

    try:
        return storage_from_string(address)
    except ConfigurationError as problem:
        raise ValueError(str(problem)) from problem
