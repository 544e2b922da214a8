"""The build: sources to cleaned glossaries to search index, all or nothing.

A build is made beside the others and renamed into place; a failed or killed one leaves the last good one as it was. It
holds a copy of the corpus it was made from, so that whoever reads it never meets an edit that no build has accepted.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

from judge import __version__, places
from judge.builds import (
    DamagedBuild,
    clear_away,
    current_build,
    damage_of,
    facts_of,
    finished_builds,
    is_as_made,
    last_good_build,
    only_builder,
    put_in_use,
    seal,
    workshop_in,
)
from judge.checks import check_books, check_corpus, check_files
from judge.corpus import Corpus, load_corpus, read_rulebooks
from judge.errors import CouldNot, JudgeError, Problem
from judge.rulebook import Rulebook
from judge.tables import ROOMS

Progress = Callable[[str], None]
_SAYING = ("reading", "search", "cardtext", "rules", "disputes", "engine", "rulings")
"""The rooms whose code decides what a build says."""
_PATIENCE_WITH_ANOTHER_BUILD = 120.0  # seconds; several servers may start at once
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DENIED = (errno.EROFS, errno.EACCES, errno.EPERM)


def is_current(data_folder: Path, corpus_folder: Path | None = None) -> bool:
    """True when the build in use is sound and was made from the corpus and code as they stand now."""
    return _current(data_folder, corpus_folder or places.corpus_folder()) is not None


def _current(data_folder: Path, corpus_folder: Path) -> Path | None:
    """The build in use where it is sound and made from that corpus and this code."""
    try:
        last = current_build(data_folder)
    except CouldNot:
        return None
    return last if facts_of(last)["inputs"] == _fingerprint_of_inputs(corpus_folder) else None


def sound_build(data_folder: Path, tell: Progress) -> Path:
    """The build in use; made again where it is damaged. Raises as `latest_build`.

    Nothing is built where nothing has been built yet: that raises CouldNot.
    """
    try:
        return current_build(data_folder)
    except DamagedBuild:
        return latest_build(data_folder, tell)


def latest_build(data_folder: Path, tell: Progress, progress: Progress = lambda _: None) -> Path:
    """The build of the corpus as it stands, made if need be; where it cannot be made, the last good one.

    `tell` is told of damage, and why it is that. Raises as `build` where there is no good one.
    """
    try:
        current_build(data_folder)
    except DamagedBuild as problem:
        tell(f"The build in use is damaged ({problem.damage}): making it again.")
    except CouldNot:
        pass  # the first one
    try:
        return build(data_folder, progress, patience=_PATIENCE_WITH_ANOTHER_BUILD)
    except JudgeError as problem:
        last = last_good_build(data_folder)
        if last is None:
            raise
        tell(f"{problem.message} Build {last.name} of {facts_of(last)['made']} answers meanwhile.")
        return last


def build(
    data_folder: Path,
    progress: Progress = lambda _: None,
    corpus_folder: Path | None = None,
    patience: float = 0,
) -> Path:
    """Make a build and put it in use; give back its folder, the old one where nothing has changed.

    `corpus_folder` is the corpus that ships with the program unless another is named; `patience` says how many seconds
    to wait for another build that is running.

    Raises CouldNot when the disk refuses or another build is running, NotAllowed or NotUnderstood when the corpus is
    wrong (a quote that stands nowhere, a source line that belongs to nothing): the message names file and place.
    """
    corpus_folder = corpus_folder or places.corpus_folder()
    try:
        current = _current(data_folder, corpus_folder)
        if current is None:
            data_folder.mkdir(parents=True, exist_ok=True)
            with only_builder(data_folder, patience):
                current = _current(data_folder, corpus_folder)  # another may have made it while we waited
                if current is None:
                    return _build(corpus_folder, data_folder, progress)
        progress("Nothing has changed since the last build.")
        return current
    except OSError as problem:
        _refuse(problem, data_folder)


def _refuse(problem: OSError, data_folder: Path) -> NoReturn:
    """Put what the system said as CouldNot: where, and the way out."""
    way = "see to that file"
    if problem.errno in _NO_ROOM:
        way = "free some space"
    elif problem.errno in _DENIED:
        way = "allow it to be written"
    kept = " The last good build stays in use." if last_good_build(data_folder) else ""
    where = str(problem.filename or data_folder)
    raise CouldNot(
        f"The build could not be written ({problem.strerror or problem}: {where}): {way}, or set JUDGE_DATA to another "
        f"folder.{kept}",
        where,
    ) from problem


def _build(corpus_folder: Path, data_folder: Path, progress: Progress) -> Path:
    builds = data_folder / "builds"
    builds.mkdir(exist_ok=True)
    clear_away(builds)
    inputs = _fingerprint_of_inputs(corpus_folder)
    folder = _made_before(data_folder, inputs) or _make(corpus_folder, data_folder, progress)
    if places.is_checkout():
        _give_back(folder / "glossaries", corpus_folder / "glossaries")
    put_in_use(folder)
    progress(f"Build {folder.name} is in use.")
    return folder


def _made_before(data_folder: Path, inputs: str) -> Path | None:
    """A sound build of the same corpus and code: one that was killed before it was in use, or an earlier one."""
    alike = (folder for folder in finished_builds(data_folder) if facts_of(folder).get("inputs") == inputs)
    return next((folder for folder in alike if not damage_of(folder)), None)


def _make(corpus_folder: Path, data_folder: Path, progress: Progress) -> Path:
    """Make a build from a copy of the corpus, which no edit reaches meanwhile."""
    builds = data_folder / "builds"
    workshop = workshop_in(builds, str(os.getpid()))
    copied, kept = workshop / "corpus", corpus_folder / "glossaries"
    try:
        workshop.mkdir()
        _copy_corpus(corpus_folder, copied)
        check_files(copied, _files(copied, *ROOMS))
        books = read_rulebooks(copied)
        check_books(books, copied)
        made_from = {book.file_stem: _fingerprint_of_book(book, copied, kept) for book in books}
        _write_glossaries(made_from, finished_builds(data_folder), copied, kept, workshop / "glossaries", progress)
        build_id = _digest([*_files(workshop), *_code(*_SAYING)], __version__)[:12]
        corpus = load_corpus(books, workshop / "glossaries", build_id)
        progress("Checking what the tables quote and name …")
        check_corpus(corpus, copied)
        _write_index(corpus, copied, workshop / "index", progress)
        seal(workshop, _facts(build_id, copied, books, made_from))
        return _put_up(workshop, builds / build_id)
    except JudgeError as error:
        error.problems = tuple(_in_the_original(problem, copied, corpus_folder) for problem in error.problems)
        raise
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _in_the_original(problem: Problem, copied: Path, corpus_folder: Path) -> Problem:
    """The problem with the file named that an editor can mend."""

    def at_home(words: str) -> str:
        return words.replace(str(copied), str(corpus_folder))

    return replace(problem, message=at_home(problem.message), where=problem.where and at_home(problem.where))


def _facts(
    build_id: str, corpus_folder: Path, books: Sequence[Rulebook], made_from: Mapping[str, str]
) -> dict[str, object]:
    return {
        "id": build_id,
        "version": __version__,
        "made": _day(),
        "inputs": _fingerprint_of_inputs(corpus_folder),
        "editions": [book.key for book in books],
        "books": dict(made_from),
    }


def _day() -> str:
    """Today (ISO, UTC); or the day that SOURCE_DATE_EPOCH says, by which builds of different days come out alike."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(said), UTC) if said.isdecimal() else datetime.now(UTC)
    return now.date().isoformat()


def _write_glossaries(
    made_from: Mapping[str, str],
    earlier: Sequence[Path],
    corpus_folder: Path,
    kept: Path,
    folder: Path,
    progress: Progress,
) -> None:
    """A glossary for each book: taken over from an earlier build where nothing it is made from has changed."""
    from judge.reading.shelf import read_and_write

    folder.mkdir()
    for stem, fingerprint in made_from.items():
        name = f"glossaries/{stem}.json"
        alike = (old for old in earlier if facts_of(old).get("books", {}).get(stem) == fingerprint)
        taken = next((old / name for old in alike if is_as_made(old, name)), None)
        if taken:
            shutil.copyfile(taken, folder / taken.name)
        else:
            progress(f"Reading {stem} …")
            read_and_write(corpus_folder, stem, folder, kept)


def _copy_corpus(corpus_folder: Path, folder: Path) -> None:
    for path in _files(corpus_folder, *ROOMS):
        copy = folder / path.relative_to(corpus_folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _write_index(corpus: Corpus, corpus_folder: Path, folder: Path, progress: Progress) -> None:
    from judge.search.indexing import write_index

    progress("Indexing …")
    folder.mkdir()
    write_index(corpus, corpus_folder / "lexicon", folder)


def _put_up(workshop: Path, folder: Path) -> Path:
    """The finished build in its place, instead of a damaged one with the same id."""
    if damage_of(folder):
        if folder.exists():
            folder.rename(workshop_in(folder.parent, "damaged"))
        workshop.rename(folder)
        clear_away(folder.parent)
    return folder


def _give_back(glossaries: Path, folder: Path) -> None:
    """Keep the glossaries with the sources, where a change of them shows as a diff; each whole or not at all."""
    for path in _files(glossaries):
        kept = folder / path.name
        if not kept.is_file() or kept.read_bytes() != path.read_bytes():
            folder.mkdir(exist_ok=True)
            unfinished = kept.with_name(f".{kept.name}.new")
            shutil.copyfile(path, unfinished)
            unfinished.replace(kept)


def _fingerprint_of_inputs(corpus_folder: Path) -> str:
    return _digest([*_files(corpus_folder, *ROOMS), *_code(*_SAYING)], __version__)


def _fingerprint_of_book(book: Rulebook, corpus_folder: Path, glossaries: Path) -> str:
    """What one glossary is made from: description, sources (all lend words), word lists, code, the anchors kept."""
    description = corpus_folder / "rulebooks" / f"{book.file_stem}.toml"
    kept = [path for path in _files(glossaries) if path.stem == book.file_stem]
    lists = _files(corpus_folder, "sources", "lexicon")
    return _digest([description, *kept, *lists, *_code("reading")], __version__)


def _code(*rooms: str) -> list[Path]:
    """The code of some rooms, and the words in which every glossary is written."""
    package = Path(__file__).parent
    words = [package / name for name in ("corpus.py", "entry.py", "rulebook.py")]
    return [*words, *(path for path in _files(package, *rooms) if path.suffix == ".py")]


def _files(folder: Path, *rooms: str) -> list[Path]:
    """Every file of a folder, or of some rooms in it, but hidden ones."""
    found = (path for room in rooms or (".",) for path in sorted((folder / room).rglob("*")))
    return [path for path in found if not path.name.startswith(".") and path.is_file()]


def _digest(files: Iterable[Path], salt: str) -> str:
    digest = hashlib.sha256(salt.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()
