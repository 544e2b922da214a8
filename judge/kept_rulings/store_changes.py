"""Changes the store inside one transaction: adds versions, makes the tables that are looked in anew from them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from judge.errors import NotAllowed, Problem
from judge.kept_rulings.model import STATUSES, Action, KeptRuling, numbered
from judge.kept_rulings.store_filters import LONGEST_KEY, chunks, name_key, words_of

if TYPE_CHECKING:
    from sqlalchemy import Connection


class ChangedMeanwhile(NotAllowed):
    """Somebody else has changed the ruling since it was read (409)."""

    http_status = 409


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A version to be added."""

    ruling: KeptRuling
    action: Action
    number: int
    body: str


@dataclass(frozen=True, slots=True)
class LatestVersion:
    """The latest version of a ruling."""

    version: int
    body: str


def now() -> str:
    """The time, as versions note it."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def body_of(ruling: KeptRuling) -> str:
    """The ruling as a version holds it."""
    from judge.kept_rulings.ruling_form import as_form

    return json.dumps(as_form(ruling), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def read_body(body: str) -> KeptRuling:
    """The ruling that `body_of` wrote."""
    from judge.kept_rulings.stored_form import read_written

    return read_written(json.loads(body))


def heads_of(connection: Connection, ids: Collection[str]) -> dict[str, LatestVersion]:
    """The latest versions of those of these rulings that are kept."""
    from sqlalchemy import select

    from judge.kept_rulings.database_tables import rulings

    found: dict[str, LatestVersion] = {}
    for some in chunks(ids):
        ask = select(rulings.c.id, rulings.c.version, rulings.c.body).where(rulings.c.id.in_(some))
        found.update((row.id, LatestVersion(row.version, row.body)) for row in connection.execute(ask))
    return found


def last_numbers(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    """The number of the last version each of these rulings had, also of one removed."""
    from sqlalchemy import func, select

    from judge.kept_rulings.database_tables import versions

    found: dict[str, int] = {}
    for some in chunks(ids):
        ask = select(versions.c.ruling_id, func.max(versions.c.number)).where(versions.c.ruling_id.in_(some))
        found.update((row[0], row[1]) for row in connection.execute(ask.group_by(versions.c.ruling_id)))
    return found


def new_versions(
    connection: Connection, rulings: Sequence[KeptRuling], heads: Mapping[str, LatestVersion], action: Action | None
) -> list[NewVersion]:
    """The versions to be added: none of a ruling that says what is kept already."""
    bodies = {ruling.id: body_of(ruling) for ruling in rulings}
    differing = [r for r in rulings if r.id not in heads or heads[r.id].body != bodies[r.id]]
    last = last_numbers(connection, [ruling.id for ruling in differing])
    return [
        NewVersion(r, action or ("change" if r.id in heads else "add"), last.get(r.id, 0) + 1, bodies[r.id])
        for r in differing
    ]


def refuse_changed(heads: Mapping[str, LatestVersion], expected: Mapping[str, int]) -> None:
    """Raises ChangedMeanwhile where a ruling is at another version than it was read at."""
    for ruling_id, version in expected.items():
        now = heads[ruling_id].version if ruling_id in heads else 0
        if now != version:
            raise ChangedMeanwhile(_refusal(ruling_id, version, now), "version")


def _refusal(ruling_id: str, expected: int, now: int) -> str:
    if not expected:
        return (
            f"There is a ruling “{ruling_id}” already. Give the new one another id, or change that one, "
            "as `judge rulings import` does."
        )
    said = f"it is at version {now} now, not {expected}" if now else "it has been removed"
    return f"Somebody else was quicker with “{ruling_id}”: {said}. Look at it as it is, and change that."


def wrong_references(connection: Connection, rulings: Iterable[KeptRuling]) -> list[Problem]:
    """Where a ruling replaces one that never was, one of another game, or in the end itself."""
    new = {ruling.id: ruling for ruling in rulings}
    elsewhere = {older for ruling in new.values() for older in ruling.supersedes} - set(new)
    known = {i: read_body(head.body).game for i, head in heads_of(connection, elsewhere).items()}
    ever = set(known) | set(last_numbers(connection, elsewhere - set(known)))
    problems = []
    for ruling in new.values():
        for number, older in numbered(ruling.supersedes, ruling.numbers, "supersedes"):
            where = f"{ruling.id}.supersedes[{number}]"
            if older not in new and older not in ever:
                problems.append(Problem(f"{ruling.id}: it supersedes “{older}”, and there is no such ruling.", where))
            elif len({new[older].game if older in new else known.get(older, ""), ruling.game} - {""}) == 2:
                problems.append(Problem(f"{ruling.id}: it supersedes “{older}”, which is of another game.", where))
    return [*problems, *_rings(connection, new)]


def _rings(connection: Connection, new: Mapping[str, KeptRuling]) -> Iterator[Problem]:
    from sqlalchemy import select

    from judge.kept_rulings.database_tables import superseding

    if not any(ruling.supersedes for ruling in new.values()):
        return
    graph: dict[str, set[str]] = {}
    for older, newer in connection.execute(select(superseding.c.older, superseding.c.newer)):
        graph.setdefault(newer, set()).add(older)
    graph |= {i: set(ruling.supersedes) for i, ruling in new.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as problem:
        ring = " → ".join(problem.args[1])
        yield Problem(f"These rulings replace each other in a ring: {ring}; take one step out.", "supersedes")


def put(connection: Connection, changes: Sequence[NewVersion], by: str, why: str) -> None:
    """Add the versions, and let the other tables say what the latest ones do."""
    from sqlalchemy import delete, insert

    from judge.kept_rulings.database_tables import covered, rulings, superseding, versions

    if not changes:
        return
    made = now()
    connection.execute(
        insert(versions),
        [{"ruling_id": c.ruling.id, "number": c.number, "action": c.action, "body": c.body, "made": made,
          "made_by": by[:200], "why": why} for c in changes],
    )  # fmt: skip
    for some in chunks([c.ruling.id for c in changes]):
        connection.execute(delete(rulings).where(rulings.c.id.in_(some)))
    staying = [c for c in changes if c.action != "remove"]
    for table, rows in (
        (rulings, [_row(c, made) for c in staying]),
        (covered, [row for c in staying for row in _covered(c.ruling)]),
        (superseding, [{"older": o, "newer": c.ruling.id} for c in staying for o in c.ruling.supersedes]),
    ):
        if rows:
            connection.execute(insert(table), rows)
    _mark_replaced(connection)
    note(connection, [(by, c.action, c.ruling.id, f"version {c.number}") for c in changes], made)


def _row(change: NewVersion, made: str) -> dict[str, Any]:
    from judge.kept_rulings.ruling_form import slug

    ruling = change.ruling
    told = (ruling.question, ruling.answer, ruling.source.who, ruling.source.where, *map(str, ruling.cards))
    return {
        "id": ruling.id, "version": change.number, "changed": made, "game": ruling.game,
        "editions": f" {' '.join(ruling.editions)} " if ruling.editions else "",
        "status": ruling.status, "rank": STATUSES.index(ruling.status), "given": ruling.date,
        "source": ruling.source.who, "source_slug": slug(ruling.source.who)[:LONGEST_KEY] or "unnamed",
        "searched": f" {' '.join(sorted(set(words_of(' '.join(told)))))} ",
        "body": change.body, "replaced": False,
    }  # fmt: skip


def _covered(ruling: KeptRuling) -> list[dict[str, str]]:
    keys = {("entry", place.entry) for place in (*ruling.entries, *(w.place for w in ruling.interprets))}
    keys |= {("code", card.code) for card in ruling.cards if card.code}
    keys |= {("name", name_key(card.name)) for card in ruling.cards if name_key(card.name)}
    return [{"kind": kind, "key": key, "ruling_id": ruling.id} for kind, key in sorted(keys)]


def _mark_replaced(connection: Connection) -> None:
    """Set right which rulings another one, no draft, replaces."""
    from sqlalchemy import exists, select, update

    from judge.kept_rulings.database_tables import rulings, superseding

    newer = rulings.alias("newer")
    pair = select(superseding.c.older).join(newer, newer.c.id == superseding.c.newer)
    is_replaced = exists(pair.where(superseding.c.older == rulings.c.id, newer.c.status != "draft"))
    connection.execute(update(rulings).where(rulings.c.replaced != is_replaced).values(replaced=is_replaced))


def note(connection: Connection, rows: Iterable[tuple[str, str, str, str]], now: str) -> None:
    """Add rows to the audit: who, what they did, to which ruling, what came of it."""
    from sqlalchemy import insert

    from judge.kept_rulings.database_tables import audit

    connection.execute(
        insert(audit),
        [{"at": now, "who": who[:200], "action": action, "ruling_id": i[:100], "came_of_it": came}
         for who, action, i, came in rows],
    )  # fmt: skip
