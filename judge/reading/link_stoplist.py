"""Reads which terms are linked where: `corpus/lexicon/links.toml`.

- `[never]`: terms that are not linked, by scope: `*`, a game, or an edition (`GAME/EDITION`).
- `[irregular]`: words and the base that no ending shows.
- `[[mention]]`: where `terms` (in the scope `in`) are linked. `capital`: only where printed with a capital; `quoted`:
  only in quotes; `exact`: not in inflected forms; `bracketed`: also in brackets, where other words name an icon;
  `only`, `not`: patterns of which one must match, and none may. `forms` are further words that mean the term.
- `[[sense]]`: what `terms` lead to (`to`, a headword, remark and all; empty: to nothing) where a pattern of `where`
  matches, or everywhere; the first row that fits counts. For terms that several entries share.

A pattern is a regular expression, without regard to case, over the text around the words, which stand in angle
brackets: `the villain <attacks?>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.corpus import plain_name
from judge.errors import NotUnderstood
from judge.toml_tables import parse_toml

_AROUND = 80
_QUOTED = re.compile(r"[“\"‘]<[^>]*>[.,]?[”\"’]")
_BRACKETS = re.compile(r"\[[^\[\]]*<[^>]*>[^\[\]]*\]")

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class MentionRow:
    """Where some terms are linked."""

    terms: frozenset[str]
    scope: str
    capital: bool
    quoted: bool
    exact: bool
    bracketed: bool
    only: Patterns
    unless: Patterns
    forms: tuple[str, ...]

    def allows(self, words: str, context: str) -> bool:
        """True when nothing about the words and what stands around them speaks against a link."""
        if self.capital and not words[0].isupper():
            return False
        if self.quoted and not _QUOTED.search(context):
            return False
        if self.exact and plain_name(words) not in self.terms | _plain(self.forms):
            return False
        return (not self.only or _matches(self.only, context)) and not _matches(self.unless, context)


@dataclass(frozen=True, slots=True)
class SenseRow:
    """Which entry some terms lead to."""

    terms: frozenset[str]
    scope: str
    to: str
    where: Patterns


@dataclass(frozen=True, slots=True)
class StopList:
    """The rows of the file; terms are plain names."""

    never: Mapping[str, frozenset[str]]
    irregular: Mapping[str, str]
    rows: tuple[MentionRow, ...]
    senses: tuple[SenseRow, ...]

    def of_book(self, book: str) -> BookRules:
        """The rows that hold in the edition `book` (`GAME/EDITION`)."""
        scopes = ("*", book.partition("/")[0], book)
        never = frozenset(term for scope in scopes for term in self.never.get(scope, ()))
        rows = tuple(row for row in self.rows if row.scope in scopes)
        return BookRules(never, rows, tuple(row for row in self.senses if row.scope in scopes))


@dataclass(frozen=True, slots=True)
class BookRules:
    """What holds in one edition."""

    never: frozenset[str]
    rows: tuple[MentionRow, ...]
    senses: tuple[SenseRow, ...]

    def forms(self, term: str) -> tuple[str, ...]:
        """Further words that mean `term` (a plain name)."""
        return tuple(form for row in self.rows if term in row.terms for form in row.forms)

    def allows(self, term: str, words: str, context: str) -> bool:
        """True when `term` (a plain name), which stands there as `words`, may be linked."""
        rows = [row for row in self.rows if term in row.terms]
        if _BRACKETS.search(context) and not (f"[<{words}>]" in context and any(row.bracketed for row in rows)):
            return False
        return all(row.allows(words, context) for row in rows)

    def sense(self, term: str, context: str, *, proven: bool) -> str | None:
        """The headword that `term` (a plain name) leads to, None when no row says.

        `proven`: by the rows whose patterns the context matches; else by those that hold everywhere.
        """
        rows = (row for row in self.senses if term in row.terms and proven == bool(row.where))
        return next((row.to for row in rows if not proven or _matches(row.where, context)), None)


def context_of(text: str, start: int, end: int) -> str:
    """What stands around characters `start` to `end`, these in angle brackets, for the patterns."""
    return f"{text[max(0, start - _AROUND) : start]}<{text[start:end]}>{text[end : end + _AROUND]}"


def parse_stop_list(text: str, file: str = "lexicon/links.toml") -> StopList:
    """The stop list. Raises NotUnderstood, naming the file, when it cannot be read."""
    data = parse_toml(text, file)
    try:
        return StopList(
            {scope: _plain(terms) for scope, terms in data.get("never", {}).items()},
            dict(data.get("irregular", {})),
            tuple(map(_mention_row, data.get("mention", []))),
            tuple(map(_sense_row, data.get("sense", []))),
        )
    except KeyError as problem:
        raise NotUnderstood(f"{file} is not a stop list for links: {problem} is missing.", file) from problem
    except (AttributeError, TypeError, re.error) as problem:
        raise NotUnderstood(f"{file} is not a stop list for links: {problem}.", file) from problem


def _mention_row(row: Mapping[str, Any]) -> MentionRow:
    return MentionRow(
        terms=_plain(row["terms"]),
        scope=row.get("in", "*"),
        capital=row.get("capital", False),
        quoted=row.get("quoted", False),
        exact=row.get("exact", False),
        bracketed=row.get("bracketed", False),
        only=_patterns(row.get("only", ())),
        unless=_patterns(row.get("not", ())),
        forms=tuple(row.get("forms", ())),
    )


def _sense_row(row: Mapping[str, Any]) -> SenseRow:
    return SenseRow(_plain(row["terms"]), row.get("in", "*"), row["to"], _patterns(row.get("where", ())))


def _plain(terms: Iterable[str]) -> frozenset[str]:
    return frozenset(map(plain_name, terms))


def _patterns(sources: Sequence[str]) -> Patterns:
    return tuple(re.compile(source, re.IGNORECASE) for source in sources)


def _matches(patterns: Patterns, context: str) -> bool:
    return any(pattern.search(context) for pattern in patterns)
