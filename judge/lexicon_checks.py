"""Holds the lexicon to entries and timing rules: the build refuses words that lead nowhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from judge.corpus import Corpus
from judge.errors import Problem
from judge.search.entry_names import compile_names
from judge.search.lexicon import Settings, Term, read_settings, read_terms
from judge.search.step_order import STEP_WORDS, OrderedStep, read_step_words
from judge.search.word_forms import plain
from judge.toml_tables import shown


def check_terms(corpus: Corpus, lexicon: Path) -> list[Problem]:
    """Every term whose game there is not, and every meaning that names no entry. Raises as `read_terms`.

    A term of a game that is not on this shelf is left alone, and one of any game as long as one of those that the
    lexicon knows is not: it may mean an entry of that one.
    """
    known = games_known(corpus, lexicon)
    named = _games_by_name(corpus)
    problems: list[Problem] = []
    for term in read_terms(lexicon):
        strange = [game for game in term.games if game not in known]
        problems += [_no_such_game(term, game, known) for game in strange]
        if not strange and set(corpus.games).issuperset(term.games or known):
            problems += _nowhere(term, corpus, named)
    return problems


def games_known(corpus: Corpus, lexicon: Path) -> frozenset[str]:
    """The games of the shelf and those that the lexicon has nicknames for. Raises as `read_settings`."""
    return frozenset({*corpus.games, *Settings.from_json(read_settings(lexicon)).games.values()})


def _games_by_name(corpus: Corpus) -> Mapping[str, set[str]]:
    """Every name of an entry, folded, with the games that have it."""
    games: dict[str, set[str]] = defaultdict(set)
    for name in compile_names(corpus, ()):
        games[name.plain].update(target.split("/")[0] for target, _ in name.targets)
    return games


def _no_such_game(term: Term, game: str, known: frozenset[str]) -> Problem:
    games = sorted(known)
    near = get_close_matches(game, games, 3, 0.4) or games
    return Problem(f"{term.row}: there is no game “{game}”; the games are {', '.join(games)}.", term.row, tuple(near))


def _nowhere(term: Term, corpus: Corpus, named: Mapping[str, set[str]]) -> list[Problem]:
    problems = []
    for meaning in term.means:
        games = named.get(plain(meaning), set())
        if not games or (term.games and games.isdisjoint(term.games)):
            near = corpus.near_names(meaning, term.games[0] if len(term.games) == 1 else None, most=3)
            whose = f" of {' or '.join(term.games)}" if term.games else ""
            right = f"did you mean {', '.join(f'“{name}”' for name in near)}?" if near else "write a headword or alias."
            problem = f"{term.row}: no entry{whose} is called “{meaning}”; {right}"
            problems.append(Problem(problem, term.row, tuple(near)))
    return problems


def check_step_words(lexicon: Path, sequences: Mapping[str, Iterable[Sequence[OrderedStep]]]) -> list[Problem]:
    """Every id of the table that is no step of its edition's sequences; editions not on the shelf are left alone."""
    problems = []
    for edition, asked in read_step_words(lexicon).items():
        known = {step.id for steps in sequences.get(edition, ()) for step in steps}
        for step in asked.keys() - known if edition in sequences else ():
            where = f"{shown(lexicon / STEP_WORDS)}, [“{edition}”]"
            near = tuple(sorted(other for other in known if other.partition("/")[0] == step.partition("/")[0]))
            problems.append(Problem(f"{where}: there is no step “{step}”; there are {', '.join(near)}.", where, near))
    return sorted(problems, key=lambda problem: problem.message)
