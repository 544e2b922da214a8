"""Reads what is sent to us: a JSON body or line, an uploaded file of a dispute."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar

import yaml

from judge.errors import NotUnderstood, TooLarge

_DEEPEST = 40
_LONGEST_NUMBER = 40
"""Digits of a number at most: no table counts further, and turning longer ones into text is slow."""
_LARGEST_YAML = 100_000
"""Bytes: reading YAML takes far longer than reading JSON."""


def read_json(body: bytes | str, where: str = "body") -> dict[str, Any]:
    """The JSON object that `body` holds.

    Raises NotUnderstood for anything else: not UTF-8, not JSON (saying where), not an object, nested absurdly deep, a
    name given twice. `where` is what the sentence calls it.
    """
    if not body.strip():
        raise NotUnderstood(f"{_the(where)} is empty; it should be a JSON object.", where)
    return _object(_loaded(body, where), where)


def read_value(text: str, where: str) -> Any:
    """Any JSON value that `text` holds. Raises NotUnderstood as `read_json`."""
    data = _loaded(text, where)
    _check(data, where, 0)
    return data


def _loaded(body: bytes | str, where: str) -> Any:
    try:
        return _JsonReader(where).decode(body if isinstance(body, str) else body.decode("utf-8-sig"))
    except json.JSONDecodeError as problem:
        line = "" if problem.lineno == 1 and where.startswith("line ") else f"line {problem.lineno}, "
        raise NotUnderstood(
            f"{_the(where)} is no JSON: {problem.msg} ({line}column {problem.colno}).", where
        ) from problem
    except RecursionError as problem:
        raise NotUnderstood(f"{_the(where)} is nested more than {_DEEPEST} deep.", where) from problem
    except UnicodeDecodeError as problem:
        raise NotUnderstood(f"{_the(where)} is no JSON: it should be an object in UTF-8.", where) from problem


def read_dispute_file(content: bytes) -> dict[str, Any]:
    """The dispute of an uploaded file, JSON or YAML.

    Raises NotUnderstood saying where it cannot be read, TooLarge for YAML that would take too long to read.
    """
    if not content.strip():
        raise NotUnderstood("No file was chosen, or it is empty.", "file")
    try:
        return _object(_JsonReader("file").decode(content.decode("utf-8-sig")), "file")
    except (ValueError, RecursionError):
        return _object(_yaml(content), "file")


def read_document(content: bytes, where: str, largest_yaml: int) -> Any:
    """Any value that `content` holds as JSON or YAML; days written without quotes (2026-03-31) are text.

    Raises NotUnderstood saying where it cannot be read, TooLarge for YAML of more than `largest_yaml` bytes.
    """
    if not content.strip():
        raise NotUnderstood(f"{_the(where)} is empty.", where)
    try:
        data = _JsonReader(where).decode(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        if len(content) > largest_yaml:
            raise TooLarge(f"As YAML at most {largest_yaml // 1000} KB can be read; write it as JSON.", where) from None
        data = _loaded_yaml(content, _LoaderWithoutDays)
    _check(data, where, 0)
    return data


def _yaml(content: bytes) -> Any:
    if len(content) > _LARGEST_YAML:
        most = f"{_LARGEST_YAML // 1000} KB"
        raise TooLarge(f"As YAML at most {most} can be read; write the dispute as JSON, or submit fewer cards.", "file")
    return _loaded_yaml(content, _PlainLoader)


def _loaded_yaml(content: bytes, loader: Any) -> Any:
    try:
        _look_through(content)
        return yaml.load(content, Loader=loader)  # a SafeLoader
    except yaml.MarkedYAMLError as problem:
        last = content.rstrip().count(b"\n") + 1  # what is missing at the end is told of the line after it
        at = min(problem.problem_mark.line + 1, last) if problem.problem_mark else 0
        lines = content.decode("utf-8", "replace").split("\n")
        said = _usual_slip(lines, at) or _other_slip(str(problem.problem), lines, at)
        raise NotUnderstood(f"The file is neither JSON nor YAML: {said}", "file") from problem
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError, LookupError, TypeError) as problem:
        slip = _usual_slip(content.decode("utf-8", "replace").split("\n"), 0)
        said = f": {slip}" if slip else " text."
        raise NotUnderstood(f"The file is neither JSON nor YAML{said}", "file") from problem


def _usual_slip(lines: Sequence[str], at: int) -> str:
    """What people usually slip on in YAML, said of the line where it is; empty where it is none of that."""
    fence = next((number for number, line in enumerate(lines, 1) if line.lstrip().startswith(("```", "~~~"))), 0)
    if fence:
        return f"line {fence} is the fence of a code block; leave out the lines of ``` around it."
    tab = next((number for number, line in enumerate(lines, 1) if "\t" in line[: len(line) - len(line.lstrip())]), 0)
    if tab:
        return f"line {tab} begins with a tab; indent with spaces."
    near = (number for number in (at, at - 1) if 0 < number <= len(lines))
    return next((slip for number in near if (slip := _unquoted(lines[number - 1], number))), "")


def _unquoted(line: str, number: int) -> str:
    """What in a line should be quoted, or be quoted otherwise; empty where nothing."""
    for found in _PAIR.finditer(line):
        key, value = found[1], found[2].strip()
        if value[:1] in _CURLY:
            return f'line {number} has curly quotes around the {key}; put straight ones ("…") there.'
        if value[:1] not in ("'", '"') and (": " in value or value[:1] in _SIGNS):
            sign = "a colon" if ": " in value else f"“{value[0]}”"
            return f'the {key} on line {number} holds {sign}, which YAML reads as its own; quote it ("…").'
    bracket = _BRACKET.search(line)
    if bracket:
        return f'the {bracket[1]} on line {number} begins with “[”, which YAML reads as its own; quote it ("…").'
    return ""


def _other_slip(problem: str, lines: Sequence[str], at: int) -> str:
    """What the parser stumbled over, in our words where they are known."""
    unclosed = next((number for number, line in enumerate(lines, 1) if line.count('"') % 2), 0)
    if unclosed and ("end of stream" in problem or "expected" in problem):
        return f"line {unclosed} has a quotation mark without its other; put one at each end of the text."
    place = f" (line {at})" if at else ""
    said = next((words for sign, words in _PARSER_WORDS.items() if sign in problem), "")
    return f"{said}{place}." if said else f"{problem}{place}."


_PARSER_WORDS = {
    "expected ',' or": "something is missing between two values or at their end: a comma, “}” or “]”",
    "'-' indicator": "a line stands less far in than what it belongs to; begin all names of a card in one column",
    "expected key": "a line stands further in or out than its neighbours; begin all names of a card in one column",
    "mapping values are not allowed": "a name with a value stands where none can; give it a line, or quote the text",
    "end of stream": "it ends in the middle: a quotation mark, “}” or “]” is missing",
    "alphabetic or numeric": "a sign stands there that YAML reads as its own; quote the text that begins with it",
}
"""By what the parser says: what a reader can do about it."""


_PAIR = re.compile(r"(?<![\w-])([\w-]++): ([^,{}\[\]]+)")
_BRACKET = re.compile(r"(?<![\w-])([\w-]++): \[[^\[\]]*+\] ?[^\s,}\]]")
"""A text that begins with an icon, as [star]."""
_SIGNS = ("%", "@", "`")
_CURLY = ("“", "”", "‘", "’", "„")


def _look_through(content: bytes) -> None:
    """Refuses aliases, which could make a small file huge, tags and deep nesting, before anything is built of it."""
    depth = 0
    event: Any
    for event in yaml.parse(content, Loader=_FASTEST):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        wrong = None
        if isinstance(event, yaml.AliasEvent):
            wrong = "an alias (*name) stands there; write it out"
        elif getattr(event, "tag", None) not in (None, "!", "tag:yaml.org,2002:str"):
            wrong = f"a tag ({event.tag[:40]}) stands there; leave it out"
        elif depth > _DEEPEST:
            wrong = f"it is nested more than {_DEEPEST} deep"
        if wrong:
            raise yaml.MarkedYAMLError(None, None, wrong, event.start_mark)


class _JsonReader(json.JSONDecoder):
    """JSON as RFC 8259 has it, without what Python adds (NaN, Infinity) and what would lose something said."""

    def __init__(self, where: str) -> None:
        super().__init__(
            parse_constant=lambda name: _refuse(f"holds {name}, which is no JSON number", where),
            parse_int=lambda digits: _whole(digits, where),
            object_pairs_hook=lambda pairs: _once_each(pairs, where),
        )


def _the(where: str) -> str:
    """What a sentence calls the input: “The body”, “Line 3”."""
    return where.capitalize() if where[-1:].isdecimal() else f"The {where}"


def _refuse(what: str, where: str) -> Any:
    raise NotUnderstood(f"{_the(where)} {what}.", where)


def _whole(digits: str, where: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        _refuse(f"holds a number of {len(digits)} digits", where)
    return int(digits)


def _once_each(pairs: Sequence[tuple[Any, Any]], where: str) -> dict[Any, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[Any] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        _refuse(f"says “{str(twice)[:40]}” twice in one object; say it once", where)
    return found


_FASTEST: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""YAML read by libyaml, where PyYAML was built with it."""


class _PlainLoader(_FASTEST):  # type: ignore[misc]
    """Safe YAML without numbers to other bases (`1:30` would be ninety, and a long one takes long to work out), in
    which a name given twice is refused, as it would lose something said.
    """

    yaml_implicit_resolvers: ClassVar[dict[str, Any]] = {
        first: [row for row in rows if row[0] not in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")]
        for first, rows in _FASTEST.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    raise yaml.MarkedYAMLError(None, None, f"“{key.value[:40]}” is said twice", key.start_mark)
                seen.add(key.value)
        found: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return found


_PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"\A[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)
_PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"\A(?:[-+]?(?:[0-9]+\.[0-9]*(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$"),
    list("-+0123456789."),
)


def _whole_of_yaml(loader: Any, node: yaml.ScalarNode) -> int:
    digits = loader.construct_scalar(node)
    if len(digits) > _LONGEST_NUMBER:
        raise yaml.MarkedYAMLError(None, None, f"a number of {len(digits)} digits stands there", node.start_mark)
    return int(digits)


_PlainLoader.add_constructor("tag:yaml.org,2002:int", _whole_of_yaml)


class _LoaderWithoutDays(_PlainLoader):
    """Safe YAML in which a day is text, as in JSON."""


_LoaderWithoutDays.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if not tag.endswith(":timestamp")]
    for first, rows in _PlainLoader.yaml_implicit_resolvers.items()
}


def _object(data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        found = _NAMES.get(type(data), "a date")
        raise NotUnderstood(f"{_the(where)} should be an object: names with values, not {found}.", where)
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
    """Raises NotUnderstood for text that cannot be written down again, numbers without end, nesting no dispute has."""
    if depth > _DEEPEST:
        raise NotUnderstood(f"{_the(where)} is nested more than {_DEEPEST} deep.", where)
    if isinstance(data, dict):
        for key, value in data.items():
            if not isinstance(key, str):
                _refuse(f"names something “{str(key)[:40]}”, which is no text; put it in quotes", where)
            _check(key, where, depth + 1)
            _check(value, where, depth + 1)
    elif isinstance(data, list):
        for value in data:
            _check(value, where, depth + 1)
    elif type(data) not in _NAMES:
        raise NotUnderstood(f"{_the(where)} holds “{data}” without quotes; put it in quotes.", where)
    else:
        _CHECKS.get(type(data), _no_check)(data, where)


def _no_check(data: Any, where: str) -> None:
    """For what cannot be wrong."""


def _check_text(data: str, where: str) -> None:
    try:
        data.encode()
    except UnicodeEncodeError as problem:
        raise NotUnderstood(f"{_the(where)} holds half a character (a lone surrogate).", where) from problem


def _check_whole(data: int, where: str) -> None:
    if abs(data) >= 10**_LONGEST_NUMBER:
        _refuse(f"holds a number of more than {_LONGEST_NUMBER} digits", where)


def _check_float(data: float, where: str) -> None:
    if not math.isfinite(data):
        _refuse("holds a number that is not finite", where)


_CHECKS: dict[type, Callable[[Any, str], None]] = {str: _check_text, int: _check_whole, float: _check_float}
