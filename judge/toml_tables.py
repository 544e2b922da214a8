"""Reads the tables of the corpus (TOML) against their rows: every mistake with its file, row and field."""

from __future__ import annotations

import tomllib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from judge.errors import CouldNot, NotUnderstood, Problem

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

Row = TypeVar("Row")

ROOMS = ("sources", "rulebooks", "lexicon", "timing", "pages", "examples", "charts")
"""The folders of the corpus that an editor writes; the glossaries beside them are written by the build."""
_NAMING = ("id", "headword", "title", "name", "was", "starts", "line", "lines", "words")
"""The fields by which a row is told from others, the best first."""


def shown(path: Path) -> str:
    """A file of the corpus as errors name it, from its room on: `timing/card-words/legendary.toml`."""
    parts = path.parts
    room = max((place for place, part in enumerate(parts[:-1]) if part in ROOMS), default=len(parts) - 1)
    return "/".join(parts[room:])


def read_text(path: Path) -> str:
    """The text of a file of the corpus.

    Raises NotUnderstood naming the line that is no UTF-8, CouldNot where the file cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise CouldNot(f"{shown(path)} cannot be read: {problem.strerror or problem}.", str(path)) from problem
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = content.count(b"\n", 0, problem.start) + 1
        message = f"{shown(path)} is no UTF-8 text (line {line}); save it in the encoding UTF-8."
        raise NotUnderstood(message, str(path)) from problem


def read_toml(path: Path) -> dict[str, Any]:
    """What a table of the corpus says. Raises as `read_text`, and NotUnderstood naming the line that is not TOML."""
    text = read_text(path)
    if text.startswith("\ufeff"):
        message = f"{shown(path)} begins with a byte order mark; save it as UTF-8 without one."
        raise NotUnderstood(message, str(path))
    return parse_toml(text, shown(path))


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """What TOML says; `file` is how the file is named. Raises NotUnderstood naming the line that is not TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise NotUnderstood(f"{file} is not TOML: {str(problem).rstrip('.')}.", file) from problem


def row_name(file: str, table: str, index: int, what: str) -> str:
    """How a row is named in an error: file, table, count from 1, and the words that tell it from others."""
    return f"{file}, [[{table}]] {index + 1} ({what})"


def label_of(row: Any) -> str:
    """The words that tell a row from others."""
    if not isinstance(row, Mapping):
        return str(row)[:40]
    parts = (row.get(key) for key in _NAMING)
    part = next((part for part in parts if part), "no name given")
    return str(part[0] if isinstance(part, list) else part)[:40]


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def checked(kind: type[Row], data: Mapping[str, Any], file: str) -> Row:
    """`data` as a value of `kind`, a pydantic model or a dataclass that names its fields.

    Raises NotUnderstood with every field that is missing, unknown or of another type, by file and row.
    """
    from pydantic import ValidationError

    adapter: TypeAdapter[Row] = _adapter(cast("Hashable", kind))
    try:
        return adapter.validate_python(data)
    except ValidationError as problem:
        schema = adapter.json_schema()
        raise NotUnderstood.of([_problem(file, data, error, schema) for error in problem.errors()]) from problem


def _problem(file: str, data: Mapping[str, Any], error: ErrorDetails, schema: Mapping[str, Any]) -> Problem:
    path: tuple[str | int, ...] = tuple(error["loc"])
    where, rest = file, path
    if len(path) > 1 and isinstance(path[1], int):
        table, index = str(path[0]), path[1]
        where, rest = row_name(file, table, index, label_of(data[table][index])), path[2:]
    return Problem(f"{where}: {_sentence(error, rest, _fields(schema, path[:-1]))}", where)


def _sentence(error: ErrorDetails, field: Sequence[str | int], known: Sequence[str]) -> str:
    """What is wrong with a field, and what would be right."""
    name = ".".join(map(str, field))
    if error["type"] == "missing":
        return f"`{name}` is missing."
    if error["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return meaningless(name, str(field[-1]), known)
    message = error["msg"].removeprefix("Value error, ").replace("Input should be", "it should be")
    message = message.replace("a valid tuple", "a list").replace("a valid string", "text in quotes")
    return f"{f'`{name}`: ' if name else ''}{message}."


def meant(name: str, known: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """What would be right instead of a name that nothing bears: in words, and the known name that looks like it."""
    names = sorted(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean “{near[0]}”?" if near else f"there are {', '.join(names) or 'none'}.", tuple(near)


def meaningless(name: str, key: str, known: Iterable[str]) -> str:
    """That nobody reads the field `name`, whose last part is `key`, and which of the `known` ones was meant."""
    fields = sorted(known)
    near = get_close_matches(key, fields, 1)
    right = f"did you mean `{near[0]}`?" if near else f"what may stand there: {', '.join(fields)}."
    return f"`{name}` means nothing here; {right}"


def _fields(schema: Mapping[str, Any], path: Iterable[str | int]) -> Sequence[str]:
    """The fields that may stand at a place of what a JSON schema describes."""
    here: Mapping[str, Any] = _resolved(schema, schema)
    for step in path:
        inner = here.get("items", {}) if isinstance(step, int) else here.get("properties", {}).get(step)
        here = _resolved(here.get("additionalProperties", {}) if inner is None else inner, schema)
    return sorted(here.get("properties", ()))


def _resolved(part: Any, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(part, Mapping):
        return {}
    named: Mapping[str, Any] = schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    return named
