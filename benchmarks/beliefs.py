"""Measure how well belief models predict hidden cards: `python -m benchmarks.beliefs [game …]`.

At a random decision of one seat, with all players on the game's best strategy, the hidden cards are dealt many times:
uniformly (`redeal`), and by the game's `beliefs.py` (`imagine`). Prints the logarithmic loss per hidden card of both
and the reduction by beliefs, with its 95 % interval over positions.
"""

from __future__ import annotations

import argparse
from typing import Final

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from benchmarks.calibration import any_decision
from gamekit.games.auf_achse.state import HAND
from gamekit.lab.engine.lineup import find_game_machine
from gamekit.lab.estimate import mean
from tools.measure.levels import OPTIONS

HIDDEN: Final = {"kartenspiel": "hand", "route66": "speed_hand", "ausgebremst": "hand", "auf_achse": "where"}
"""Field that is predicted: cards of each kind that each player holds, or the place of each card."""
NEVER: Final = 0.05
"""Count, in cards over all deals, of a kind that came in no deal."""


def hidden(position: np.void, name: str, others: list[int]) -> NDArray[np.int64]:
    """Return the cards of each kind that each of the others holds, int64 (others, kinds)."""
    field: NDArray[np.int64] = position[HIDDEN[name]]
    if field.ndim == 1:
        return np.array([field == HAND + p for p in others], dtype=np.int64)
    return field[others]


def main() -> None:
    """Deal, compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*HIDDEN, []], metavar="game", help="all, if none is named")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=150)
    chosen = parser.parse_args()
    for name in chosen.names or HIDDEN:
        game, rng = gk.load(name, **OPTIONS[name]), np.random.default_rng(1)
        machine = find_game_machine(name)
        losses: list[list[float]] = []
        for seed in range(1, chosen.positions + 1):
            me = seed % game.players
            position = any_decision(game, me, seed, False)
            if position is None:
                continue
            view, others = position.copy(), [p for p in range(game.players) if p != me]
            view[0] = game.view(position[0], me)
            true = hidden(position[0], name, others)
            if not true.sum():
                continue
            row = []
            for deal in ("redeal", "redeal_all"):
                dealt = np.full(true.shape, NEVER)
                for _ in range(chosen.deals):
                    imagined = view.copy()
                    machine.call(deal, imagined[0] if deal == "redeal" else imagined, game.tables, me, rng)
                    dealt += hidden(imagined[0], name, others)
                chances = dealt / dealt.sum(axis=1, keepdims=True)
                row.append(float(-(true * np.log(chances)).sum() / true.sum()))
            losses.append(row)
        redealt, imagined_ones = np.array(losses).T
        print(
            f"{name}, {game.players} players: loss {redealt.mean():.3f} and {imagined_ones.mean():.3f}, less by "
            f"{mean(redealt - imagined_ones)}, {len(losses)} positions",
            flush=True,
        )


if __name__ == "__main__":
    main()
