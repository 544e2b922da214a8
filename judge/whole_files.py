"""Writes files whole or not at all, and locks other processes out meanwhile.

A lock frees itself when its holder is killed; what a killed one left unfinished is overwritten by the next.
"""

from __future__ import annotations

import fcntl
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def alone(lock: Path, patience: float = math.inf) -> Iterator[None]:
    """Hold a lock, waiting for whoever holds it.

    Raises TimeoutError after `patience` seconds, another OSError where the file cannot be written.
    """
    deadline = time.monotonic() + patience
    with lock.open("w", encoding="utf-8") as held:
        while True:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError as problem:
                if time.monotonic() >= deadline:
                    raise TimeoutError(f"{lock} is held by another process") from problem
                time.sleep(0.05)
        yield


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The place of an unfinished file beside `path`: it takes that place where the block ends well, else it goes."""
    unfinished = path.with_name(f".{path.name}.new")
    unfinished.unlink(missing_ok=True)
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, and its folder; leave it alone where it says that already. Raises OSError."""
    if not (path.is_file() and path.read_bytes() == content):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as unfinished:
            unfinished.write_bytes(content)
