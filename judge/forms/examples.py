"""Reads ready-made disputes, with cards of our own making, from `corpus/examples/GAME.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from judge.toml_tables import checked, read_toml, row_name, shown


@dataclass(frozen=True, slots=True)
class Example:
    """One ready-made dispute: `id` names it in addresses, `summary` says in one sentence what is asked.

    `row` is where it stands, as errors name it.
    """

    id: str
    game: str
    title: str
    summary: str
    dispute: Mapping[str, Any]
    row: str = ""


@dataclass(frozen=True, slots=True)
class _ExampleRow:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    id: str
    title: str
    summary: str
    dispute: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _ExampleFile:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    example: list[_ExampleRow]


def read_examples(folder: Path) -> tuple[Example, ...]:
    """All examples, file by file, in the order written.

    Raises NotUnderstood naming the file and every field of it that is wrong, CouldNot where it cannot be read.
    """
    return tuple(example for path in sorted(folder.glob("*.toml")) for example in examples_in(path))


def examples_in(path: Path) -> list[Example]:
    """The examples of one game. Raises as `read_examples`."""
    file, game = shown(path), path.stem
    rows = checked(_ExampleFile, read_toml(path), file).example
    return [
        Example(row.id, game, row.title, row.summary, {"game": game, **row.dispute},
                row_name(file, "example", index, row.id))
        for index, row in enumerate(rows)
    ]  # fmt: skip
