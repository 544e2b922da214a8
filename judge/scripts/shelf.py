"""The edge where timing scripts come from: reads `corpus/timing/*.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.cardtext.words import AbilityWords, load_words
from judge.corpus import Corpus
from judge.errors import JudgeError, NotUnderstood, Problem
from judge.scripts.reader import merge, read_script
from judge.scripts.script import Script
from judge.tables import meant, read_toml

_NO_CARDS = ("consequential-damage", "given", "keyword", "lasting-effect", "status")
"""Timings of what is no card's ability (contract, section 7)."""


@dataclass(frozen=True)
class Scripts:
    """Everything the resolver knows of every game: a script per (game, edition), a table of words per game."""

    by_edition: Mapping[tuple[str, str], Script]
    words: Mapping[str, AbilityWords]
    problems: Sequence[Problem] = ()


def load_scripts(timing_folder: Path, corpus: Corpus) -> Scripts:
    """All timing scripts of the folder, with what in them cites nothing, and what of them is missing (`problems`).

    Raises NotUnderstood or CouldNot naming the file that cannot be read.
    """
    tables = {path.stem: read_toml(path) for path in sorted(timing_folder.glob("*.toml"))}
    words = load_words(timing_folder / "abilities")
    editions = {stem: data for stem, data in tables.items() if "edition" in data}
    problems = [*_missing(timing_folder, tables), *_without_words(editions, words), *_without_book(tables, corpus)]
    strays = {problem.where for problem in problems}
    scripts: dict[tuple[str, str], Script] = {}
    for stem, data in editions.items():
        if _file(stem) in strays:
            continue
        try:
            script, wrong = read_script(merge(tables.get(data.get("extends", ""), {}), data), corpus)
        except JudgeError as error:
            problems += [Problem(f"{_file(stem)}: {problem.message}", _file(stem)) for problem in error.problems]
            continue
        except (TypeError, ValueError, LookupError, AttributeError) as problem:
            message = f"{_file(stem)} is not laid out as a timing script: {problem}."
            raise NotUnderstood(message, _file(stem)) from problem
        scripts[script.game, script.edition] = script
        problems += wrong
        if script.game in words:
            problems += _unknown_timings(script, words[script.game], _file(stem))
    return Scripts(scripts, words, tuple(problems))


def _unknown_timings(script: Script, words: AbilityWords, file: str) -> Iterator[Problem]:
    """Timings of the classes that no card of the game has."""
    known = {*words.by_timing, words.default_timing, *(timing for _, timing in words.untimed), *_NO_CARDS}
    for cls in script.classes:
        for timing in cls.timings:
            if timing not in known:
                right, near = meant(timing, known)
                yield Problem(f"{file}, class {cls.id}: no card has the timing “{timing}”; {right}", file, near)


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
        if data.get("game") not in words:
            table = f"abilities/{data.get('game')}.toml"
            message = f"{table}, which says how the cards of {stem}.toml are worded, is missing."
            yield Problem(message, f"timing/{table}")


def _without_book(tables: Mapping[str, Mapping[str, Any]], corpus: Corpus) -> Iterator[Problem]:
    """Scripts of an edition that no rulebook describes, or that do not say of which edition they are."""
    described = {book.file_stem for book in corpus.books}
    for stem, data in tables.items():
        said = f"{data.get('game')}-{data.get('edition')}"
        if "edition" in data and said not in described:
            yield Problem(f"{stem}.toml is the timing script of a rulebook that is missing: rulebooks/{said}.toml.",
                          _file(stem))  # fmt: skip
        elif "edition" in data and said != stem:
            yield Problem(f"{stem}.toml is the timing script of {said}; name it {said}.toml.", _file(stem))
        elif "edition" not in data and stem in described:
            yield Problem(f"{stem}.toml says not of which `game` and `edition` it is.", _file(stem))
