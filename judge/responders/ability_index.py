"""Indexes abilities: an SQLite file beside the card library says what each of its cards waits for.

An edge. It is made of one library by one build and knows of which; made of anything else it is made anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from pathlib import Path

from judge.disputes.findings import plain
from judge.engine.table_elements import bare
from judge.engine.waiting_keys import Key, Kinds, Offer, Wait
from judge.errors import CouldNot
from judge.sqlite_files import read_only
from judge.whole_files import alone, replacing

_SCHEMA = """
PRAGMA journal_mode = OFF;
CREATE TABLE made (stamp);
CREATE TABLE waits (game, edition, code, sort, word, name, agent, patient);
CREATE TABLE named (game, plain, code);
CREATE TABLE unread (game, edition, code);
CREATE INDEX waits_by_key ON waits (game, edition, sort, word, name);
CREATE INDEX named_by_name ON named (game, plain);
"""


@dataclass(frozen=True, slots=True)
class IndexedCard:
    """What one card waits for by the rules of one edition; `unread` where not all of its text was understood."""

    game: str
    edition: str
    code: str
    name: str
    waits: frozenset[Wait]
    unread: bool

    def may_act(self, offer: Offer) -> bool:
        """Whether it might act at a moment: as the index narrows, for a card that no library has."""
        names = {key for name in offer.names for key in (plain(name), bare(name))}
        return any(map(offer.takes, self.waits)) or not names.isdisjoint(self.names)

    @property
    def names(self) -> frozenset[str]:
        """By which it is found where somebody of that name takes part."""
        return frozenset({plain(self.name), bare(self.name), plain(self.code)})


class AbilityIndex:
    """What cards wait for, in one SQLite file. Safe to share: each call opens and closes it, making replaces it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_made_of(self, stamp: str) -> bool:
        """Whether it was made of the library and by the build that a stamp stands for."""
        if not self._path.is_file():
            return False
        try:
            with closing(sqlite3.connect(self._path)) as connection:
                found = connection.execute("SELECT stamp FROM made").fetchone()
        except sqlite3.Error:
            return False  # whatever it is, it is made anew
        return bool(found == (stamp,))

    def make(self, stamp: str, cards: Iterable[IndexedCard]) -> None:
        """Make it anew, unless another process just did. Raises CouldNot when the file cannot be written."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with alone(self._path.with_suffix(".lock")):
                if self.is_made_of(stamp):
                    return
                with replacing(self._path) as unfinished, closing(sqlite3.connect(unfinished)) as connection:
                    connection.executescript(_SCHEMA)
                    for card in cards:
                        _write(connection, card)
                    connection.execute("INSERT INTO made VALUES (?)", (stamp,))
                    connection.commit()
        except (OSError, sqlite3.Error) as problem:
            raise CouldNot(
                f"The index of abilities could not be written ({problem}): free some space and allow the data folder "
                "to be written, or set JUDGE_DATA to another.",
                str(self._path),
            ) from problem

    def narrowed(self, game: str, edition: str, offer: Offer) -> frozenset[str]:
        """The codes of all cards that might act at a moment, and perhaps of others. Raises CouldNot when the file
        cannot be read.
        """
        with self._open() as connection:
            asked = _asked(connection, game, edition, offer.keys)
            found = {code for code, wait in asked if offer.takes(wait)}
            names = {key for name in offer.names for key in (plain(name), bare(name))}
            marks = ", ".join("?" * len(names))
            named = connection.execute(
                f"SELECT code FROM named WHERE game = ? AND plain IN ({marks})", (game, *sorted(names))
            )
            return frozenset(found | {code for (code,) in named})

    def cards(self, game: str, edition: str, names: Mapping[str, str]) -> list[IndexedCard]:
        """What some cards wait for, given by their codes with their names. Raises CouldNot when the file cannot be
        read.
        """
        waits: dict[str, set[Wait]] = {code: set() for code in names}
        with self._open() as connection:
            rows = connection.execute(
                "SELECT code, sort, word, name, agent, patient FROM waits WHERE game = ? AND edition = ? "
                f"AND code IN ({', '.join('?' * len(names))})",
                (game, edition, *names),
            )
            for code, wait in map(_wait, rows):
                waits[code].add(wait)
        unread = self.unread(game, edition)
        return [
            IndexedCard(game, edition, code, name, frozenset(waits[code]), code in unread)
            for code, name in names.items()
        ]

    def unread(self, game: str, edition: str) -> frozenset[str]:
        """The codes of the cards of which not all was understood. Raises CouldNot when the file cannot be read."""
        with self._open() as connection:
            rows = connection.execute("SELECT code FROM unread WHERE game = ? AND edition = ?", (game, edition))
            return frozenset(code for (code,) in rows)

    def _open(self) -> AbstractContextManager[sqlite3.Connection]:
        return read_only(self._path, self._unreadable)

    def _unreadable(self, why: str) -> CouldNot:
        return CouldNot(
            f"The index of abilities cannot be read ({why}): remove {self._path.name} from the data folder; it is made "
            "again when it is needed.",
            str(self._path),
        )


def _write(connection: sqlite3.Connection, card: IndexedCard) -> None:
    rows = [
        (card.game, card.edition, card.code, *wait.key, _as_text(wait.agent), _as_text(wait.patient))
        for wait in card.waits
    ]
    connection.executemany("INSERT INTO waits VALUES (?, ?, ?, ?, ?, ?, ?, ?)", sorted(rows))
    named = [(card.game, name, card.code) for name in sorted(card.names)]
    connection.executemany("INSERT INTO named VALUES (?, ?, ?)", named)
    if card.unread:
        connection.execute("INSERT INTO unread VALUES (?, ?, ?)", (card.game, card.edition, card.code))


def _asked(connection: sqlite3.Connection, game: str, edition: str, keys: Iterable[Key]) -> Iterator[tuple[str, Wait]]:
    """Lazily, the rows of some keys; of a key whose name is “*” those of every name."""
    whole = sorted(key for key in keys if key.name != "*")
    sorts = sorted({(key.sort, key.word) for key in keys if key.name == "*"})
    for wanted, columns in ((whole, "sort, word, name"), (sorts, "sort, word")):
        if not wanted:
            continue
        values = ", ".join(f"({', '.join('?' * len(row))})" for row in wanted)
        rows = connection.execute(
            "SELECT code, sort, word, name, agent, patient FROM waits "
            f"WHERE game = ? AND edition = ? AND ({columns}) IN (VALUES {values})",
            (game, edition, *(value for row in wanted for value in row)),
        )
        yield from map(_wait, rows)


def _wait(row: tuple[str, ...]) -> tuple[str, Wait]:
    code, sort, word, name, agent, patient = row
    return code, Wait(Key(sort, word, name), _as_kinds(agent), _as_kinds(patient))


def _as_text(kinds: Kinds) -> str | None:
    return None if kinds is None else " ".join(sorted(kinds))


def _as_kinds(text: str | None) -> Kinds:
    return None if text is None else frozenset(text.split())
