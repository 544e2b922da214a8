"""The edge where timing scripts come from: reads `corpus/timing/*.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.cardtext.words import AbilityWords, load_words
from judge.corpus import Corpus
from judge.errors import CouldNot, Problem
from judge.scripts.reader import merge, read_script
from judge.scripts.script import Script


@dataclass(frozen=True)
class Scripts:
    """Everything the resolver knows of every game: a script per (game, edition), a table of words per game."""

    by_edition: Mapping[tuple[str, str], Script]
    words: Mapping[str, AbilityWords]
    problems: Sequence[Problem] = ()


def load_scripts(timing_folder: Path, corpus: Corpus) -> Scripts:
    """All timing scripts of the folder, with what in them cites nothing (`problems`).

    Raises CouldNot naming the file that cannot be read.
    """
    tables = {path.stem: _read(path) for path in sorted(timing_folder.glob("*.toml"))}
    scripts: dict[tuple[str, str], Script] = {}
    problems: list[Problem] = []
    for stem, data in tables.items():
        if "edition" not in data:
            continue
        try:
            script, wrong = read_script(merge(tables.get(data.get("extends", ""), {}), data), corpus)
        except (KeyError, TypeError, ValueError, CouldNot) as problem:
            raise CouldNot(f"The timing script {stem}.toml cannot be read: {problem}.", stem) from problem
        scripts[script.game, script.edition] = script
        problems.extend(wrong)
    return Scripts(scripts, load_words(timing_folder / "abilities"), tuple(problems))


def check_scripts(scripts: Scripts, corpus: Corpus) -> list[Problem]:
    """Every citation of the scripts that does not hold, and every script for an edition that is not in the corpus."""
    strays = [
        Problem(f"There is a timing script for {game}/{edition}, but no such rulebook.", "corpus/timing")
        for game, edition in scripts.by_edition
        if (game, edition) not in {(book.game, book.edition) for book in corpus.books}
    ]
    return [*scripts.problems, *strays]


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as problem:
        raise CouldNot(f"The timing script {path.name} cannot be read: {problem}.", str(path)) from problem
