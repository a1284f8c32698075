"""Measure the coach's first decision by time allowed; in Auf Achse the truck has 110 places.

    python -m benchmarks.first_decision auf_achse --seconds 0.5 1.5 15 --positions 100

In each deal the first decision is evaluated, in every second one the second. The coach is asked once for each time
allowed, and compared with the game's best strategy and a random action. Each choice is continued from the true
position, hidden cards included, by the strategy for everybody, with the same luck for every choice. Prints the share of
the win with its 95 % interval over deals, the difference to the strategy's own choice in the same deals, the greatest
time the coach took, and the number of its playouts.
"""

from __future__ import annotations

import argparse
import time
from typing import Final

import numpy as np

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.session import Session
from gamekit.lab.coach import advise, best_strategy
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import SHARES, SHIFTS, difference, mean, win_shares

GAMES: Final = 1000
"""Number of continuations of a choice."""
WITHOUT: Final = ("the strategy", "by lot")


def usual(game: Game, session: Session, rng: np.random.Generator) -> int:
    """Return the action of the game's best strategy."""
    legal, player = session.legal(), session.player
    choose = game.strategies[best_strategy(game)].choose
    return int(choose(session.view(player), game.tables, player, np.array(legal, np.int32), len(legal), rng))


def first(game: Game, seed: int) -> Session:
    """Return a game at its first decision with more than one action; for odd seeds at the second."""
    session, rng, passed = game.session(seed), np.random.default_rng(seed), 0
    while session.player < 0 or len(session.legal()) < 2 or passed < seed % 2:
        if session.player < 0:
            session.roll()
            continue
        passed += len(session.legal()) > 1
        session.play(usual(game, session, rng))
    return session


def main() -> None:
    """Ask, continue and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.5])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game = gk.load(chosen.game, players=chosen.players)
    lineup, rng = make_lineup(game, best_strategy(game)), np.random.default_rng(chosen.seed)
    rows = [*WITHOUT, *chosen.seconds]
    worth = np.zeros((len(rows), chosen.positions))
    took, games = np.zeros_like(worth), np.zeros_like(worth)
    for k in range(chosen.positions):
        session = first(game, 1000 * chosen.seed + k)
        me, view = session.player, session.view(session.player)
        source = Playouts(game, session.position, None, lineup, k, GAMES)
        for row, name in enumerate(rows):
            if isinstance(name, float):
                began = time.monotonic()
                table = advise(game, view, me, 10_000_000, k, seconds=name)
                took[row, k], games[row, k] = time.monotonic() - began, sum(advice.playouts for advice in table)
                action = table.best
            else:
                action = usual(game, session, rng) if name == WITHOUT[0] else int(rng.choice(session.legal()))
            worth[row, k] = win_shares(source.play_batch(action, 0))[:, me].mean()
    for row, name in enumerate(rows):
        told = name if isinstance(name, str) else f"coach, {name:g} s"
        above = f", above the strategy's own {difference(worth[row], worth[0], SHIFTS)}" if row else ""
        spent = f", at most {took[row].max():.2f} s, {games[row].mean():,.0f} games" if isinstance(name, float) else ""
        print(f"{told}: {mean(worth[row], SHARES)}{above}{spent}")


if __name__ == "__main__":
    main()
