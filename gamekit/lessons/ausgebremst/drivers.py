"""Lesson 5 of Ausgebremst: matches with every seat, and strategies from a function that scores moves.

The strategies of the package are in the game's strategies.py; which sliders there are is said in page_strategy.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.game import Game, load
from gamekit.games.ausgebremst.state import FAR, FINISH, FINISHED, MISS, PIT, SPACES
from gamekit.games.ausgebremst.strategies import in_the_way, waste, way_left
from gamekit.lab.estimate import Estimate, mean, share
from gamekit.lab.simulate import Simulation, simulate
from gamekit.lab.whatif import variant
from gamekit.strategy import Choose, Strategy
from gamekit.words import _

NAME: Final = "ausgebremst"
PLAYERS: Final = 4
RIVALS: Final = ("random", "ideal_line", "blocker", "careful")
DOOM: Final = -1000.0
HOME: Final = 100.0

Progress = Callable[[float], object]


@cache
def race(circuit: int = 1) -> Game:
    """A race for four."""
    return load(NAME, PLAYERS, circuit=circuit)


class Move(NamedTuple):
    """One way to play a card, as a scoring function sees it."""

    card: int
    """1 to 6"""
    lost: int
    """points of the card that bring the car no nearer to the finish"""
    to_go: int
    """spaces left afterwards, a stop that is still due included"""
    hinders: int
    """how much the car is in others' way there"""
    stop: bool
    """whether it makes the pit stop"""


Score = Callable[[Move], float]


def move_of(s: Any, t: Any, player: int, action: int) -> Move:
    """A legal move as a `Move`."""
    kind, space = divmod(action, SPACES)
    pit = PIT <= space < FINISH
    hinders = 0 if pit or space == FINISH else int(in_the_way(s, t, player, space))
    stop = pit and not s.stopped[player]
    return Move(
        kind + 1, int(waste(s, t, player, kind, space)), int(way_left(s, t, player, space)), hinders, bool(stop)
    )


def scored(score: Score) -> Choose:
    """The strategy that makes the move of highest score; it finishes when it can and never drives past its stop."""

    def worth(s: Any, t: Any, player: int, action: int) -> float:
        if action == MISS:
            return DOOM / 2
        if action % SPACES == FINISH:
            return HOME
        move = move_of(s, t, player, action)
        return DOOM if move.to_go >= FAR else float(score(move))

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        return max((int(action) for action in actions[:n]), key=lambda action: worth(s, t, player, action))

    return choose


def from_sliders(speed: float, thrift: float, spite: float) -> Score:
    """A score from three numbers: for large cards, against lost points, for hindering."""

    def score(move: Move) -> float:
        return speed * move.card - thrift * move.lost + spite * move.hinders + (3 if move.stop else 0)

    return score


def own(score: Score) -> Strategy:
    """A person's strategy."""
    return Strategy("yours", _("Your strategy"), "", scored(score))


def one_against(
    mine: str | Strategy,
    rival: str,
    games: int,
    circuit: int = 1,
    seed: int = 1,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> tuple[Estimate, Estimate, Estimate]:
    """One driver against three alike, from every seat: win rate, own points, points of a rival."""
    wins, points, theirs = [], [], []
    for seat in range(PLAYERS):
        who: list[str | Strategy] = [rival] * PLAYERS
        who[seat] = mine
        told = part(progress, seat, PLAYERS) or False
        played = simulate(race(circuit), who, max(1, games // PLAYERS), seed + seat, progress=told, cancel=cancel)
        if not played.games:
            break
        wins.append(played.wins[:, seat])
        points.append(played.returns[:, seat])
        theirs.append(np.delete(played.returns, seat, axis=1).mean(axis=1))
    won = np.concatenate(wins)
    return share(float(won.sum()), len(won)), mean(np.concatenate(points)), mean(np.concatenate(theirs))


def tournament(
    games: int, circuit: int, progress: Progress | None = None, cancel: threading.Event | None = None
) -> list[list[Estimate]]:
    """Every strategy, one against three of every other: the win rates of the one."""
    rows: list[list[Estimate]] = []
    for i, mine in enumerate(RIVALS):
        row = []
        for j, rival in enumerate(RIVALS):
            if cancel is not None and cancel.is_set():
                return rows
            told = part(progress, len(RIVALS) * i + j, len(RIVALS) ** 2)
            row.append(one_against(mine, rival, games, circuit, 1, told)[0])
        rows.append(row)
    return rows


def house(
    changes: Mapping[str, Any], games: int, progress: Progress | None, cancel: threading.Event | None
) -> Simulation:
    """Races of careful drivers under other rules; measures how many of them finish, and how long it takes."""
    game = variant(race(), changes)
    measures = [f"status[{p}]" for p in range(game.players)] + ["round_number", "finished"]
    return simulate(game, "careful", games, seed=1, progress=progress or False, cancel=cancel, statistics=measures)


def finishing(played: Simulation) -> Estimate:
    """The share of drivers who finish."""
    return arriving(played, range(played.players))


def arriving(played: Simulation, cars: Iterable[int]) -> Estimate:
    """The share of these cars that finish. The interval is over races: cars of one race hinder each other."""
    ends = played.to_frame()[[f"status[{car}]" for car in cars]].to_numpy()
    found = mean((ends == FINISHED).mean(axis=1))
    return Estimate(found.value, max(found.low, 0.0), min(found.high, 1.0))


def titles() -> dict[str, str]:
    """What the strategies are called."""
    return {name: race().strategies[name].title for name in RIVALS}


def part(progress: Progress | None, number: int, of: int) -> Progress | None:
    """The progress of one of several parts."""
    return None if progress is None else lambda share: progress((number + share) / of)
