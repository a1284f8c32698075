"""Matches, as the lessons on strategies play them: one against others alike, everybody against everybody.

Every match is played from every seat. Which games and strategies meet, and what is said about it, is each lesson's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError

import numpy as np

from gamekit.game import Game
from gamekit.lab.estimate import Estimate, mean, share
from gamekit.lab.simulate import Tell, simulate
from gamekit.strategy import Strategy

Result = tuple[Estimate, Estimate, Estimate]
"""A match: the win rate of the one, its mean return, the mean return of one of the others."""
Match = Callable[[str, str, Tell | None], Result]
"""Plays one strategy against others alike, both by name."""


def one_against(
    mine: str | Strategy,
    rival: str,
    seats: Sequence[tuple[Game, int]],
    games: int,
    seed: int = 1,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
) -> Result:
    """One player against others alike: `games` in all, as many from each of `seats` (a game and a place in it).

    Stopped early it answers from the games played so far; raises `CancelledError` if there are none.
    """
    wins, own, theirs = [], [], []
    for number, (game, seat) in enumerate(seats):
        company: list[str | Strategy] = [rival] * game.players
        company[seat] = mine
        told = part(progress, number, len(seats)) or False
        played = simulate(game, company, max(1, games // len(seats)), seed + number, progress=told, cancel=cancel)
        if not played.games:
            break
        wins.append(played.wins[:, seat])
        own.append(played.returns[:, seat])
        theirs.append(np.delete(played.returns, seat, axis=1).mean(axis=1))
    if not wins:
        raise CancelledError
    won = np.concatenate(wins)
    return share(float(won.sum()), len(won)), mean(np.concatenate(own)), mean(np.concatenate(theirs))


def everybody(
    names: Sequence[str], match: Match, progress: Tell | None = None, cancel: threading.Event | None = None
) -> list[list[Estimate]]:
    """Each strategy (row) against others all of one kind (column): the win rates of the one. Fewer rows if stopped."""
    rows: list[list[Estimate]] = []
    for i, mine in enumerate(names):
        row = []
        for j, rival in enumerate(names):
            if cancel is not None and cancel.is_set():
                return rows
            row.append(match(mine, rival, part(progress, len(names) * i + j, len(names) ** 2))[0])
        rows.append(row)
    return rows


def part(progress: Tell | None, number: int, of: int) -> Tell | None:
    """The progress of one of several parts, counted from 0."""
    return None if progress is None else lambda share: progress((number + share) / of)
