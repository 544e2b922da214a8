"""SECURITY.md: each promise names tests that there are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = re.findall(r"`((?:\.venv/bin/|scripts/)[^`]+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 20


@pytest.mark.parametrize("command", sorted(set(COMMANDS)))
def test_a_command_names_what_is_there_and_runs_a_test(command: str) -> None:
    program, *args = shlex.split(command)
    if program.startswith("scripts/"):
        assert "…" in program or (ROOT / program).is_file()
        return
    if program == ".venv/bin/python":
        assert (ROOT / f"{args[1].replace('.', '/')}.py").is_file()
        return
    words = re.split(r" (?:or|and) ", args[args.index("-k") + 1]) if "-k" in args else []
    paths = [ROOT / arg for arg in args if arg.startswith("tests/")]
    assert len(paths) + (2 if words else 0) == len(args), "every argument is a path of tests, or -k with its words"
    assert all(path.exists() for path in paths)
    names = [name for path in paths if path.is_file() for name in re.findall(r"def (test_\w+)", path.read_text())]
    for word in words:
        assert any(word in name for name in names) or any(word in path.read_text() for path in paths), word
