"""The cleaned glossaries of all editions, loaded: find entries by id, name, game; follow references both ways.

`Corpus` is a value; `load_corpus` is its edge (reads `corpus/rulebooks/*.toml` and the glossaries a build made).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from judge.entry import Citation, Entry, Reference
from judge.errors import CouldNot, NotAllowed, NotFound, NotUnderstood
from judge.rulebook import Rulebook
from judge.tables import parse_toml, read_text, shown


def plain_name(name: str) -> str:
    """A name for comparing: lower case, without diacritics, punctuation and doubled spaces.

    >>> plain_name("“Cannot”"), plain_name("Pääjuoni")
    ('cannot', 'paajuoni')
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", re.sub(r"['’]", "", bare)))


@dataclass(frozen=True)
class Corpus:
    """All editions that were built. `entries` keeps reading order, game by game, default edition first."""

    books: tuple[Rulebook, ...]
    entries: Mapping[str, Entry]
    build_id: str = ""
    retired: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Addresses that no longer exist (`ID` or `ID#ANCHOR`) with what stood there."""

    @cached_property
    def references(self) -> Mapping[str, Reference]:
        """The cross-reference graph: what each entry sees and mentions, and the entries that refer to it."""
        incoming: dict[str, list[str]] = defaultdict(list)
        outgoing: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for entry in self.entries.values():
            see = tuple(dict.fromkeys([t for t in entry.see_also_ids if t] + list(entry.redirects_to)))
            mentions = tuple(dict.fromkeys(m.target for p in entry.paragraphs for m in p.mentions))
            outgoing[entry.id] = (see, mentions)
            for target in dict.fromkeys((*see, *mentions)):
                incoming[target].append(entry.id)
        return {i: Reference(i, see, mentions, tuple(incoming[i])) for i, (see, mentions) in outgoing.items()}

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for entry in self.entries.values():
            for name in dict.fromkeys(plain_name(n) for n in entry.names):
                found[name].append(entry.id)
        return {name: tuple(ids) for name, ids in found.items()}

    @cached_property
    def games(self) -> tuple[str, ...]:
        """Ids of the games, in the order they are listed."""
        return tuple(dict.fromkeys(book.game for book in self.books))

    @cached_property
    def _shelves(self) -> Mapping[str, tuple[Rulebook, ...]]:
        return {game: tuple(book for book in self.books if book.game == game) for game in self.games}

    def editions(self, game: str) -> tuple[Rulebook, ...]:
        """Editions of `game`, the default first. Raises NotAllowed for an unknown game, naming those there are."""
        books = self._shelves.get(game) if isinstance(game, str) else None
        if books is None:
            said = str(game)[:100]
            near = get_close_matches(said, self.games, 3, 0.4) or list(self.games)
            raise NotAllowed(
                f"There is no game “{said}”; the games are {', '.join(self.games)}.", "game", near
            )
        return books

    def book(self, game: str, edition: str | None = None) -> Rulebook:
        """The edition asked for, or the game's default. Raises NotAllowed for an unknown game or edition."""
        books = self.editions(game)
        if edition is None:
            return books[0]
        for book in books:
            if book.edition == edition:
                return book
        known = [book.edition for book in books]
        raise NotAllowed(f"{game} has no edition “{edition}”; its editions are {', '.join(known)}.", "edition", known)

    def book_of(self, entry: Entry) -> Rulebook:
        """The rulebook an entry stands in."""
        return self.book(entry.game, entry.edition)

    def entries_of(self, game: str | None = None, edition: str | None = None) -> tuple[Entry, ...]:
        """Entries in reading order, narrowed to a game and edition. Raises NotAllowed for unknown ones.

        An edition without a game is looked for in all games.
        """
        if game is not None:
            self.book(game, edition)
        elif edition is not None and edition not in {book.edition for book in self.books}:
            known = [book.edition for book in self.books]
            raise NotAllowed(f"No game has an edition “{edition}”; there are {', '.join(known)}.", "edition", known)
        return tuple(
            e for e in self.entries.values() if game in (None, e.game) and edition in (None, e.edition)
        )

    def find(self, term: str, game: str | None = None, edition: str | None = None) -> tuple[Entry, ...]:
        """The entries that `term` names: an id, or a headword or alias compared without case and punctuation.

        Default editions first. Empty when nothing bears the name.
        """
        self.entries_of(game, edition)
        if term in self.entries:
            return (self.entries[term],)
        named = [self.entries[i] for i in self._by_name.get(plain_name(term), ())]
        fitting = [e for e in named if game in (None, e.game) and edition in (None, e.edition)]
        return tuple(sorted(fitting, key=lambda e: not self.book_of(e).default))

    def get(self, term: str, game: str | None = None, edition: str | None = None) -> tuple[Entry, ...]:
        """As `find`, but raises NotFound with near matches where nothing bears the name."""
        found = self.find(term, game, edition)
        if not found:
            near = self.near_names(term, game, edition)
            hint = f"; did you mean {', '.join(near)}?" if near else "."
            raise NotFound(f"No entry is called “{term}”{hint}", "term", near)
        return found

    def near_names(self, term: str, game: str | None = None, edition: str | None = None, most: int = 5) -> list[str]:
        """Headwords and aliases that look like `term`, the nearest first."""
        names = {
            plain_name(name): name
            for entry in self.entries_of(game, edition)
            for name in entry.names
        }
        return [names[n] for n in get_close_matches(plain_name(term), names, most, 0.6)]

    def cite(self, entry_id: str, quote: str) -> Citation:
        """A citation of `quote` from the entry. Raises KeyError for an unknown id."""
        entry = self.entries[entry_id]
        return Citation(entry.id, entry.headword, entry.official, quote)


def read_rulebook(path: Path) -> Rulebook:
    """The head of one description in `corpus/rulebooks/`.

    Raises NotUnderstood naming the file and the fields that are missing or unknown, CouldNot where it cannot be read.
    """
    # only the table of that name: a whole description is long, and every command reads these heads
    head = parse_toml(_table("book", read_text(path)), shown(path)).get("book", {})
    known = {row.name: row.default is MISSING for row in fields(Rulebook)}
    wrong = [f"`{name}` is missing" for name, needed in known.items() if needed and name not in head]
    wrong += [f"`{name}` means nothing" for name in head if name not in known]
    if wrong:
        raise NotUnderstood(f"{shown(path)} does not describe a rulebook: in [book] {', '.join(wrong)}.", str(path))
    return Rulebook(**head)


def _table(name: str, text: str) -> str:
    """The TOML table of that name, with its heading, up to the next table; the whole text where there is none."""
    found = re.search(rf"^\[{name}\][^\n]*\n.*?(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group() if found else text


def read_rulebooks(corpus_folder: Path) -> tuple[Rulebook, ...]:
    """All rulebooks described in `corpus/rulebooks/`, by rank of their game, the default edition first."""
    books = [read_rulebook(path) for path in sorted((corpus_folder / "rulebooks").glob("*.toml"))]
    return tuple(sorted(books, key=lambda b: (b.rank, b.game, not b.default, b.edition)))


def load_corpus(books: Sequence[Rulebook], glossaries: Path, build_id: str = "") -> Corpus:
    """The corpus whose glossaries stand in the folder `glossaries`. Raises CouldNot when one is missing or damaged."""
    entries: dict[str, Entry] = {}
    retired: dict[str, str] = {}
    for book in books:
        data = _read_glossary(glossaries / f"{book.file_stem}.json")
        entries.update((e.id, e) for e in map(Entry.from_json, data["entries"]))
        retired.update(data.get("retired", {}))
    return Corpus(tuple(books), MappingProxyType(entries), build_id, MappingProxyType(retired))


def _read_glossary(path: Path) -> dict[str, Any]:
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return data
    except (OSError, ValueError) as problem:
        raise CouldNot(f"The glossary {path.name} cannot be read: run `judge build`.", str(path)) from problem


def read_audit(book: Rulebook, glossaries: Path) -> dict[str, Any]:
    """How one book was read: lines, repairs with examples, uncertain readings, references that lead nowhere.

    The shape is that of `judge.reading.audit.Audit`, with `book` added. Raises CouldNot when the glossary is gone.
    """
    audit: dict[str, Any] = _read_glossary(glossaries / f"{book.file_stem}.json")["audit"]
    return {"book": book.key, **audit}
