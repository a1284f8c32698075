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
from gamekit.lab.estimate import SHARES, Estimate, mean
from gamekit.lab.simulate import Simulation, Tell, simulate
from gamekit.lab.whatif import variant
from gamekit.lessons import matches
from gamekit.lessons.matches import Result, everybody
from gamekit.strategy import Choose, Strategy
from gamekit.words import _

NAME: Final = "ausgebremst"
PLAYERS: Final = 4
RIVALS: Final = ("random", "ideal_line", "blocker", "careful")
DOOM: Final = -1000.0
HOME: Final = 100.0


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
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
) -> Result:
    """One driver against three alike, from every seat: win rate, own points, points of a rival."""
    seats = [(race(circuit), seat) for seat in range(PLAYERS)]
    return matches.one_against(mine, rival, seats, games, seed, progress, cancel)


def tournament(
    games: int, circuit: int, progress: Tell | None = None, cancel: threading.Event | None = None
) -> list[list[Estimate]]:
    """Every strategy, one against three of every other: the win rates of the one."""
    return everybody(
        RIVALS, lambda mine, rival, told: one_against(mine, rival, games, circuit, progress=told), progress, cancel
    )


def house(changes: Mapping[str, Any], games: int, progress: Tell | None, cancel: threading.Event | None) -> Simulation:
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
    return mean((ends == FINISHED).mean(axis=1), SHARES)


def titles() -> dict[str, str]:
    """What the strategies are called."""
    return {name: race().strategies[name].title for name in RIVALS}
