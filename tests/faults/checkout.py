"""A whole checkout of the program on a corpus of one small made-up game: faults that nobody wants in the real one."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.forked_commands import run_forked
from tests.small_lexicon import copy_lexicon
from tests.web.processes import Server, served

PROGRAM = ("judge", "templates")
PYTHON = (sys.executable, "-m", "judge")
_PROJECT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Checkout:
    """A checkout: its folder holds program and corpus, `data` the builds and the card library."""

    folder: Path
    data: Path

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    @property
    def builds(self) -> Path:
        return self.data / "builds"

    def build_folder(self) -> Path:
        """The folder that `current` names."""
        return self.builds / (self.data / "current").read_text(encoding="utf-8").strip()

    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.folder), "JUDGE_DATA": str(self.data)}

    def begin(self, *command: str, **more: Any) -> subprocess.Popen[str]:
        """Start a program in the checkout, its output kept."""
        return subprocess.Popen(
            command, cwd=self.folder, env=self.environment(), text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more,
        )  # fmt: skip

    def run(self, *command: str, **more: Any) -> Ended:
        """Run a program in the checkout to its end."""
        process = self.begin(*command, **more)
        out, err = process.communicate(timeout=300)
        assert "Traceback" not in err, err
        return Ended(process.returncode, out, err)

    def judge(self, *args: str, under: Sequence[str] = (), **more: Any) -> Ended:
        """Run `judge ARGS`, perhaps under another program that prepares its world."""
        return self.run(*under, *PYTHON, *args, **more) if under or more else self.forked(*args)

    def forked(self, *args: str, program: str | None = None) -> Ended:
        """Run `judge ARGS`, or a program with them, as a process of its own in which Judge is loaded already."""
        more = {"program": program} if program else {}
        ended = Ended(*run_forked(args, self.environment(), checkout=self.folder, **more))
        assert "Traceback" not in ended.err, ended.err
        return ended

    def serve(self, workers: int = 1, under: Sequence[str] = (), **more: str) -> AbstractContextManager[Server]:
        """`judge serve` while the block runs (`tests.web.processes.served`), with more said in its environment."""
        return served(workers, base={**self.environment(), **more}, cwd=self.folder, under=under)

    def edit(self, remark: str = "another") -> None:
        """An edit that makes a new build, the quickest there is."""
        script = self.corpus / "timing" / "lantern-race-first.toml"
        with script.open("a", encoding="utf-8") as file:
            file.write(f"# {remark} remark\n")

    def litter(self) -> list[str]:
        """What does not belong into a data folder where nothing runs."""
        ours = {"builds", "current", "building.lock"}
        ours |= {f"{name}.{end}" for name in ("cards", "abilities") for end in ("sqlite", "lock")}
        found = [path.name for path in self.data.iterdir() if path.name not in ours]
        hidden = [path.name for path in self.corpus.rglob("*") if path.name.startswith(".")]
        return [*found, *hidden, *(path.name for path in self.builds.iterdir() if path.name.startswith("."))]


def new_checkout(folder: Path) -> Checkout:
    """A checkout in an empty folder, nothing built."""
    for room in PROGRAM:
        shutil.copytree(_PROJECT / room, folder / room)
    shutil.copy(_PROJECT / "pyproject.toml", folder)
    shutil.copytree(_PROJECT / "tests" / "tinygame", folder / "corpus")
    copy_lexicon(folder / "corpus")
    return Checkout(folder, folder / ".judge")


def _leave_out_the_program(of: Path) -> Callable[[str, list[str]], Sequence[str]]:
    return lambda folder, _: PROGRAM if Path(folder) == of else ()


def copied(template: Checkout, folder: Path) -> Checkout:
    """The same checkout once more, for a test to break, all but the program: its files are the template's own."""
    folder.mkdir()
    for room in PROGRAM:
        shutil.copytree(template.folder / room, folder / room, copy_function=os.link)
    shutil.copytree(template.folder, folder, dirs_exist_ok=True, ignore=_leave_out_the_program(template.folder))
    return Checkout(folder, folder / ".judge")


@functools.cache
def _namespace() -> tuple[str, ...]:
    """The command under which mounts are ours alone; empty where the system allows none."""
    for flags in (("--mount",), ("--user", "--map-root-user", "--mount")):
        try:
            command = ["unshare", *flags, "mount", "-t", "tmpfs", "none", "/mnt"]
            tried = subprocess.run(command, capture_output=True, check=False)
        except OSError:
            continue
        if tried.returncode == 0:
            return ("unshare", *flags)
    return ()


def _mounting(script: str) -> tuple[str, ...]:
    if not _namespace():
        pytest.skip("this system lets tests mount nothing, so no file system of the kind can be had")
    return (*_namespace(), "sh", "-ec", f'{script}\nexec "$@"', "sh")


def read_only(*folders: Path) -> tuple[str, ...]:
    """The command under which folders are on a read-only file system; skips the test where that cannot be had."""
    return _mounting("\n".join(f"mount --bind '{f}' '{f}'; mount -o remount,ro,bind '{f}'" for f in folders))


def small_disk(folder: Path, room: int) -> tuple[str, ...]:
    """The command under which a folder is a copy of itself on a disk with `room` bytes left; skips likewise."""
    pages = sum(-(-path.stat().st_size // 4096) for path in folder.rglob("*") if path.is_file())
    size = pages * 4096 + room
    return _mounting(f"(cd '{folder}'; mount -t tmpfs -o size={size} none '{folder}'; cp -a . '{folder}')")
