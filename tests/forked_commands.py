"""Commands in a checkout run as children of one process that has loaded Judge: a process each, without its start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

_PARENT = """
import importlib, json, os, pkgutil, sys, traceback
import alembic.command, judge

for module in pkgutil.walk_packages(judge.__path__, "judge."):
    if module.name != "judge.__main__" and ".migrations." not in module.name:  # these run when they are imported
        importlib.import_module(module.name)

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


class ForkedCommands:
    """The parent of the commands of one checkout. Use it in a `with` block; what has loaded once is loaded for all."""

    def __init__(self, checkout: Path) -> None:
        self._checkout = checkout
        self._open = ExitStack()

    def __enter__(self) -> Self:
        environment = {**os.environ, "PYTHONPATH": str(self._checkout)}
        self._folder = Path(self._open.enter_context(tempfile.TemporaryDirectory()))
        self._parent = subprocess.Popen(
            [sys.executable, "-c", _PARENT], cwd=self._checkout, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._open.enter_context(self._parent)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        assert self._parent.stdin
        self._parent.stdin.close()
        self._open.close()

    def run(
        self, args: Sequence[str], environment: Mapping[str, str], feed: str = "", program: str = _JUDGE
    ) -> tuple[int, str, str]:
        """Run `judge ARGS`, or another program: its exit status (negative: the signal), output and error output."""
        assert self._parent.stdin and self._parent.stdout
        files = [self._folder / name for name in ("in", "out", "err")]
        for path, text in zip(files, (feed, "", ""), strict=True):
            path.write_text(text, encoding="utf-8")
        asked = {
            "argv": ["judge", *args], "environment": {**environment}, "folder": str(self._checkout),
            "files": [str(path) for path in files], "program": program,
        }  # fmt: skip
        self._parent.stdin.write(json.dumps(asked) + "\n")
        self._parent.stdin.flush()
        status = int(self._parent.stdout.readline())
        return status, files[1].read_text(encoding="utf-8"), files[2].read_text(encoding="utf-8")
