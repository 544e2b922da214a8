"""Knows what scanning does to letters (`corpus/lexicon/confusions.toml`), and what a misread word may have been."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

from judge.errors import NotUnderstood
from judge.toml_tables import parse_toml

_ANY_LETTER = 6.5
_CASE = 1.0
_SECOND = 1.5
_DEAR = 4.0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sure reading: what matches `find` is put as `put`; `kind` names it in the audit."""

    kind: str
    find: re.Pattern[str]
    put: str


@dataclass(frozen=True)
class Confusions:
    """The tables of the lexicon. Costs are in nats; `known` are good words that no word list has."""

    protected: frozenset[str]
    patterns: tuple[Pattern, ...]
    gaps: tuple[Pattern, ...]
    known: frozenset[str]
    swaps: Mapping[str, tuple[tuple[str, float], ...]]
    lost_gap: Mapping[str, float]
    lost_tight: Mapping[str, float]

    @cached_property
    def longest(self) -> int:
        """Letters of the longest thing that is misread as one."""
        return max((len(was) for was in self.swaps), default=1)

    def misreadings(self, word: str, most: float = 99.0) -> Iterator[tuple[str, float, str]]:
        """What `word` was before one misreading that costs at most `most`: form, cost, kind of repair."""
        for place in range(len(word)):
            for length in range(1, self.longest + 1):
                for now, cost in self.swaps.get(word[place : place + length], ()):
                    if cost <= most:
                        yield word[:place] + now + word[place + length :], cost, "confusions"
        for letter, cost in self.lost_tight.items():
            if cost <= most:
                for place in range(len(word) + 1):
                    yield word[:place] + letter + word[place:], cost, "lost-letters"

    def originals(self, word: str, kinds: frozenset[str]) -> dict[str, tuple[float, str]]:
        """Everything `word` may have been before one misreading of the kinds allowed: form to cost and kind."""
        once: dict[str, tuple[float, str]] = {}
        for form, cost, kind in self.misreadings(word):
            if kind in kinds and cost < once.get(form, (99.0, ""))[0]:
                once[form] = (cost, kind)
        return once

    def twice(self, once: Mapping[str, tuple[float, str]], kinds: frozenset[str]) -> Iterator[tuple[str, float, str]]:
        """What may have stood there before two misreadings, both of them common ones."""
        for middle, (paid, kind) in once.items():
            if paid > _DEAR:
                continue
            for form, cost, other in self.misreadings(middle, _DEAR):
                if other in kinds:
                    yield form, paid + cost + _SECOND, kind

    def near(self, word: str) -> Iterator[tuple[str, float]]:
        """`word` with any one letter changed or dropped: for long words that no table explains."""
        for place in range(len(word)):
            yield word[:place] + word[place + 1 :], _ANY_LETTER
            for letter in ascii_lowercase:
                yield word[:place] + letter + word[place + 1 :], _ANY_LETTER


def well_cased(form: str) -> tuple[str, float]:
    """`form` in a case that words are printed in, and what the change costs.

    >>> well_cased("interruPt"), well_cased("ATK")
    (('interrupt', 1.0), ('ATK', 0.0))
    """
    letters = [c for c in form if c.isalpha()]
    upper = sum(c.isupper() for c in letters)
    if upper == len(letters) or upper == 0 or (upper == 1 and letters[0].isupper()):
        return form, 0.0
    if letters[0].isupper():
        return form[0] + form[1:].lower(), _CASE
    return form.lower(), _CASE


def parse_confusions(text: str, file: str = "lexicon/confusions.toml") -> Confusions:
    """The tables. Raises NotUnderstood, naming the file, when they cannot be read."""
    data = parse_toml(text, file)
    try:
        swaps: dict[str, list[tuple[str, float]]] = {}
        for pair, cost in data["swap"].items():
            was, now = pair.split(">", 1)
            swaps.setdefault(was, []).append((now, float(cost)))
        return Confusions(
            protected=frozenset(data["protected"]),
            patterns=tuple(Pattern(row["kind"], re.compile(row["find"]), row["put"]) for row in data["pattern"]),
            gaps=tuple(Pattern("joined-words", re.compile(row["find"]), " ") for row in data["gap"]),
            known=frozenset(data["known"]),
            swaps={was: tuple(now) for was, now in swaps.items()},
            lost_gap={letter: float(cost) for letter, cost in data["lost"]["gap"].items()},
            lost_tight={letter: float(cost) for letter, cost in data["lost"]["tight"].items()},
        )
    except KeyError as problem:
        raise NotUnderstood(f"{file} is not a table of confusions: {problem} is missing.", file) from problem
    except (ValueError, TypeError, AttributeError, re.error) as problem:
        raise NotUnderstood(f"{file} is not a table of confusions: {problem}.", file) from problem
