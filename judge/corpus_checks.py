"""Checks the corpus for a build: its files before they are read, and what they say once the glossaries are made."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judge.corpus import Corpus
from judge.edition_comparison import check_pairs, read_pairs
from judge.errors import CouldNot, NotAllowed, NotUnderstood, Problem
from judge.rulebook import Rulebook
from judge.toml_tables import read_text, read_toml

if TYPE_CHECKING:
    from judge.rules.model import Rules
    from judge.search.step_order import OrderedStep

_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")


def check_files(corpus_folder: Path, files: Sequence[Path]) -> None:
    """Raise NotUnderstood naming every file that is no UTF-8 text or TOML, CouldNot where there is no corpus."""
    if not any((corpus_folder / "rulebooks").glob("*.toml")):
        raise CouldNot("The corpus describes no rulebook: is this its folder?", str(corpus_folder / "rulebooks"))
    problems = [problem for path in files for problem in _problems_in(path)]
    if problems:
        raise NotUnderstood.of(problems)


def _problems_in(path: Path) -> Sequence[Problem]:
    try:
        if path.suffix == ".toml":
            read_toml(path)
        else:
            read_text(path)
    except NotUnderstood as error:
        return error.problems
    return ()


def check_books(books: Sequence[Rulebook], corpus_folder: Path) -> None:
    """Raise NotAllowed for misnamed descriptions, unknown languages, games without exactly one default edition."""
    problems = [*_misnamed(corpus_folder / "rulebooks", books), *_without_default(books), *_unreadable(books)]
    if problems:
        raise NotAllowed.of(problems)


def _misnamed(folder: Path, books: Sequence[Rulebook]) -> Iterator[Problem]:
    for book in books:
        for name in (book.game, book.edition):
            if not _ID.fullmatch(name):
                message = f"“{name}” names a game or an edition; write it in lower case with hyphens, as in “x-men”."
                yield Problem(message, f"rulebooks/{book.file_stem}.toml")
    for stem, times in Counter(book.file_stem for book in books).items():
        path = folder / f"{stem}.toml"
        if times > 1:
            yield Problem(f"{times} files of rulebooks/ describe {stem}; a book has one, {stem}.toml.", str(folder))
        elif not path.is_file():
            message = f"A file of rulebooks/ describes {stem}: name it {stem}.toml, after the game and the edition."
            yield Problem(message, str(path))


def _without_default(books: Sequence[Rulebook]) -> Iterator[Problem]:
    games: dict[str, list[Rulebook]] = defaultdict(list)
    for book in dict.fromkeys(books):
        games[book.game].append(book)
    for game, editions in games.items():
        files = ", ".join(f"rulebooks/{book.file_stem}.toml" for book in editions)
        defaults = sum(book.default for book in editions)
        if defaults != 1:
            said = f"{defaults} of the editions of {game} have" if defaults else f"No edition of {game} has"
            yield Problem(f"{said} default = true ({files}); one edition of a game has it.", files)


def _unreadable(books: Sequence[Rulebook]) -> Iterator[Problem]:
    from judge.search.word_forms import LANGUAGES

    for book in books:
        if book.language not in LANGUAGES:
            file, known = f"rulebooks/{book.file_stem}.toml", ", ".join(f"“{language}”" for language in LANGUAGES)
            yield Problem(f"{file}: the language “{book.language}” cannot be read; there are {known}.", file)


def check_corpus(corpus: Corpus, corpus_folder: Path) -> None:
    """Raise NotAllowed for all that the tables say and the entries do not bear out, told together.

    Checked are the timing rules, the terms of the lexicon, pairs of entries, and what the resolver's forms say and
    offer; disputes are read once the rules hold. Raises NotUnderstood or CouldNot for a table that cannot be read.
    """
    from judge.cardtext.card_words import load_words
    from judge.engine.referee import Referee
    from judge.forms.form_checks import check_examples, check_pages
    from judge.lexicon_checks import check_step_words, check_terms, games_known
    from judge.pasted.told_words import check_told
    from judge.rules.rules_files import load_rules

    lexicon = corpus_folder / "lexicon"
    shelf = load_rules(corpus_folder / "timing", corpus)
    games = games_known(corpus, lexicon)
    words = load_words(corpus_folder / "timing" / "card-words")
    problems = [
        *shelf.problems,
        *check_pairs(read_pairs(lexicon / "pairs.toml"), corpus),
        *check_terms(corpus, lexicon),
        *check_step_words(lexicon, {"/".join(key): sequences_of(rules) for key, rules in shelf.by_edition.items()}),
        *(check_told(lexicon, words.values()) if games <= words.keys() else ()),
        *check_pages(corpus_folder / "pages", {game: shelf.of_game(game) for game in corpus.games}, games),
    ]
    if not shelf.problems:  # no dispute can be read by rules that mean nothing
        referee = Referee(corpus, shelf, words)
        checks = {game: referee.dispute for game in corpus.games if shelf.of_game(game)}
        problems += check_examples(corpus_folder / "examples", checks, games)
    if problems:
        raise NotAllowed.of(problems)


def sequences_of(rules: Rules) -> Sequence[Sequence[OrderedStep]]:
    """What comes first by the timing rules: each occurrence as its steps, then the classes of abilities.

    The rule that ranks a step against others stands first among its rules.
    """
    from judge.search.step_order import CLASSES, OrderedStep

    steps = [
        [OrderedStep(step.id, step.title, step.rules) for step in occurrence.steps]
        for occurrence in rules.occurrences.values()
    ]
    classes = [
        OrderedStep(
            f"{CLASSES}/{one.id}",
            one.id.replace("-", " ").capitalize(),
            one.rules[::-1] if one.would else (*one.ranked, *one.rules),
        )
        for one in rules.classes
    ]
    return [*steps, classes]
