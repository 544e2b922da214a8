"""Killed at any moment of an import or of a migration: nothing is lost, nothing is there by half."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import inspect

from judge.errors import CouldNot
from judge.kept_rulings import database_tables
from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.store_filters import RulingFilter
from tests.kept_rulings.examples import many, ruling

KILLER = """
import os, signal, sys

from alembic import command, config  # loaded once, for every child
from sqlalchemy import event
from sqlalchemy.engine import Engine

from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from tests.kept_rulings.examples import many, ruling

address = sys.argv[1]

def child(left, what):
    def count(*_):
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    for moment in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, moment, count)
    store = RulingStore(Database(address))
    if what == "migrate":
        store.revision()
    else:
        store.save([*many(300, answer=what), ruling(answer=what)], "ada")
    return left

for line in sys.stdin:
    left, what = line.strip().split(" ", 1)
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.write(writing, str(child(int(left), what)).encode())
        finally:
            os._exit(0)
    os.close(writing)
    said = os.read(reading, 100).decode()
    os.close(reading)
    _, status = os.waitpid(process, 0)
    print(os.waitstatus_to_exitcode(status), said or left, flush=True)
"""
"""Does one thing in a child, which kills itself before or after its n-th statement, or at the end of a transaction."""
_NEVER = 10**6
ROOT = Path(__file__).resolve().parent.parent.parent

KilledAt = Callable[[int, str], tuple[int, int]]


@pytest.fixture
def killed_at(database_address: str) -> Iterator[KilledAt]:
    """Does one thing, killed at a moment: how it ended, and how many moments there were."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLER, database_address], cwd=ROOT, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin and process.stdout

    def killed_at(moment: int, what: str) -> tuple[int, int]:
        assert process.stdin and process.stdout
        process.stdin.write(f"{moment} {what}\n")
        process.stdin.flush()
        status, left = map(int, process.stdout.readline().split())
        return status, moment - left

    with process:
        yield killed_at
        process.stdin.close()


def test_an_import_killed_at_any_moment_is_whole_or_not_there(database_address: str, killed_at: KilledAt) -> None:
    RulingStore(Database(database_address)).save([ruling(answer="0"), *many(300, answer="0")], "ada")
    status, moments = killed_at(_NEVER, "1")
    assert status == 0 and moments > 10
    answer = "1"
    for moment in range(1, moments + 1):
        status, _ = killed_at(moment, f"try {moment}")
        assert status == -signal.SIGKILL
        store = RulingStore(Database(database_address))
        answers = {one.ruling.answer for one in store.find(RulingFilter())[0]}
        assert answers in ({answer}, {f"try {moment}"}), f"moment {moment} of {moments}"
        (answer,) = answers
        assert len(store.history("number-7")) == store.find(RulingFilter())[0][0].version
    assert killed_at(_NEVER, "last")[0] == 0
    store = RulingStore(Database(database_address))
    assert {one.ruling.answer for one in store.find(RulingFilter())[0]} == {"last"}
    assert store.find(RulingFilter())[1] == 301


def test_a_migration_killed_at_any_moment_loses_nothing(database_address: str, killed_at: KilledAt) -> None:
    old = Database(database_address)
    old.migrate("0001")
    assert not has_outcomes(old)
    _fill_old(old)
    moment = 0
    while True:
        moment += 1
        status, _ = killed_at(moment, "migrate")
        if status == 0:
            break
        assert moment < 200
    store = RulingStore(Database(database_address))
    assert store.outcomes("none") == {}
    assert moment > 5
    assert [one.ruling for one in store.find(RulingFilter())[0]] == [ruling()]
    assert len(store.history("gears-before-bells")) == 1


def has_outcomes(database: Database) -> bool:
    with database._made().connect() as connection:
        return inspect(connection).has_table("outcomes")


def _fill_old(database: Database) -> None:
    """Keep a ruling in tables of the first schema, as the program that made them would have."""
    from judge.kept_rulings import store_changes as room

    with database._made().connect() as connection, connection.begin():
        room.put(connection, [room.NewVersion(ruling(), "add", 1, room.body_of(ruling()))], "ada", "")


def test_the_tables_are_those_that_the_migrations_make(database_address: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    database = Database(database_address)
    with database.writing():
        pass
    with database._made().connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), database_tables.metadata) == []


def test_a_database_of_a_later_program_is_left_alone(database_address: str) -> None:
    store = RulingStore(Database(database_address))
    store.save([ruling()], "ada")
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(CouldNot, match="later version of Judge"):
        RulingStore(Database(database_address)).save(many(1), "ada")
