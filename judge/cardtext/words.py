"""The words with which one game's cards are templated: timing words, labels, verbs, nouns, keywords, all of them data.

A table is read from `corpus/timing/abilities/GAME.toml`; this module knows no game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from judge.errors import NotUnderstood
from judge.tables import read_toml, shown

_MOST_DIGITS = 9


@dataclass(frozen=True, slots=True)
class TimingWord:
    """A timing trigger: how it is printed and what it means."""

    id: str
    words: tuple[str, ...]
    forced: str | None = None
    """The timing when the word “Forced” precedes, if that is one of its own."""
    mandatory: bool = False
    triggered: bool = False
    """True when a condition (“When …,”) follows that says the moment; false where the timing says all."""
    separators: str = ":"
    """What may part it from its ability."""
    with_symbol: Mapping[str, str] = field(default_factory=dict)
    """Symbol beside it → the timing that then is meant."""
    effect_word: str | None = None
    """The word that opens its effect, where all before that is its condition (“Trigger: … Effect: …”)."""
    valued: bool = False
    """True when a number in brackets belongs to it (“Level Up (7)”)."""
    named: bool = False
    """True when the printed word itself names the ability."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of triggering conditions. `about` gives the event by the thing the verb is about, `event` otherwise."""

    event: str | None
    about: Mapping[str, str]
    reverse: bool = False
    """True when an active verb's subject is the one it happens to (“you take damage”)."""
    light: bool = False
    """True when the verb says nothing without its noun (“makes an attack”)."""
    state: bool = False
    """True when being in that state is meant as often as entering it (“is stunned”)."""
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class Sense:
    """All that one word or phrase may mean: as verb (with the role of its form), thing, noun, qualifier."""

    verb: Verb | None = None
    roles: frozenset[str] = frozenset()
    """Of "base", "s", "participle", "ing"."""
    thing: str | None = None
    noun: str | None = None
    qualifier: str | None = None


@dataclass(frozen=True, slots=True)
class EffectRule:
    """One way effect text says `verb`: its words, and from the pattern's groups what, how much and on whom."""

    verb: str
    pattern: re.Pattern[str]
    before: str | None = None
    """"target" or "agent" when the clause in front of the verb names that."""
    unless_before: re.Pattern[str] | None = None
    each_what: bool = False
    """True when “or” joins several things of which each counts."""
    what: str | None = None
    target: str | None = None
    """What and on whom where the text does not say."""


@dataclass(frozen=True, eq=False)
class AbilityWords:
    """One game's table. Compared by identity, since it is made once and shared."""

    game: str
    default_timing: str
    missing_colon: bool
    prefixes: Mapping[str, str]
    labels: Mapping[str, str]
    timings: tuple[TimingWord, ...]
    untimed: tuple[tuple[str, str], ...]
    """How a text without a timing word begins, and the timing that then is meant."""
    instruction_starts: tuple[str, ...]
    instruction_ends: tuple[str, ...]
    keywords: Mapping[str, str]
    """Keyword → "plain", "valued", "bracketed" or "suffixed"."""
    senses: Mapping[str, Sense]
    thing_events: Mapping[str, str]
    unions: Mapping[frozenset[str], str]
    own_nouns: Mapping[str, str]
    whats: tuple[tuple[re.Pattern[str], str], ...]
    effects: Mapping[str, tuple[EffectRule, ...]]
    """Word of effect text → the rules that begin with it."""
    cost_symbols: bool = False
    """True when symbols beside a timing word are what the ability costs."""
    free_symbols: frozenset[str] = frozenset()
    """Symbols that are no cost."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Thing → the fact that holds when something comes from it or is done by it (“from an attack”)."""
    own_events: frozenset[str] = frozenset()
    """Events that one has by oneself (“you take your turn”), though the verb else tells what happens to its subject."""
    icons: tuple[tuple[str, re.Pattern[str]], ...] = ()
    """Icons that do something by themselves, each with what shows that a card bears it."""

    @cached_property
    def by_timing(self) -> dict[str, TimingWord]:
        """Timing id → its row, the forced id included."""
        rows = {row.id: row for row in self.timings}
        rows |= {row.forced: row for row in self.timings if row.forced}
        return rows | {timing: row for row in self.timings for timing in row.with_symbol.values() if timing not in rows}

    def is_mandatory(self, timing: str, forced: bool) -> bool:
        """Whether an ability of that timing must be used."""
        row = self.by_timing.get(timing)
        return forced or bool(row and row.mandatory)


ROLES = ("base", "s", "participle", "ing")


def is_number(said: str) -> bool:
    """Whether the text is a whole number as cards print them: digits, and no more of them than anything counts."""
    return said.isdecimal() and len(said) <= _MOST_DIGITS


def parse_words(table: Mapping[str, Any]) -> AbilityWords:
    """An ability table as read from TOML. Raises KeyError, ValueError or re.error where it is not well formed."""
    senses: dict[str, Sense] = {}
    for row in table.get("verb", ()):
        _add_verb(senses, row)
    for row in table.get("thing", ()):
        for word in row["words"]:
            _add(senses, word, thing=row["id"])
    for noun, words in table.get("nouns", {}).items():
        for word in words:
            _add(senses, word, noun=noun)
    for qualifier, words in table.get("qualifiers", {}).items():
        for word in words:
            _add(senses, word, qualifier=qualifier)
    instructions = table.get("instructions", {})
    keywords = _keywords(table.get("keywords", {}))
    return AbilityWords(
        game=table["game"],
        default_timing=table["default_timing"],
        missing_colon=table.get("missing_colon", False),
        prefixes=table.get("prefixes", {}),
        labels=table.get("labels", {}),
        timings=tuple(_timing(row) for row in table["timing"]),
        untimed=tuple((start, row["timing"]) for row in table.get("untimed", ()) for start in row["starts"]),
        instruction_starts=tuple(instructions.get("starts", ())),
        instruction_ends=tuple(instructions.get("ends", ())),
        keywords=keywords,
        senses=senses,
        thing_events={row["id"]: row["event"] for row in table.get("thing", ()) if "event" in row},
        unions={frozenset(pair.split()): kind for kind, pairs in table.get("unions", {}).items() for pair in pairs},
        own_nouns=table.get("own_nouns", {}),
        whats=_whats(table.get("whats", {})),
        effects=_effects(table.get("effect", ()), keywords),
        cost_symbols=table.get("cost_symbols", False),
        free_symbols=frozenset(table.get("free_symbols", ())),
        sources={row["id"]: row["source"] for row in table.get("thing", ()) if "source" in row},
        own_events=frozenset(table.get("own_events", ())),
        icons=tuple((name, _icon(name)) for name in table.get("icons", ())),
    )


def load_words(folder: Path) -> dict[str, AbilityWords]:
    """Game → its table, from the TOML files in `folder`. An edge: reads files.

    Raises NotUnderstood or CouldNot naming the file that cannot be read.
    """
    tables = [_read(path) for path in sorted(folder.glob("*.toml"))]
    return {table.game: table for table in tables}


def _read(path: Path) -> AbilityWords:
    try:
        return parse_words(read_toml(path))
    except KeyError as problem:
        message = f"{shown(path)} does not tell how cards are worded: `{problem.args[0]}` is missing."
        raise NotUnderstood(message, shown(path)) from problem
    except (LookupError, TypeError, ValueError, AttributeError, re.error) as problem:
        raise NotUnderstood(f"{shown(path)} does not tell how cards are worded: {problem}.", shown(path)) from problem


def _icon(name: str) -> re.Pattern[str]:
    """“[crisis]” where a line begins, “Crisis.”, “Crisis icon” alone, “(Crisis Icon: …)”."""
    return re.compile(
        rf"^\s*(?:\[[a-z]+\]\s*)*\[{name}\]|(?:^|[(.])\s*{name}(?:\s+icons?)?\s*(?=[.:)]|$)",
        re.IGNORECASE | re.MULTILINE,
    )


def _timing(row: Mapping[str, Any]) -> TimingWord:
    return TimingWord(
        id=row["id"],
        words=tuple(row["words"]),
        forced=row.get("forced"),
        mandatory=row.get("mandatory", False),
        triggered=row.get("triggered", False),
        separators=row.get("separators", ":"),
        with_symbol=row.get("with_symbol", {}),
        effect_word=row.get("effect_word"),
        valued=row.get("valued", False),
        named=row.get("named", False),
    )


def _effects(rows: Iterable[Mapping[str, Any]], keywords: Iterable[str]) -> dict[str, tuple[EffectRule, ...]]:
    names = "|".join(sorted(map(re.escape, keywords), key=len, reverse=True))
    found: dict[str, tuple[EffectRule, ...]] = {}
    for row in rows:
        after = row["after"].replace("{keyword}", f"(?:{names})")
        unless = row.get("unless_before")
        rule = EffectRule(
            verb=row["verb"],
            pattern=re.compile(rf"(?<![\w-])(?:{'|'.join(row['words'])})(?![\w-]){after}", re.IGNORECASE),
            before=row.get("before"),
            unless_before=re.compile(rf"(?:^|\b)(?:{unless})\s*$", re.IGNORECASE) if unless else None,
            each_what=row.get("each_what", False),
            what=row.get("what"),
            target=row.get("target"),
        )
        for word in row["words"]:
            found[word] = (*found.get(word, ()), rule)
    return found


def _whats(table: Mapping[str, Sequence[str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(rf"\b{phrase}"), what) for what, phrases in table.items() for phrase in phrases)


def _keywords(table: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {name: sort for sort, names in table.items() for name in names}


def _add_verb(senses: dict[str, Sense], row: Mapping[str, Any]) -> None:
    verb = Verb(
        event=row.get("event"),
        about=row.get("about", {}),
        reverse=row.get("voice") == "reverse",
        light=row.get("light", False),
        state=row.get("state", False),
        qualifier=row.get("qualifier"),
    )
    for role, forms in zip(ROLES, row["forms"], strict=True):
        for form in forms.split("|"):
            _add(senses, form.replace("_", " "), verb=verb, roles=frozenset({role}))


def _add(senses: dict[str, Sense], word: str, **facts: Any) -> None:
    """Add what `word` may mean to what it already may; forms that look alike ("put") share their roles."""
    key = word.lower()
    old = senses.get(key, Sense())
    if "roles" in facts:
        facts["roles"] = old.roles | facts["roles"]
    kept = {name: getattr(old, name) for name in ("verb", "roles", "thing", "noun", "qualifier")}
    senses[key] = Sense(**(kept | facts))
