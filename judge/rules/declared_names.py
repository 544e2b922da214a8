"""Reads the names that a game's cards are read into: what `corpus/timing/card-words/GAME.toml` declares.

What the tables mean says `judge.cardtext`; a key that it never asks for, or a name that another row of the same table
should have declared, is told with its row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.cardtext.card_words import parse_words
from judge.errors import Problem
from judge.toml_tables import label_of, meaningless, meant, read_toml, row_name, shown

_WORD = re.compile(r"[^\W\d_]+")
_TEXTS = (
    "game", "id", "event", "variant", "thing", "agent", "patient", "to", "origin", "source", "state", "node", "forced",
    "timing", "default_timing",
)  # fmt: skip
"""Keys that hold text."""
_KEYWORD_SORTS = ("plain", "valued", "bracketed", "suffixed", "symbols")
"""What may follow the name of a keyword."""
_PLACES = ("subject", "object", "indirect")
"""Complements that are no preposition."""


class _Asked(dict[str, Any]):
    """A table that remembers which of its keys its reader asked for: the others mean nothing to anybody."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        super().__init__({key: _asked(value) for key, value in said.items()})
        self.asked: set[str] = set()
        self.open = False
        """Whether the reader took all keys, whatever they are."""

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:
        self.open = True
        return super().__iter__()

    def items(self) -> Any:
        self.open = True
        return super().items()

    def strange(self, where: str) -> Iterator[tuple[str, str, set[str]]]:
        """Keys that nobody asked for, here and within, each with where it stands and those that were."""
        for key, value in super().items():
            if self.asked and not self.open and key not in self.asked:
                yield where, key, self.asked
            elif isinstance(value, _Asked):
                yield from value.strange(f"{where}, [{key}]")
            elif isinstance(value, list):
                for place, row in enumerate(value):
                    if isinstance(row, _Asked):
                        yield from row.strange(row_name(where, key, place, label_of(row)))


def _asked(said: Any) -> Any:
    if isinstance(said, Mapping):
        return _Asked(said)
    return [_asked(value) for value in said] if isinstance(said, list) else said


@dataclass(frozen=True, slots=True)
class DeclaredNames:
    """Names by their sort, each with the row that declares it (“[[verb]] stun”), which an error shows.

    `happening` are the events that happen; `events` also those that are parts of effects.
    """

    file: str
    events: Mapping[str, str]
    happening: Mapping[str, str]
    timings: Mapping[str, str]
    keywords: Mapping[str, str]
    labels: Mapping[str, str]
    kinds: Mapping[str, str]
    nouns: Mapping[str, str]
    things: Mapping[str, str]
    facts: Mapping[str, str]
    states: Mapping[str, str]
    zones: Mapping[str, str]
    stats: Mapping[str, str]
    statuses: Mapping[str, str]
    durations: Mapping[str, str]
    variants: tuple[tuple[str, str, str], ...]
    """Event, the variant of it that a verb says, and the row."""
    icons: Mapping[str, str]
    words: frozenset[str]
    """Words that verbs, things, timings and instructions print."""
    names: tuple[tuple[str, str], ...]
    """Every name that the table makes up, and what the rows of its named words print, with the row."""
    problems: tuple[Problem, ...] = ()


def load_declared_names(folder: Path) -> dict[str, DeclaredNames]:
    """The vocabulary of every game that has one. Raises as `read_toml`."""
    found = {}
    for path in sorted(folder.glob("*.toml")):
        data = read_toml(path)
        found[str(data.get("game", path.stem))] = read_declared_names(data, shown(path))
    return found


def read_declared_names(data: Mapping[str, Any], file: str) -> DeclaredNames:
    """The names that a table declares, and what is wrong with it: keys that the reading of cards never asks for."""
    untyped = [Problem(message, file) for message in _untyped(data, file)]
    asked = _Asked(data)
    try:
        parse_words(asked)
        strange = asked.strange(file)
        problems = [Problem(f"{at}: {meaningless(key, key, known)}", file) for at, key, known in strange]
        return _made({} if untyped else data, file, (*untyped, *problems))
    except KeyError as problem:
        message = f"{file} does not tell how cards are worded: `{problem.args[0]}` is missing."
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        message = f"{file} does not tell how cards are worded: {problem}."
    return _made({}, file, untyped or [Problem(message, file)])


def _untyped(said: Any, where: str, key: str = "") -> Iterator[str]:
    """What is neither text nor a table nor, where it is yes or no, true or false."""
    if isinstance(said, Mapping):
        for name, value in said.items():
            yield from _untyped(value, f"{where}, {name}", name)
    elif isinstance(said, list):
        for place, value in enumerate(said):
            if isinstance(value, Mapping):
                yield from _untyped(value, row_name(where, key, place, label_of(value)))
            elif not isinstance(value, str):
                yield f"{where}: {value} should be text in quotes."
    elif not isinstance(said, str | bool) or (key in _TEXTS and not isinstance(said, str)):
        yield f"{where}: {said} should be text in quotes."


def _made(data: Mapping[str, Any], file: str, problems: Iterable[Problem]) -> DeclaredNames:
    kinds = _table(data, "kinds")
    frames = list(_frames(data))
    return DeclaredNames(
        file=file,
        events={event: row for event, _, row, _ in frames},
        happening={event: row for event, _, row, happens in frames if happens},
        variants=tuple((event, variant, row) for event, variant, row, happens in frames if happens and variant),
        timings=dict(_timings(data)),
        keywords=dict(_keywords(data)),
        labels=dict.fromkeys(data.get("labels", {}).values(), "[labels]"),
        kinds=kinds,
        nouns={**kinds, **_table(data, "roles")},
        things=_table(data, "thing"),
        facts={**_table(data, "facts"), **dict(_facts(data))},
        zones=_table(data, "zones"),
        states={
            **{row["state"]: _row_name(row) for row in data.get("verb", ()) if "state" in row},
            **_table(data, "states"),
        },
        stats=_table(data, "stats"),
        statuses=_table(data, "statuses"),
        durations=_table(data, "durations"),
        icons=dict.fromkeys(data.get("icons", ()), "icons"),
        words=frozenset(word for text in _printed(data) for word in _WORD.findall(text.lower())),
        names=tuple(_names(data)),
        problems=(*problems, *(Problem(f"{file}, {row}: {says}", file) for row, says in _strangers(data))),
    )


def _table(data: Mapping[str, Any], name: str) -> dict[str, str]:
    """The keys of a table, or the ids of its rows."""
    said = data.get(name, {})
    if isinstance(said, Mapping):
        return {key: f"[{name}] {key}" for key in said}
    return {row["id"]: f"[[{name}]] {row['id']}" for row in said}


def _printed(data: Mapping[str, Any]) -> Iterator[str]:
    """What verbs, things, timings and instructions print."""
    for row in (*data.get("verb", ()), *data.get("thing", ()), *data.get("timing", ()), *data.get("untimed", ())):
        yield from (*row.get("forms", ()), *row.get("words", ()), *row.get("starts", ()))
    for texts in data.get("instructions", {}).values():
        yield from texts


def _row_name(row: Mapping[str, Any]) -> str:
    return f"[[verb]] {row['forms'][0]}" if "forms" in row else f"[[thing]] {row['id']}"


def _each_frame(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A verb's own frame and those by what it is about."""
    yield row
    for frame in row.get("about", {}).values():
        yield frame if isinstance(frame, Mapping) else {"event": frame}


def _frames(data: Mapping[str, Any]) -> Iterator[tuple[str, str | None, str, bool]]:
    """What verbs and things say happens: event, variant, the row, and whether it happens (or is part of an effect)."""
    for row in (*data.get("verb", ()), *data.get("thing", ())):
        for frame in _each_frame(row):
            if "event" in frame:
                yield frame["event"], frame.get("variant"), _row_name(row), frame is not row or "node" not in row
    for event in data.get("events", ()):
        yield event, None, "events", False


def _facts(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in data.get("verb", ()):
        for frame in _each_frame(row):
            for fact in frame.get("facts", ()):
                yield fact, _row_name(row)


def _timings(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row in data.get("timing", ()):
        for timing in (row["id"], row.get("forced"), *row.get("with_symbol", {}).values()):
            if timing:
                yield timing, f"[[timing]] {row['id']}"


def _keywords(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for sort, names in data.get("keywords", {}).items():
        for name in names:
            yield name.strip("[]"), f"[keywords] {sort}"


def _names(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What the table calls things, and the words by which its rows tell complements apart."""
    yield from _table(data, "thing").items()
    for table in ("kinds", "roles", "stats", "zones", "statuses", "states", "facts", "forms", "durations"):
        for name, words in data.get(table, {}).items():
            for one in (name, *words):
                yield one, f"[{table}] {name}"
    for event, variant, row, _ in _frames(data):
        yield event, row
        if variant:
            yield variant, row
    yield from _facts(data)
    for key in ("prefixes", "labels", "own_nouns"):
        for name in data.get(key, {}):
            yield name, f"[{key}]"
    for key in ("resources", "icons", "asides", "free_symbols"):
        for name in data.get(key, ()):
            yield name, key
    for row in data.get("verb", ()):
        yield from ((name, _row_name(row)) for name in _names_of_verb(row))


def _names_of_verb(row: Mapping[str, Any]) -> Iterator[str]:
    for name in (*row.get("about", {}), *(row[key] for key in ("state", "node") if key in row)):
        yield name.replace(" ", "-")
    for frame in _each_frame(row):
        for part in ("agent", "patient", "to", "origin", "source"):
            yield from (place for place in frame.get(part, "").split() if place not in _PLACES)
    yield from row.get("prepositions", ())


def _strangers(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Names that another row of the table should declare, and none does: the row, and what is said of it."""
    for where, name, names in _names_declared_elsewhere(data):
        if name not in names:
            yield where, f"no row declares “{name}”; {meant(name, names)[0]}"


def _names_declared_elsewhere(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Names that another row of the table should declare: the row that has it, the name, and those declared."""
    tables = ("kinds", "roles", "stats", "zones", "statuses", "states", "forms", "thing")
    known = dict.fromkeys((name for table in tables for name in _table(data, table)), "")
    timings = dict(_timings(data))
    yield from (("untimed", row["timing"], timings) for row in data.get("untimed", ()))
    if "default_timing" in data and "timing" in data:
        yield "default_timing", data["default_timing"], timings
    events = {event: row for event, _, row, _ in _frames(data)}
    for stat, event in data.get("stat_events", {}).items():
        yield "[stat_events]", stat, _table(data, "stats")
        yield "[stat_events]", event, events
    yield from (("[keywords]", sort, dict.fromkeys(_KEYWORD_SORTS, "")) for sort in data.get("keywords", {}))
    nouns, prefixes = data.get("own_nouns", {}), data.get("prefixes", {})
    of_kinds = {"own_nouns": (*nouns.values(), *nouns), "prefixes": prefixes.values()}
    yield from ((key, name, _table(data, "kinds")) for key, names in of_kinds.items() for name in names)
    for row in data.get("verb", ()):
        yield from ((_row_name(row), frame["thing"], known) for frame in _each_frame(row) if "thing" in frame)
