"""Let the coach with look-ahead play against the coach with playouts only, at equal playouts for every action.

    python -m benchmarks.coach_duel kartenspiel --playouts 400 --games 100

Every deal is played once from each seat: one seat looks ahead, all others do not. All play the best action of their
table. Prints the share of wins with its 95 % interval over deals, and playouts and CPU time per decision of both.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from typing import Any

import numpy as np

import gamekit as gk
from gamekit.core.game import Game
from gamekit.lab.coach import advise
from gamekit.lab.estimate import SHARES, mean, win_shares


def play(game: Game, seat: int, seed: int, playouts: int, ahead: int, spent: dict[bool, Counter[str]]) -> float:
    """Play one game; return the share of the win of the seat that looks ahead."""
    session, number = game.session(seed), 0
    while not session.over:
        if session.player < 0:
            session.roll()
            continue
        p, legal = session.player, session.legal()
        action = legal[0]
        if len(legal) > 1:
            thinks, began, number = p == seat, time.process_time(), number + 1
            depth = ahead if thinks else 0
            table = advise(game, session.view(p), p, playouts, 1000 * seed + number, ahead=depth)
            count = spent[thinks]
            count["seconds"] += time.process_time() - began  # type: ignore[assignment]
            count.update(decisions=1, playouts=sum(advice.playouts for advice in table))
            action = table.best
        session.play(action)
    return float(win_shares(np.array([session.returns()], np.float64))[0, seat])


def main() -> None:
    """Play and print one row."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--ahead", type=int, default=6)
    parser.add_argument("--games", type=int, default=50, help="deals, each played from every seat")
    parser.add_argument("--minutes", type=float, default=60.0, help="no new deal after so long")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    options: dict[str, Any] = {"stages": 1} if chosen.game == "kartenspiel" else {}
    game = gk.load(chosen.game, players=chosen.players, **options)
    spent: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    shares, end = [], time.monotonic() + 60 * chosen.minutes
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        if time.monotonic() > end:
            break
        one = [play(game, seat, seed, chosen.playouts, chosen.ahead, spent) for seat in range(game.players)]
        shares.append(sum(one) / game.players)
    found = mean(shares, SHARES)
    print(
        f"{game.name}, {game.players} players: {found}, {len(shares) * game.players} games, even {1 / game.players:.3f}"
    )
    for thinks, count in spent.items():
        many = max(1, count["decisions"])
        playouts, seconds = count["playouts"] / many, count["seconds"] / many
        print(f"{'ahead' if thinks else 'playouts only'}: {playouts:,.0f} playouts, {seconds:.4f} s CPU a decision")


if __name__ == "__main__":
    main()
