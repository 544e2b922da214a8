"""A timing script: what one edition's rules say about order, read from tables into frozen values.

`corpus/timing/GAME.toml` holds what editions of a game share; `GAME-EDITION.toml` names it in `extends`, brings every citation
(`[rules]`, key = ["entry-slug", "quote"] or a list of such pairs) and what differs. A table row names its citations by key.
Strings are small languages: a *moment* is “would damage.dealt: source -> target” (word, event, variant, agent, patient), a
*condition* “attacker is villain”, “attacker has villainous”, “target in hero”, “defended”, each also with “not”,
alternatives parted by “|”; a *hook* “player-attack/retaliate: target” (step and the participant that bears the card; “bam: =threat” means
any submitted card of that kind, “*” any). A participant's type may be a kind of card, “player”, “flag”, “form”, “place”
(a location's number or name), a choice “one|other”, and each of these with “-list”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from judge.corpus import Corpus
from judge.entry import Citation
from judge.errors import CouldNot, Problem

Rules = tuple[Citation, ...]

_MOMENT = re.compile(r"(would|when|after) ([a-z-]+)(?:\.([a-z*-]+))?(?:: ([a-z_|*@-]+))?(?::? -> ([a-z_|*@-]+))?")
_ATOM = re.compile(r"(not )?([a-z_-]+)(?: (is|has|in|with|bears|suffers) ([a-z_-]+))?")


@dataclass(frozen=True, slots=True)
class Moment:
    """Something a trigger may wait for: `word` “would”, “when” or “after”; `agent` and `patient` name participants."""

    word: str
    event: str
    variant: str | None = None
    agent: tuple[str, ...] = ()
    patient: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Atom:
    """One condition: a fact, or a participant that is of a kind, has a keyword, is in a form."""

    negative: bool
    subject: str
    relation: str | None = None
    value: str | None = None


Condition = tuple[Atom, ...]
"""Atoms of which one must hold."""


@dataclass(frozen=True, slots=True)
class Nested:
    """An occurrence that a step or an ability unfolds into: participants mapped from the outer ones, facts it begins with."""

    occurrence: str
    roles: tuple[tuple[str, str], ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `printed` says whose printed abilities of a timing resolve here (timing, participant)."""

    id: str
    title: str
    rules: Rules
    conditions: tuple[Condition, ...] = ()
    moments: tuple[Moment, ...] = ()
    printed: tuple[tuple[str, str], ...] = ()
    nested: tuple[Nested, ...] = ()
    effects: tuple[str, ...] = ()
    repeat: str | None = None
    joins: bool = False
    only: str | None = None
    """The verb without which an ability has no place here (“cancel”: what would otherwise come too late)."""
    also: tuple[tuple[tuple[Condition, ...], tuple[Moment, ...]], ...] = ()
    """Further moments of the same window, each with the conditions on which it opens."""
    survives: bool = False
    lasting: tuple[str, ...] = ()
    open: tuple[tuple[str, ...], ...] = ()
    open_rules: Rules = ()
    assumes: str | None = None
    """What is taken to be so where an ability resolves here."""
    warns: str | None = None
    """What the rules leave open where an ability resolves here."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of an occurrence: the kind of thing it must be, and what it is taken to be when nobody says."""

    name: str
    kind: str
    optional: bool = False
    assume: str | None = None

    @property
    def type(self) -> str:
        """How it is given: "name", "list", "flag", "number", "form", or "choice" of fixed words."""
        if self.kind.endswith("-list"):
            return "list"
        if "|" in self.kind:
            return "choice"
        return self.kind if self.kind in ("flag", "number", "form") else "name"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A type of occurrence: its participants, steps in order, and how a ruling names one (`label`)."""

    type: str
    label: str
    acting: str | None
    participants: tuple[Participant, ...]
    steps: tuple[Step, ...]
    roles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    part: bool = False
    facts: tuple[str, ...] = ()
    yields: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    each: str | None = None
    """The list of participants for each of which it happens once, one after another."""
    controls: tuple[tuple[str, str], ...] = ()
    """Participants of unknown controller, and the player whose they are."""


@dataclass(frozen=True, slots=True)
class AbilityClass:
    """A class of abilities that stand together at a step; classes are listed first to last.

    `order`: "together" (simultaneous), "rounds" (opportunities go round), "dealt" (as dealt), "circle" (by place, from the place in
    the role `start`), "seats" (player by player). Rounds begin with the player in the role `start`, else with the first player.
    """

    id: str
    rank: int
    timings: tuple[str, ...]
    would: bool | None
    order: str
    decider: str | None
    rules: Rules
    ranked: Rules = ()
    """What ranks it against other classes, cited where one stands beside it."""
    shared: Rules = ()
    """How opportunities go round, cited where several players have some."""
    once: bool = False
    """True for what holds throughout: it stands only where it first makes a difference."""
    start: str | None = None
    open: Mapping[str, str] = field(default_factory=dict)
    """What the rules leave open (`judge.timing.openings` names the cases), with the sentence that says so."""
    open_rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Ready:
    """A keyword, status card or other thing whose rule is the book's, as a ready ability."""

    name: str
    source: str
    at: tuple[tuple[str, str], ...]
    cls: str
    conditions: tuple[Condition, ...]
    does: tuple[str, ...]
    rules: Rules
    text: re.Pattern[str] | None = None
    """The constant text that has it, where words tell better than effects."""


@dataclass(frozen=True)
class Script:
    """All that one edition says about timing."""

    game: str
    edition: str
    official: bool
    kinds: Mapping[str, tuple[str, ...]]
    timings: Mapping[str, Rules]
    classes: tuple[AbilityClass, ...]
    occurrences: Mapping[str, Occurrence]
    ready: tuple[Ready, ...]
    rules: Mapping[str, Rules]
    options: Mapping[str, Any]
    variants: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]] = field(default_factory=dict)
    durations: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    qualifiers: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a trigger says so (“undefended”)."""
    outcomes: Mapping[str, tuple[Condition, ...]] = field(default_factory=dict)
    """What must hold where a trigger joins a further event (“attacks and defeats”)."""
    reasons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Citation keys for each reason of exclusion."""
    whys: Mapping[str, str] = field(default_factory=dict)
    """The sentence for each class, with {names}, {user} and {step}."""

    def cite(self, *keys: str) -> Rules:
        """Citations of the keys, in order, those the edition lacks left out."""
        return tuple(rule for key in keys for rule in self.rules.get(key, ()))

    def rules_of(self, names: Sequence[tuple[str, str]]) -> Rules:
        """Citations of ready abilities, given by source and name."""
        return tuple(rule for ready in self.ready if (ready.source, ready.name) in names for rule in ready.rules)

    def closure(self, kind: str) -> frozenset[str]:
        """The kind with all it is besides: a minion is an enemy, a character …"""
        return self._closures.get(kind, frozenset({kind}))

    @cached_property
    def _closures(self) -> dict[str, frozenset[str]]:
        return {kind: frozenset({kind, *more}) for kind, more in self.kinds.items()}

    def sorts_of(self, kind: str) -> frozenset[str]:
        """The card types that are of a kind."""
        return self._by_kind.get(kind, frozenset())

    @cached_property
    def _by_kind(self) -> dict[str, frozenset[str]]:
        every = {*self.kinds, *(more for kinds in self.kinds.values() for more in kinds)}
        return {kind: frozenset(leaf for leaf in self.kinds if kind in self.closure(leaf)) for kind in every}

    def is_kind(self, kind: str) -> bool:
        """Whether the script knows the kind."""
        return kind in self._by_kind

    def is_sort_of(self, kinds: frozenset[str], kind: str) -> bool | None:
        """Whether something of one of the card types `kinds` is a `kind`: None when it may or may not be."""
        known = self._sorts.get((kinds, kind), ...)
        if known is ...:
            fitting = sum(kind in self.closure(leaf) for leaf in kinds)
            known = self._sorts[kinds, kind] = bool(fitting) if fitting in (0, len(kinds)) else None
        return known

    @cached_property
    def _sorts(self) -> dict[tuple[frozenset[str], str], bool | None]:
        return {}  # remembered: a pure function of the script, over few kinds

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Kinds of cards that nothing else is a sort of."""
        return frozenset(self.kinds)

    @cached_property
    def worded(self) -> tuple[Ready, ...]:
        """The ready abilities that a constant text shows by its words."""
        return tuple(ready for ready in self.ready if ready.text is not None)

    @cached_property
    def ready_at(self) -> Mapping[str, tuple[tuple[Ready, str], ...]]:
        """Ready abilities by the step where they stand, with the participant that bears them."""
        found: dict[str, list[tuple[Ready, str]]] = {}
        for ready in self.ready:
            for step, role in ready.at:
                found.setdefault(step, []).append((ready, role))
        return {step: tuple(items) for step, items in found.items()}


class _Reader:
    """Reads one script's tables; `problems` collects what cites nothing or cites wrongly."""

    def __init__(self, data: Mapping[str, Any], corpus: Corpus) -> None:
        self.data = data
        self.corpus = corpus
        self.prefix = f"{data['game']}/{data['edition']}"
        self.problems: list[Problem] = []
        self.made: dict[tuple[str, str], Citation] = {}
        self.cited = {key: tuple(self._citations(key, value)) for key, value in data.get("rules", {}).items()}

    def _citations(self, key: str, value: Any) -> Iterator[Citation]:
        for slug, quote in [value] if isinstance(value[0], str) else value:
            where = f"{self.prefix}: rules.{key}"
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
        found = tuple(rule for key in keys for rule in self.cited.get(key, ()))
        if not found:
            self.problems.append(Problem(f"{where} cites no rule ({', '.join(keys) or 'no key'}).", self.prefix))
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
            conditions=_conditions(row.get("if", [])),
            moments=tuple(_moment(text) for text in row.get("moments", [])),
            printed=tuple(_hook(text) for text in row.get("printed", [])),
            nested=tuple(nested(text) for text in row.get("do", [])),
            effects=tuple(row.get("effects", [])),
            repeat=row.get("repeat"),
            joins=row.get("joins", False),
            only=row.get("only"),
            also=tuple(
                (_conditions(more["if"]), tuple(_moment(text) for text in more["moments"])) for more in row.get("also", [])
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
            participants=tuple(_participant(text) for text in row.get("participants", [])),
            steps=tuple(self.step(row["type"], step) for step in row["step"]),
            roles=tuple((name, tuple(text.split("|"))) for name, text in row.get("roles", {}).items()),
            part=row.get("part", False),
            facts=tuple(row.get("facts", [])),
            yields=tuple(row.get("yields", [])),
            flags=tuple(row.get("flags", [])),
            each=row.get("each"),
            controls=tuple(row.get("controls", {}).items()),
        )

    def ability_class(self, rank: int, row: Mapping[str, Any]) -> AbilityClass:
        return AbilityClass(
            row["id"], rank, tuple(row.get("timings", [])), row.get("would"), row.get("order", "together"),
            row.get("decider"), self.rules(row, f"class {row['id']}"), self.some(row.get("ranked", [])),
            self.some(row.get("shared", [])), row.get("once", False), row.get("start"),
            row.get("open", {}), self.rules({"rule": row["open_rule"]}, f"class {row['id']} (open)") if "open" in row else (),
        )

    def ready(self, row: Mapping[str, Any]) -> Ready:
        return Ready(
            row["name"], row["is"], tuple(_hook(text) for text in row.get("at", [])), row.get("class", "constant"),
            _conditions(row.get("if", [])), tuple(row.get("does", [])), self.rules(row, f"{row['is']} {row['name']}"),
            re.compile(row["text"]) if "text" in row else None,
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
            qualifiers={name: _conditions(texts) for name, texts in data.get("qualifiers", {}).items()},
            outcomes={name: _conditions(texts) for name, texts in data.get("outcomes", {}).items()},
            whys=dict(data.get("why", {})),
            reasons={reason: tuple(keys) for reason, keys in data.get("reasons", {}).items()},
        )


def _moment(text: str) -> Moment:
    found = _MOMENT.fullmatch(text)
    if not found:
        raise CouldNot(f"The timing script has a moment that cannot be read: “{text}”.")
    word, event, variant, agent, patient = found.groups()
    return Moment(word, event, variant, tuple((agent or "").split("|")) if agent else (),
                  tuple(patient.split("|")) if patient else ())


def _conditions(texts: Sequence[str]) -> tuple[Condition, ...]:
    return tuple(tuple(_atom(part.strip()) for part in text.split("|")) for text in texts)


def _atom(text: str) -> Atom:
    found = _ATOM.fullmatch(text)
    if not found:
        raise CouldNot(f"The timing script has a condition that cannot be read: “{text}”.")
    negative, subject, relation, value = found.groups()
    return Atom(bool(negative), subject, relation, value)


def _hook(text: str) -> tuple[str, str]:
    left, _, right = text.partition(":")
    return left.strip(), right.strip() or "*"


@lru_cache(maxsize=256)
def nested(text: str) -> Nested:
    """A nested occurrence as the script writes it: “damage(target=victim, source=attacker; from-attack)”."""
    name, _, inner = text.rstrip(")").partition("(")
    mapped, _, facts = inner.partition(";")
    roles = tuple(tuple(pair.strip().split("=")) for pair in mapped.split(",") if pair.strip())
    return Nested(name, roles, tuple(fact.strip() for fact in facts.split(",") if fact.strip()))  # type: ignore[arg-type]


def _participant(text: str) -> Participant:
    """“attacker: enemy = villain”, “defender?: friendly”."""
    name, _, kind = text.partition(":")
    kind, _, assume = kind.partition("=")
    return Participant(name.strip(" ?"), kind.strip(), name.strip().endswith("?"), assume.strip() or None)


def merge(shared: Mapping[str, Any], edition: Mapping[str, Any]) -> dict[str, Any]:
    """An edition's tables over those it extends.

    Tables are joined key by key; an occurrence given again replaces the shared one of its type, a ready ability that of its name; and
    a `[[change]]` of one step (`step = "TYPE/ID"`) replaces its keys, or takes it out (`omit = true`).
    """
    data: dict[str, Any] = {**shared, **edition}
    for key in ("rules", "kinds", "timings", "options", "variants", "durations", "qualifiers", "outcomes", "reasons", "why"):
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
        "step": [{**step, **{k: v for k, v in new.items() if k != "step"}} for step, new in steps if not new.get("omit")],
    }


def read_script(data: Mapping[str, Any], corpus: Corpus) -> tuple[Script, tuple[Problem, ...]]:
    """The script whose merged tables are `data`, and every citation in it that does not hold."""
    reader = _Reader(data, corpus)
    script = reader.script(corpus.book(data["game"], data["edition"]).official)
    return script, tuple(reader.problems)


def check_script(data: Mapping[str, Any], corpus: Corpus) -> list[Problem]:
    """Every row of the tables that cites no rule, no entry of the edition, or words that do not stand in the entry."""
    return list(read_script(data, corpus)[1])
