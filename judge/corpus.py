"""Loads the glossaries of all editions; finds entries by id, name and game, and follows references both ways.

`Corpus` is a value; `load_corpus` is its edge (reads `corpus/rulebooks/*.toml` and the glossaries a build made).
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from judge.entry import Citation, Entry, Paragraph, Reference
from judge.errors import CouldNot, NotAllowed, NotFound, NotUnderstood
from judge.rulebook import Rulebook
from judge.toml_tables import parse_toml, read_text, shown


def plain_name(name: str) -> str:
    """A name for comparing: lower case, without diacritics, punctuation and doubled spaces.

    >>> plain_name("“Cannot”"), plain_name("Pääjuoni")
    ('cannot', 'paajuoni')
    """
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"\w+", re.sub(r"['’]", "", bare)))


def singular(name: str) -> str:
    """A plain name whose words have lost their plural, for comparing.

    >>> singular("status cards"), singular("allies"), singular("heroes"), singular("bonus boss")
    ('status card', 'ally', 'hero', 'bonus boss')
    """
    return _PLURAL.sub(lambda end: _SINGULAR.get(end.group(), ""), name)


_KINDS = frozenset(["ability", "card", "counter", "icon", "keyword", "status", "symbol", "token"])
"""What things are, said behind their name: “treachery card”, “retaliate keyword”."""
_SINGULAR = {"ies": "y", "oes": "o", "ches": "ch", "shes": "sh", "sses": "ss", "xes": "x", "men": "man"}
_PLURAL = re.compile(r"(?<=[^\W\d_][^\W\d_])(?:ies|oes|ches|shes|sses|xes|(?<=ch)men|(?<=[^\W\d_su])s)\b")
"""Where a word is a plural: its ending."""


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
        """The cross-reference graph: what each entry sees and mentions, and the entries that refer to it.

        Who refers to a redirect refers also to where it leads.
        """
        incoming: dict[str, list[str]] = defaultdict(list)
        outgoing: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        for entry in self.entries.values():
            see = tuple(dict.fromkeys([t for t in entry.see_also_ids if t] + list(entry.redirects_to)))
            mentions = tuple(dict.fromkeys(m.target for p in entry.paragraphs for m in p.mentions))
            outgoing[entry.id] = (see, mentions)
            for target in dict.fromkeys(end for one in (*see, *mentions) for end in self._and_beyond(one)):
                if target != entry.id:
                    incoming[target].append(entry.id)
        return {i: Reference(i, see, mentions, tuple(incoming[i])) for i, (see, mentions) in outgoing.items()}

    def _and_beyond(self, entry_id: str) -> tuple[str, ...]:
        """The entry and, of a redirect, those it leads to."""
        return (entry_id, *self.entries[entry_id].redirects_to) if entry_id in self.entries else (entry_id,)

    @cached_property
    def _lookups(self) -> tuple[Mapping[str, tuple[str, ...]], ...]:
        """Ids of entries by what they are called: names, names of parts, and both without their plural."""
        entries = self.entries.values()
        names = [(entry.id, plain_name(name)) for entry in entries for name in entry.names]
        parts = [(entry.id, plain_name(name)) for entry in entries for part in entry.parts for name in part.names]
        loose = [[(entry_id, singular(name)) for entry_id, name in named] for named in (names, parts)]
        return tuple(map(_grouped, (names, parts, *loose)))

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
            raise NotAllowed(f"There is no game “{said}”; the games are {', '.join(self.games)}.", "game", near)
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
        self._check(game, edition)
        return tuple(e for e in self.entries.values() if game in (None, e.game) and edition in (None, e.edition))

    def _check(self, game: str | None, edition: str | None) -> None:
        """Raises NotAllowed for an unknown game or edition."""
        if game is not None:
            self.book(game, edition)
        elif edition is not None and edition not in {book.edition for book in self.books}:
            known = [book.edition for book in self.books]
            raise NotAllowed(f"No game has an edition “{edition}”; there are {', '.join(known)}.", "edition", known)

    def find(self, term: str, game: str | None = None, edition: str | None = None) -> tuple[Entry, ...]:
        """The entries that `term` names: an id, or a name compared without case and punctuation.

        In each edition those that bear the name, also in the singular or plural, else those of which a part explains
        it, else those of the name that say it with the kind of thing it is (“treachery card”). Default editions
        first, empty when nothing bears the name.
        """
        self._check(game, edition)
        if term in self.entries:
            return (self.entries[term],)
        settled: dict[str, list[Entry]] = {}
        for ids in self._called(plain_name(term)):
            found: dict[str, list[Entry]] = defaultdict(list)
            for entry in (self.entries[entry_id] for entry_id in ids):
                if game in (None, entry.game) and edition in (None, entry.edition):
                    found[f"{entry.game}/{entry.edition}"].append(entry)
            settled = {**found, **settled}
        by_edition = [settled[book.key] for book in self.books if book.key in settled]
        if not by_edition:
            return self._joined(term, game, edition)
        return tuple(sorted((e for found in by_edition for e in found), key=lambda e: not self.book_of(e).default))

    def _joined(self, term: str, game: str | None, edition: str | None) -> tuple[Entry, ...]:
        """The entries of two names joined by “and”, the first without the last word of both: “health and threat
        tokens”; empty unless both are names."""
        one, _, other = term.partition(" and ")
        last = other.rpartition(" ")[2]
        if not one or not other or " and " in other:
            return ()
        found = [self.find(name, game, edition) for name in (f"{one} {last}", other)]
        found[0] = found[0] or self.find(one, game, edition)
        return tuple({entry.id: entry for each in found for entry in each}.values()) if all(found) else ()

    def _called(self, name: str) -> Iterator[Sequence[str]]:
        """Lazily, the ids of the entries that a plain name means, the surest way of meaning first."""
        names, parts, loose_names, loose_parts = self._lookups
        one = singular(name)
        yield from (names.get(name, ()), loose_names.get(one, ()), parts.get(name, ()), loose_parts.get(one, ()))
        bare, _, kind = one.rpartition(" ")
        if kind in _KINDS:
            yield [i for i in loose_names.get(bare, ()) if kind == "keyword" or self._said_there(i, one)]

    def _said_there(self, entry_id: str, name: str) -> bool:
        """True where the entry, or one it redirects to, says a plain name in the singular or plural."""
        texts = [self.entries[told].text for told in self._and_beyond(entry_id)]
        return any(f" {name} " in f" {singular(plain_name(text))} " for text in texts)

    def explaining(self, entry: Entry, term: str) -> tuple[Paragraph, ...]:
        """The paragraphs of an entry that explain a term which is not the entry's own name; empty where none does."""
        exact, loose = self._explained.get(entry.id, ({}, {}))
        plain = plain_name(term)
        anchors = exact.get(plain) or loose.get(singular(plain), frozenset())
        return tuple(paragraph for paragraph in entry.paragraphs if paragraph.anchor in anchors) if anchors else ()

    @cached_property
    def _explained(self) -> Mapping[str, tuple[Mapping[str, Set[str]], Mapping[str, Set[str]]]]:
        """By entry the anchors that explain each name of its parts, as it is and without its plural."""
        found = {}
        for entry in (e for e in self.entries.values() if e.parts):
            exact: dict[str, set[str]] = defaultdict(set)
            loose: dict[str, set[str]] = defaultdict(set)
            for part in entry.parts:
                for name in map(plain_name, part.names):
                    exact[name].update(part.anchors)
                    loose[singular(name)].update(part.anchors)
            found[entry.id] = (exact, loose)
        return found

    def told(self, redirect: Entry) -> tuple[tuple[Entry, tuple[Paragraph, ...]], ...]:
        """The entries a redirect leads to, each with its paragraphs that explain one of the redirect's names.

        Where none of them explains any, those that say a name, unless they are half of an entry.
        """
        targets = [self.entries[i] for i in redirect.redirects_to if i in self.entries]
        told = [tuple(p for name in redirect.names for p in self.explaining(target, name)) for target in targets]
        if not any(told):
            told = [_saying(target, redirect.names) for target in targets]
        return tuple(zip(targets, (tuple(dict.fromkeys(found)) for found in told), strict=True))

    def meant_by_reference(self, entry: Entry, name: str) -> tuple[Entry, ...]:
        """What a name in a See line that leads nowhere may mean: in its own edition, else in the game's others."""
        found = [other for other in self.find(name, entry.game) if other.id != entry.id]
        return tuple(e for e in found if e.edition == entry.edition) or tuple(found)

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
            for name in (*entry.names, *(name for part in entry.parts for name in part.names))
        }
        return [names[n] for n in get_close_matches(plain_name(term), names, most, 0.6)]

    def cite(self, entry_id: str, quote: str) -> Citation:
        """A citation of `quote` from the entry. Raises KeyError for an unknown id."""
        entry = self.entries[entry_id]
        return Citation(entry.id, entry.headword, entry.official, quote)


def _saying(entry: Entry, names: Sequence[str]) -> tuple[Paragraph, ...]:
    """The paragraphs that say one of the names, unless they are half of the entry."""
    wanted = [f" {singular(plain_name(name))} " for name in names]
    found = [p for p in entry.paragraphs if any(name in f" {singular(plain_name(p.text))} " for name in wanted)]
    return tuple(found) if len(found) * 2 < len(entry.paragraphs) else ()


def _grouped(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    """Ids by name, from pairs of id and name, each once."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for entry_id, name in pairs:
        found[name][entry_id] = None
    return {name: tuple(ids) for name, ids in found.items()}


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
