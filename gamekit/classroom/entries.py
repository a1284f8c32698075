"""A tournament of the class: the plans that pupils enter, one each; and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from .models import EntryRow, StandingRow
from .plans import Plan
from .store import Store


@dataclass(frozen=True)
class KeptEntry:
    """A pupil, by number in the database, and the plan this pupil has entered."""

    pupil: int
    plan: Plan


def enter(store: Store, class_id: int, pupil: int, plan: Plan) -> None:
    """Keep somebody's plan in place of their last one; when this returns, it is on the disk."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.pupil_id == pupil))
        session.add(EntryRow(class_id=class_id, pupil_id=pupil, plan=dict(plan)))


def withdraw(store: Store, class_id: int, pupil: int) -> None:
    """Take somebody's plan back, and out of the file."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.class_id == class_id, EntryRow.pupil_id == pupil))


def entries(store: Store, class_id: int) -> list[KeptEntry]:
    """Everything entered, in the order of the pupils."""
    with Session(store.engine) as session:
        found = session.scalars(sa.select(EntryRow).where(EntryRow.class_id == class_id).order_by(EntryRow.pupil_id))
        return [KeptEntry(one.pupil_id, one.plan) for one in found]


def keep_standing(store: Store, class_id: int, told: Mapping[str, Any], authors: Mapping[str, int]) -> None:
    """Keep how the tournament stands, and whose plans play in it, by what they are called there."""
    with store.write() as session:
        session.merge(StandingRow(class_id=class_id, told=dict(told), authors=dict(authors)))


def last_standing(store: Store, class_id: int) -> tuple[dict[str, Any], dict[str, int]]:
    """What was kept last; empty where none has been played."""
    with Session(store.engine) as session:
        found = session.get(StandingRow, class_id)
        return ({}, {}) if found is None else (dict(found.told), dict(found.authors))
