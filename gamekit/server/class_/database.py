"""SQLite file of a class: opening, transactions, secure erasing, and a lock against other servers."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Session

from gamekit.core.errors import ReportError
from gamekit.core.i18n.translation import _
from gamekit.server.class_.models import Base

BUSY_MS = 10_000


class StoreError(ReportError):
    """The database cannot be used; the message gives the reason."""


class NotKeptError(ReportError):
    """The database refused a write. Nothing has changed, and the write can be retried."""


def default_file() -> Path:
    """Return the default path of the database, in the user's data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("gamekit", appauthor=False)) / "classes.sqlite"


class Database:
    """An SQLite file, used by one thread at a time. What was written survives the end of the process.

    Parameters
    ----------
    where
        Path of the file. It and its folder are created if they do not exist, readable by their owner only.

    Raises
    ------
    StoreError
        If the file cannot be opened, or `where` is an address such as `https://…`.
    """

    def __init__(self, where: str) -> None:
        if "://" in where:
            raise StoreError(_("A class is kept in a file on this computer: give the name of a file, not an address."))
        file = Path(where).expanduser().resolve()
        self.place = str(file)
        self._held: sqlite3.Connection | None = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Values (names, keys) must not appear in error messages, and so in logs.
            self.engine = sa.create_engine(
                sa.URL.create("sqlite", database=self.place),
                connect_args={"check_same_thread": False},
                hide_parameters=True,
            )
            sa.event.listen(self.engine, "connect", _make_careful)
            Base.metadata.create_all(self.engine)
            file.chmod(0o600)
            self._watch = sqlite3.connect(self.place, check_same_thread=False)
        except (SQLAlchemyError, OSError) as error:
            sentence = _("Answers cannot be kept in {place}: {reason}.")
            raise StoreError(sentence.format(place=self.place, reason=reason_of(error))) from error

    @property
    def version(self) -> int:
        """Number that changes with each transaction of whatever process; rows that were read are valid until then."""
        return int(self._watch.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Release the lock and close all connections."""
        self._watch.close()
        if self._held is not None:
            self._held.close()
        self.engine.dispose()

    def hold(self, name: str) -> None:
        """Lock the class of this name for this server until `close`. Raises `StoreError` if another server holds it.

        Two servers would overwrite each other's settings, and one would show what the other has deleted. On disks
        without locks nothing is locked. A second call does nothing.
        """
        if self._held is not None:
            return
        mark = hashlib.sha256(name.encode()).hexdigest()[:12]
        held = sqlite3.connect(f"{self.place}-{mark}.lock", timeout=0, check_same_thread=False)
        taken = False
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            taken = "locked" in str(error)  # any other error: a disk without locks
        if taken:
            held.close()
            raise StoreError(
                _(
                    "The class “{name}” is open already, on another server with the same data. Stop that one, or give "
                    "this class another name with --class-name."
                ).format(name=name)
            )
        self._held = held

    @contextmanager
    def write(self) -> Iterator[Session]:
        """Open a transaction: all of it is stored, or nothing. Raises `NotKeptError`."""
        with say_refusals(), Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def erase(self) -> Iterator[Session]:
        """Open a transaction that leaves no byte of deleted rows, even in the journal. Raises `NotKeptError`."""
        with say_refusals():
            self._empty_journal()  # fails, if it does, before anything has changed
        with self.write() as session:
            yield session
        with say_refusals():
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM")
            self._empty_journal()

    def _empty_journal(self) -> None:
        """Move the journal into the file and truncate it. Raises `NotKeptError` while another process reads."""
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar()
        if busy:
            raise NotKeptError(_("Somebody else uses the file of the class at this moment. Try again."))


@contextmanager
def say_refusals() -> Iterator[None]:
    """Turn errors of the database into `NotKeptError` without the values; `IntegrityError` passes unchanged."""
    try:
        yield
    except IntegrityError:
        raise
    except (SQLAlchemyError, sqlite3.Error) as error:
        sentence = _("The database of the class did not take this: {reason}. Is the disk full? Try again.")
        raise NotKeptError(sentence.format(reason=reason_of(error))) from None


def reason_of(error: Exception) -> str:
    """Return the first line of a database error, which carries no values."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")


def _make_careful(connection: Any, _record: object) -> None:
    """Set pragmas: committed rows survive a crash (synchronous), deleted ones are overwritten (secure_delete)."""
    for order in (
        f"busy_timeout={BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "secure_delete=ON",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {order}")
