"""Opens the database of the kept rulings, SQLite or PostgreSQL; brings it up to date, tells what is wrong with it.

An edge. Nothing is opened, and SQLAlchemy is not imported, before something is asked for. A SQLite file is made by the
first write; where there is none, nothing is kept.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from judge.errors import CouldNot, JudgeError, NotAllowed, NotUnderstood

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

SETTING = "JUDGE_DATABASE_URL"
_FILE = "kept-rulings.sqlite"
_PATIENCE_MS = 10_000
"""How long a writer waits for another one to finish."""
_CONNECT_SECONDS = 3
_REST_SECONDS = 2.0
"""After a failure nothing is asked of the database for so long by what can do without it."""
_WRITERS_LOCK = 0x4A75646765  # “Judge”


class DatabaseGone(CouldNot):
    """The database cannot be reached, read or written; nothing is half-written. `reason` is for who runs it."""

    def __init__(self, reason: str, doing: str) -> None:
        super().__init__(
            f"The kept rulings cannot be {doing} at the moment ({reason}): see that the database runs and can be "
            f"reached, or set {SETTING}; nothing was changed, and everything else goes on.",
            SETTING,
        )
        self.reason = reason


def database_url(data_folder: Path, environ: Mapping[str, str] | None = None) -> str:
    """The address of the database: what `JUDGE_DATABASE_URL` says, else a file of the data folder."""
    said = (os.environ if environ is None else environ).get(SETTING, "").strip()
    return said or f"sqlite:///{data_folder.absolute() / _FILE}"


class Database:
    """One database. Safe to share between threads, and by processes forked later."""

    def __init__(self, address: str) -> None:
        """Raises NotAllowed for an address of something else than SQLite or PostgreSQL."""
        scheme = address.partition(":")[0].partition("+")[0]
        if scheme not in ("sqlite", "postgresql", "postgres"):
            raise NotAllowed(
                f"{SETTING} begins with “{scheme[:20]}”; it should be postgresql://USER@HOST/NAME or sqlite:///PATH.",
                SETTING,
            )
        self.is_sqlite = scheme == "sqlite"
        self._address = address
        file = address.partition("///")[2].partition("?")[0]
        if self.is_sqlite and not file:
            raise NotAllowed(f"{SETTING} names no file; it would be sqlite:///PATH.", SETTING)
        self.path = Path(file) if self.is_sqlite else None
        self._engine: Engine | None = None
        self._process = 0
        self._up_to_date = False
        self._lock = Lock()
        self._gone_until = 0.0

    def is_there(self) -> bool:
        """False for a file that nothing was written to yet."""
        if self.path is None:
            return True
        try:
            return self.path.stat().st_size > 0
        except FileNotFoundError:
            return False
        except OSError as problem:
            raise DatabaseGone(problem.strerror or "unreadable", "read") from problem

    def is_resting(self) -> bool:
        """True shortly after a failure."""
        return time.monotonic() < self._gone_until

    def changed_at(self) -> object | None:
        """What is another thing after every change, told without opening a connection; None where that cannot be."""
        if self.path is None:
            return None
        try:
            facts = self.path.stat()
        except OSError:
            return (0, 0, 0)
        return (facts.st_mtime_ns, facts.st_size, facts.st_ino)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads one state of the database. Raises DatabaseGone."""
        with self._told("read"), self._opened("read").connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose changes are made together or not at all; one writer at a time. Raises DatabaseGone."""
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                raise DatabaseGone(problem.strerror or str(problem), "written") from problem
        with self._told("written"), self._opened("written").connect() as connection, _alone(connection) as alone:
            yield alone

    def migrate(self, to: str = "head") -> None:
        """Bring the tables to the schema of this program, or to a step; all or nothing. Raises DatabaseGone."""
        from alembic import command
        from alembic.config import Config

        from judge.kept_rulings.database_tables import REVISION

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
        config.set_main_option("path_separator", "os")
        with self._told("written"), self._made().connect() as connection, _alone(connection) as alone:
            config.attributes["connection"] = alone
            if self._schema_of(alone) != REVISION:  # another may have done it while we waited
                command.upgrade(config, to)

    def _opened(self, to_be: str) -> Engine:
        """The engine, its tables brought up to date. Raises CouldNot for tables of a later program."""
        from judge.kept_rulings.database_tables import REVISION

        engine = self._made()
        if not self._up_to_date:
            with self._told(to_be), engine.connect() as connection:
                found = self._schema_of(connection)
            if found != REVISION:
                if found and found > REVISION:
                    raise CouldNot(
                        f"The kept rulings were written by a later version of Judge (schema {found}; this one knows "
                        f"{REVISION}): install that version again.",
                        SETTING,
                    )
                self.migrate()
            self._up_to_date = True
        return engine

    @staticmethod
    def _schema_of(connection: Connection) -> str:
        from sqlalchemy import inspect

        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")

    def _made(self) -> Engine:
        """The engine of this process."""
        with self._lock:
            if self._engine is None or self._process != os.getpid():
                self._engine, self._process = _engine(self._address), os.getpid()
            return self._engine

    @contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        """Errors of the database as ours; a damaged or lost one is looked at anew the next time."""
        from sqlalchemy.exc import DataError, SQLAlchemyError

        try:
            yield
        except JudgeError:
            raise
        except (DataError, UnicodeError) as problem:  # what was sent is wrong, not the database
            raise NotUnderstood("It holds a character that cannot be kept; leave it out.") from problem
        except (SQLAlchemyError, ImportError, OSError) as problem:
            self._gone_until, self._up_to_date = time.monotonic() + _REST_SECONDS, False
            raise DatabaseGone(_reason(problem), doing) from problem


@contextmanager
def _alone(connection: Connection) -> Iterator[Connection]:
    """The connection in a transaction that no other writer shares."""
    connection = connection.execution_options(judge_writing=True)
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITERS_LOCK})")
        yield connection


def _reason(problem: BaseException) -> str:
    """The first line of what the database said, without the statement and what stood in it."""
    said = str(getattr(problem, "orig", None) or problem).strip().partition("\n")[0]
    return said[:200] or type(problem).__name__


def _engine(address: str) -> Engine:
    from sqlalchemy import create_engine, make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except ArgumentError as problem:
        raise NotAllowed(f"{SETTING} cannot be read; it would be postgresql://USER@HOST/NAME.", SETTING) from problem
    return _sqlite_engine(url) if url.get_backend_name() == "sqlite" else create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=4, max_overflow=4, pool_timeout=_CONNECT_SECONDS, pool_pre_ping=True, pool_recycle=600,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "tcp_user_timeout": _CONNECT_SECONDS * 1000,
            "options": f"-c statement_timeout={3 * _PATIENCE_MS} -c lock_timeout={_PATIENCE_MS} "
            f"-c idle_in_transaction_session_timeout={6 * _PATIENCE_MS}",
        },
    )  # fmt: skip


def _sqlite_engine(url: URL) -> Engine:
    """SQLite with transactions that hold whatever is done in them, changes of tables too."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import NullPool

    engine = create_engine(url, poolclass=NullPool)

    def connected(raw: Any, _record: object) -> None:
        raw.isolation_level = None  # the driver would begin late, and not before tables are changed
        raw.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        raw.execute("PRAGMA foreign_keys = ON")

    def begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("judge_writing")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine
