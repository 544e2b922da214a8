"""Reads tables into rules: makes each row the dataclass of its table, by that dataclass' own fields and types.

A field is a key of the same name in kebab-case, or the one that its `TableKey` says; strings of the small language
are read by `judge.rules.row_language`; names stay names (the linker resolves them); citations are keys of `[rules]`,
whose quotations are held word for word against the glossary. Whatever cannot be read is a problem with file and row,
all told at once.
"""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Mapping as AbstractMapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Literal, Union, get_args, get_origin

from judge.corpus import Corpus
from judge.entry import Citation
from judge.errors import Problem
from judge.rules import row_language
from judge.rules.field_types import fields_of, is_row, stripped
from judge.rules.model import (
    AbilityClass,
    Atom,
    Begin,
    Citations,
    Doing,
    Kind,
    Moment,
    NameOf,
    OccurrenceType,
    ParticipantType,
    Rules,
    TableKey,
)
from judge.rules.rule_tables import RuleTable
from judge.rules.whole_quotes import in_whole_sentences
from judge.toml_tables import meaningless, meant

_LEAST_QUOTED = 3
"""Words of a quotation at least."""
_WRITTEN: Mapping[Any, Callable[[str], Any]] = {
    Moment: row_language.read_moment,
    Begin: row_language.read_begin,
    Doing: row_language.read_doing,
    ParticipantType: row_language.read_participant,
    tuple[Atom, ...]: row_language.read_condition,
}
_NAMED: Mapping[str, Callable[[str], Any]] = {"hook": row_language.read_hook, "printed": row_language.read_printed}
_READ_ELSEWHERE = ("rules", "extends")
_EVENT_FIELDS = ("begun-by",)
_ABSENT: Any = object()


class _Wrong(Exception):
    """A value that cannot be read; the message says why."""


class Reader:
    """Reads one edition's merged tables; `problems` collects what cannot be read, `used` the citation keys of rows."""

    def __init__(self, data: RuleTable, corpus: Corpus, shared_keys: frozenset[str] = frozenset()) -> None:
        self.data = data
        self.corpus = corpus
        self.prefix = f"{data['game']}/{data['edition']}"
        self.shared_keys = shared_keys
        self.problems: list[Problem] = []
        self.used: set[str] = set()
        self.places: dict[Any, str] = {}
        """Where rows stand, by `id`, and keys of tables, by table and key."""
        self.cited: dict[str, Citations] = {}
        self.examples: dict[tuple[type, str], tuple[str, Any]] = {}
        """For a row and a key the first that gives it: where, and what it says."""
        self._kept: list[Any] = []

    def rules(self) -> Rules:
        """The rules that the tables say; what of them cannot be read is told in `problems`."""
        said = self.data.get("rules", RuleTable({}, self.data.file))
        for key, value in said.items():
            self.cited[key] = tuple(self._citations(key, value, said.file_of(key)))
            self.places["rules", key] = f"{said.file_of(key)}, rules.{key}"
        read = self._row(Rules, self.data, self.data.file, skip=("cited", "official"))
        official = self.corpus.book(self.data["game"], self.data["edition"]).official
        classes = tuple(self._at(cls, replace(cls, rank=rank)) for rank, cls in enumerate(read.get("classes", ())))
        return Rules(**{**read, "official": official, "cited": self.cited, "classes": classes})

    # --- citations

    def _citations(self, key: str, value: Any, file: str) -> Iterator[Citation]:
        where = f"{file}, rules.{key}"
        pairs = [value] if isinstance(value, list) and value and isinstance(value[0], str) else value
        if not _are_pairs(pairs):
            self.problems.append(Problem(f"{where} should be [entry, quote] or a list of such pairs.", where))
            return
        for slug, quote in pairs:
            entry = self.corpus.entries.get(f"{self.prefix}/{slug}")
            if entry is None:
                self.problems.append(self._no_entry(slug, where))
            elif len(quote.split()) < _LEAST_QUOTED:
                message = f"{where}: “{quote}” is too short to cite: quote three words at least."
                self.problems.append(Problem(message, where))
            elif " ".join(quote.split()) not in " ".join(entry.text.split()):
                self.problems.append(Problem(f"{where}: “{quote}” does not stand in {entry.id}.", where))
            elif quote.endswith(":") and not entry.text.endswith(quote):
                message = f"{where}: “{quote}” announces what it does not say: quote what follows the colon, too."
                self.problems.append(Problem(message, where))
            else:
                yield self.corpus.cite(entry.id, in_whole_sentences(entry, quote))

    def _no_entry(self, slug: str, where: str) -> Problem:
        slugs = [entry.slug for entry in self.corpus.entries_of(self.data["game"], self.data["edition"])]
        near = get_close_matches(slug, slugs, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        return Problem(f"{where}: there is no entry {self.prefix}/{slug} to cite{hint}", where, tuple(near))

    def _cite(self, said: Any, file: str) -> Citations:
        """The citations of keys; a key that only another edition of the shared file has is left out."""
        keys = [said] if isinstance(said, str) else said
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise _Wrong("is a key of [rules], or a list of them")
        found: list[Citation] = []
        for key in keys:
            if key in self.cited:
                self.used.add(key)
                found += self.cited[key]
            elif file == self.data.file or key not in self.shared_keys:
                raise _Wrong(f"[rules] has no “{key}”; {meant(key, self.cited)[0]}")
        return tuple(found)

    # --- rows

    def _row(self, made: type, said: RuleTable, where: str, skip: tuple[str, ...] = (), **given: Any) -> dict[str, Any]:
        """The fields of a row as `made` has them; what is wrong with one is a problem, and the field is left out."""
        known = {field.key: field for field in fields_of(made) if field.name not in (*skip, *given)}
        for key in said:
            if key not in known and not (made is Rules and key in _READ_ELSEWHERE):
                file = said.file_of(key)
                self.problems.append(Problem(f"{_in_file(where, file)}: {meaningless(key, key, known)}", file))
        read = dict(given)
        for key, field in known.items():
            if key not in said:
                if field.needed:
                    self.problems.append(Problem(f"{where}: `{key}` is missing.", said.file))
                continue
            self.examples.setdefault((made, key), (where, said[key]))
            try:
                read[field.name] = self._value(field.type, said[key], said.file_of(key), where, key)
                if field.needed and field.type == Citations and not read[field.name]:
                    raise _Wrong("cites no rule that this edition has")
            except _Wrong as problem:
                file = said.file_of(key)
                self.problems.append(Problem(f"{_in_file(where, file)}, `{key}`: {problem}.".replace("?.", "?"), file))
        return read

    def _made(self, made: type, said: Any, where: str, **given: Any) -> Any:
        """A row as a value; `_ABSENT` where a field that must be given could not be read."""
        if not isinstance(said, RuleTable):
            raise _Wrong("should be a table")
        read = self._row(made, said, where, **given)
        if any(field.needed and field.name not in read for field in fields_of(made)):
            return _ABSENT
        if made is AbilityClass:
            read["rank"] = 0
        value = made(**read)
        self.places[id(value)] = where
        self._kept.append(value)
        for field in fields_of(made):
            if field.key in said and said.file_of(field.key) != where.partition(",")[0]:
                self.places[id(value), field.name] = _in_file(where, said.file_of(field.key))
        if made is Kind:
            return self._at(value, replace(value, closure=value.closure | {value.id}))
        if made is OccurrenceType:
            steps = tuple(self._at(step, replace(step, id=f"{value.type}/{step.id}")) for step in value.steps)
            for id_, times in Counter(step.id for step in steps).items():
                if times > 1:
                    message = f"{where}, step {id_} stands {times} times; once is right."
                    self.problems.append(Problem(message, said.file))
            return self._at(value, replace(value, steps=steps))
        return value

    def _at(self, before: Any, value: Any) -> Any:
        """`value`, which stands where `before` did."""
        self.places[id(value)] = self.places[id(before)]
        made: Any = type(value)
        for field in fields_of(made):
            if (id(before), field.name) in self.places:
                self.places[id(value), field.name] = self.places[id(before), field.name]
        self._kept.append(value)
        return value

    def _value(self, kind: Any, said: Any, file: str, where: str, key: str) -> Any:
        """What a value of a field says."""
        base, names = stripped(kind, NameOf)
        if (read := _reader_of_text(base, names, key)) is not None:
            return self._written(read, said)
        if base == Citations:
            return self._cite(said, file)
        origin, inner = get_origin(base), get_args(base)
        if origin in (Union, types.UnionType):
            return self._value(next(one for one in inner if one is not type(None)), said, file, where, key)
        if origin is Literal:
            return self._one_of(said, inner)
        if origin in (tuple, frozenset):
            return self._several(origin, inner, said, file, where, key)
        if origin is AbstractMapping:
            return self._mapping(inner[1], said, file, where, key)
        if is_row(base):
            made = self._made(base, said, f"{where}, {key}")
            if made is _ABSENT:
                raise _Wrong("cannot be read")
            return made
        if not isinstance(said, base) or (base is int and isinstance(said, bool)):
            what = {str: "text in quotes", bool: "true or false", int: "a whole number"}[base]
            raise _Wrong(f"should be {what}")
        return said

    def _written(self, read: Callable[[str], Any], said: Any) -> Any:
        if not isinstance(said, str):
            raise _Wrong("should be text in quotes")
        try:
            return read(said)
        except ValueError as problem:
            raise _Wrong(str(problem)) from problem

    def _one_of(self, said: Any, known: tuple[Any, ...]) -> Any:
        if said not in known:
            raise _Wrong(f"“{said}” means nothing here; {meant(str(said), known)[0]}")
        return said

    def _several(self, origin: Any, inner: tuple[Any, ...], said: Any, file: str, where: str, key: str) -> Any:
        one = inner[0]
        if isinstance(said, RuleTable) and get_origin(one) is tuple:  # pairs are written as a table
            pair = get_args(one)[1]
            return tuple((k, self._value(pair, v, said.file_of(k), where, key)) for k, v in said.items())
        if not isinstance(said, list):
            raise _Wrong("should be a list")
        if is_row(one) and one not in _WRITTEN:
            made = [self._made(one, row, _named(where, key, row, place)) for place, row in enumerate(said)]
            return tuple(value for value in made if value is not _ABSENT)
        return origin(self._value(one, value, file, where, key) for value in said)

    def _mapping(self, inner: Any, said: Any, file: str, where: str, key: str) -> Any:
        base, _ = stripped(inner, TableKey)
        if is_row(base) and base not in _WRITTEN:
            return self._rows_by_name(base, said, file, where, key)
        if not isinstance(said, RuleTable):
            raise _Wrong("should be a table")
        for name in said:
            self.places[key, name] = f"{said.file_of(name)}, {key}.{name}"
        return {name: self._value(inner, value, said.file_of(name), f"{where}, {key}.{name}", key)
                for name, value in said.items()}  # fmt: skip

    def _rows_by_name(self, base: Any, said: Any, file: str, where: str, key: str) -> dict[str, Any]:
        first = fields_of(base)[0]
        named = first.needed and get_origin(first.type) is not tuple and first.key in ("id", "type", "name")
        rows = said.items() if isinstance(said, RuleTable) else [(None, row) for row in said]
        made: dict[str, Any] = {}
        for place, (name, row) in enumerate(rows):
            given = {first.name: name} if named and name is not None else {}
            value = self._made(base, row, _named(where, key, row, place, name), **given)
            if value is _ABSENT:
                continue
            id_ = name if name is not None else getattr(value, first.name)
            if id_ in made:
                self.problems.append(Problem(f"{where}, [[{key}]] {id_} stands twice; once is right.", file))
            made[id_] = value
            self.places[key, id_] = self.places[id(value)]
        return made


def _reader_of_text(kind: Any, names: Sequence[NameOf], key: str) -> Callable[[str], Any] | None:
    """What reads the values of a field that are text in the small language."""
    if names and names[0].sort in _NAMED:
        return _NAMED[names[0].sort]
    return row_language.read_event if key in _EVENT_FIELDS and kind is Moment else _WRITTEN.get(kind)


def _named(where: str, key: str, row: Any, place: int, name: str | None = None) -> str:
    """How a row is named: its file, its table, and what tells it from others."""
    file = row.file if isinstance(row, RuleTable) else where
    outer = file if where.endswith(".toml") else where
    if name is None and isinstance(row, RuleTable):
        name = next((str(row[one]) for one in ("type", "id", "name", "event", "says") if one in row), str(place + 1))
        name = f"{row['is']} {name}" if "is" in row else name
    return f"{outer}, {key} {name or place + 1}"


def _in_file(where: str, file: str) -> str:
    """Where something stands, in the file that really says it."""
    _, _, rest = where.partition(", ")
    return f"{file}, {rest}" if rest else file


def _are_pairs(pairs: Any) -> bool:
    """Whether it is a list of pairs of text, with one at least."""
    return (
        isinstance(pairs, list)
        and bool(pairs)
        and all(isinstance(p, list) and len(p) == 2 and all(isinstance(text, str) for text in p) for p in pairs)
    )
