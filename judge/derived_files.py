"""Keeps files derived from a build in its folder when first asked for, made once for all processes.

Each begins with the digest of what follows: a damaged one is made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from judge.whole_files import alone, write_whole

_DIGEST = sha256().digest_size


def derived(build_folder: Path, name: str, version: str, make: Callable[[], bytes]) -> bytes:
    """The bytes that `make` gives for this build and version, made by whoever asks first while the others wait.

    Earlier versions are dropped. Where the folder cannot be written they are made each time.
    """
    folder = build_folder / "derived"
    file = folder / f"{name}-{version}"
    if (kept := _kept(file)) is not None:
        return kept
    try:
        folder.mkdir(exist_ok=True)
        with alone(folder / f"{name}.lock"):
            if (kept := _kept(file)) is not None:
                return kept
            content = make()
            write_whole(file, sha256(content).digest() + content)
            for older in folder.glob(f"{name}-*"):
                if older != file:
                    older.unlink(missing_ok=True)
            return content
    except OSError:
        return make()


def _kept(file: Path) -> bytes | None:
    """Its content; None where there is none or it is damaged."""
    try:
        said = file.read_bytes()
    except OSError:
        return None
    digest, content = said[:_DIGEST], said[_DIGEST:]
    return content if sha256(content).digest() == digest else None
