"""A PostgreSQL of the tests' own: Debian's, started on a socket in a folder of its own, and stopped again."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from psycopg import Connection, connect
from psycopg.sql import SQL, Identifier

NEEDED = ("initdb", "pg_ctl", "pg_dump", "psql")
MISSING = "no PostgreSQL here: install it (on Debian `apt-get install postgresql`); scripts/postgres does where it may"


@dataclass(frozen=True)
class Server:
    """A running server: the folder of its socket and data, its programs, and as whom they must be run."""

    folder: Path
    programs: Path
    user: str | None

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://judge@/{database}?host={self.folder}"

    def run(self, program: str, *args: str) -> str:
        """Run one of its programs; what it printed. Raises CalledProcessError."""
        command = [str(self.programs / program), *args]
        ran = subprocess.run(
            command, user=self.user, cwd=self.folder, capture_output=True, text=True, check=True,
            env={**os.environ, "PGHOST": str(self.folder), "PGUSER": "judge", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        return ran.stdout

    def create(self, database: str) -> str:
        """Make an empty database; its address."""
        with self.connected("postgres") as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(database)))
        return self.url(database)

    def connected(self, database: str) -> Connection:
        """A connection to a database, each statement a change of its own."""
        return connect(self.url(database), autocommit=True)

    def emptied(self) -> str:
        """The address of the database `tests`, with nothing in it and nobody of an earlier test connected to it."""
        with self.connected("postgres") as connection:
            is_there = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'tests'").fetchone()
        if not is_there:
            return self.create("tests")
        with self.connected("tests") as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = 'tests' AND pid <> pg_backend_pid()"
            )
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        return self.url("tests")

    def start(self) -> None:
        settings = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=40"
        log = str(self.folder / "log")
        self.run("pg_ctl", "start", "-w", "-s", "-D", str(self.folder / "data"), "-l", log, "-o", settings)

    def stop(self) -> None:
        self.run("pg_ctl", "stop", "-w", "-s", "-m", "immediate", "-D", str(self.folder / "data"))


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest; None where there is none, or nobody who may run it."""
    on_path = shutil.which("initdb")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    whole = (folder for folder in folders if all((folder / name).exists() or shutil.which(name) for name in NEEDED))
    return next(whole, None)


def _unprivileged() -> str | None:
    """PostgreSQL refuses to run as root: who runs it then; None: we ourselves."""
    if os.geteuid() != 0:
        return None
    names = {row.pw_name for row in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


@contextmanager
def running() -> Iterator[Server | None]:
    """A server while the block runs; None where there is no PostgreSQL."""
    found, user = programs(), _unprivileged()
    if found is None or (os.geteuid() == 0 and user is None):
        yield None
        return
    folder = Path(tempfile.mkdtemp(prefix="judge-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        if user:
            shutil.chown(folder, user)
        server = Server(folder, found, user)
        server.run("initdb", "-D", str(folder / "data"), "-U", "judge", "-A", "trust", "-E", "UTF8", "--no-sync")
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
