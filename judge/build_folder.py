"""Tells which build of a data folder is in use, whether it is as it was made, and who still reads it.

A build is a folder `builds/ID`, never changed once made; the file `current` names the one in use. Its `build.json`
holds a digest of every other file in it, so that damage is known before anything is answered from it.
"""

from __future__ import annotations

import fcntl
import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from judge.errors import CouldNot
from judge.whole_files import alone, write_whole

_FORMAT = 3
"""Counts up whenever the code reads a build otherwise than before: an older build is then made again, not misread."""
_FACTS = "build.json"
_POINTER = "current"
_KEPT = 2
_ID = re.compile(r"[0-9a-f]{12}")


class DamagedBuild(CouldNot):
    """The build in use is not as it was made, or nothing says which one it is; `damage` says it in a few words."""

    def __init__(self, damage: str, where: Path) -> None:
        super().__init__(f"The build in use is damaged ({damage}): run `judge build`.", str(where))
        self.damage = damage


def current_build(data_folder: Path) -> Path:
    """The folder of the build in use, every file of it checked.

    Raises DamagedBuild naming what is damaged, CouldNot when nothing has been built yet.
    """
    if not finished_builds(data_folder) and not (data_folder / _POINTER).exists():
        raise CouldNot("Nothing has been built yet: run `judge build`.", str(data_folder))
    name = ""
    with suppress(OSError):
        name = (data_folder / _POINTER).read_bytes().decode("utf-8", "replace").strip()
    folder = data_folder / "builds" / name
    damage = damage_of(folder) if _ID.fullmatch(name) else f"the file “{_POINTER}” names no build"
    if damage:
        raise DamagedBuild(damage, folder)
    return folder


def last_good_build(data_folder: Path) -> Path | None:
    """The build in use where it is sound, else the newest other one that is; None without any."""
    with suppress(CouldNot):
        return current_build(data_folder)
    return next((folder for folder in finished_builds(data_folder) if not damage_of(folder)), None)


def finished_builds(data_folder: Path) -> list[Path]:
    """The folders of all builds, the newest first; damaged ones too."""
    found = [folder for folder in (data_folder / "builds").glob("*") if _ID.fullmatch(folder.name)]
    return sorted(found, key=_sealed_at, reverse=True)


def _sealed_at(folder: Path) -> int:
    """When a build was finished, in nanoseconds; before all others where nothing tells."""
    try:
        return (folder / _FACTS).stat().st_mtime_ns
    except OSError:
        return 0


def facts_of(folder: Path) -> dict[str, Any]:
    """What a build says of itself (`build.json`); nothing where that is gone, damaged or another version's."""
    try:
        facts: dict[str, Any] = json.loads((folder / _FACTS).read_bytes())
        return facts if facts.pop("digest") == _digest_of(facts) and facts["format"] == _FORMAT else {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def seal(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `build.json`, the last file of a build: its facts, the digest of every file there is, and its own."""
    made = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    files = {path.relative_to(folder).as_posix(): digest_of(path) for path in made}
    whole = {"format": _FORMAT, **facts, "files": files}
    text = json.dumps({**whole, "digest": _digest_of(whole)}, indent=1)
    (folder / _FACTS).write_text(text + "\n", encoding="utf-8")


def _digest_of(facts: Mapping[str, Any]) -> str:
    return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def digest_of(path: Path) -> str:
    """SHA-256 of a file's content. Raises OSError."""
    return sha256(path.read_bytes()).hexdigest()


def damage_of(folder: Path) -> str | None:
    """What is wrong with a build, in a few words; None where every file is as it was made."""
    facts = facts_of(folder)
    if not facts:
        return f"{_FACTS} is " + ("damaged or another version’s" if (folder / _FACTS).exists() else "gone")
    for name, digest in facts["files"].items():
        try:
            if digest_of(folder / name) != digest:
                return f"{name} is not as it was made"
        except FileNotFoundError:
            return f"{name} is gone"
        except OSError as problem:
            return f"{name} cannot be read: {problem.strerror}"
    return None


def put_in_use(made: Path, build_id: str) -> Path:
    """Give a finished build its place and let `current` name it; forget old ones that nobody reads. Raises OSError."""
    builds = made.parent
    folder = builds / build_id
    if damage_of(folder):
        if folder.exists():
            folder.rename(made.with_name(f"{made.name}-damaged"))
        made.rename(folder)
    write_whole(builds.parent / _POINTER, f"{folder.name}\n".encode())
    others = [other for other in finished_builds(builds.parent) if other != folder]
    for old in others[_KEPT - 1 :]:
        if not _is_claimed(old):
            shutil.rmtree(old, ignore_errors=True)
    return folder


def claim(folder: Path) -> IO[bytes]:
    """Keep a build from being forgotten as long as the file given back is open, here or in a process forked later.

    Raises OSError where the build is gone.
    """
    file = (folder / _FACTS).open("rb")
    with suppress(OSError):  # a file system without locks keeps the last builds only
        fcntl.flock(file, fcntl.LOCK_SH)
    return file


def _is_claimed(folder: Path) -> bool:
    try:
        with (folder / _FACTS).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        return isinstance(problem, BlockingIOError)
    return False


@contextmanager
def workshop(data_folder: Path, patience: float) -> Iterator[Path]:
    """An empty folder to make a build in, for one builder at a time; whatever is left in it is removed.

    Raises TimeoutError when another builder is still at work after `patience` seconds, OSError where the folder cannot
    be written.
    """
    builds = data_folder / "builds"
    builds.mkdir(parents=True, exist_ok=True)
    with alone(data_folder / "building.lock", patience):
        try:
            _clear_away(builds)
            made = builds / ".making-new"
            made.mkdir()
            yield made
        finally:
            _clear_away(builds)


def _clear_away(builds: Path) -> None:
    for left in builds.glob(".making-*"):
        shutil.rmtree(left, ignore_errors=True)
