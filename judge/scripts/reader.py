"""Tables → timing script: an edition's over those it extends, every citation checked word for word.

`corpus/timing/GAME.toml` holds what editions of a game share; `GAME-EDITION.toml` names it in `extends`, brings every
citation
(`[rules]`, key = ["entry-slug", "quote"] or a list of such pairs) and what differs. A table row names its citations
by key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.corpus import Corpus
from judge.entry import Citation
from judge.errors import Problem
from judge.scripts.notation import conditions, hook, moment, nested, participant
from judge.scripts.script import AbilityClass, Occurrence, Ready, Rules, Script, Step


class _Reader:
    """Reads one script's tables; `problems` collects what cites nothing or cites wrongly."""

    def __init__(self, data: Mapping[str, Any], corpus: Corpus) -> None:
        self.data = data
        self.corpus = corpus
        self.prefix = f"{data['game']}/{data['edition']}"
        self.file = f"timing/{data['game']}-{data['edition']}.toml"
        self.problems: list[Problem] = []
        self.made: dict[tuple[str, str], Citation] = {}
        self.cited = {key: tuple(self._citations(key, value)) for key, value in data.get("rules", {}).items()}

    def _citations(self, key: str, value: Any) -> Iterator[Citation]:
        for slug, quote in [value] if isinstance(value[0], str) else value:
            where = f"{self.file}: rules.{key}"
            entry = self.corpus.entries.get(f"{self.prefix}/{slug}")
            if entry is None:
                self.problems.append(Problem(f"There is no entry {self.prefix}/{slug} to cite.", where))
            elif " ".join(quote.split()) not in " ".join(entry.text.split()) or len(quote.split()) < 3:
                self.problems.append(Problem(f"“{quote}” does not stand in {entry.id}.", where))
            else:
                yield self.made.setdefault((slug, quote), self.corpus.cite(entry.id, quote))

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
            open_rules=self.rules({"rule": row.get("open_rule", [])}, f"{where} (open)") if open_sets else (),
            assumes=row.get("assumes"),
            warns=row.get("warns"),
        )

    def occurrence(self, row: Mapping[str, Any]) -> Occurrence:
        return Occurrence(
            type=row["type"],
            label=row["label"],
            acting=row.get("acting"),
            participants=tuple(participant(text) for text in row.get("participants", [])),
            steps=tuple(self.step(row["type"], step) for step in row["step"]),
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

    def ability_class(self, rank: int, row: Mapping[str, Any]) -> AbilityClass:
        return AbilityClass(
            row["id"],
            rank,
            tuple(row.get("timings", [])),
            row.get("would"),
            row.get("order", "together"),
            row.get("decider"),
            self.rules(row, f"class {row['id']}") if "rule" in row else (),
            self.some(row.get("ranked", [])),
            self.some(row.get("shared", [])),
            row.get("once", False),
            row.get("start"),
            row.get("open", {}),
            self.rules({"rule": row["open_rule"]}, f"class {row['id']} (open)") if "open" in row else (),
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
            re.compile(row["text"]) if "text" in row else None,
            row.get("warns"),
        )

    def script(self, official: bool) -> Script:
        data = self.data
        return Script(
            game=data["game"],
            edition=data["edition"],
            official=official,
            kinds={kind: tuple(more) for kind, more in data.get("kinds", {}).items()},
            timings={t: self.rules({"rule": keys}, f"timing {t}") for t, keys in data.get("timings", {}).items()},
            classes=tuple(self.ability_class(rank, row) for rank, row in enumerate(data.get("class", []))),
            occurrences={row["type"]: self.occurrence(row) for row in data.get("occurrence", [])},
            ready=tuple(self.ready(row) for row in data.get("ready", []) if not row.get("omit")),
            rules=self.cited,
            options=data.get("options", {}),
            variants={
                event: tuple((name, re.compile(pattern)) for name, pattern in table.items())
                for event, table in data.get("variants", {}).items()
            },
            durations={name: re.compile(text, re.IGNORECASE) for name, text in data.get("durations", {}).items()},
            qualifiers={name: conditions(texts) for name, texts in data.get("qualifiers", {}).items()},
            outcomes={name: conditions(texts) for name, texts in data.get("outcomes", {}).items()},
            whys=dict(data.get("why", {})),
            reasons={reason: tuple(keys) for reason, keys in data.get("reasons", {}).items()},
        )


def merge(shared: Mapping[str, Any], edition: Mapping[str, Any]) -> dict[str, Any]:
    """An edition's tables over those it extends.

    Tables are joined key by key; an occurrence given again replaces the shared one of its type, a ready ability that
    of its name; and
    a `[[change]]` of one step (`step = "TYPE/ID"`) replaces its keys, or takes it out (`omit = true`).
    """
    data: dict[str, Any] = {**shared, **edition}
    for key in (
        "rules",
        "kinds",
        "timings",
        "options",
        "variants",
        "durations",
        "qualifiers",
        "outcomes",
        "reasons",
        "why",
    ):
        data[key] = {**shared.get(key, {}), **edition.get(key, {})}
    for key, name in (("occurrence", "type"), ("ready", "name")):
        given = {row[name]: row for row in edition.get(key, [])}
        old = [given.pop(row[name], row) for row in shared.get(key, [])]
        data[key] = [row for row in (*old, *given.values()) if not row.get("omit")]
    changes = {row["step"]: row for row in edition.get("change", [])}
    data["occurrence"] = [_changed(row, changes) for row in data["occurrence"]]
    return data


def _changed(occurrence: Mapping[str, Any], changes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    steps = [(step, changes.get(f"{occurrence['type']}/{step['id']}", {})) for step in occurrence["step"]]
    return {
        **occurrence,
        "step": [
            {**step, **{k: v for k, v in new.items() if k != "step"}} for step, new in steps if not new.get("omit")
        ],
    }


def read_script(data: Mapping[str, Any], corpus: Corpus) -> tuple[Script, tuple[Problem, ...]]:
    """The script whose merged tables are `data`, and every citation in it that does not hold."""
    reader = _Reader(data, corpus)
    script = reader.script(corpus.book(data["game"], data["edition"]).official)
    return script, tuple(reader.problems)


def check_script(data: Mapping[str, Any], corpus: Corpus) -> list[Problem]:
    """Every row of the tables that cites no rule, no entry of the edition, or words that do not stand in the entry."""
    return list(read_script(data, corpus)[1])
