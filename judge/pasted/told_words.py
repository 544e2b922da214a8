"""The verbs of a game as people tell of it at the table: the cards' own, and everyday words for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator

from judge.cardtext.card_words import CardWords, Verb
from judge.errors import Problem
from judge.pasted.dispute_words import DisputeWords
from judge.toml_tables import checked, meant, read_toml, row_name, shown

TOLD = "told.toml"
FIRST_NAMES = "first-names.toml"
_ROW = re.compile(r"[a-z.-]+(?:/[a-z.-]+){0,2}(?: [a-z'-]+)*")


def _row(said: str) -> str:
    if _ROW.fullmatch(said) is None:
        raise ValueError("write a verb in small letters with its past, as in “swing/swung at”")
    return said


_Row = Annotated[str, AfterValidator(_row)]

_PASSIVE = "is "
"""What stands before a verb whose everyday words have as subject what it happens to."""
_VOWELS = frozenset("aeiou")
_APART = 7
"""Units that may stand between a verb and the words that belong to it."""
_PARTING = frozenset([".", ",", ";", ":", "?", "!", "(", ")", "and", "but", "then"])
_ROLES = ("base", "s", "past", "participle", "ing")


@dataclass(frozen=True, slots=True)
class _FirstNames:
    """The table of first names."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToldVerb:
    """A verb as it is told: the words it takes, which verb of the cards it is, and in which of its forms."""

    words: tuple[str, ...]
    verb: Verb
    roles: frozenset[str]
    everyday: bool = False
    middle: bool = False
    """Whether its subject is what it happens to: “Bug dies”."""
    parted: str = ""
    """The last of its words where those stand behind its object: “send Bug into …”."""


@dataclass(frozen=True)
class ToldVerbs:
    """Finds the verbs of one game."""

    vocabulary: DisputeWords
    everyday: Mapping[str, Sequence[str]]
    """Verb of the cards in its plain form → everyday words for it."""

    @cached_property
    def of(self) -> Mapping[str, tuple[ToldVerb, ...]]:
        """First word → the verbs that begin with it, the longest first."""
        found: dict[str, list[ToldVerb]] = {}
        for said, sense in self.vocabulary.words.senses.items():
            if sense.verb is not None:
                words = tuple(said.split())
                found.setdefault(words[0], []).append(ToldVerb(words, sense.verb, sense.roles))
        for base, rows in self.everyday.items():
            verb = self.vocabulary.sense(base.removeprefix(_PASSIVE)).verb
            for row in rows if verb is not None else ():
                for words, role in _inflected(row):
                    if verb is not None and self.vocabulary.sense(" ".join(words)).verb is None:
                        told = ToldVerb(words, verb, frozenset([role]), True, base.startswith(_PASSIVE))
                        found.setdefault(words[0], []).append(told)
        return {word: _of_one_form(rows) for word, rows in found.items()}

    def at(self, words: Sequence[str], at: int) -> ToldVerb | None:
        """The longest verb that begins at a word."""
        for row in self.of.get(words[at], ()):
            if tuple(words[at : at + len(row.words)]) == row.words:
                return row
        return None

    def apart(self, words: Sequence[str], at: int) -> ToldVerb | None:
        """The verb that begins at a word and has its other words behind its object: “draws Bell from the deck”."""
        for row in self.of.get(words[at], ()):
            rest = row.words[1:]
            for behind in range(at + 2, min(at + _APART, len(words) - len(rest) + 1)) if rest else ():
                if words[behind - 1] in _PARTING:
                    break
                if tuple(words[behind : behind + len(rest)]) == rest:
                    return replace(row, words=row.words[:1], parted=rest[-1])
        return None


def _of_one_form(rows: Iterable[ToldVerb]) -> tuple[ToldVerb, ...]:
    """Verbs, the longest first; those of the same words and meaning as one in all its forms: “hit”."""
    found: dict[tuple[tuple[str, ...], str], ToldVerb] = {}
    for row in rows:
        key = row.words, row.verb.name
        found[key] = replace(row, roles=row.roles | found[key].roles) if key in found else row
    return tuple(sorted(found.values(), key=lambda row: -len(row.words)))


def read_told(lexicon: Path) -> Mapping[str, tuple[str, ...]]:
    """Verb of the cards in its plain form → everyday words for it; none where there is no such table.

    Raises as `read_toml` and `checked`.
    """
    path = lexicon / TOLD
    if not path.is_file():
        return {}
    return checked(dict[str, tuple[_Row, ...]], read_toml(path), shown(path))


def read_first_names(lexicon: Path) -> frozenset[str]:
    """First names in small letters; none where there is no such table. Raises as `read_told`."""
    path = lexicon / FIRST_NAMES
    rows = checked(_FirstNames, read_toml(path), shown(path)).names if path.is_file() else ()
    return frozenset(rows)


def check_told(lexicon: Path, games: Iterable[CardWords]) -> list[Problem]:
    """Every verb that no game's cards have, and every word given twice for one. Raises as `read_told`.

    First names are read for their form only.
    """
    read_first_names(lexicon)
    said = [(word, sense.roles) for words in games for word, sense in words.senses.items() if sense.verb]
    plain = {word for word, roles in said if "base" in roles}
    plain |= {f"{_PASSIVE}{word}" for word, roles in said if roles & {"past", "participle"}}
    file = shown(lexicon / TOLD)
    problems = []
    for verb, rows in read_told(lexicon).items():
        if verb not in plain:
            right, near = meant(verb, plain)
            problems.append(Problem(f"{file}, `{verb}`: no card says “{verb}”; {right}", file, near))
        for row, times in Counter(rows).items():
            if times > 1:
                where = row_name(file, verb, rows.index(row), row)
                problems.append(Problem(f"{where}: “{row}” stands there {times} times.", where))
    return problems


def _inflected(row: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Lazily, the forms of “swing/swung at”, each with what it is."""
    head, _, rest = row.partition(" ")
    base, *given = head.split("/")
    past = given[0] if given else _past(base)
    participle = given[1] if len(given) > 1 else past
    for form, role in zip((base, _third(base), past, participle, _ing(base)), _ROLES, strict=True):
        yield (form, *rest.split()), role


def _third(base: str) -> str:
    if base.endswith(("s", "sh", "ch", "x", "o")):
        return f"{base}es"
    return f"{base[:-1]}ies" if base.endswith("y") and base[-2:-1] not in _VOWELS else f"{base}s"


def _past(base: str) -> str:
    return f"{base}d" if base.endswith("e") else f"{_doubled(base)}ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    return f"{base[:-1]}ing" if base.endswith("e") else f"{_doubled(base)}ing"


def _doubled(base: str) -> str:
    short = base[-3:-2] not in _VOWELS and base[-2:-1] in _VOWELS and base[-1:] not in _VOWELS | set("wxy")
    return base + base[-1] if short and len(base) <= _SHORT else base


_SHORT = 4
