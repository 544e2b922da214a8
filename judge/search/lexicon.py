"""The lexicon: what players type for what the books print, and how a query is weighed. Data of `corpus/lexicon/`.

An edge: it reads files. Stop words, question patterns, weights and the games' nicknames come from `search.toml`, terms
from the `[[term]]` rows of the files that it names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from judge.errors import NotUnderstood, Problem
from judge.search.words import plain
from judge.tables import checked, label_of, read_toml, row_name, shown

SETTINGS = "search.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """Words players type, and the names they mean, best first.

    `beginnings` are word beginnings with the same meaning, `games` where it holds (empty: any), `icon` an icon's name;
    `row` is where it stands, as errors name it.
    """

    words: tuple[str, ...]
    means: tuple[str, ...]
    beginnings: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    icon: str | None = None
    lang: str = "en"
    row: str = ""


@dataclass(frozen=True, slots=True)
class _TermRow:
    """A `[[term]]` as it is written; `line` and `proof` are for those who check it."""

    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    words: tuple[str, ...]
    means: tuple[str, ...]
    stem: tuple[str, ...] = ()
    game: str | None = None
    games: tuple[str, ...] = ()
    icon: str | None = None
    line: int | tuple[int, ...] | None = None
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class _TermFile:
    __pydantic_config__: ClassVar[Any] = {"extra": "forbid"}
    term: tuple[_TermRow, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A kind of question: the phrases that ask so, at its beginning if it `begins` so, beside one of the words that it
    `needs`; the words of which a sentence that answers holds one (`also` where there are any, `cues` where it `must`),
    those that speak for it (`better`), and how well it must fit (0 to 1)."""

    name: str
    asks: tuple[str, ...]
    cues: frozenset[str]
    also: frozenset[str]
    better: frozenset[str]
    held: float
    must: bool = False
    begins: bool = False
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Demands:
    """What a sentence must hold to bear on a question: most but its `generic` words, for one of `sorts` perhaps one of
    `any`; for a word of a relation, one of its answers; what one wants to do, in a question that begins like `doer`;
    its number within `near` words of what is counted, if that is not `common`; and, in the first person (`first`), none
    of `strangers`, in an entry that is not headed by one of `theirs`; one of `allowing` before what
    one wants to do tells what another may do, unless one does it by that other (`tools`). Conditions begin with
    `conditions`, those of all or the first hold one of `quantifiers`; sentences that begin with one of `leaning` need
    the one before; `examples` begin so. An entry whose remark holds one of `modes` speaks of a mode of play."""

    generic: frozenset[str]
    conditions: frozenset[str]
    near: int
    common: frozenset[str]
    quantifiers: frozenset[str]
    sorts: frozenset[str]
    any: frozenset[str]
    first: frozenset[str]
    strangers: frozenset[str]
    theirs: frozenset[str]
    allowing: frozenset[str]
    tools: frozenset[str]
    modes: frozenset[str]
    leaning: frozenset[str]
    examples: tuple[str, ...]
    doer: re.Pattern[str]
    relations: tuple[tuple[frozenset[str], frozenset[str]], ...]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Demands:
        """From the table `answer` of `search.toml`. Raises KeyError or re.error where it is not as described."""
        return cls(
            generic=frozenset(data["generic"]),
            conditions=frozenset(data["conditions"]),
            near=data["near"],
            common=frozenset(data["common"]),
            quantifiers=frozenset(data["quantifiers"]),
            sorts=frozenset(data["sorts"]),
            any=frozenset(data["any"]),
            first=frozenset(data["first"]),
            strangers=frozenset(data["strangers"]),
            theirs=frozenset(data["theirs"]),
            allowing=frozenset(data["allowing"]),
            tools=frozenset(data["tools"]),
            modes=frozenset(data.get("modes", ())),
            leaning=frozenset(data["leaning"]),
            examples=tuple(data["examples"]),
            doer=re.compile(data["doer"]),
            relations=tuple((frozenset(row["words"]), frozenset(row["by"])) for row in data["relation"]),
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
    kinds: tuple[QuestionKind, ...]
    demands: Demands
    asking: str
    """The pattern of questions whose first word that does not only ask is what one wants to do."""
    asked: float
    """How much that word counts."""
    same: tuple[tuple[str, ...], ...]
    games: Mapping[str, str]
    """Folded nickname to game id."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Settings:
        """From the parsed file. Raises KeyError, TypeError or re.error where it is not as described."""
        return cls(
            fields=data["fields"],
            weights=data["weights"],
            factors=data["factors"],
            names=data["names"],
            stop=frozenset(word for words in data["stop"].values() for word in words),
            subject=tuple(data["question"]["subject"]),
            askers=frozenset(data["question"]["askers"]),
            kinds=tuple(
                QuestionKind(
                    name=row["name"],
                    asks=tuple(row["asks"]),
                    cues=frozenset(row["cues"]),
                    also=frozenset(row.get("also", ())),
                    better=frozenset(row.get("better", ())),
                    held=row["held"],
                    must=row.get("must", False),
                    begins=row.get("begins", False),
                    needs=frozenset(row.get("needs", ())),
                )
                for row in data["kind"]
            ),
            demands=Demands.from_json(data["answer"]),
            asking=data["emphasis"]["asking"],
            asked=data["emphasis"]["asked"],
            same=tuple(tuple(plain(word) for word in row["words"]) for row in data["same"]),
            games={plain(name): row["game"] for row in data["game"] for name in row["names"]},
        )


def read_settings(folder: Path) -> dict[str, Any]:
    """The rows of `search.toml`, checked. Raises NotUnderstood or CouldNot naming the file that is wrong or missing."""
    path = folder / SETTINGS
    data = read_toml(path)
    try:
        settings = Settings.from_json(data)
        for pattern in (*settings.subject, settings.asking):
            re.compile(pattern)
    except KeyError as problem:
        message = f"{shown(path)} does not describe the search: {problem} is missing."
        raise NotUnderstood(message, str(path)) from problem
    except (TypeError, AttributeError, re.error) as problem:
        raise NotUnderstood(f"{shown(path)} does not describe the search: {problem}.", str(path)) from problem
    return data


def read_terms(folder: Path) -> tuple[Term, ...]:
    """The `[[term]]` rows of the files that `search.toml` names, file by file.

    Raises NotUnderstood naming every row that is wrong, CouldNot where a file is missing.
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
    rows = checked(_TermFile, data, file).term
    names = [row_name(file, "term", index, label_of(row)) for index, row in enumerate(data.get("term", ()))]
    wordless = [name for name, row in zip(names, rows, strict=True) if not row.words]
    if wordless:
        message = "`words` is empty; it lists what is typed."
        raise NotUnderstood.of([Problem(f"{name}: {message}", name) for name in wordless])
    return [
        Term(row.words, row.means, row.stem, row.games or ((row.game,) if row.game else ()), row.icon, lang, name)
        for name, row in zip(names, rows, strict=True)
    ]
