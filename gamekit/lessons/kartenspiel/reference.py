"""Reference answers from the rules of the card game for functions of cells; simulation of possible worlds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.core.session import Session
from gamekit.games.kartenspiel.runs import join
from gamekit.games.kartenspiel.state import BARRIER, REST
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import win_shares


def run_after(cards: Iterable[int | str]) -> tuple[int, int, int]:
    """Return the value of a run in km, its last kilometre card and the number of rests at its end (KS-12 to KS-17).

    A card is its kilometres, "R" for a rest or "A" for an action card. The last card is 0 after an action card or
    two rests.

    >>> run_after([70, "R", 80]), run_after([40, "A", 60])
    ((150, 80, 0), (60, 60, 0))
    """
    value = last = rests = 0
    for card in cards:
        km = card if isinstance(card, int) else 0
        kind = km // 10 - 1 if km else REST if card == "R" else BARRIER
        _mark, value, last, rests = map(int, join(kind, km, value, last, rests))
    return value, last, rests


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
