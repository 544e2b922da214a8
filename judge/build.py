"""Makes a build: sources to cleaned glossaries to search index, all or nothing.

A build is made beside the others and renamed into place; a failed or killed one leaves the last good one as it was. It
holds a copy of the corpus it was made from, so that whoever reads it never meets an edit that no build has accepted.
"""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from judge import __version__, data_places
from judge.build_folder import (
    DamagedBuild,
    current_build,
    digest_of,
    facts_of,
    last_good_build,
    put_in_use,
    seal,
    workshop,
)  # fmt: skip
from judge.corpus import load_corpus, read_rulebooks
from judge.corpus_checks import check_books, check_corpus, check_files
from judge.errors import CouldNot, JudgeError, Problem
from judge.toml_tables import ROOMS
from judge.whole_files import write_whole

Progress = Callable[[str], None]
BeforeUse = Callable[[Path], None]
"""Told of a finished build while the one before it is still in use."""
_SAYING = ("reading", "search", "cardtext", "rules", "disputes", "engine", "rulings")
"""The rooms whose code decides what a build says."""
_PATIENCE_WITH_ANOTHER_BUILD = 120.0  # seconds; several servers may start at once
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_DENIED = (errno.EROFS, errno.EACCES, errno.EPERM)


def _current(data_folder: Path, corpus_folder: Path) -> Path | None:
    """The build in use where it is sound and made from that corpus and this code."""
    with suppress(CouldNot):
        last = current_build(data_folder)
        return last if facts_of(last)["inputs"] == _fingerprint_of_inputs(corpus_folder) else None
    return None


def sound_build(data_folder: Path, tell: Progress) -> Path:
    """The build in use; made again where it is damaged or other code made it. Raises as `latest_build`.

    Nothing is built where nothing has been built yet: that raises CouldNot. A changed corpus waits for `judge build`.
    """
    with suppress(DamagedBuild):
        last = current_build(data_folder)
        if _is_by_this_code(last):
            return last
    return latest_build(data_folder, tell)


def _is_by_this_code(folder: Path) -> bool:
    """True where the code that made a build is the code that would read it."""
    return bool(facts_of(folder).get("code") == _digest(_code()))


def latest_build(
    data_folder: Path, tell: Progress, progress: Progress = lambda _: None, before_use: BeforeUse = lambda _: None
) -> Path:
    """The build of the corpus as it stands, made if need be; where it cannot be made, the last good one.

    `tell` is told of damage, of a build that other code made, and why it is the last good one. Raises as `build` where
    there is no good one.
    """
    try:
        if not _is_by_this_code(current_build(data_folder)):
            tell("Another version of Judge made the build in use: making it again.")
    except DamagedBuild as problem:
        tell(f"The build in use is damaged ({problem.damage}): making it again.")
    except CouldNot:
        pass  # the first one
    try:
        return build(data_folder, progress, patience=_PATIENCE_WITH_ANOTHER_BUILD, before_use=before_use)
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
    before_use: BeforeUse = lambda _: None,
) -> Path:
    """Make a build and put it in use; give back its folder, the old one where nothing has changed.

    `corpus_folder` is the corpus that ships with the program unless another is named; `patience` says how many seconds
    to wait for another build that is running.

    Raises CouldNot when the disk refuses or another build is running, NotAllowed or NotUnderstood when the corpus is
    wrong (a quote that stands nowhere, a source line that belongs to nothing): the message names file and place.
    """
    corpus_folder = corpus_folder or data_places.corpus_folder()
    try:
        current = _current(data_folder, corpus_folder)
        if current is None:
            with workshop(data_folder, patience) as made:
                current = _current(data_folder, corpus_folder)  # another may have made it while we waited
                if current is None:
                    return _make(made, corpus_folder, progress, before_use)
        progress("Nothing has changed since the last build.")
        return current
    except TimeoutError as problem:
        raise CouldNot("Another build is running; wait for it to end.", str(data_folder)) from problem
    except OSError as problem:
        raise _refused(problem, data_folder) from problem


def _refused(problem: OSError, data_folder: Path) -> CouldNot:
    """What the system said, where, and the way out."""
    ways = {**dict.fromkeys(_NO_ROOM, "free some space"), **dict.fromkeys(_DENIED, "allow it to be written")}
    way = ways.get(problem.errno or 0, "see to that file")
    kept = " The last good build stays in use." if last_good_build(data_folder) else ""
    where = str(problem.filename or data_folder)
    return CouldNot(
        f"The build could not be written ({problem.strerror or problem}: {where}): {way}, or set JUDGE_DATA to another "
        f"folder.{kept}",
        where,
    )


def _make(made: Path, corpus_folder: Path, progress: Progress, before_use: BeforeUse) -> Path:
    """Make a build in an empty folder, from a copy of the corpus which no edit reaches meanwhile; put it in use."""
    from judge.reading.corpus_files import read_and_write
    from judge.search.index import write_index

    copied, glossaries, index = made / "corpus", made / "glossaries", made / "index"
    _copy(_files(corpus_folder, *ROOMS), corpus_folder, copied)
    try:
        check_files(copied, _files(copied, *ROOMS))
        books = read_rulebooks(copied)
        check_books(books, copied)
        glossaries.mkdir()
        for book in books:
            progress(f"Reading {book.file_stem} …")
            read_and_write(copied, book.file_stem, glossaries, corpus_folder / "glossaries")
        build_id = _digest([*_files(made), *_code()])[:12]
        corpus = load_corpus(books, glossaries, build_id)
        progress("Checking what the tables quote and name …")
        check_corpus(corpus, copied)
        progress("Indexing …")
        index.mkdir()
        write_index(corpus, copied / "lexicon", index)
    except JudgeError as error:
        error.problems = tuple(_in_the_original(problem, copied, corpus_folder) for problem in error.problems)
        raise
    today = datetime.now(UTC).date().isoformat()
    inputs, editions = _fingerprint_of_inputs(copied), [book.key for book in books]
    facts = {"id": build_id, "version": __version__, "made": today, "inputs": inputs, "code": _digest(_code())}
    seal(made, {**facts, "editions": editions})
    if data_places.is_checkout():  # its glossaries stand with the sources, where a change of them shows as a diff
        for path in _files(glossaries):
            write_whole(corpus_folder / "glossaries" / path.name, path.read_bytes())
    before_use(made)
    folder = put_in_use(made, build_id)
    progress(f"Build {folder.name} is in use.")
    return folder


def _in_the_original(problem: Problem, copied: Path, corpus_folder: Path) -> Problem:
    """The problem with the file named that an editor can mend."""

    def at_home(words: str) -> str:
        return words.replace(str(copied), str(corpus_folder))

    return replace(problem, message=at_home(problem.message), where=problem.where and at_home(problem.where))


def _copy(files: Iterable[Path], folder: Path, to: Path) -> None:
    for path in files:
        copy = to / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def _fingerprint_of_inputs(corpus_folder: Path) -> str:
    return _digest([*_files(corpus_folder, *ROOMS), *_code()])


def _code() -> list[Path]:
    """The code that decides what a build says."""
    package = Path(__file__).parent
    words = [package / name for name in ("corpus.py", "entry.py", "rulebook.py")]
    return [*words, *(path for path in _files(package, *_SAYING) if path.suffix == ".py")]


def _files(folder: Path, *rooms: str) -> list[Path]:
    """Every file of a folder, or of some rooms in it, but hidden ones."""
    found = (path for room in rooms or (".",) for path in sorted((folder / room).rglob("*")))
    return [path for path in found if not path.name.startswith(".") and path.is_file()]


def _digest(files: Iterable[Path]) -> str:
    digest = sha256(__version__.encode())
    for file in files:
        digest.update(f"{file.name}\0{digest_of(file)}".encode())
    return digest.hexdigest()
