"""What is sent to us, read: a JSON body, an uploaded file of a dispute."""

from __future__ import annotations

import json
from typing import Any

import yaml

from judge.errors import NotUnderstood

_DEEPEST = 40


def read_json(body: bytes) -> dict[str, Any]:
    """The JSON object that `body` holds.

    Raises NotUnderstood for anything else: not UTF-8, not JSON (saying where), not an object, nested absurdly deep.
    """
    if not body.strip():
        raise NotUnderstood("The body is empty; it should be a JSON object.", "body")
    try:
        data = json.loads(body, parse_constant=_refuse_constant)
    except json.JSONDecodeError as problem:
        raise NotUnderstood(
            f"The body is no JSON: {problem.msg} (line {problem.lineno}, column {problem.colno}).", "body"
        ) from problem
    except (UnicodeDecodeError, RecursionError) as problem:
        raise NotUnderstood("The body is no JSON: it should be an object in UTF-8.", "body") from problem
    return _object(data, "body")


def read_dispute_file(content: bytes) -> dict[str, Any]:
    """The dispute of an uploaded file, JSON or YAML. Raises NotUnderstood saying where it cannot be read."""
    if not content.strip():
        raise NotUnderstood("No file was chosen, or it is empty.", "file")
    try:
        data = yaml.load(content, Loader=_PlainLoader)  # a SafeLoader
    except yaml.MarkedYAMLError as problem:
        place = f" (line {problem.problem_mark.line + 1})" if problem.problem_mark else ""
        raise NotUnderstood(f"The file is neither JSON nor YAML: {problem.problem}{place}.", "file") from problem
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as problem:
        raise NotUnderstood("The file is neither JSON nor YAML text.", "file") from problem
    return _object(data, "file")


class _PlainLoader(yaml.SafeLoader):
    """YAML without aliases, which could make a small file huge."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(None, None, "an alias (*name) stands there; write it out", mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def _refuse_constant(name: str) -> float:
    raise NotUnderstood(f"The body holds {name}, which is no JSON number.", "body")


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        found = _NAMES.get(type(data), "a date")
        raise NotUnderstood(f"The {where} should be an object: names with values, not {found}.", where)
    _check(data, where, 0)
    return data


_NAMES: dict[type, str] = {
    list: "a list",
    str: "text",
    int: "a number",
    float: "a number",
    bool: "yes or no",
    type(None): "nothing",
}


def _check(data: Any, where: str, depth: int) -> None:
    """Raises NotUnderstood for text that cannot be written down again, and for nesting no dispute has."""
    if depth > _DEEPEST:
        raise NotUnderstood(f"The {where} is nested more than {_DEEPEST} deep.", where)
    if isinstance(data, str):
        try:
            data.encode()
        except UnicodeEncodeError as problem:
            raise NotUnderstood(f"The {where} holds half a character (a lone surrogate).", where) from problem
    elif isinstance(data, dict):
        for key, value in data.items():
            _check(key, where, depth + 1)
            _check(value, where, depth + 1)
    elif isinstance(data, list):
        for value in data:
            _check(value, where, depth + 1)
    elif type(data) not in _NAMES:
        raise NotUnderstood(f"The {where} holds “{data}” without quotes; put it in quotes.", where)
