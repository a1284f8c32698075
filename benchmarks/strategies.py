"""Compare strategies with random players, and the coach with the best strategy.

    python -m benchmarks.strategies [--only GAME]            # each against tables full of random players
    python -m benchmarks.strategies --coach [--only GAME]    # the coach against tables full of the best of them
    python -m benchmarks.strategies --plans 30               # a class's tournament of so many plans

One seat is the strategy's, all others are the opponent's; every seat in turn, the same luck for all. "Clear" means that
the 95 % interval excludes an even share.
"""

from __future__ import annotations

import argparse
import itertools
import time
from typing import Any, NamedTuple

import gamekit as gk
from gamekit.core.game import Game
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.lineup import StrategyLike, find_strategy
from gamekit.lab.estimate import SHARES, Estimate, mean
from gamekit.lab.simulate import simulate
from gamekit.lab.tournament import make_coach, tournament
from gamekit.server.class_ import contest
from gamekit.server.class_.schemas import ContestSettings


class Match(NamedTuple):
    """Settings of the coach's match: options of the game, games for each seat, playouts of every action."""

    options: dict[str, Any]
    games: int
    playouts: int


COACH = {
    "kartenspiel": Match({"players": 2, "stages": 1}, 200, 400),
    "route66": Match({"players": 2}, 40, 100),
    "ausgebremst": Match({"players": 3}, 60, 150),
    "auf_achse": Match({"players": 2}, 20, 30),
}
"""Small tables and few games, so that all matches together take about an hour."""


def duel(game: Game, one: StrategyLike, others: StrategyLike, games: int) -> Estimate:
    """Return the win rate of one player among the others, every seat in turn with the same luck."""
    rows = []
    for seat in range(game.players):
        company = [find_strategy(game, others)] * game.players
        company[seat] = find_strategy(game, one)
        rows.append(simulate(game, company, games, seed=1, progress=False).wins[:, seat])
    return mean(sum(rows) / game.players, SHARES)


def line(game: Game, one: str, others: str, found: Estimate, games: int, seconds: float) -> None:
    """Print a row of the table."""
    even = 1 / game.players
    clear = "clear" if found.low > even else "worse" if found.high < even else "not clear"
    played = f"{games * game.players:,}"
    where, took = f"{game.name}, {game.players} players", f"{seconds:.0f} s"
    cells = (where, one, others, found, f"{even:.3f}", clear, played, took)
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def play_plans(number: int) -> None:
    """Print the time of every round of a class's tournament with `number` plans and the game's own strategies."""
    game = contest.game_of(ContestSettings())
    ranges = [range(knob.low, knob.high + 1, knob.step) for knob in contest.knobs()]
    numbers = [dict(zip(("first", "step", "enough"), one, strict=True)) for one in itertools.product(*ranges)]
    entered: list[StrategyLike] = [
        contest.strategy_of(f"plan {one}", numbers[one * len(numbers) // number]) for one in range(number)
    ]
    simulate(game, entered[0], 1, progress=False)  # what is compiled once counts for no round
    for games in contest.ROUNDS:
        began, used = time.monotonic(), time.process_time()
        found = tournament(game, [*entered, *contest.own_names(game)], games, progress=False)
        took, processor = time.monotonic() - began, time.process_time() - used
        played = sum(one.games for one in found) // 2
        print(f"{games} games of each pair, {played:,} in all: {took:.2f} s, {processor:.2f} s of the processor")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500, help="games for each seat without the coach")
    parser.add_argument("--coach", action="store_true", help="let the coach play")
    parser.add_argument("--only", default="", help="one game")
    parser.add_argument("--plans", type=int, default=0, help="play a class's tournament of so many plans instead")
    chosen = parser.parse_args()
    if chosen.plans:
        play_plans(chosen.plans)
        return
    print("| game | one seat | all others | wins | even share | | games | |\n|---|---|---|---|---|---|---|---|")
    for name in gk.game_names():
        if chosen.only not in ("", name):
            continue
        if chosen.coach:
            match = COACH[name]
            game = gk.load(name, **match.options)
            began, best = time.monotonic(), best_strategy(game)
            found = duel(game, make_coach(game, match.playouts), best, match.games)
            coach = f"coach, {match.playouts} playouts an action"
            line(game, coach, best, found, match.games, time.monotonic() - began)
            continue
        game = gk.load(name)
        for strategy in game.strategies:
            if strategy != "random":
                began = time.monotonic()
                found = duel(game, strategy, "random", chosen.games)
                line(game, strategy, "random", found, chosen.games, time.monotonic() - began)


if __name__ == "__main__":
    main()
