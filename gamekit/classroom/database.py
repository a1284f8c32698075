"""The database a class is kept in: opening it, writing all or nothing, erasing, keeping other servers off.

What is in its tables is said in models.py, what is asked of them in store.py.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.schema import CreateTable

from gamekit.extras import say_install
from gamekit.words import _

from .forms import ReportError
from .models import Base, ClassRow, PupilRow

BUSY_MS = 10_000


class StoreError(ReportError):
    """A database that cannot be used, with the reason."""


class NotKeptError(ReportError):
    """Something the database did not take. Nothing has changed, and it can be tried again."""


def default_file() -> Path:
    """Where classes are kept when nobody says otherwise: the user's own data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("gamekit", appauthor=False)) / "classes.sqlite"


def database_url(where: str) -> sa.URL:
    """A file's name or an address of a database, as SQLAlchemy takes it. Raises `StoreError`.

    >>> str(database_url("postgresql://school@db/gamekit"))
    'postgresql+psycopg://school@db/gamekit'
    """
    if "://" not in where:
        return sa.URL.create("sqlite", database=str(Path(where).expanduser().resolve()))
    try:
        url = make_url(where)
    except ArgumentError:
        raise StoreError(_("This is not the address of a database. One is postgresql://USER@HOST/NAME.")) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("postgresql", "sqlite"):
        raise StoreError(_("A class is kept in a file (SQLite) or in PostgreSQL, in no other database."))
    return url


class Database:
    """A file, or an address such as `postgresql://user@host/name`. One thread at a time uses it.

    What was written is on the disk: the process may be killed the moment after. Raises `StoreError` when it cannot be
    opened, `NotKeptError` when it takes something not.
    """

    def __init__(self, where: str) -> None:
        url = database_url(where)
        self.where = where
        self.place = url.database if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
        self._file = url.get_backend_name() == "sqlite"
        self._held: Any = None
        try:
            if self._file and url.database:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            careful: dict[str, Any] = {"check_same_thread": False} if self._file else {}
            # What somebody wrote, and their key, stand in no message and so in no log.
            self.engine = sa.create_engine(url, connect_args=careful, hide_parameters=True)
            if self._file:
                sa.event.listen(self.engine, "connect", _make_careful)
                _forbid_reuse(self.engine)
            Base.metadata.create_all(self.engine)
            if self._file and url.database:
                Path(url.database).chmod(0o600)
        except (ModuleNotFoundError, NoSuchModuleError):
            raise StoreError(
                _("PostgreSQL needs one more package. {command}").format(command=say_install("postgres"))
            ) from None
        except (SQLAlchemyError, OSError) as error:
            sentence = _("Answers cannot be kept in {place}: {reason}.")
            raise StoreError(sentence.format(place=self.place, reason=reason_of(error))) from error

    def close(self) -> None:
        """Let go of the database."""
        if self._held is not None:
            if not self._file:
                with suppress(SQLAlchemyError):  # it ends with the connection anyway, a moment later
                    self._held.execute(sa.text("SELECT pg_advisory_unlock_all()"))
            self._held.close()
        self.engine.dispose()

    def hold(self, name: str) -> None:
        """Keep the class of this name for this server alone, as long as it runs. Raises `StoreError` if it is taken.

        Two servers would overwrite each other's settings, and one would show what the other has deleted.
        """
        mark = hashlib.sha256(name.encode()).hexdigest()[:12]
        if self._held is not None or not self.place:
            return
        if self._file:
            self._held = sqlite3.connect(f"{self.place}-{mark}.lock", timeout=0, check_same_thread=False)
            taken = False
            try:
                self._held.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                taken = "locked" in str(error)  # anything else: a disk that knows no locks
        else:
            self._held = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            ask = sa.text("SELECT pg_try_advisory_lock(:number)")
            taken = not self._held.execute(ask, {"number": int(mark, 16)}).scalar()
        if taken:
            self._held.close()
            self._held = None
            raise StoreError(
                _(
                    "The class “{name}” is open already, on another server with the same data. Stop that one, or give "
                    "this class another name with --class-name."
                ).format(name=name)
            )

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction: all of it is stored, or nothing. Raises `NotKeptError`."""
        with say_refusals(), Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def erase(self) -> Iterator[Session]:
        """A transaction after which nothing of what it deletes is left, in the file or in the journal beside it.

        Raises `NotKeptError`, and can be tried again.
        """
        with say_refusals():
            self._empty_journal()  # what cannot be done is found out before anything has changed
        with self.write() as session:
            yield session
        with say_refusals():
            self._tidy()
            self._empty_journal()

    def _tidy(self) -> None:
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            for what in (
                ("VACUUM",) if self._file else [f"VACUUM FULL {one.name}" for one in Base.metadata.sorted_tables]
            ):
                connection.exec_driver_sql(what)

    def _empty_journal(self) -> None:
        """Carry what stands in the journal into the file, over what it replaces there."""
        if not self._file:
            return
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        if busy:
            raise NotKeptError(_("Somebody else uses the file of the class at this moment. Try again."))


@contextmanager
def say_refusals() -> Iterator[None]:
    """What the database refuses is said without what was to be written. Broken references are the caller's."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, sqlite3.Error) as error:
        sentence = _("The database of the class did not take this: {reason}. Is the disk full? Try again.")
        raise NotKeptError(sentence.format(reason=reason_of(error))) from None


def reason_of(error: Exception) -> str:
    """The first line of what a database says, which carries no values."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")


def _make_careful(connection: Any, _record: object) -> None:
    """SQLite such that a confirmed row survives anything, and a deleted one nothing."""
    for order in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "secure_delete=ON",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {order}")


def _forbid_reuse(engine: sa.Engine) -> None:
    """Give no pupil's number to another: a file of an older version has its table of pupils made anew for that."""
    with engine.connect() as connection:
        known = sa.text("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'pupils'")
        made = connection.execute(known).scalar()
        if made is None or "AUTOINCREMENT" in made:
            return
    anew = sa.MetaData()
    ClassRow.__table__.to_metadata(anew)  # type: ignore[attr-defined]
    table = PupilRow.__table__.to_metadata(anew, name="pupils_anew")  # type: ignore[attr-defined]
    columns = ", ".join(column.name for column in table.columns)
    raw = engine.raw_connection()
    with suppress(sqlite3.Error):
        raw.rollback()
    try:
        raw.driver_connection.executescript(  # type: ignore[union-attr]
            f"PRAGMA foreign_keys=OFF; BEGIN; {CreateTable(table).compile(engine)};"
            f"INSERT INTO pupils_anew ({columns}) SELECT {columns} FROM pupils;"
            "DROP TABLE pupils; ALTER TABLE pupils_anew RENAME TO pupils; COMMIT; PRAGMA foreign_keys=ON;"
        )
    finally:
        raw.close()
