"""Plans that pupils enter for the tournament of a class, one each, and its stored standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.server.class_.models import EntryRow, StandingRow
from gamekit.server.class_.plans import Plan
from gamekit.server.class_.store import Store


@dataclass(frozen=True)
class KeptEntry:
    """Plan that a pupil (id) has entered."""

    pupil: int
    plan: Plan


def enter(store: Store, class_id: int, pupil: int, plan: Plan) -> None:
    """Store a pupil's plan in place of the last one; it is on the disk when this returns."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.pupil_id == pupil))
        session.add(EntryRow(class_id=class_id, pupil_id=pupil, plan=dict(plan)))


def withdraw(store: Store, class_id: int, pupil: int) -> None:
    """Delete a pupil's plan, also from the bytes of the file."""
    with store.erase() as session:
        session.execute(sa.delete(EntryRow).where(EntryRow.class_id == class_id, EntryRow.pupil_id == pupil))


def entries(store: Store, class_id: int) -> list[KeptEntry]:
    """Return all entries of a class, ordered by pupil."""
    with Session(store.engine) as session:
        found = session.scalars(sa.select(EntryRow).where(EntryRow.class_id == class_id).order_by(EntryRow.pupil_id))
        return [KeptEntry(one.pupil_id, one.plan) for one in found]


def keep_standing(store: Store, class_id: int, told: Mapping[str, Any], authors: Mapping[str, int]) -> None:
    """Store the standings, and the authors (pupil ids) of the plans by their names in the tournament."""
    with store.write() as session:
        session.merge(StandingRow(class_id=class_id, told=dict(told), authors=dict(authors)))


def last_standing(store: Store, class_id: int) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the stored standings and authors; empty if no tournament has been played."""
    with Session(store.engine) as session:
        found = session.get(StandingRow, class_id)
        return ({}, {}) if found is None else (dict(found.told), dict(found.authors))
