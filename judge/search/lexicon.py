"""The lexicon: what players type for what the books print, and how queries and answers are weighed.

An edge: it reads files of `corpus/lexicon/`. Stop words, question patterns, weights and the games' nicknames come from
`search.toml`, how answers are weighed from `answers.toml`, terms and everyday phrases from the files that `search.toml`
names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from judge.errors import NotUnderstood, Problem
from judge.search.word_forms import plain
from judge.toml_tables import checked, label_of, read_toml, row_name, shown

SETTINGS, ANSWERS = "search.toml", "answers.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """Words players type, and the names they mean, best first.

    `beginnings` are word beginnings with the same meaning, `games` where it holds (empty: any);
    `row` is where it stands, as errors name it. An everyday phrase says what people see happen, or ask in their own
    words: it is found by some of its words too, and leads to the paragraphs that hold one of the words `at`.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    beginnings: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    lang: str = "en"
    row: str = ""
    at: tuple[str, ...] = ()
    is_everyday: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    """A `[[term]]` or `[[everyday]]` as it is written; `icon`, `line` and `proof` are for those who read it."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    words: tuple[str, ...]
    means: tuple[str, ...]
    stem: tuple[str, ...] = ()
    game: str | None = None
    games: tuple[str, ...] = ()
    icon: str | None = None
    at: tuple[str, ...] = ()
    line: int | tuple[int, ...] | None = None
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class _TermFile:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    term: tuple[_Row, ...] = ()
    everyday: tuple[_Row, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """`answers.toml`: how much each feature of a passage counts, how sure it makes, from what sureness on it is said as
    the rule, and what no rule answers."""

    weights: Mapping[str, float]
    sure: Mapping[str, float]
    least: float
    numbers: frozenset[str]
    """Words that say how many."""
    outside: re.Pattern[str]
    """What asks for something that no rulebook tells."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> AnswerSettings:
        """From the parsed file. Raises KeyError, TypeError or AttributeError where it is not as described."""
        outside = re.compile(rf"\b({'|'.join(data['outside']['asks'])})\b")
        return cls(
            data["weights"], data["sure"], data["outcome"]["least"], frozenset(data["tells"]["numbers"]), outside
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """`search.toml`: weights, stop words, question patterns, words that are one word, nicknames of games."""

    fields: Mapping[str, float]
    weights: Mapping[str, float]
    factors: Mapping[str, float]
    names: Mapping[str, float]
    stop: frozenset[str]
    subject: tuple[str, ...]
    """Patterns of questions; the group `subject` names the thing asked about."""
    askers: frozenset[str]
    chatter: frozenset[str]
    """Words of the books that tell nothing of the game around a question."""
    ambiguous: frozenset[str]
    """Names of games that may as well be words of the question."""
    order_marks: frozenset[str]
    """Of these a question about an order holds one."""
    order_words: frozenset[str]
    """Words of such a question that stand for nothing that comes first or last."""
    same: tuple[tuple[str, ...], ...]
    games: Mapping[str, str]
    """Folded nickname to game id."""
    editions: Mapping[str, str]
    """Folded nickname to `GAME/EDITION`."""
    answers: AnswerSettings

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Settings:
        """From the parsed files. Raises KeyError, TypeError or AttributeError where they are not as described."""
        question = data["question"]
        return cls(
            fields=data["fields"],
            weights=data["weights"],
            factors=data["factors"],
            names=data["names"],
            stop=frozenset(word for words in data["stop"].values() for word in words),
            subject=tuple(question["subject"]),
            askers=frozenset(question["askers"]),
            chatter=frozenset(question["chatter"]),
            ambiguous=frozenset(map(plain, question["ambiguous"])),
            order_marks=frozenset(question["order_marks"]),
            order_words=frozenset(question["order_words"]),
            same=tuple(tuple(plain(word) for word in row["words"]) for row in data["same"]),
            games={plain(name): row["game"] for row in data["game"] for name in row["names"]},
            editions={plain(name): row["edition"] for row in data["edition"] for name in row["names"]},
            answers=AnswerSettings.from_json(data["answers"]),
        )


def read_settings(folder: Path) -> dict[str, Any]:
    """The rows of `search.toml`, with those of `answers.toml` under `answers`, checked.

    Raises NotUnderstood or CouldNot name_matcher the file that is wrong or missing.
    """
    path = folder / SETTINGS
    data = read_toml(path) | {"answers": read_toml(folder / ANSWERS)}
    try:
        settings = Settings.from_json(data)
        for pattern in settings.subject:
            re.compile(pattern)
    except KeyError as problem:
        message = f"{shown(path)} or {ANSWERS} does not describe the search: {problem} is missing."
        raise NotUnderstood(message, str(path)) from problem
    except (TypeError, AttributeError, re.error) as problem:
        raise NotUnderstood(f"{shown(path)} or {ANSWERS} is not as described: {problem}.", str(path)) from problem
    return data


def read_terms(folder: Path) -> tuple[Term, ...]:
    """The `[[term]]` and `[[everyday]]` rows of the files that `search.toml` names, file by file.

    Raises NotUnderstood name_matcher every row that is wrong, CouldNot where a file is missing.
    """
    files: Mapping[str, str] = read_toml(folder / SETTINGS).get("terms", {})
    problems: list[Problem] = []
    terms: list[Term] = []
    for name, lang in files.items():
        try:
            terms += _terms_of(folder / name, lang)
        except NotUnderstood as error:
            problems += error.problems
    if problems:
        raise NotUnderstood.of(problems)
    return tuple(terms)


def _terms_of(path: Path, lang: str) -> list[Term]:
    file, data = shown(path), read_toml(path)
    rows = checked(_TermFile, data, file)
    found = []
    for table, written in (("term", rows.term), ("everyday", rows.everyday)):
        for index, row in enumerate(written):
            name = row_name(file, table, index, label_of(data[table][index]))
            games = row.games or ((row.game,) if row.game else ())
            is_everyday = table == "everyday"
            found.append(Term(row.words, row.means, row.stem, games, lang, name, row.at, is_everyday))
    message = "`words` is empty; it lists what is typed."
    if wordless := [Problem(f"{term.row}: {message}", term.row) for term in found if not term.words]:
        raise NotUnderstood.of(wordless)
    return found
