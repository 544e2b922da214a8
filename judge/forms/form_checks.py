"""Holds the words and examples of the forms to the timing rules: the build refuses what no dispute could hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from judge.errors import JudgeError, Problem
from judge.forms.examples import Example, examples_in
from judge.forms.form_wording import FormWording, read_page
from judge.rules.model import Rules
from judge.toml_tables import meant, shown


def check_pages(folder: Path, rules: Mapping[str, Sequence[Rules]], games: Collection[str]) -> list[Problem]:
    """Every file of `corpus/pages/` that cannot be read, is of no game, or words what its game's rules lack.

    `rules` are those on the shelf, by game; `games` all that may have a file.
    """
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.toml")):
        problems += _without_game(path, games)
        try:
            problems += _strangers(read_page(path), shown(path), rules)
        except JudgeError as error:
            problems += error.problems
    return problems


def check_examples(
    folder: Path, checks: Mapping[str, Callable[[Any], object]], games: Collection[str]
) -> list[Problem]:
    """Every file of `corpus/examples/` that cannot be read or is of no game, ids given twice, disputes that are none.

    `checks` has for each game that can be resolved what raises JudgeError for a dispute that makes no sense; `games`
    are all that may have a file.
    """
    problems: list[Problem] = []
    rows: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        problems += _without_game(path, games)
        try:
            problems += _wrong(examples_in(path), rows, checks)
        except JudgeError as error:
            problems += error.problems
    return problems


def _without_game(path: Path, games: Collection[str]) -> Iterator[Problem]:
    if path.stem not in games:
        file, known = shown(path), ", ".join(f"{game}.toml" for game in sorted(games))
        near = get_close_matches(path.stem, sorted(games), 3, 0.4)
        yield Problem(f"{file}: there is no game “{path.stem}”; the files are {known}.", file, tuple(near))


def _strangers(wording: FormWording, file: str, rules: Mapping[str, Sequence[Rules]]) -> Iterator[Problem]:
    """Ids that no rules of the game have; nothing where there are none."""
    of_game = rules.get(wording.game, ())
    if not of_game:
        return
    occurrences = [occurrence for one in of_game for occurrence in one.occurrences.values()]
    participants = {part.name for occurrence in occurrences for part in occurrence.participants}
    forms = {form for one in of_game for form in one.kinds_with("form")}
    yield from _unknown(file, "occurrences", wording.occurrences, {occurrence.type for occurrence in occurrences})
    yield from _unknown(file, "participants", wording.participants, participants)
    yield from _unknown(file, "forms", wording.forms, forms)
    yield from _unknown(file, "kinds", wording.kinds, {kind for one in of_game for kind in one.kinds})
    for name, participant in wording.participants.items():
        yield from _unknown(file, f"participants.{name}.kinds", participant.kinds, wording.kinds)


def _unknown(file: str, table: str, ids: Iterable[str], known: Iterable[str]) -> Iterator[Problem]:
    names = frozenset(known)
    for name in ids:
        if name not in names:
            right, near = meant(name, names)
            yield Problem(f"{file}, {table}: the timing rules know no “{name}”; {right}", file, near)


def _wrong(
    examples: Iterable[Example], rows: dict[str, str], checks: Mapping[str, Callable[[Any], object]]
) -> Iterator[Problem]:
    for example in examples:
        first = rows.setdefault(example.id, example.row)
        if first != example.row:
            yield Problem(f"{example.row}: the id stands already at {first}; give it one of its own.", example.row)
        try:
            if example.game in checks:
                checks[example.game](example.dispute)
        except JudgeError as error:
            for problem in error.problems:
                yield Problem(f"{example.row}: {problem.message}", example.row, problem.suggestions)
