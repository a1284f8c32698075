"""Many worlds that fit what a player sees, each played on after every legal action: too many for a notebook's own loop.

What a world is and how it is played on stands in the cells of the lesson; this is the same as machine code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.core.session import Session
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import win_shares


def wins_in(session: Session, worlds: int, strategy: str, seed: int = 1) -> NDArray[np.float64]:
    """A row for each imagined world, a column for each legal action: 1 if the player to move wins, 1/2 a shared win.

    >>> import gamekit as gk
    >>> session = gk.load("kartenspiel", players=2, stages=1).session(3)
    >>> while session.player < 0:
    ...     dealt = session.roll()
    >>> wins_in(session, 5, "planner").shape
    (5, 9)
    """
    me = session.player
    played = Playouts(session.game, session.view(me), me, make_lineup(session.game, strategy), seed, worlds)
    columns: list[Any] = [win_shares(played.play_batch(action, 0))[:, me] for action in session.legal()]
    return np.stack(columns, axis=1)


def own_choice(session: Session, strategy: str) -> int:
    """Which of the legal actions the strategy itself would choose: its place among them, from 0."""
    me = session.player
    asked = Playouts(session.game, session.view(me), me, make_lineup(session.game, strategy), seed=1)
    return session.legal().index(asked.choose_habit())
