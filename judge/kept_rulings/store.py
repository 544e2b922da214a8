"""Stores kept rulings: finds them, and changes them by adding versions; every change is whole or not at all."""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from judge.errors import NotAllowed, NotFound, Problem
from judge.kept_rulings.database import Database, database_url
from judge.kept_rulings.model import Action, KeptRuling, StoredRuling, Version
from judge.kept_rulings.store_changes import (
    NewVersion,
    heads_of,
    last_numbers,
    new_versions,
    note,
    now,
    put,
    read_body,
    refuse_changed,
    wrong_references,
)
from judge.kept_rulings.store_filters import (
    RulingFilter,
    beginning,
    can_be_asked,
    chunks,
    conditions,
    name_key,
    texts_of,
    words_of,
)

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement

_MOST_REMEMBERED = 3_000
"""Rulings that a process remembers for the pages they stand on."""
_FRESH_SECONDS = 1.0
"""How long a database that cannot be looked at for free is believed to be as it was."""
_MOST_WORDS = 12
_LEAST_SHARE = 0.6
"""Of what the words looked for weigh, a ruling must hold so much to be found."""


@dataclass(frozen=True, slots=True)
class StoreChanges:
    """What came of writing: ids of rulings added, changed, and left as they were."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotedOutcome:
    """What a build ruled on a kept dispute, as it was noted."""

    id: str
    version: int
    verdict: str
    sentence: str
    told: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row of the audit: when, who, what they did to which ruling, and what came of it."""

    at: str
    who: str
    action: str
    id: str
    came_of_it: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which entries and cards rulings were looked for by; names plain."""

    entries: tuple[str, ...]
    names: tuple[str, ...]
    codes: tuple[str, ...]
    most: int


@dataclass(slots=True)
class _Remembered:
    """What was found while nothing changed: at which revision, which entries are covered, rulings by what was asked."""

    revision: str
    entries: frozenset[str] = frozenset()
    found: LRUCache[_Asked, list[StoredRuling]] = field(
        default_factory=lambda: LRUCache(_MOST_REMEMBERED, getsizeof=lambda found: len(found) + 1)
    )


class RulingStore:
    """The kept rulings of one database. Safe to share between threads, and by processes forked later."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._seen: tuple[object, float, str] = (None, 0.0, "")
        self._lock = Lock()
        self._remembered = _Remembered("")

    # what is kept

    def revision(self) -> str:
        """Words that change with every change and that no other database says; "" where nothing is kept.

        Changes of other processes are seen at once in a file, within a second elsewhere. Raises DatabaseGone.
        """
        mark, at, last = self._seen
        moment, changed = time.monotonic(), self.database.changed_at()
        if changed == mark and (changed is not None or moment - at < _FRESH_SECONDS) and at:
            return last
        last = self._revision() if self.database.is_there() else ""
        self._seen = (changed, moment, last)
        return last

    def _revision(self) -> str:
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import versions

        ask = select(versions.c.serial, versions.c.made).order_by(versions.c.serial.desc()).limit(1)
        with self.database.reading() as connection:
            row = connection.execute(ask).first()
        return f"{row.serial} {row.made}" if row else ""

    def get(self, ruling_id: str) -> StoredRuling | None:
        """The ruling of that id; None where there is none. Raises DatabaseGone."""
        return next(iter(self.get_all([ruling_id])), None)

    def get_all(self, ids: Collection[str]) -> list[StoredRuling]:
        """The rulings of those ids, in their order; those there are not are left out."""
        from judge.kept_rulings.database_tables import rulings

        found: dict[str, StoredRuling] = {}
        for some in chunks([i for i in ids if can_be_asked(i)]):
            found |= {kept.ruling.id: kept for kept in self._select([rulings.c.id.in_(some)])}
        return [found[i] for i in ids if i in found]

    def find(
        self, which: RulingFilter, first: int = 0, most: int | None = None, latest: bool = False
    ) -> tuple[list[StoredRuling], int]:
        """The rulings looked for from number `first` on, newest first or best first for words; how many there are.

        With `latest` those come first that were changed last.
        """
        if not self.database.is_there() or not all(map(can_be_asked, texts_of(which))):
            return [], 0
        if which.words.strip():
            ids = self._ids_by_words(which)
            wanted = ids[first:] if most is None else ids[first : first + most]
            return self.get_all(wanted), len(ids)
        from sqlalchemy import func, select

        from judge.kept_rulings.database_tables import rulings

        narrowing = list(conditions(which))
        by_time = rulings.c.changed if latest else rulings.c.given
        found = list(self._select(narrowing, (by_time.desc(), rulings.c.id), first, most))
        if most is None and not first:
            return found, len(found)
        with self.database.reading() as connection:
            total = connection.execute(select(func.count()).select_from(rulings).where(*narrowing)).scalar() or 0
        return found, total

    def covering(
        self, entries: Iterable[str] = (), names: Iterable[str] = (), codes: Iterable[str] = (), most: int = 200
    ) -> list[StoredRuling]:
        """Rulings, drafts left out, about any of these entries or cards: those that count first come first.

        What was asked before is remembered until something changes.
        """
        if not (revision := self.revision()):
            return []
        remembered = self._remembered
        if remembered.revision != revision:
            remembered = self._remembered = _Remembered(revision, self._entries_covered())
        asked = _Asked(
            tuple(sorted(remembered.entries.intersection(entries))),
            tuple(sorted(set(filter(None, map(name_key, names))))), tuple(sorted(filter(can_be_asked, codes))), most,
        )  # fmt: skip
        if not (asked.entries or asked.names or asked.codes):
            return []
        with self._lock:
            if (known := remembered.found.get(asked)) is not None:
                return known
        found = self._covering(asked)
        with self._lock:
            if len(found) < _MOST_REMEMBERED:
                remembered.found[asked] = found
        return found

    def _entries_covered(self) -> frozenset[str]:
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import covered

        with self.database.reading() as connection:
            ask = select(covered.c.key).where(covered.c.kind == "entry").distinct()
            return frozenset(connection.execute(ask).scalars())

    def _covering(self, asked: _Asked) -> list[StoredRuling]:
        from sqlalchemy import and_, or_, select

        from judge.kept_rulings.database_tables import covered, rulings

        sought = (("entry", asked.entries), ("name", asked.names), ("code", asked.codes))
        either = [
            and_(covered.c.kind == kind, covered.c.key.in_(some)) for kind, keys in sought for some in chunks(keys)
        ]
        about = rulings.c.id.in_(select(covered.c.ruling_id).where(or_(*either)))
        order = (rulings.c.replaced, rulings.c.rank, rulings.c.given.desc(), rulings.c.id)
        return list(self._select([about, rulings.c.status != "draft"], order, 0, asked.most))

    def sources(self) -> list[tuple[str, str, int]]:
        """Who has said something: slug, name, how many; drafts left out."""
        if not self.database.is_there():
            return []
        from sqlalchemy import func, select

        from judge.kept_rulings.database_tables import rulings

        names = func.min(rulings.c.source)
        ask = select(rulings.c.source_slug, names, func.count()).where(rulings.c.status != "draft")
        with self.database.reading() as connection:
            rows = connection.execute(ask.group_by(rulings.c.source_slug).order_by(names)).all()
        return [(slug, name, count) for slug, name, count in rows]

    def days(self) -> Counter[str]:
        """How many were given on each day, newest first; drafts left out."""
        if not self.database.is_there():
            return Counter()
        from sqlalchemy import func, select

        from judge.kept_rulings.database_tables import rulings

        ask = (
            select(rulings.c.given, func.count().label("count"))
            .where(rulings.c.status != "draft")
            .group_by(rulings.c.given)
        )
        with self.database.reading() as connection:
            rows = connection.execute(ask.order_by(rulings.c.given.desc())).all()
        return Counter({row.given: row.count for row in rows})

    def history(self, ruling_id: str) -> list[Version]:
        """Every version of a ruling, the first first; empty where there never was one."""
        if not self.database.is_there() or not can_be_asked(ruling_id):
            return []
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import versions

        with self.database.reading() as connection:
            ask = select(versions).where(versions.c.ruling_id == ruling_id).order_by(versions.c.number)
            rows = connection.execute(ask).all()
        return [Version(r.ruling_id, r.number, r.action, read_body(r.body), r.made, r.made_by, r.why) for r in rows]

    def _select(
        self, conditions: Sequence[ColumnElement[bool]], order: Sequence[Any] = (), first: int = 0,
        most: int | None = None,
    ) -> Iterator[StoredRuling]:  # fmt: skip
        if not self.database.is_there():
            return
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import rulings, superseding

        columns = (rulings.c.id, rulings.c.version, rulings.c.changed, rulings.c.body, rulings.c.replaced)
        ask = select(*columns).where(*conditions).order_by(*order).offset(first)
        with self.database.reading() as connection:
            rows = connection.execute(ask if most is None else ask.limit(most)).all()
            newer: dict[str, list[str]] = {}
            replaced = [row.id for row in rows if row.replaced]
            for some in chunks(replaced):
                pairs = (
                    select(superseding.c.older, superseding.c.newer)
                    .join(rulings)
                    .where(superseding.c.older.in_(some), rulings.c.status != "draft")
                )
                for older, by in connection.execute(pairs.order_by(superseding.c.newer)):
                    newer.setdefault(older, []).append(by)
        for row in rows:
            yield StoredRuling(read_body(row.body), row.version, row.changed, tuple(newer.get(row.id, ())))

    def _ids_by_words(self, which: RulingFilter) -> list[str]:
        """Ids of the rulings that hold what weighs most of the words, the best first."""
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import rulings

        sought = list(dict.fromkeys(words_of(which.words)))[:_MOST_WORDS]
        if not sought:
            return []
        holds = [rulings.c.searched.like(f"% {beginning(word)}%").label(f"w{n}") for n, word in enumerate(sought)]
        ask = select(rulings.c.id, rulings.c.replaced, rulings.c.rank, rulings.c.given, *holds)
        with self.database.reading() as connection:
            rows = connection.execute(ask.where(*conditions(which))).all()
        counts = [sum(bool(row[4 + n]) for row in rows) for n in range(len(sought))]
        often = len(rows) / 2  # how common a word counts as that nobody uses here: it says little
        weights = [math.log(1 + (len(rows) + 1) / (1 + (count or often))) for count in counts]
        whole = sum(weights)
        scored = [(sum(w for n, w in enumerate(weights) if row[4 + n]), row) for row in rows]
        good = [(score, row) for score, row in scored if score and score >= _LEAST_SHARE * whole]
        good.sort(key=lambda one: one[1].given, reverse=True)
        good.sort(key=lambda one: (-round(one[0], 6), one[1].replaced, one[1].rank))
        return [row.id for _, row in good]

    # changes

    def save(
        self, rulings_: Sequence[KeptRuling], by: str, why: str = "", expected: Mapping[str, int] | None = None,
        action: Action | None = None,
    ) -> StoreChanges:  # fmt: skip
        """Keep these rulings, all or none; those that say what is kept already are left as they are.

        `expected` says which version each was read at, 0 for one that must be new. `action` overrides what the version
        is called.

        Raises NotAllowed with everything that makes no sense, ChangedMeanwhile, DatabaseGone.
        """
        with self.database.writing() as connection:
            heads = heads_of(connection, [ruling.id for ruling in rulings_])
            refuse_changed(heads, expected or {})
            changes = new_versions(connection, rulings_, heads, action)
            if problems := wrong_references(connection, [change.ruling for change in changes]):
                raise NotAllowed.of(problems)
            put(connection, changes, by, why)
        self._seen = (None, 0.0, "")
        changed = dict.fromkeys(change.ruling.id for change in changes)
        return StoreChanges(
            tuple(one for one in changed if one not in heads),
            tuple(one for one in changed if one in heads),
            tuple(r.id for r in rulings_ if r.id not in changed),
        )

    def remove(self, ruling_id: str, by: str, why: str = "", expected: int | None = None) -> None:
        """Keep a ruling no longer; its versions stay. Raises NotFound, ChangedMeanwhile, DatabaseGone."""
        with self.database.writing() as connection:
            heads = heads_of(connection, [ruling_id])
            if ruling_id not in heads:
                raise _not_found(ruling_id)
            refuse_changed(heads, {} if expected is None else {ruling_id: expected})
            body = heads[ruling_id].body
            number = last_numbers(connection, [ruling_id])[ruling_id] + 1
            put(connection, [NewVersion(read_body(body), "remove", number, body)], by, why)
        self._seen = (None, 0.0, "")

    def restore(self, ruling_id: str, number: int, by: str, why: str = "", expected: int | None = None) -> None:
        """Make an earlier version the latest one again, as a new version. Raises NotFound, NotAllowed, as `save`."""
        version = next((v for v in self.history(ruling_id) if v.number == number), None)
        if version is None:
            raise NotFound(f"There is no version {number} of the ruling “{ruling_id[:100]}”.", "version")
        self.save([version.ruling], by, why, {} if expected is None else {ruling_id: expected}, "restore")

    def wrong_references(self, rulings: Sequence[KeptRuling]) -> list[Problem]:
        """What `save` would refuse of the rulings that these replace, to be told with their other mistakes."""
        with self.database.reading() if self.database.is_there() else self.database.writing() as connection:
            return wrong_references(connection, rulings)

    # what builds ruled, and who wrote

    def note_outcomes(self, build: str, noted: Iterable[NotedOutcome]) -> None:
        """Note what a build ruled, instead of what was noted for it before."""
        from sqlalchemy import delete, insert

        from judge.kept_rulings.database_tables import outcomes

        rows = [
            {"build": build, "ruling_id": n.id, "version": n.version, "verdict": n.verdict, "sentence": n.sentence,
             "told": json.dumps(n.told, ensure_ascii=False)} for n in noted
        ]  # fmt: skip
        with self.database.writing() as connection:
            connection.execute(delete(outcomes).where(outcomes.c.build == build))
            if rows:
                connection.execute(insert(outcomes), rows)

    def outcomes(self, build: str) -> dict[str, NotedOutcome]:
        """What was noted for a build, by id of the ruling."""
        if not self.database.is_there():
            return {}
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import outcomes

        with self.database.reading() as connection:
            rows = connection.execute(select(outcomes).where(outcomes.c.build == build)).all()
        return {
            r.ruling_id: NotedOutcome(r.ruling_id, r.version, r.verdict, r.sentence, json.loads(r.told)) for r in rows
        }

    def note_refusal(self, who: str, action: str, ruling_id: str, why: str) -> None:
        """Note in the audit that somebody we know was refused something."""
        with self.database.writing() as connection:
            note(connection, [(who, action, ruling_id, f"refused: {why}"[:200])], now())

    def audited(self, most: int = 100) -> list[AuditRow]:
        """Who wrote what, the latest first."""
        if not self.database.is_there():
            return []
        from sqlalchemy import select

        from judge.kept_rulings.database_tables import audit

        with self.database.reading() as connection:
            rows = connection.execute(select(audit).order_by(audit.c.serial.desc()).limit(most)).all()
        return [AuditRow(r.at, r.who, r.action, r.ruling_id, r.came_of_it) for r in rows]


def open_store(data_folder: Path) -> RulingStore:
    """The store that the environment names, by default in the data folder. Nothing is opened yet.

    Raises NotAllowed where `JUDGE_DATABASE_URL` makes no sense.
    """
    return RulingStore(Database(database_url(data_folder)))


def _not_found(ruling_id: str) -> NotFound:
    return NotFound(f"There is no kept ruling “{ruling_id[:100]}”; `judge rulings list` names those there are.", "id")
