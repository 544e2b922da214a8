"""Commands run as children of one process that has loaded Judge: a process each, without its start.

A child may be told that Judge stands in another checkout, whose program must be the same.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

_PARENT = """
import gc, importlib, json, os, pathlib, pkgutil, sys, traceback
import alembic.command, judge, spacy.lang.en, symspellpy, whoosh.index
from judge import data_places

for module in pkgutil.walk_packages(judge.__path__, "judge."):
    if module.name != "judge.__main__" and ".migrations." not in module.name:  # these run when they are imported
        importlib.import_module(module.name)
gc.freeze()  # what no collection looks at is copied for no child

for line in os.fdopen(os.dup(0)):  # the standard input of each child is unread
    asked = json.loads(line)
    child = os.fork()
    if child:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    for number, path in enumerate(asked["files"]):
        os.dup2(os.open(path, os.O_RDWR), number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    data_places._CHECKOUT = pathlib.Path(asked["folder"])
    sys.argv = asked["argv"]
    status = 0
    try:
        exec(asked["program"], {"__name__": "__main__"})
    except SystemExit as ended:
        if isinstance(ended.code, str):
            print(ended.code, file=sys.stderr)
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(status)
"""
_JUDGE = "from judge.cli import main\nmain()"
_PROJECT = Path(__file__).resolve().parents[1]


class _Parent:
    """The process that has loaded Judge; it ends with the tests."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PARENT], cwd=_PROJECT, env={**os.environ, "PYTHONPATH": str(_PROJECT)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        atexit.register(self._end)

    def _end(self) -> None:
        with self._process as process:
            assert process.stdin
            process.stdin.close()

    def run(self, asked: Mapping[str, object], feed: str) -> tuple[int, str, str]:
        """Run a child as asked: its exit status (negative: the signal), output and error output."""
        assert self._process.stdin and self._process.stdout
        files = [Path(self._folder.name) / name for name in ("in", "out", "err")]
        for path, text in zip(files, (feed, "", ""), strict=True):
            path.write_text(text, encoding="utf-8")
        self._process.stdin.write(json.dumps({**asked, "files": [str(path) for path in files]}) + "\n")
        self._process.stdin.flush()
        status = int(self._process.stdout.readline())
        return status, files[1].read_text(encoding="utf-8"), files[2].read_text(encoding="utf-8")


@cache
def _parent() -> _Parent:
    return _Parent()


def run_forked(
    args: Sequence[str],
    environment: Mapping[str, str],
    feed: str = "",
    checkout: Path = _PROJECT,
    program: str = _JUDGE,
) -> tuple[int, str, str]:
    """Run `judge ARGS`, or another program, in a checkout: its exit status (negative: the signal), output, errors."""
    asked = {"argv": ["judge", *args], "environment": {**environment}, "folder": str(checkout), "program": program}
    return _parent().run(asked, feed)
