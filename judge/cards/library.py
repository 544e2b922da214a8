"""The local card library: an SQLite file of the data folder, filled from card packs, asked by name or code.

An edge. No card text ships with Judge; the library holds what its user imported.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import astuple, fields, replace
from pathlib import Path
from typing import Any

from judge.cards.card import LibraryCard
from judge.corpus import plain_name
from judge.errors import CouldNot

_COLUMNS = tuple(field.name for field in fields(LibraryCard))
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS cards ({", ".join(_COLUMNS)}, plain, PRIMARY KEY (game, code));
CREATE INDEX IF NOT EXISTS cards_by_name ON cards (plain);
"""


class CardLibrary:
    """Cards in one SQLite file. Safe to share between threads and processes: each call opens and closes the file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, cards: Iterable[LibraryCard]) -> int:
        """Add or update cards, all or none; reprints take over what they reprint. Gives back how many there were.

        Raises CouldNot when the file cannot be written or is no library.
        """
        with self._open("rwc") as connection, connection:
            connection.executescript(_SCHEMA)
            found = list(cards)
            originals = {card.code: card for card in found if card.name}
            rows = [self._completed(card, originals, connection) for card in found]
            marks = ", ".join("?" * (len(_COLUMNS) + 1))
            connection.executemany(
                f"INSERT OR REPLACE INTO cards VALUES ({marks})",
                [(*astuple(card), plain_name(card.name)) for card in rows if card.name],
            )
        return len(rows)

    def _completed(
        self, card: LibraryCard, originals: Mapping[str, LibraryCard], connection: sqlite3.Connection
    ) -> LibraryCard:
        if card.name or not card.same_as:
            return card
        original = originals.get(card.same_as)
        if original is None:
            stored = _select(connection, "code = ?", card.same_as)
            original = stored[0] if stored else None
        return replace(original, code=card.code, pack=card.pack, same_as=card.same_as) if original else card

    def find(self, name: str, code: str | None = None) -> tuple[LibraryCard, ...]:
        """Cards of that name (compared without case and punctuation), or the one with that code.

        Reprints of a card, and cards that say the same, count once. Empty when there is none, or no library yet.
        """
        if not self._is_filled():
            return ()
        with self._open("ro") as connection:
            if code is not None:
                return _select(connection, "code = ?", code)
            cards = _select(connection, "plain = ?", plain_name(name))
        different = {(card.kind, card.text, card.boost_text, card.subtitle): card for card in reversed(cards)}
        return tuple(sorted(different.values(), key=lambda card: card.code))

    def search(self, words: str, limit: int = 20) -> tuple[LibraryCard, ...]:
        """Cards whose name holds every word, names that begin so first. Empty when there is no library yet."""
        parts = plain_name(words).split()
        if not parts or not self._is_filled():
            return ()
        condition = " AND ".join(["instr(plain, ?) > 0"] * len(parts)) + " AND same_as = ''"
        with self._open("ro") as connection:
            found = _select(connection, condition, *parts)
        return tuple(sorted(found, key=lambda c: (not plain_name(c.name).startswith(parts[0]), c.name, c.code))[:limit])

    def lookup(self, name: str, code: str | None = None) -> Sequence[Mapping[str, Any]]:
        """As `find`, in the shape that a dispute's cards have: the function the resolver is handed."""
        return [
            {"name": c.name, "code": c.code, "kind": c.kind, "text": c.whole_text, "game": c.game}
            for c in self.find(name, code)
        ]

    def holds(self, game: str) -> bool:
        """True where there is a card of that game."""
        if not self._is_filled():
            return False
        with self._open("ro") as connection:
            return connection.execute("SELECT 1 FROM cards WHERE game = ? LIMIT 1", (game,)).fetchone() is not None

    def __len__(self) -> int:
        if not self._is_filled():
            return 0
        with self._open("ro") as connection:
            count: int = connection.execute("SELECT count(*) FROM cards").fetchone()[0]
        return count

    def _is_filled(self) -> bool:
        """False before the first import, also where one was broken off before it wrote anything."""
        return self._path.exists() and self._path.stat().st_size > 0

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            if mode == "rwc":
                self._path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(f"{self._path.absolute().as_uri()}?mode={mode}", uri=True)) as connection:
                yield connection
        except (sqlite3.Error, OSError) as problem:
            raise CouldNot(
                f"The card library cannot be used ({problem}); delete {self._path.name} and import the cards again.",
                str(self._path),
            ) from problem


def _select(connection: sqlite3.Connection, condition: str, *values: str) -> tuple[LibraryCard, ...]:
    rows = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM cards WHERE {condition} ORDER BY code", values)
    return tuple(LibraryCard(*row) for row in rows)
