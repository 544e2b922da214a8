"""The build: sources to cleaned glossaries to search index, all or nothing.

A build is a folder `builds/ID` of the data folder, made beside the others and renamed into place; the file `current`
names the one in use. A failed or killed build leaves the last good one as it was.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from judge import __version__, places
from judge.corpus import Corpus, load_corpus, read_rulebooks
from judge.errors import CouldNot, NotAllowed, Problem
from judge.rulebook import Rulebook

Progress = Callable[[str], None]
_KEPT_BUILDS = 2


def current_build(data_folder: Path) -> Path:
    """The folder of the build in use. Raises CouldNot when there is none."""
    try:
        folder = data_folder / "builds" / (data_folder / "current").read_text(encoding="utf-8").strip()
    except OSError as problem:
        raise CouldNot("Nothing has been built yet: run `judge build`.", str(data_folder)) from problem
    if not (folder / "build.json").is_file():
        raise CouldNot("The current build is gone or damaged: run `judge build`.", str(folder))
    return folder


def is_current(data_folder: Path, corpus_folder: Path | None = None) -> bool:
    """True when the build in use was made from the corpus and code as they stand now."""
    corpus_folder = corpus_folder or places.corpus_folder()
    last = _last_build(data_folder)
    return last is not None and facts_of(last).get("inputs") == _fingerprint_of_inputs(corpus_folder)


def build(
    data_folder: Path,
    progress: Progress = lambda _: None,
    corpus_folder: Path | None = None,
    patience: float = 0,
) -> Path:
    """Make a build and put it in use; give back its folder, the old one where nothing has changed.

    `corpus_folder` is the corpus that ships with the program unless another is named; `patience` says how many seconds
    to wait for another build that is running.

    Raises CouldNot when the disk refuses or another build is running, NotAllowed when the corpus is wrong (a quote that
    stands nowhere, a source line that belongs to nothing): the message names file and place.
    """
    corpus_folder = corpus_folder or places.corpus_folder()
    try:
        data_folder.mkdir(parents=True, exist_ok=True)
        with _only_builder(data_folder, patience):
            if is_current(data_folder, corpus_folder):
                progress("Nothing has changed since the last build.")
                return current_build(data_folder)
            return _build(corpus_folder, data_folder, progress)
    except OSError as problem:
        raise CouldNot(
            f"The build could not be written ({problem.strerror or problem}); the last good build stays in use. "
            "Free some space or set JUDGE_DATA to a folder that can be written.",
            str(data_folder),
        ) from problem


def _build(corpus_folder: Path, data_folder: Path, progress: Progress) -> Path:
    inputs = _fingerprint_of_inputs(corpus_folder)
    builds = data_folder / "builds"
    builds.mkdir(exist_ok=True)
    for left_by_a_killed_build in builds.glob(".making-*"):
        shutil.rmtree(left_by_a_killed_build, ignore_errors=True)
    workshop = Path(tempfile.mkdtemp(prefix=".making-", dir=builds))
    try:
        books = read_rulebooks(corpus_folder)
        made_from = {book.file_stem: _fingerprint_of_book(book, corpus_folder) for book in books}
        _write_glossaries(made_from, _last_build(data_folder), corpus_folder, workshop / "glossaries", progress)
        build_id = _build_id(workshop / "glossaries", corpus_folder)
        corpus = load_corpus(books, workshop / "glossaries", build_id)
        _check_scripts(corpus, corpus_folder, progress)
        _write_index(corpus, corpus_folder, workshop / "index", progress)
        facts = {
            "id": build_id,
            "version": __version__,
            "made": datetime.now(UTC).date().isoformat(),
            "inputs": inputs,
            "editions": [book.key for book in books],
            "books": made_from,
        }
        (workshop / "build.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
        return _put_in_use(workshop, data_folder, build_id, progress)
    finally:
        shutil.rmtree(workshop, ignore_errors=True)


def _write_glossaries(
    made_from: Mapping[str, str], last: Path | None, corpus_folder: Path, folder: Path, progress: Progress
) -> None:
    """A glossary for each book: taken over from the last build where nothing it is made from has changed."""
    from judge.reading.shelf import read_and_write

    folder.mkdir()
    before = facts_of(last).get("books", {}) if last else {}
    for stem, fingerprint in made_from.items():
        if last and before.get(stem) == fingerprint and (last / "glossaries" / f"{stem}.json").is_file():
            written = Path(shutil.copy(last / "glossaries" / f"{stem}.json", folder))
        else:
            progress(f"Reading {stem} …")
            written = read_and_write(corpus_folder, stem, folder)
        if places.is_checkout():
            _copy_when_changed(written, corpus_folder / "glossaries" / written.name)


def _last_build(data_folder: Path) -> Path | None:
    try:
        return current_build(data_folder)
    except CouldNot:
        return None


def facts_of(build_folder: Path) -> dict[str, Any]:
    """What a build says of itself (`build.json`); nothing where it cannot be read."""
    try:
        facts: dict[str, Any] = json.loads((build_folder / "build.json").read_text(encoding="utf-8"))
        return facts
    except (OSError, ValueError):
        return {}


def _check_scripts(corpus: Corpus, corpus_folder: Path, progress: Progress) -> None:
    from judge.scripts.shelf import check_scripts, load_scripts

    progress("Checking that every timing rule is quoted word for word …")
    problems: list[Problem] = check_scripts(load_scripts(corpus_folder / "timing", corpus), corpus)
    if problems:
        raise NotAllowed.of(problems)


def _write_index(corpus: Corpus, corpus_folder: Path, folder: Path, progress: Progress) -> None:
    from judge.search.indexing import write_index

    progress("Indexing …")
    folder.mkdir()
    write_index(corpus, corpus_folder / "lexicon", folder)


def _put_in_use(workshop: Path, data_folder: Path, build_id: str, progress: Progress) -> Path:
    folder = data_folder / "builds" / build_id
    if not (folder / "build.json").is_file():  # one that is there has the same id, so the same content
        shutil.rmtree(folder, ignore_errors=True)
        workshop.rename(folder)
    pointer = data_folder / "current.new"
    pointer.write_text(build_id + "\n", encoding="utf-8")
    pointer.replace(data_folder / "current")
    _forget_old_builds(data_folder / "builds", keep=folder)
    progress(f"Build {build_id} is in use.")
    return folder


def _forget_old_builds(builds: Path, keep: Path) -> None:
    finished = [f for f in builds.iterdir() if f != keep and not f.name.startswith(".making-")]
    for old in sorted(finished, key=lambda f: f.stat().st_mtime, reverse=True)[_KEPT_BUILDS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def _copy_when_changed(source: Path, target: Path) -> None:
    text = source.read_bytes()
    if not target.is_file() or target.read_bytes() != text:
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(text)


def _build_id(glossaries: Path, corpus_folder: Path) -> str:
    return _digest([*_files(glossaries), *_files(corpus_folder, "timing", "lexicon"), *_code()], __version__)[:12]


def _fingerprint_of_inputs(corpus_folder: Path) -> str:
    return _digest([*_files(corpus_folder, "sources", "rulebooks", "lexicon", "timing"), *_code()], __version__)


def _fingerprint_of_book(book: Rulebook, corpus_folder: Path) -> str:
    """What one glossary is made from: description, sources (all lend words), word lists, code, the anchors kept."""
    description = corpus_folder / "rulebooks" / f"{book.file_stem}.toml"
    kept = [path for path in _files(corpus_folder, "glossaries") if path.stem == book.file_stem]
    lists = _files(corpus_folder, "sources", "lexicon")
    return _digest([description, *kept, *lists, *_files(Path(__file__).parent, "reading")], __version__)


def _code() -> list[Path]:
    """The code that decides what a build says."""
    package = Path(__file__).parent
    rooms = ("reading", "search", "cardtext", "scripts", "disputes", "timing")
    return [path for path in _files(package, *rooms) if path.suffix == ".py"]


def _files(folder: Path, *rooms: str) -> list[Path]:
    return [p for room in rooms or (".",) for p in sorted((folder / room).rglob("*")) if p.is_file()]


def _digest(files: Iterable[Path], salt: str) -> str:
    digest = hashlib.sha256(salt.encode())
    for file in files:
        digest.update(file.name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


@contextmanager
def _only_builder(data_folder: Path, patience: float) -> Iterator[None]:
    """Hold the lock of the data folder, which frees itself when its holder is killed; a second build waits in vain."""
    deadline = time.monotonic() + patience
    with (data_folder / "building.lock").open("w", encoding="utf-8") as lock:
        while not _locked(lock):
            if time.monotonic() >= deadline:
                raise CouldNot("Another build is running; wait for it to end.", str(data_folder))
            time.sleep(0.1)
        yield


def _locked(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
