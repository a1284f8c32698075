"""A tournament of the class: the strategies that pupils enter, one each, as strategy files; and how it stands."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from .models import EntryRow, StandingRow
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
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.pupil_id == pupil))
        session.add(
            EntryRow(class_id=class_id, pupil_id=pupil, game=game, title=title[:120], source=source, at=time.time())
        )


def withdraw(store: Store, class_id: int, pupil: int) -> None:
    """Take somebody's strategy back, and out of the file."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.class_id == class_id, EntryRow.pupil_id == pupil))


def entries(store: Store, class_id: int) -> list[KeptEntry]:
    """Everything entered, in the order of the pupils."""
    with Session(store.engine) as session:
        found = session.scalars(sa.select(EntryRow).where(EntryRow.class_id == class_id).order_by(EntryRow.pupil_id))
        return [KeptEntry(one.pupil_id, one.game, one.title, one.source, one.at) for one in found]


def keep_standing(store: Store, class_id: int, told: Mapping[str, Any], authors: Mapping[str, int]) -> None:
    """Keep what was said last of the tournament, and whose strategies play in it, by what they are called there."""
    with store.write() as session:
        session.merge(StandingRow(class_id=class_id, told=dict(told), authors=dict(authors)))


def last_standing(store: Store, class_id: int) -> tuple[dict[str, Any], dict[str, int]]:
    """What was kept last; empty where none has been played."""
    with Session(store.engine) as session:
        found = session.get(StandingRow, class_id)
        return ({}, {}) if found is None else (dict(found.told), dict(found.authors))
