"""Simulation of possible worlds: positions that fit a player's view, played on after every legal action.

The lesson has this loop in its cells; here it is compiled, because it plays too many games for a loop in Python.
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
    """Return win shares, float64 (worlds, legal actions): 1 if the player to move wins, a part for a shared win.

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
    """Return the index, among the legal actions, of the action that the strategy itself chooses."""
    me = session.player
    asked = Playouts(session.game, session.view(me), me, make_lineup(session.game, strategy), seed=1)
    return session.legal().index(asked.choose_habit())
