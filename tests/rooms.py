"""The rooms of the house and who imports whom, read from the code itself: the source of the architecture's diagram."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "judge"


@dataclass(frozen=True)
class Room:
    """A part of `judge/`: a package, or modules that stand beside each other; and what goes on in it."""

    name: str
    modules: tuple[str, ...]
    does: str


WORDS = Room(
    "words",
    (
        "__init__",
        "request_bodies",
        "corpus",
        "edition_comparison",
        "entry",
        "errors",
        "paragraph_blocks",
        "data_places",
        "rulebook",
        "sqlite_files",
        "toml_tables",
        "whole_files",
    ),
    "The words all others speak: Rulebook, Entry, Reference, Citation, the errors; the corpus loaded; its "
    "tables read; where things stand on disk. Every room may use them; their arrows are not drawn.",
)
ROOMS = (
    Room("reading", ("reading",), "Source text → glossary: segment, repair, correct, link. Once, in the build."),
    Room("search", ("search",), "Glossaries → index; queries → ranked hits, suggestions, answers that cite."),
    Room("cardtext", ("ability", "cardtext"), "Card text → abilities as trees, and what was not understood. Pure."),
    Room("rules", ("rules",), "Timing rules: the tables of the corpus → typed values, every name in them linked."),
    Room("forms", ("forms",), "What the resolver offers in each game: the words of its form, ready-made disputes."),
    Room("disputes", ("disputes",), "What people send → a checked dispute, every mistake in it named at once."),
    Room("pasted", ("pasted",), "A dispute as people write it → a dispute, its guesses, what found no place."),
    Room("rulings", ("rulings",), "What is said of a dispute: the ruling as a value, its sentences."),
    Room("engine", ("engine",), "A dispute → a ruling: events unfold, windows open, what is used takes effect."),
    Room("cards", ("cards",), "Card packs → the local card library."),
    Room("responders", ("responders",),
         "Who of the library can act at a moment: an index narrows, the engine decides."),
    Room("charts", ("charts",), "A table's scenario, heroes and decks → who acts at each step of a round."),
    Room("collisions", ("collisions",), "Pairs of cards that shut each other out, tie, stay open …"),
    Room("practice", ("practice",), "Rulings that leave nothing open → questions with their explanation."),
    Room("kept_rulings", ("kept_rulings",), "Rulings that people keep: versions in a database, checked against ours."),
    Room("builds", ("build", "build_folder", "corpus_checks", "derived_files", "lexicon_checks"),
         "Sources → a folder of glossaries and index, all or nothing; which is in use."),
    Room("desk", ("desk",), "Every room at hand for one build: what commands and pages ask."),
    Room("terminal_text", ("terminal_text", "table_terminal_text"), "Answers as text for a terminal."),
    Room("web", ("web",), "Requests → pages and JSON, cut into packages by what they serve."),
    Room("doors", ("__main__", "cli", "export", "kept_rulings_commands", "serving", "table_commands", "worker_process"),
         "The commands, the server of several workers, the static site."),
)  # fmt: skip

ENGINE = ("rulings", "engine")
"""The rooms in which a dispute is settled; pure, like those before them."""


def room_of(module: str, rooms: Iterable[Room] = (*ROOMS, WORDS)) -> str:
    """The room of a module of `judge/`, named from there (`web.api`). Raises LookupError for one that has none."""
    first = module.partition(".")[0]
    found = [room.name for room in rooms if first in room.modules]
    if len(found) != 1:
        raise LookupError(f"{module} stands in {len(found)} rooms; tests/rooms.py gives each module its one.")
    return found[0]


@functools.cache
def imports_of(package: Path = PACKAGE) -> Mapping[str, frozenset[str]]:
    """Each module of a package with the modules of it that it imports, at its head, inside functions or for types."""
    paths = {_module_name(path, package): path for path in sorted(package.rglob("*.py"))}
    return {name: frozenset(_imported(path, paths, package.name)) - {name} for name, path in paths.items()}


def _module_name(path: Path, package: Path) -> str:
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(parts if len(parts) == 1 or parts[-1] != "__init__" else parts[:-1])


def _imported(path: Path, modules: Iterable[str], package: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if _inside(name, package) in modules else node.module for name in names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.partition(".")[0] == package:
                yield _inside(name, package)


def _inside(name: str, package: str) -> str:
    return name.removeprefix(package).removeprefix(".") or "__init__"


def arrows(imports: Mapping[str, frozenset[str]] | None = None) -> frozenset[tuple[str, str]]:
    """Who imports whom, by rooms: pairs of the one that imports and the one imported."""
    imports = imports_of() if imports is None else imports
    pairs = {(room_of(module), room_of(target)) for module, targets in imports.items() for target in targets}
    return frozenset((one, other) for one, other in pairs if one != other)


def layers(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The rooms, those that import nothing of the others first. Raises graphlib.CycleError where they go in circles."""
    sorter: TopologicalSorter[str] = TopologicalSorter({room.name: () for room in ROOMS})
    for one, other in sorted(pairs):
        sorter.add(one, other)
    return list(sorter.static_order())
