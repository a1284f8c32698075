"""Measure the strength of strategies, levels and coach as Elo: `python -m tools.measure.levels GAME`.

    python -m tools.measure.levels kartenspiel --games 1000 --minutes 5

Strategies meet in pairs, one seat against a table full of the other, every seat in turn, with the same luck for all.
The levels easy and steady (`gamekit.lab.levels`) meet each other, the best strategy, which is the level strong, and the
random one. The level best, which is the coach with playouts by the best strategy and without a tree, meets that
strategy.

At a table of n the single seat wins with the odds e^(a−b) to n−1 (Luce's choice axiom; with two players the
Bradley-Terry model, which is Elo's). The figures are maximum-likelihood estimates of Elo over the random strategy, with
95 % intervals from the curvature of the likelihood. One game, shared evenly, is added to each pair, as a player who
never lost would have an infinite rating: its figure is a lower bound.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import time
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.core.game import Game
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.lineup import StrategyLike, find_strategy
from gamekit.lab.levels import levels
from gamekit.lab.simulate import simulate

ELO: Final = 400 / math.log(10)
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "kartenspiel": {"players": 2, "stages": 1},
    "route66": {"players": 2},
    "ausgebremst": {"players": 3},
    "auf_achse": {"players": 2},
}


class Score(NamedTuple):
    """Games and wins of one player on its seat among others of one kind."""

    one: str
    others: str
    games: float
    won: float


def met(game: Game, one: StrategyLike, others: StrategyLike, games: int, seed: int, end: float = math.inf) -> Score:
    """Play `games` games with `one` on each seat in turn, or until the monotonic clock shows `end` (s)."""
    played, won, step = 0, 0.0, games if math.isinf(end) else 1
    for begin in range(0, games, step):
        if time.monotonic() > end:
            break
        for seat in range(game.players):
            company = [find_strategy(game, others)] * game.players
            company[seat] = find_strategy(game, one)
            wins = simulate(game, company, step, seed + begin, progress=False).wins[:, seat]
            played, won = played + len(wins), won + float(wins.sum())
    return Score(find_strategy(game, one).name, find_strategy(game, others).name, played, won)


def ratings(names: list[str], scores: list[Score], players: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return Elo of each name over the first, and the covariance matrix, by Newton's method on the likelihood."""
    theta, at = np.zeros(len(names)), {name: i for i, name in enumerate(names)}
    for _ in range(100):
        slope, curve = np.zeros(len(names)), np.zeros((len(names), len(names)))
        for one, others, games, won in scores:
            i, j, many = at[one], at[others], games + 1
            p = 1 / (1 + (players - 1) * math.exp(theta[j] - theta[i]))
            gap, bend = won + 1 / players - many * p, many * p * (1 - p)
            slope[i], slope[j] = slope[i] + gap, slope[j] - gap
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                curve[a, b] += sign * bend
        step = np.linalg.solve(curve[1:, 1:], slope[1:])
        theta[1:] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    spread = np.zeros_like(curve)
    spread[1:, 1:] = np.linalg.inv(curve[1:, 1:])
    return theta * ELO, spread * ELO**2


def row(name: str, value: float, variance: float) -> str:
    """Return a row of the table: a figure with its 95 % interval."""
    half = 1.96 * math.sqrt(variance)
    return f"| {name} | {value:.0f} ({value - half:.0f} to {value + half:.0f}) |"


def main() -> None:
    """Play and print two tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--options", type=json.loads, default={}, help="""such as '{"rounds": 20}'""")
    parser.add_argument("--games", type=int, default=2000, help="for each seat of each pair of strategies")
    parser.add_argument("--level-games", type=int, default=200, help="for each seat of each pair with easy or steady")
    parser.add_argument("--minutes", type=float, default=5.0, help="no new game of the coach after so long")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = gk.load(chosen.game, **OPTIONS[chosen.game] | chosen.options)
    names, level, strong = list(game.strategies), levels(game), best_strategy(game)
    turned = itertools.combinations if game.players == 2 else itertools.permutations
    scores = [met(game, one, others, chosen.games, chosen.seed) for one, others in turned(names, 2)]
    ladder: list[StrategyLike] = ["random", level["easy"], level["steady"], strong]
    pairs = [pair for pair in turned(ladder, 2) if {"easy", "steady"} & {find_strategy(game, one).name for one in pair}]
    scores += [met(game, one, others, chosen.level_games, chosen.seed) for one, others in pairs]
    duel = met(game, level["best"], strong, 1_000, chosen.seed, time.monotonic() + 60 * chosen.minutes)
    print(f"best: {duel.won:g} of {duel.games:g} against {duel.others}, which is strong")
    scores.append(duel)
    names += ["easy", "steady", "best"]
    elo, spread = ratings(names, scores, game.players)
    print(f"{game.name}, {game.players} players, {sum(score.games for score in scores):,.0f} games")
    for i in np.argsort(-elo):
        print(row(names[i], elo[i], spread[i, i]))


if __name__ == "__main__":
    main()
