"""The strategies that pupils enter for a tournament of the class: one each, in the words of a strategy file."""

from __future__ import annotations

import time
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from .models import Entry
from .store import Store


@dataclass(frozen=True)
class KeptEntry:
    """What a pupil has entered: for which game, what it says of itself, its text, and when, in seconds since 1970."""

    pupil: int
    game: str
    title: str
    source: str
    at: float


def enter(store: Store, class_id: int, pupil: int, game: str, title: str, source: str) -> None:
    """Keep somebody's strategy in place of their last one; when this returns, it is on the disk."""
    with store.writing() as session:
        session.execute(sa.delete(Entry).where(Entry.pupil_id == pupil))
        session.add(
            Entry(class_id=class_id, pupil_id=pupil, game=game, title=title[:120], source=source, at=time.time())
        )


def withdraw(store: Store, class_id: int, pupil: int) -> None:
    """Take somebody's strategy back, and out of the file."""
    with store.writing() as session:
        session.execute(sa.delete(Entry).where(Entry.class_id == class_id, Entry.pupil_id == pupil))


def entries(store: Store, class_id: int) -> list[KeptEntry]:
    """Everything entered, in the order of the pupils."""
    with Session(store.engine) as session:
        found = session.scalars(sa.select(Entry).where(Entry.class_id == class_id).order_by(Entry.pupil_id))
        return [KeptEntry(one.pupil_id, one.game, one.title, one.source, one.at) for one in found]
