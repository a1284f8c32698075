"""The SQLite file that a class is kept in: opening it, transactions, erasing, and the lock against other servers.

The tables are in models.py, the queries in store.py.
"""

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

from gamekit.errors import ReportError
from gamekit.words import _

from .models import Base

BUSY_MS = 10_000


class StoreError(ReportError):
    """A database that cannot be used, with the reason."""


class NotKeptError(ReportError):
    """Something the database did not take. Nothing has changed, and it can be tried again."""


def default_file() -> Path:
    """Where classes are kept when nobody says otherwise: the user's own data folder."""
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
            # What somebody wrote, and their key, stand in no message and so in no log.
            self.engine = sa.create_engine(
                sa.URL.create("sqlite", database=self.place),
                connect_args={"check_same_thread": False},
                hide_parameters=True,
            )
            sa.event.listen(self.engine, "connect", _make_careful)
            Base.metadata.create_all(self.engine)
            file.chmod(0o600)
        except (SQLAlchemyError, OSError) as error:
            sentence = _("Answers cannot be kept in {place}: {reason}.")
            raise StoreError(sentence.format(place=self.place, reason=reason_of(error))) from error

    def close(self) -> None:
        """Let go of the database."""
        if self._held is not None:
            self._held.close()
        self.engine.dispose()

    def hold(self, name: str) -> None:
        """Keep the class of this name for this server alone, as long as it runs. Raises `StoreError` if it is taken.

        Two servers would overwrite each other's settings, and one would show what the other has deleted.
        """
        if self._held is not None:
            return
        mark = hashlib.sha256(name.encode()).hexdigest()[:12]
        held = sqlite3.connect(f"{self.place}-{mark}.lock", timeout=0, check_same_thread=False)
        taken = False
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            taken = "locked" in str(error)  # anything else: a disk that knows no locks
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
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM")
            self._empty_journal()

    def _empty_journal(self) -> None:
        """Carry what stands in the journal into the file, over what it replaces there."""
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
