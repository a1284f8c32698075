"""Measure the strength of strategies, levels and coach as Elo: `python -m tools.measure.levels GAME`.

    python -m tools.measure.levels kartenspiel --games 1000 --minutes 5
    python -m tools.measure.levels kartenspiel --newcomer 800

Strategies meet in pairs, one seat against a table full of the other, every seat in turn, with the same luck for all.
The levels easy, medium and steady (`gamekit.lab.levels`) meet each other, the best strategy, which is the level
strong, and the random one. The level best, which is the coach with playouts by the best strategy and without a tree,
meets that strategy.

At a table of n the single seat wins with the odds e^(a−b) to n−1 (Luce's choice axiom; with two players the
Bradley-Terry model, which is Elo's). The figures are maximum-likelihood estimates of Elo over the random strategy, with
95 % intervals from the curvature of the likelihood. One game, shared evenly, is added to each pair, as a player who
never lost would have an infinite rating: its figure is a lower bound.

`--newcomer` seats somebody who plays by a rule of thumb against three of one level, in whole games of four as the Play
page has them: 25 of 100 wins would be equal. Against medium it is to be 35 to 50.
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
from gamekit.core.strategy import Strategy
from gamekit.games.auf_achse import state as trucks
from gamekit.games.ausgebremst import state as cars
from gamekit.games.ausgebremst.movement import crosses
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.lineup import StrategyLike, find_strategy
from gamekit.lab.estimate import mean
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


def drive_far(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
    """Ausgebremst: drive as near to the finish as possible, and turn into the pit lane where that is possible."""
    if s.phase != cars.Phase.PLAY:
        return int(rng.choice(actions[:n]))
    ends = {int(action): int(action) % cars.SPACES for action in actions[:n] if action != cars.MISS}
    pits = [action for action, space in ends.items() if cars.PIT <= space < cars.FINISH and not s.stopped[player]]
    if pits or not ends:
        return int(rng.choice(pits or actions[:n]))

    def left(space: int) -> int:
        if space >= cars.PIT:
            return -1 if space == cars.FINISH else int(t.left[s.circuit, s.lines[player], space])
        lines = s.lines[player] + bool(crosses(s, t, s.space[player], space))
        return int(t.left[s.circuit, min(lines, cars.LAPS), space])

    nearest = min(map(left, ends.values()))
    return int(rng.choice([action for action, space in ends.items() if left(space) == nearest]))


def bid_two_thirds(game: Game) -> Strategy:
    """Return, for Auf Achse: drive to the nearest goal, and bid up to two thirds of what a contract brings."""
    drives = game.strategies["nearest"].choose

    def play(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
        if s.phase != trucks.Phase.BID or actions[0] >= trucks.PASS:
            return int(drives(s, t, player, actions, n, rng))
        price = t.price[s.lot, actions[0] - trucks.BID + 1]
        return int(actions[0] if 3 * price < 2 * t.revenue[s.lot] else trucks.PASS)

    return Strategy("two thirds", "", "", play)


def find_newcomer(game: Game) -> Strategy:
    """Return the rule of thumb of a newcomer to the game.

    Card game: lay the highest card that climbs. Route 66: race out, crawl home. The others: see the functions above.
    """
    if game.name == "auf_achse":
        return bid_two_thirds(game)
    if game.name == "ausgebremst":
        return Strategy("drive far", "", "", drive_far)
    return game.strategies[{"kartenspiel": "greedy", "route66": "collector"}[game.name]]


def print_newcomer(name: str, games: int, seed: int) -> None:
    """Print how many of 100 games a newcomer wins against three of each of the lower levels, with 95 % intervals."""
    game = gk.load(name, players=4)
    one = find_newcomer(game)
    for level in list(levels(game).values())[:3]:
        wins = []
        for seat in range(game.players):
            company = [level] * game.players
            company[seat] = one
            wins.append(simulate(game, company, games, seed, progress=False).wins[:, seat])
        won = mean(np.concatenate(wins))
        figures = f"{100 * won.value:.1f} ({100 * won.low:.1f} to {100 * won.high:.1f})"
        print(f"{name}: {one.name} against three {level.name}: {figures} of 100, {4 * games:,} games", flush=True)


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
    parser.add_argument("--newcomer", type=int, default=0, help="games for each seat of a newcomer; nothing else")
    chosen = parser.parse_args()
    if chosen.newcomer:
        print_newcomer(chosen.game, chosen.newcomer, chosen.seed)
        return
    game = gk.load(chosen.game, **OPTIONS[chosen.game] | chosen.options)
    names, level, strong = list(game.strategies), levels(game), best_strategy(game)
    turned = itertools.combinations if game.players == 2 else itertools.permutations
    scores = [met(game, one, others, chosen.games, chosen.seed) for one, others in turned(names, 2)]
    ladder: list[StrategyLike] = ["random", level["easy"], level["medium"], level["steady"], strong]
    lower = {"easy", "medium", "steady"}
    pairs = [pair for pair in turned(ladder, 2) if lower & {find_strategy(game, one).name for one in pair}]
    scores += [met(game, one, others, chosen.level_games, chosen.seed) for one, others in pairs]
    duel = met(game, level["best"], strong, 1_000, chosen.seed, time.monotonic() + 60 * chosen.minutes)
    print(f"best: {duel.won:g} of {duel.games:g} against {duel.others}, which is strong")
    scores.append(duel)
    names += ["easy", "medium", "steady", "best"]
    elo, spread = ratings(names, scores, game.players)
    print(f"{game.name}, {game.players} players, {sum(score.games for score in scores):,.0f} games")
    for i in np.argsort(-elo):
        print(row(names[i], elo[i], spread[i, i]))


if __name__ == "__main__":
    main()
