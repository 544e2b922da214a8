"""Backup and restore as the operating guide has them: its very lines are run, while something is being kept."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.kept_rulings.database import Database
from judge.kept_rulings.store import RulingStore
from judge.kept_rulings.store_filters import RulingFilter
from tests.kept_rulings import postgres
from tests.kept_rulings.examples import many, ruling

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "operating.md"


def steps(kind: str) -> tuple[str, str]:
    """The lines that back up, and those that put back."""
    text = GUIDE.read_text(encoding="utf-8")
    found = re.search(rf"<!-- tried: {kind} -->\n```sh\n(.*?)\n\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1], found[2]


def fill(store: RulingStore) -> None:
    store.save([ruling(), *many(50)], "ada", "first")
    store.save([ruling(answer="No.")], "bo", "second")
    store.remove("number-7", "bo")


def lose(store: RulingStore) -> None:
    store.save([ruling(answer="Lost later.")], "cy")
    store.save(many(20, answer="Lost too."), "cy")


def state(store: RulingStore) -> object:
    return (
        store.find(RulingFilter())[0],
        store.history("gears-before-bells"),
        store.history("number-7"),
        store.audited(1_000),
    )


def test_a_file_is_backed_up_and_put_back(tmp_path: Path) -> None:
    if not shutil.which("sqlite3"):
        pytest.skip("no sqlite3 here: install it (on Debian `apt-get install sqlite3`)")
    store = RulingStore(Database(f"sqlite:///{tmp_path / 'kept-rulings.sqlite'}"))
    fill(store)
    before = state(store)
    back_up, put_back = steps("sqlite")
    with store.database.reading() as connection:  # a server that is just reading
        connection.exec_driver_sql("SELECT count(*) FROM rulings")
        run(tmp_path, back_up)
    lose(store)
    assert "gears-before-bells" in run(tmp_path, put_back)
    assert state(RulingStore(store.database)) == before


def test_postgresql_is_backed_up_and_put_back(postgres_server: postgres.Server, tmp_path: Path) -> None:
    url = owned_by_keeper(postgres_server)
    store = RulingStore(Database(url))
    fill(store)
    before = state(store)
    back_up, put_back = steps("postgresql")
    run(tmp_path, back_up, postgres_server, url)
    lose(store)
    assert "gears-before-bells" in run(tmp_path, put_back, postgres_server, url)
    assert state(RulingStore(Database(url))) == before


def owned_by_keeper(server: postgres.Server) -> str:
    """The address of a database `judge` of somebody who has no other right, as the guide makes it."""
    with server.connected("postgres") as connection:
        connection.execute("CREATE ROLE keeper LOGIN")
        connection.execute("CREATE DATABASE judge OWNER keeper")
    return server.url("judge").replace("judge@", "keeper@")


def run(folder: Path, lines: str, server: postgres.Server | None = None, url: str = "") -> str:
    """Run lines of the guide; `judge` is ours, `JUDGE_DATA` and `BACKUP` are folders of the test."""
    programs, backup = folder / "programs", folder / "backup"
    programs.mkdir(exist_ok=True)
    backup.mkdir(exist_ok=True)
    judge = programs / "judge"
    judge.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m judge "$@"\n', encoding="utf-8")
    judge.chmod(0o755)
    path = [str(programs), *([str(server.programs)] if server else []), os.environ["PATH"]]
    environment = {**os.environ, "PATH": ":".join(path), "JUDGE_DATA": str(folder), "BACKUP": str(backup)}
    environment |= {"PYTHONPATH": str(GUIDE.parent.parent)}
    if server:
        environment |= {"PGHOST": str(server.folder), "PGUSER": "keeper", "JUDGE_DATABASE_URL": url}
    ran = subprocess.run(["sh", "-eu", "-c", lines], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
