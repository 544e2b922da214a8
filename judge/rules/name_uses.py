"""Lists every name in an edition's rules, with its sort, where it stands and which roles are known there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from itertools import repeat
from typing import Annotated, Any, get_args, get_origin

from judge.rules.field_types import fields_of
from judge.rules.model import Atom, Begin, Doing, Moment, NameOf, OccurrenceType, ParticipantType, Rules
from judge.rules.row_language import MECHANISMS

ATOM_VALUES = {"is": "kind", "has": "keyword", "in": "form", "with": "role", "bears": "status", "suffers": "status"}
"""What stands behind the relation of a condition."""
PLAIN_KINDS = ("card", "player", "flag", "number", "form", "place")
"""Kinds of participants that are no card type."""


@dataclass(frozen=True, slots=True)
class Used:
    """A name in use: its sort, where it stands, the occurrence that row belongs to, and for variants and things the
    event."""

    sort: str
    name: str
    where: str
    occurrence: OccurrenceType | None = None
    event: str | None = None


def names_in(rules: Rules, places: Mapping[Any, str]) -> Iterator[Used]:
    """All names of the rules; `places` says of rows, by `id`, and of keys of tables where they stand."""
    yield from _of(Rules, rules, "", None, places)


def _of(
    kind: Any, value: Any, where: str, occurrence: OccurrenceType | None, places: Mapping[Any, str]
) -> Iterator[Used]:
    if value is None:
        return
    base, sort = _sorted(kind)
    if sort is not None:
        yield Used(sort, value if isinstance(value, str) else ": ".join(value), where, occurrence)
        return
    where = places.get(id(value), where)
    if (names_of := _NAMES_OF.get(type(value))) is not None:
        yield from names_of(value, where, occurrence)
    elif is_dataclass(value) or hasattr(value, "_fields"):
        occurrence = value if isinstance(value, OccurrenceType) else occurrence
        row: Any = type(value)
        for one in fields_of(row):
            at = one.key if isinstance(value, Rules) else places.get((id(value), one.name), where)
            yield from _of_field(one.type, getattr(value, one.name), at, occurrence, places, value)
    elif isinstance(value, Mapping):
        keys, values = get_args(base)
        for key, inner in value.items():
            at = places.get((where, key), where)
            yield from _of(keys, key, at, occurrence, places)
            yield from _of(values, inner, at, occurrence, places)
    elif isinstance(value, tuple | frozenset):
        for one, inner in zip(_inner_kinds(base), value, strict=False):
            yield from _of(one, inner, where, occurrence, places)


def _inner_kinds(kind: Any) -> Iterable[Any]:
    """The types of the values of a list, or of a tuple by their places."""
    kinds = get_args(kind)
    return repeat(kinds[0]) if len(kinds) < 2 or kinds[1] is Ellipsis else kinds


def _of_field(
    kind: Any, value: Any, where: str, occurrence: OccurrenceType | None, places: Mapping[Any, str], row: Any
) -> Iterator[Used]:
    """The names of one field; of variants and things also whose."""
    for used in _of(kind, value, where, occurrence, places):
        event = getattr(row, "event", None) or (getattr(row, "name", None) if hasattr(row, "source") else None)
        if used.sort in ("variant", "thing") and used.event is None:
            yield Used(used.sort, used.name, used.where, used.occurrence, event)
        elif used.sort == "ready":
            yield Used(f"ready {row.source}", used.name, used.where, used.occurrence)
        else:
            yield used


@cache
def _sorted(kind: Any) -> tuple[Any, str | None]:
    """A type without its marks, and the sort of name that its values are."""
    if get_origin(kind) is Annotated:
        base, *marks = get_args(kind)
        sorts = [mark.sort for mark in marks if isinstance(mark, NameOf)]
        return (base, sorts[0]) if sorts else _sorted(base)
    inner = [one for one in get_args(kind) if one is not type(None)]
    if type(None) in get_args(kind) and len(inner) == 1:
        return _sorted(inner[0])
    return kind, None


def _of_atom(atom: Atom, where: str, occurrence: OccurrenceType | None) -> Iterator[Used]:
    yield Used("fact" if atom.relation is None else "role", atom.subject, where, occurrence)
    if atom.relation is not None and atom.value is not None:
        yield Used(ATOM_VALUES[atom.relation], atom.value, where, occurrence)


def _of_moment(moment: Moment, where: str, occurrence: OccurrenceType | None) -> Iterator[Used]:
    yield Used("event", moment.event, where, occurrence)
    if moment.variant is not None:
        yield Used("variant", moment.variant, where, occurrence, moment.event)
    if moment.thing is not None:
        yield Used("thing", moment.thing, where, occurrence, moment.event)
    for role in (*moment.agent, *moment.patient):
        yield Used("role", role, where, occurrence)


def _of_begin(begin: Begin, where: str, occurrence: OccurrenceType | None) -> Iterator[Used]:
    yield Used("occurrence", begin.occurrence, where, occurrence)
    for inner, outer in begin.roles:
        yield Used("role of", inner, where, occurrence, begin.occurrence)
        yield Used("role or the one", outer, where, occurrence)
    for fact in begin.facts:
        yield Used("fact", fact, where, occurrence)


def _of_doing(doing: Doing, where: str, occurrence: OccurrenceType | None) -> Iterator[Used]:
    yield Used("mechanism", doing.verb, where, occurrence)
    known = MECHANISMS.get(doing.verb)
    for sort, arg in zip(known.takes if known else (), doing.args, strict=False):
        yield Used(sort, arg, where, occurrence)


def _of_participant(part: ParticipantType, where: str, _: OccurrenceType | None) -> Iterator[Used]:
    kind = part.kind.removesuffix("-list")
    if "|" not in kind and kind not in PLAIN_KINDS:
        yield Used("kind", kind, where)
    if part.assume is not None:
        yield Used("kind", part.assume, where)


_NAMES_OF: Mapping[type, Callable[[Any, str, OccurrenceType | None], Iterator[Used]]] = {
    Atom: _of_atom,
    Moment: _of_moment,
    Begin: _of_begin,
    Doing: _of_doing,
    ParticipantType: _of_participant,
}
"""The names of what is written in the small language."""
