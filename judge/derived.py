"""Files derived from a build when first asked for: kept in its folder, so that they are made once for all processes."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def derived(build_folder: Path, name: str, version: str, make: Callable[[], bytes]) -> bytes:
    """The bytes that `make` gives for this build and version, made by whoever asks first while the others wait.

    Earlier versions are dropped. Where the folder cannot be written they are made each time.
    """
    folder = build_folder / "derived"
    file = folder / f"{name}-{version}"
    with suppress(OSError):
        return file.read_bytes()
    try:
        folder.mkdir(exist_ok=True)
        with _alone(folder / f"{name}.lock"):
            if not file.is_file():
                _put(file, make())
                for older in folder.glob(f"{name}-*"):
                    if older != file:
                        older.unlink(missing_ok=True)
            return file.read_bytes()
    except OSError:
        return make()


def _put(file: Path, content: bytes) -> None:
    """Write it whole or not at all."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(file)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w", encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
