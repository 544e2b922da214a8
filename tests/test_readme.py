"""The README shows what the commands really print, and names what is really there."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.usefixtures("desk")
def test_every_worked_example_is_fresh() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "update-readme"), "--check"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_every_dependency_is_justified() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    names = [re.split(r"[<>=]", row)[0] for row in project["dependencies"]]
    assert [name for name in names if name not in readme.split("## Dependencies")[1]] == []


def test_every_path_it_names_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    paths = re.findall(r"\]\(((?!http)[^)]+)\)", readme) + re.findall(r"`((?:scripts|docs|corpus)/[\w./-]+)`", readme)
    assert [path for path in paths if not (ROOT / path).exists() and "GAME" not in path] == []
