"""Lists the fields that tables may give: of each dataclass of the model its own, by name, key and type."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from judge.rules.model import TableKey


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a row: its key in the tables, its name in Python, its type, and whether it must be given."""

    key: str
    name: str
    type: Any
    needed: bool


@lru_cache(maxsize=64)
def fields_of(made: type) -> tuple[Field, ...]:
    """The fields of a dataclass or NamedTuple of the model that tables may give."""
    hints = get_type_hints(made, include_extras=True)
    needed = _needed(made)
    found = []
    for name in needed:
        kind, marks = stripped(hints[name], TableKey)
        key = marks[0].key if marks else name.replace("_", "-")
        if key:
            found.append(Field(key, name, kind, needed[name]))
    return tuple(found)


def _needed(made: type) -> dict[str, bool]:
    if is_dataclass(made):
        return {f.name: f.default is MISSING and f.default_factory is MISSING for f in fields(made)}
    assert issubclass(made, tuple) and hasattr(made, "_fields") and hasattr(made, "_field_defaults")
    return {name: name not in made._field_defaults for name in made._fields}


def stripped(kind: Any, mark: type) -> tuple[Any, list[Any]]:
    """A type without its marks of one class, and those."""
    if get_origin(kind) is not Annotated:
        return kind, []
    base, *marks = get_args(kind)
    rest = [one for one in marks if not isinstance(one, mark)]
    return (Annotated[(base, *rest)] if rest else base), [one for one in marks if isinstance(one, mark)]


def is_row(kind: Any) -> bool:
    """Whether values of the type are rows: dataclasses and named tuples."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))
