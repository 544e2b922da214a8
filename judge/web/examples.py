"""Ready-made disputes with cards of our own making, read from `corpus/examples/GAME.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.errors import CouldNot


@dataclass(frozen=True, slots=True)
class Example:
    """One ready-made dispute: `id` names it in addresses, `summary` says in one sentence what is asked."""

    id: str
    game: str
    title: str
    summary: str
    dispute: Mapping[str, Any]


def read_examples(folder: Path) -> tuple[Example, ...]:
    """All examples, file by file, in the order written. Raises CouldNot naming the file that is damaged."""
    return tuple(example for path in sorted(folder.glob("*.toml")) for example in _read(path))


def _read(path: Path) -> list[Example]:
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["example"]
        return [
            Example(row["id"], path.stem, row["title"], row["summary"], {"game": path.stem, **row["dispute"]})
            for row in rows
        ]
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as problem:
        raise CouldNot(f"{path.name} does not hold examples: {problem}.", str(path)) from problem
