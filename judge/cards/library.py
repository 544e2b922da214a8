"""Keeps the local card library: an SQLite file of the data folder, filled from packs, asked by name or code.

An edge. No card text ships with Judge; the library holds what its user imported.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import MISSING, fields, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from judge.cards.card import LibraryCard
from judge.corpus import plain_name
from judge.errors import CouldNot
from judge.sqlite_files import read_only
from judge.whole_files import alone, replacing

_COLUMNS = tuple(field.name for field in fields(LibraryCard) if field.name != "location")
_VALUES = attrgetter(*_COLUMNS)
_DEFAULTS = {field.name: field.default for field in fields(LibraryCard)}
_AT_ONCE = 500
"""Names that one question to the library holds."""
_REMEMBERED = 500
"""Cards that a library has been asked for and need not look up again."""
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS cards ({", ".join(_COLUMNS)}, plain, PRIMARY KEY (game, code));
CREATE INDEX IF NOT EXISTS cards_by_name ON cards (plain);
"""


_DAMAGED = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)
"""What SQLite says of a file that is no library of ours; its other words are about the disk."""


class CardLibrary:
    """Cards in one SQLite file. Safe to share between threads and processes: each call opens and closes the file, and
    an import replaces it as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, cards: Iterable[LibraryCard]) -> int:
        """Add or update cards, all or none; reprints take over what they reprint. Gives back how many there were.

        Raises CouldNot when the file cannot be written or is no library; it then is as it was.
        """
        found = list(cards)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with alone(self._path.with_suffix(".lock")), replacing(self._path) as unfinished:
                self._write(unfinished, found)
        except OSError as problem:
            raise self._not_written(problem.strerror or str(problem)) from problem
        except sqlite3.Error as problem:
            raise (self._damaged if _is_damage(problem) else self._not_written)(str(problem)) from problem
        return len(found)

    def _write(self, unfinished: Path, cards: Sequence[LibraryCard]) -> None:
        """The library as it is, and the cards, as another file. Raises OSError, sqlite3.Error."""
        if self._is_filled():
            shutil.copyfile(self._path, unfinished)
        with closing(sqlite3.connect(unfinished)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")  # a file that fails is thrown away
            if (found := connection.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise self._damaged(found)
            connection.executescript(_SCHEMA)
            for column in _missing(connection):
                connection.execute(f"ALTER TABLE cards ADD COLUMN {column}")
            originals = {card.code: card for card in cards if card.name}
            rows = [self._completed(card, originals, connection) for card in cards]
            marks = ", ".join("?" * (len(_COLUMNS) + 1))
            connection.executemany(
                f"INSERT OR REPLACE INTO cards ({', '.join((*_COLUMNS, 'plain'))}) VALUES ({marks})",
                [(*_VALUES(card), plain_name(card.name)) for card in rows if card.name],
            )
            connection.commit()

    def _completed(
        self, card: LibraryCard, originals: Mapping[str, LibraryCard], connection: sqlite3.Connection
    ) -> LibraryCard:
        if card.name or not card.same_as:
            return card
        original = originals.get(card.same_as)
        if original is None:
            stored = _select(connection, "code = ?", card.same_as)
            original = stored[0] if stored else None
        if original is None:
            return card
        card_set = card.card_set or original.card_set
        return replace(
            original, code=card.code, pack=card.pack, same_as=card.same_as, quantity=card.quantity, card_set=card_set
        )

    def find(self, name: str, code: str | None = None) -> tuple[LibraryCard, ...]:
        """Cards of that name (compared without case and punctuation), or the one with that code.

        Reprints of a card, and cards that say the same, count once. Empty when there is none, or no library yet.
        """
        if not self._is_filled():
            return ()
        with self._open() as connection:
            if code is not None:
                return _select(connection, "code = ?", code)
            cards = _select(connection, "plain = ?", plain_name(name))
        different = {(card.kind, card.text, card.boost_text, card.subtitle): card for card in reversed(cards)}
        return tuple(sorted(different.values(), key=lambda card: card.code))

    def kinds_of(self, names: Iterable[str], game: str) -> dict[str, frozenset[str]]:
        """Which of the names cards of a game have, each with the types of those cards."""
        if not self._is_filled():
            return {}
        asked: dict[str, list[str]] = defaultdict(list)
        for name in names:
            asked[plain_name(name)].append(name)
        found: dict[str, set[str]] = defaultdict(set)
        with self._open() as connection:
            wanted = list(asked)
            for some in (wanted[at : at + _AT_ONCE] for at in range(0, len(wanted), _AT_ONCE)):
                marks = ", ".join("?" * len(some))
                rows = connection.execute(
                    f"SELECT plain, kind FROM cards WHERE game = ? AND plain IN ({marks})", (game, *some)
                )
                for plain, kind in rows:
                    found[plain].add(kind)
        return {name: frozenset(kinds) for plain, kinds in found.items() for name in asked[plain]}

    def search(self, words: str, limit: int = 20) -> tuple[LibraryCard, ...]:
        """Cards whose name holds every word, names that begin so first. Empty when there is no library yet."""
        parts = plain_name(words).split()
        if not parts or not self._is_filled():
            return ()
        condition = " AND ".join(["instr(plain, ?) > 0"] * len(parts)) + " AND same_as = ''"
        with self._open() as connection:
            found = _select(connection, condition, *parts)
        return tuple(sorted(found, key=lambda c: (not plain_name(c.name).startswith(parts[0]), c.name, c.code))[:limit])

    def every(self, game: str, *, sets: Iterable[str] = (), packs: Iterable[str] = ()) -> tuple[LibraryCard, ...]:
        """The cards of a game by code, each once; with `sets` or `packs` only those of one of them."""
        if not self._is_filled():
            return ()
        wanted, given = [], []
        for column, values in (("card_set", list(sets)), ("pack", list(packs))):
            if values:
                wanted.append(f"{column} IN ({', '.join('?' * len(values))})")
                given += values
        limits = f" AND ({' OR '.join(wanted)})" if wanted else " AND same_as = ''"
        with self._open() as connection:
            return _select(connection, f"game = ?{limits}", game, *given)

    def coded(self, codes: Iterable[str]) -> tuple[LibraryCard, ...]:
        """The cards with these codes, in their order; those that the library does not have are left out."""
        found = [card for code in dict.fromkeys(codes) for card in self.find("", code)]
        return tuple(found)

    @property
    def stamp(self) -> str:
        """What changes with every import."""
        try:
            state = self._path.stat()
        except OSError:
            return ""
        return f"{state.st_mtime_ns}-{state.st_size}"

    def lookup(self, name: str, code: str | None = None) -> Sequence[Mapping[str, Any]]:
        """As `find`, in the shape that a dispute's cards have: the function the resolver is handed."""
        return self._looked_up(name, code, self.stamp)

    @cached_property
    def _looked_up(self) -> Callable[[str, str | None, str], Sequence[Mapping[str, Any]]]:
        """`lookup` of a library as its stamp tells, which remembers: many disputes in a row name the same cards."""
        return lru_cache(maxsize=_REMEMBERED)(lambda name, code, _stamp: self._rows(name, code))

    def _rows(self, name: str, code: str | None) -> Sequence[Mapping[str, Any]]:
        return [
            {"name": c.name, "code": c.code, "kind": c.kind, "text": c.whole_text, "game": c.game, **c.printed}
            for c in self.find(name, code)
        ]

    def holds(self, game: str) -> bool:
        """True where there is a card of that game."""
        if not self._is_filled():
            return False
        with self._open() as connection:
            return connection.execute("SELECT 1 FROM cards WHERE game = ? LIMIT 1", (game,)).fetchone() is not None

    def __len__(self) -> int:
        if not self._is_filled():
            return 0
        with self._open() as connection:
            count: int = connection.execute("SELECT count(*) FROM cards").fetchone()[0]
        return count

    @property
    def advice(self) -> str:
        """What to do about cards that an earlier version imported, which kept less; empty where there are none."""
        if not self._is_filled():
            return ""
        with self._open() as connection:
            unknown = " OR ".join(f"{column} IS NULL" for column in _COLUMNS if column in _columns_of(connection))
            where = "TRUE" if _missing(connection) else unknown
            count: int = connection.execute(f"SELECT count(*) FROM cards WHERE {where}").fetchone()[0]
        if not count:
            return ""
        what = "1 card of the library was" if count == 1 else f"{count:,} cards of the library were"
        return (
            f"{what} imported by an earlier version, which did not keep all that is printed, such as costs; "
            "import again with `judge cards import`."
        )

    def _is_filled(self) -> bool:
        """False before the first import, also where one was broken off before it wrote anything."""
        try:
            return self._path.stat().st_size > 0
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError as problem:
            raise self._damaged(problem.strerror or str(problem)) from problem

    def _open(self) -> AbstractContextManager[sqlite3.Connection]:
        return read_only(self._path, self._damaged)

    def _damaged(self, why: str) -> CouldNot:
        return CouldNot(
            f"The card library cannot be read ({why}): remove {self._path.name} from the data folder and import the "
            "cards again with `judge cards import`.",
            str(self._path),
        )

    def _not_written(self, why: str) -> CouldNot:
        return CouldNot(
            f"The cards could not be written ({why}): free some space and allow the data folder to be written, or set "
            "JUDGE_DATA to another; the library is as it was.",
            str(self._path),
        )


def _is_damage(problem: sqlite3.Error) -> bool:
    return getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _DAMAGED


def _select(connection: sqlite3.Connection, condition: str, *values: str) -> tuple[LibraryCard, ...]:
    known = [column for column in _COLUMNS if column in _columns_of(connection)]  # those of older libraries are fewer
    rows = connection.execute(f"SELECT {', '.join(known)} FROM cards WHERE {condition} ORDER BY code", values)
    return tuple(LibraryCard(**dict(zip(known, map(_checked, known, row), strict=True))) for row in rows)


def _missing(connection: sqlite3.Connection) -> list[str]:
    """Columns that a library made by an earlier version lacks."""
    return [column for column in _COLUMNS if column not in _columns_of(connection)]


def _columns_of(connection: sqlite3.Connection) -> set[str]:
    return {row[1] for row in connection.execute("PRAGMA table_info(cards)")}


def _checked(column: str, value: object) -> Any:
    if value is None and _DEFAULTS[column] is not MISSING:  # of a card that an earlier version imported
        return _DEFAULTS[column]
    if not isinstance(value, type(_DEFAULTS[column]) if column in ("quantity",) else str):
        raise sqlite3.DatabaseError(f"{value!r} stands where text should")
    return value
