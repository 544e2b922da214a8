"""The edge where timing scripts come from: reads `corpus/timing/*.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.cardtext.words import AbilityWords, load_words
from judge.corpus import Corpus
from judge.errors import CouldNot, JudgeError, Problem
from judge.scripts.reader import merge, read_script
from judge.scripts.script import Script


@dataclass(frozen=True)
class Scripts:
    """Everything the resolver knows of every game: a script per (game, edition), a table of words per game."""

    by_edition: Mapping[tuple[str, str], Script]
    words: Mapping[str, AbilityWords]
    problems: Sequence[Problem] = ()


def load_scripts(timing_folder: Path, corpus: Corpus) -> Scripts:
    """All timing scripts of the folder, with what in them cites nothing, and what of them is missing (`problems`).

    Raises CouldNot naming the file that cannot be read.
    """
    tables = {path.stem: _read(path) for path in sorted(timing_folder.glob("*.toml"))}
    words = load_words(timing_folder / "abilities")
    editions = {stem: data for stem, data in tables.items() if "edition" in data}
    problems = [*_missing(timing_folder, tables), *_without_words(editions, words), *_without_book(editions, corpus)]
    strays = {problem.where for problem in problems}
    scripts: dict[tuple[str, str], Script] = {}
    for stem, data in editions.items():
        if _file(stem) in strays:
            continue
        try:
            script, wrong = read_script(merge(tables.get(data.get("extends", ""), {}), data), corpus)
        except (KeyError, TypeError, ValueError, LookupError, JudgeError) as problem:
            raise CouldNot(f"The timing script {stem}.toml cannot be read: {problem!r}.", _file(stem)) from problem
        scripts[script.game, script.edition] = script
        problems.extend(wrong)
    return Scripts(scripts, words, tuple(problems))


def _file(stem: str) -> str:
    return f"timing/{stem}.toml"


def _missing(timing_folder: Path, tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Problem]:
    """Scripts that others extend, or whose coverage is written down, but that are not there."""
    for stem, data in tables.items():
        if data.get("extends", stem) not in tables:
            yield Problem(f"{stem}.toml extends {data['extends']}.toml, which is missing.", _file(stem))
    for stem in sorted(path.stem for path in (timing_folder / "coverage").glob("*.tsv")):
        if stem not in tables:
            yield Problem(f"{stem}.toml is missing; coverage/{stem}.tsv tells of it.", _file(stem))


def _without_words(editions: Mapping[str, Mapping[str, Any]], words: Mapping[str, AbilityWords]) -> Iterator[Problem]:
    """Scripts of a game whose cards nobody can read."""
    for stem, data in editions.items():
        if data["game"] not in words:
            table = f"abilities/{data['game']}.toml"
            message = f"{table}, which says how the cards of {stem}.toml are worded, is missing."
            yield Problem(message, f"timing/{table}")


def _without_book(editions: Mapping[str, Mapping[str, Any]], corpus: Corpus) -> Iterator[Problem]:
    """Scripts of an edition that no rulebook describes."""
    described = {book.file_stem for book in corpus.books}
    for stem, data in editions.items():
        if f"{data['game']}-{data['edition']}" not in described:
            wanted = f"rulebooks/{data['game']}-{data['edition']}.toml"
            yield Problem(f"{stem}.toml is the timing script of a rulebook that is missing: {wanted}.", _file(stem))


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise CouldNot(f"The timing script {path.name} cannot be read: {problem}.", str(path)) from problem
