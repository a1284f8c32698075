"""Stored games of a class's tables: start of the game, its actions, seats."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import sqlalchemy as sa
from sqlalchemy.orm import Session

from gamekit.server.class_.models import GameRow
from gamekit.server.class_.store import Store


@dataclass(frozen=True)
class KeptGame:
    """Stored game of a table; `owners` are pupil ids, None for a free seat, and `opener` opened the table."""

    code: str
    game: str
    players: int
    seed: int
    opener: int
    begun: bool
    history: list[int]
    owners: list[int | None]


def keep_game(store: Store, class_id: int, kept: KeptGame) -> None:
    """Store a game; it is on the disk when this returns."""
    with store.write() as session:
        here = sa.select(GameRow).where(GameRow.class_id == class_id, GameRow.code == kept.code)
        row = session.scalar(here)
        if row is None:
            session.add(GameRow(class_id=class_id, **asdict(kept)))
        else:
            row.begun, row.history, row.owners = kept.begun, kept.history, kept.owners


def forget_game(store: Store, class_id: int, code: str) -> None:
    with store.write() as session:
        session.execute(sa.delete(GameRow).where(GameRow.class_id == class_id, GameRow.code == code))


def load_games(store: Store, class_id: int) -> list[KeptGame]:
    """Return all games of a class, oldest first."""
    names = KeptGame.__dataclass_fields__
    with Session(store.engine) as session:
        found = session.scalars(sa.select(GameRow).where(GameRow.class_id == class_id).order_by(GameRow.id))
        return [KeptGame(**{name: getattr(row, name) for name in names}) for row in found]
