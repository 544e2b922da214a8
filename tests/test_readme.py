"""The documentation is true: generated blocks are fresh, the diagram is the code's, what is named is there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml

from judge import __version__
from tests.rooms import ENGINE, ROOMS, WORDS, arrows, imports_of, layers, room_of

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(ROOT.glob("docs/*.md"))
APART = ("reading", "search", "engine", "cards")
"""The rooms that know nothing of each other."""


def check(*documents: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "update-docs"), "--check", *map(str, documents)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def head_of(room: str) -> str:
    """The docstring of a package; empty where there is none."""
    path = ROOT / "judge" / room / "__init__.py"
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "") if path.is_file() else ""


@pytest.mark.usefixtures("desk")
def test_every_generated_block_is_fresh() -> None:
    run = check()
    assert run.returncode == 0, run.stderr


def test_a_stale_block_is_named(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    copy = tmp_path / "architecture.md"
    copy.write_text(text.replace("  web --> desk\n", ""), encoding="utf-8")
    run = check(copy)
    assert run.returncode == 1
    assert run.stderr == "architecture.md, “table: diagram”, is stale: run scripts/update-docs.\n"


def test_the_diagram_draws_the_imports_of_the_code() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    drawn = set(re.findall(r"^  (\w+) --> (\w+)$", text, re.MULTILINE))
    assert drawn == {pair for pair in arrows() if WORDS.name not in pair}
    assert {name for pair in drawn for name in pair} == {room.name for room in ROOMS}


def test_imports_are_seen_at_the_head_inside_functions_and_for_types(tmp_path: Path) -> None:
    package = tmp_path / "judge"
    (package / "web").mkdir(parents=True)
    for name in ("__init__", "desk", "entry", "cli", "web/__init__"):
        (package / f"{name}.py").touch()
    (package / "web" / "api.py").write_text(
        "import json\nfrom judge import __version__, entry\nif TYPE_CHECKING:\n    from judge.desk import Desk\n"
        "def f():\n    import judge.cli\n", encoding="utf-8",
    )  # fmt: skip
    imports = imports_of(package)
    assert imports["web.api"] == {"__init__", "entry", "desk", "cli"}
    assert arrows(imports) == {("web", "words"), ("web", "desk"), ("web", "doors")}
    with pytest.raises(LookupError, match=r"rooms\.py"):
        room_of("attic")


def test_nothing_goes_in_circles_and_rooms_apart_stay_apart() -> None:
    pairs = arrows()
    assert layers(pairs)[0] == WORDS.name
    assert [(one, other) for one, other in pairs if one in APART and other in APART] == []


def test_their_modules_go_in_no_circle_even_for_types_alone() -> None:
    modules = {name: targets for name, targets in imports_of().items() if room_of(name) in ENGINE}
    assert len(list(TopologicalSorter(modules).static_order())) > len(modules)


def test_the_folders_and_modules_of_the_web_go_in_no_circle() -> None:
    def part(module: str) -> str:
        return ".".join(module.split(".")[:2])

    parts: dict[str, set[str]] = {}
    for name, targets in imports_of().items():
        if name.startswith("web."):
            known = {part(target) for target in targets if target.startswith("web.")}
            parts.setdefault(part(name), set()).update(known - {part(name)})
    assert "web.http" in parts["web.api"]
    assert set(TopologicalSorter(parts).static_order()) == parts.keys()


@pytest.mark.parametrize("room", [room.name for room in ROOMS if "Knows" in head_of(room.name)])
def test_the_head_of_a_room_says_whom_it_knows(room: str) -> None:
    said = head_of(room).split("Knows", 1)[1].split("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", said))
    assert named == {other for one, other in arrows() if one == room} - {WORDS.name}


def test_every_dependency_is_justified() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8").split("## Dependencies")[1]
    rows = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    names = [re.split(r"[<>=]", row)[0] for row in rows]
    assert [name for name in names if name not in readme and not name.startswith("types-")] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_it_names_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = [document.parent / link for link in re.findall(r"\]\(((?!http)[^)#]+)\)", text)]
    named = re.findall(r"`((?:scripts|docs|corpus|deploy|tests|judge)/[\w./-]+)`", text)
    paths = [*links, *(ROOT / name for name in named)]
    assert [str(path) for path in paths if not path.exists() and "GAME" not in str(path)] == []


def test_the_version_comes_from_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "judge/__init__.py"
    said = subprocess.run([sys.executable, "-m", "judge", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[0] == f"judge {__version__}"
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest and newest[1] == __version__


def test_hooks_before_a_commit_fetch_nothing_and_run_what_is_here() -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in settings["repos"]] == ["local"]
    for hook in settings["repos"][0]["hooks"]:
        assert hook["language"] == "system"
        words = hook["entry"].split()
        assert words[0] == "git" or words[0].startswith(".venv/bin/")
        assert all((ROOT / word).is_file() for word in words if word.startswith("scripts/"))
