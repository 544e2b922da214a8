"""The builds of a data folder: which one is in use, whether it is as it was made, and who still reads it.

A build is a folder `builds/ID`, never changed once made; the file `current` names the one in use. Its `build.json`
holds a digest of every other file in it, so that damage is known before anything is answered from it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from judge.errors import CouldNot

FORMAT = 1
"""How a build is laid out; one laid out otherwise is made again."""
_FACTS = "build.json"
_POINTER = "current"
_KEPT = 2
_ID = re.compile(r"[0-9a-f]{12}")
_UNFINISHED = ".making-*"


class DamagedBuild(CouldNot):
    """The build in use is not as it was made, or nothing says which one it is; `damage` says it in a few words."""

    def __init__(self, damage: str, where: Path) -> None:
        super().__init__(f"The build in use is damaged ({damage}): run `judge build`.", str(where))
        self.damage = damage


def current_build(data_folder: Path) -> Path:
    """The folder of the build in use, every file of it checked.

    Raises DamagedBuild naming what is damaged, CouldNot when nothing has been built yet.
    """
    name = _pointed_at(data_folder)
    if name is None and not finished_builds(data_folder):
        raise CouldNot("Nothing has been built yet: run `judge build`.", str(data_folder))
    if name is None or not _ID.fullmatch(name):
        raise DamagedBuild(f"the file “{_POINTER}” names no build", data_folder / _POINTER)
    folder = data_folder / "builds" / name
    damage = damage_of(folder)
    if damage:
        raise DamagedBuild(damage, folder)
    return folder


def _pointed_at(data_folder: Path) -> str | None:
    """What `current` says; None where there is no such file."""
    try:
        return (data_folder / _POINTER).read_bytes().decode("utf-8", "replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return ""


def last_good_build(data_folder: Path) -> Path | None:
    """The build in use where it is sound, else the newest other one that is; None without any."""
    with suppress(CouldNot):
        return current_build(data_folder)
    return next((folder for folder in finished_builds(data_folder) if not damage_of(folder)), None)


def finished_builds(data_folder: Path) -> list[Path]:
    """The folders of all builds, the newest first; damaged ones too."""
    try:
        folders = [f for f in (data_folder / "builds").iterdir() if _ID.fullmatch(f.name) and f.is_dir()]
    except OSError:
        return []
    return sorted(folders, key=_sealed_at, reverse=True)


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
        digest = facts.pop("digest")
        return facts if digest == _digest_of_facts(facts) and facts["format"] == FORMAT else {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def seal(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write `build.json`, the last file of a build: its facts, the digest of every file there is, and its own."""
    files = {path.relative_to(folder).as_posix(): digest_of(path) for path in _contents(folder)}
    whole = {"format": FORMAT, **facts, "files": files}
    text = json.dumps({**whole, "digest": _digest_of_facts(whole)}, indent=1)
    (folder / _FACTS).write_text(text + "\n", encoding="utf-8")


def _digest_of_facts(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def damage_of(folder: Path) -> str | None:
    """What is wrong with a build, in a few words; None where every file is as it was made."""
    facts = facts_of(folder)
    if not facts:
        there = (folder / _FACTS).exists()
        return f"{_FACTS} is " + ("damaged or another version’s" if there else "gone")
    found = ((name, _damage_of_file(folder / name, digest)) for name, digest in facts["files"].items())
    return next((f"{name} {damage}" for name, damage in found if damage), None)


def _damage_of_file(path: Path, digest: object) -> str | None:
    try:
        return None if digest_of(path) == digest else "is not as it was made"
    except FileNotFoundError:
        return "is gone"
    except OSError as problem:
        return f"cannot be read: {problem.strerror}"


def is_as_made(folder: Path, name: str) -> bool:
    """True where the file of that name in a build is as it was made."""
    digest = facts_of(folder).get("files", {}).get(name)
    return digest is not None and _damage_of_file(folder / name, digest) is None


def digest_of(path: Path) -> str:
    """SHA-256 of a file's content. Raises OSError."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _contents(folder: Path) -> Iterable[Path]:
    """Every file of a build but its facts and what Whoosh locks."""
    return (p for p in sorted(folder.rglob("*")) if p.is_file() and p.name != _FACTS and not p.name.endswith("LOCK"))


def put_in_use(folder: Path) -> None:
    """Let `current` name a finished build, and forget old ones that nobody reads any more. Raises OSError."""
    data_folder = folder.parent.parent
    pointer = data_folder / f"{_POINTER}.new"
    pointer.write_text(folder.name + "\n", encoding="utf-8")
    pointer.replace(data_folder / _POINTER)
    others = [other for other in finished_builds(data_folder) if other != folder]
    for old in others[_KEPT - 1 :]:
        if not _is_claimed(old):
            shutil.rmtree(old, ignore_errors=True)


def clear_away(builds: Path) -> None:
    """Remove what killed builds have left. Only for who holds the lock of `only_builder`."""
    for left in builds.glob(_UNFINISHED):
        shutil.rmtree(left, ignore_errors=True)


def workshop_in(builds: Path, purpose: str) -> Path:
    """The folder of something unfinished, which `clear_away` removes."""
    return builds / _UNFINISHED.replace("*", purpose)


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
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@contextmanager
def only_builder(data_folder: Path, patience: float) -> Iterator[None]:
    """Hold the lock of the data folder, which frees itself when its holder is killed.

    Raises CouldNot when another build still holds it after `patience` seconds, OSError where it cannot be written.
    """
    deadline = time.monotonic() + patience
    with (data_folder / "building.lock").open("w", encoding="utf-8") as lock:
        while not _locked(lock):
            if time.monotonic() >= deadline:
                raise CouldNot("Another build is running; wait for it to end.", str(data_folder))
            time.sleep(0.1)
        yield


def _locked(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
