"""Tables → timing script: an edition's over those it extends, every citation checked word for word.

`corpus/timing/GAME.toml` holds what editions of a game share; `GAME-EDITION.toml` names it in `extends`, brings every
citation (`[rules]`, key = ["entry-slug", "quote"] or a list of such pairs) and what differs. A table row names its
citations by key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import count
from typing import Any, TypeVar

from judge.corpus import Corpus
from judge.entry import Citation
from judge.errors import JudgeError, NotAllowed, Problem
from judge.scripts.notation import conditions, hook, moment, nested, participant
from judge.scripts.script import AbilityClass, Occurrence, Ready, Rules, Script, Step
from judge.tables import meaningless

Made = TypeVar("Made")
_TABLES = (
    "game", "edition", "extends", "kinds", "options", "rules", "timings", "class", "occurrence", "change", "ready",
    "variants", "durations", "qualifiers", "outcomes", "why", "reasons",
)  # fmt: skip
"""What a script may hold, editions and what they share."""
_JOINED = (
    "rules", "kinds", "timings", "options", "variants", "durations", "qualifiers", "outcomes", "reasons", "why",
)  # fmt: skip
_LEAST_QUOTED = 3
"""Words of a quotation at least."""


class _Row(dict[str, Any]):
    """A row that knows which of its keys were asked for: others mean nothing."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        super().__init__(said)
        self.asked: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)


class _Reader:
    """Reads one script's tables; `problems` collects the rows that cannot be read, or cite nothing or wrongly."""

    def __init__(self, data: Mapping[str, Any], corpus: Corpus) -> None:
        self.data = data
        self.corpus = corpus
        self.prefix = f"{data['game']}/{data['edition']}"
        self.file = f"timing/{data['game']}-{data['edition']}.toml"
        self.problems: list[Problem] = []
        self.made: dict[tuple[str, str], Citation] = {}
        self.cited = {key: tuple(self._citations(key, value)) for key, value in data.get("rules", {}).items()}

    def _citations(self, key: str, value: Any) -> Iterator[Citation]:
        where = f"{self.file}: rules.{key}"
        pairs = [value] if isinstance(value, list) and value and isinstance(value[0], str) else value
        if not _are_pairs(pairs):
            self.problems.append(Problem(f"{where} should be [entry, quote] or a list of such pairs.", where))
            return
        for slug, quote in pairs:
            entry = self.corpus.entries.get(f"{self.prefix}/{slug}")
            if entry is None:
                self.problems.append(self._no_entry(slug, where))
            elif len(quote.split()) < _LEAST_QUOTED:
                self.problems.append(Problem(f"“{quote}” is too short to cite: quote three words at least.", where))
            elif " ".join(quote.split()) not in " ".join(entry.text.split()):
                self.problems.append(Problem(f"“{quote}” does not stand in {entry.id}.", where))
            else:
                yield self.made.setdefault((slug, quote), self.corpus.cite(entry.id, quote))

    def _no_entry(self, slug: str, where: str) -> Problem:
        slugs = [entry.slug for entry in self.corpus.entries_of(self.data["game"], self.data["edition"])]
        near = get_close_matches(slug, slugs, 1)
        hint = f"; did you mean {near[0]}?" if near else "."
        return Problem(f"There is no entry {self.prefix}/{slug} to cite{hint}", where, tuple(near))

    def each(self, what: str, key: str, rows: Iterable[Any], make: Callable[[Any], Made]) -> tuple[Made, ...]:
        """What `make` makes of every row; one that cannot be read, or holds a key that means nothing, is a problem.

        `what` is how the rows are named, `key` the field that names one of them.
        """
        made: list[Made] = []
        for place, said in enumerate(rows):
            row = _Row(said if isinstance(said, Mapping) else {})
            where = f"{self.file}, {what} {row.get(key, place + 1)}"
            try:
                made.append(make(row))
            except KeyError as problem:
                self.problems.append(Problem(f"{where}: `{problem.args[0]}` is missing.", where))
            except (TypeError, ValueError, AttributeError, LookupError, re.error, JudgeError) as problem:
                self.problems.append(Problem(f"{where} cannot be read: {str(problem).rstrip('.')}.", where))
            else:
                strange = [name for name in row if name not in row.asked]
                self.problems += [Problem(f"{where}: {meaningless(n, n, row.asked)}", where) for n in strange]
        return tuple(made)

    def once(self, what: str, ids: Iterable[str]) -> None:
        """An id that two rows bear is a problem: the later would hide the earlier."""
        for name, times in Counter(ids).items():
            if times > 1:
                self.problems.append(Problem(f"{self.file} has {what} {name} {times} times; once is right.", self.file))

    def rules(self, row: Mapping[str, Any], where: str) -> Rules:
        keys = row.get("rule", [])
        keys = [keys] if isinstance(keys, str) else keys
        found = self.some(keys)
        if not found:
            self.problems.append(Problem(f"{where} cites no rule ({', '.join(keys) or 'no key'}).", self.file))
        return found

    def some(self, keys: Sequence[str]) -> Rules:
        """The citations of further keys."""
        return tuple(rule for key in keys for rule in self.cited.get(key, ()))

    def step(self, type_: str, row: Mapping[str, Any]) -> Step:
        where = f"{type_}/{row['id']}"
        open_sets = tuple(tuple(part.split()) for part in row.get("open", []))
        open_rule = row.get("open_rule", [])
        return Step(
            id=where,
            title=row["title"],
            rules=self.rules(row, where),
            aside=self.some(row.get("aside", [])),
            conditions=conditions(row.get("if", [])),
            moments=tuple(moment(text) for text in row.get("moments", [])),
            printed=tuple(hook(text) for text in row.get("printed", [])),
            nested=tuple(nested(text) for text in row.get("do", [])),
            effects=tuple(row.get("effects", [])),
            repeat=row.get("repeat"),
            joins=row.get("joins", False),
            only=row.get("only"),
            also=tuple(
                (conditions(more["if"]), tuple(moment(text) for text in more["moments"]))
                for more in row.get("also", [])
            ),
            survives=row.get("survives", False),
            lasting=tuple(row.get("lasting", [])),
            open=open_sets,
            open_rules=self.rules({"rule": open_rule}, f"{where} (open)") if open_sets else (),
            assumes=row.get("assumes"),
            warns=row.get("warns"),
        )

    def occurrence(self, row: Mapping[str, Any]) -> Occurrence:
        return Occurrence(
            type=row["type"],
            label=row["label"],
            acting=row.get("acting"),
            participants=tuple(participant(text) for text in row.get("participants", [])),
            steps=self._steps(row["type"], row["step"]),
            roles=tuple((name, tuple(text.split("|"))) for name, text in row.get("roles", {}).items()),
            part=row.get("part", False),
            inner=row.get("inner", False),
            facts=tuple(row.get("facts", [])),
            yields=tuple(row.get("yields", [])),
            flags=tuple(row.get("flags", [])),
            each=row.get("each"),
            controls=tuple(row.get("controls", {}).items()),
            warnings=tuple((conditions(more.get("if", [])), more["says"]) for more in row.get("warning", [])),
        )

    def _steps(self, type_: str, rows: Sequence[Any]) -> tuple[Step, ...]:
        steps = self.each(f"steps of {type_}:", "id", rows, lambda row: self.step(type_, row))
        self.once("the step", (step.id for step in steps))
        return steps

    def ability_class(self, rank: int, row: Mapping[str, Any]) -> AbilityClass:
        return AbilityClass(
            row["id"],
            rank,
            tuple(row.get("timings", [])),
            row.get("would"),
            row.get("order", "together"),
            row.get("decider"),
            self.rules(row, f"class {row['id']}") if row.get("rule") else (),
            self.some(row.get("ranked", [])),
            self.some(row.get("shared", [])),
            row.get("once", False),
            row.get("start"),
            row.get("open", {}),
            self.rules({"rule": row["open_rule"]}, f"class {row['id']} (open)") if row.get("open") else (),
        )

    def ready(self, row: Mapping[str, Any]) -> Ready:
        return Ready(
            row["name"],
            row["is"],
            tuple(hook(text) for text in row.get("at", [])),
            row.get("class", "constant"),
            conditions(row.get("if", [])),
            tuple(row.get("does", [])),
            self.rules(row, f"{row['is']} {row['name']}"),
            re.compile(row["text"]) if row.get("text") else None,
            row.get("warns"),
        )

    def patterns(self, where: str, table: Mapping[str, str], flags: int = 0) -> dict[str, re.Pattern[str]]:
        """The patterns of a table; one that is none is a problem."""
        found: dict[str, re.Pattern[str]] = {}
        for name, text in table.items():
            try:
                found[name] = re.compile(text, flags)
            except re.error as problem:
                message = f"{self.file}: {where}.{name} is no regular expression: {problem}."
                self.problems.append(Problem(message, self.file))
        return found

    def script(self, official: bool) -> Script:
        data = self.data
        strange = [name for name in data if name not in _TABLES]
        self.problems += [Problem(f"{self.file}: {meaningless(n, n, _TABLES)}", self.file) for n in strange]
        ranks = count()
        classes = self.each("class", "id", data.get("class", []), lambda row: self.ability_class(next(ranks), row))
        self.once("the class", (cls.id for cls in classes))
        occurrences = self.each("occurrence", "type", data.get("occurrence", []), self.occurrence)
        return Script(
            game=data["game"],
            edition=data["edition"],
            official=official,
            kinds={kind: tuple(more) for kind, more in data.get("kinds", {}).items()},
            timings={t: self.rules({"rule": keys}, f"timing {t}") for t, keys in data.get("timings", {}).items()},
            classes=classes,
            occurrences={occurrence.type: occurrence for occurrence in occurrences},
            ready=self.each("ready ability", "name", data.get("ready", []), self.ready),
            rules=self.cited,
            options=data.get("options", {}),
            variants={
                event: tuple(self.patterns(f"variants.{event}", table).items())
                for event, table in data.get("variants", {}).items()
            },
            durations=self.patterns("durations", data.get("durations", {}), re.IGNORECASE),
            qualifiers={name: conditions(texts) for name, texts in data.get("qualifiers", {}).items()},
            outcomes={name: conditions(texts) for name, texts in data.get("outcomes", {}).items()},
            whys=dict(data.get("why", {})),
            reasons={reason: tuple(keys) for reason, keys in data.get("reasons", {}).items()},
        )


def merge(shared: Mapping[str, Any], edition: Mapping[str, Any]) -> dict[str, Any]:
    """An edition's tables over those it extends.

    Tables are joined key by key; an occurrence given again replaces the shared one of its type, a ready ability that
    of its name; and a `[[change]]` of one step (`step = "TYPE/ID"`) replaces its keys, or takes it out (`omit = true`).

    Raises NotAllowed for rows that would hide one another, and changes of a step that there is not.
    """
    data: dict[str, Any] = {**shared, **edition}
    for key in _JOINED:
        data[key] = {**shared.get(key, {}), **edition.get(key, {})}
    for key, name in (("occurrence", "type"), ("ready", "name")):
        given = _by(name, key, edition)
        old = [given.pop(row.get(name), row) for row in shared.get(key, [])]
        data[key] = [row for row in (*old, *given.values()) if not row.get("omit")]
    changes = _by("step", "change", edition)
    data["occurrence"] = [_changed(row, changes) for row in data["occurrence"]]
    if changes:
        message = f"The script of {edition['game']}/{edition['edition']} changes steps that there are not: "
        raise NotAllowed(f"{message}{', '.join(map(str, changes))}.", "change")
    return data


def _by(name: str, key: str, edition: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """An edition's rows of a table by the field that names them."""
    rows = edition.get(key, [])
    twice = [named for named, times in Counter(row.get(name) for row in rows).items() if times > 1]
    if twice:
        message = f"The script of {edition['game']}/{edition['edition']} has several [[{key}]] with {name} = "
        raise NotAllowed(f"{message}{', '.join(map(str, twice))}; the last would hide the others.", key)
    return {row.get(name): row for row in rows}


def _changed(occurrence: Mapping[str, Any], changes: dict[str, Mapping[str, Any]]) -> dict[str, Any]:
    """An occurrence with what `changes` say of its steps, which are taken from there."""
    if "step" not in occurrence:
        return dict(occurrence)
    type_ = occurrence.get("type")
    steps = [(step, changes.pop(f"{type_}/{step.get('id')}", {})) for step in occurrence["step"]]
    kept = [{**step, **{k: v for k, v in new.items() if k != "step"}} for step, new in steps if not new.get("omit")]
    return {**occurrence, "step": kept}


def _are_pairs(pairs: Any) -> bool:
    """Whether it is a list of pairs of text, with one at least."""
    return (
        isinstance(pairs, list)
        and bool(pairs)
        and all(isinstance(p, list) and len(p) == 2 and all(isinstance(text, str) for text in p) for p in pairs)
    )


def read_script(data: Mapping[str, Any], corpus: Corpus) -> tuple[Script, tuple[Problem, ...]]:
    """The script whose merged tables are `data`, and what in them cannot be read or does not hold."""
    reader = _Reader(data, corpus)
    script = reader.script(corpus.book(data["game"], data["edition"]).official)
    return script, tuple(reader.problems)


def check_script(data: Mapping[str, Any], corpus: Corpus) -> list[Problem]:
    """Every row of the tables that cites no rule, no entry of the edition, or words that do not stand in the entry."""
    return list(read_script(data, corpus)[1])
