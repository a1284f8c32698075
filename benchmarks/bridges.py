"""How fast the games are in other people's tools, each beside its measure in the same run.

`python -m benchmarks.bridges` (with the extras openspiel and gymnasium): a vector environment beside the loop that
plays whole games; a step through OpenSpiel's face beside a step of OpenSpiel's own backgammon, both from Python.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import gamekit as gk
from gamekit.bridges import load_pyspiel, vector_env
from gamekit.lab.batches import LUCK, as_array, play_games
from gamekit.lab.lineup import lineup_of

GAMES_SIDE_BY_SIDE = 1_024
DECISIONS = 500_000
ROUNDS = 5
STEPS = 3_000


def best(measured: Callable[[], float]) -> float:
    """The best of several rounds, the first one, which compiles, left out."""
    measured()
    return max(measured() for _round in range(ROUNDS))


def native(name: str) -> float:
    """Million decisions a second of random players in the loop that plays whole games, CPU time."""
    game = gk.load(name, players=max(2, gk.load(name).min_players))
    starts, rng = as_array(game, game.start()), np.random.default_rng(1)
    luck = rng.random((1_000, LUCK))

    def measured() -> float:
        began = time.process_time()
        played = play_games(lineup_of(game, "random"), game.tables, starts, luck, rng)
        return float(played.counts[:, 1].sum()) / (time.process_time() - began) / 1e6

    return best(measured)


def vector(name: str, observe: bool) -> float:
    """The same, a step at a time, the actions drawn by NumPy."""
    env = vector_env(name, GAMES_SIDE_BY_SIDE, players=max(2, gk.load(name).min_players), observe=observe)
    env.reset(seed=1)

    def measured() -> float:
        began, decided = time.process_time(), 0
        while decided < DECISIONS:
            env.step(env.sample())
            decided += env.num_envs
        return decided / (time.process_time() - began) / 1e6

    return best(measured)


def steps_a_second(game: Any) -> float:
    """Steps a second through OpenSpiel's face, from Python, CPU time, drawing the actions included."""

    def measured() -> float:
        rng, done, began = random.Random(1), 0, time.process_time()
        while done < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal() and done < STEPS:
                if state.is_chance_node():
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                done += 1
        return done / (time.process_time() - began)

    return best(measured)


def main() -> None:
    """Print both tables."""
    print("| million decisions/s, CPU time | whole games | step by step | with observations |\n|---|---|---|---|")
    for name in gk.game_names():
        print(f"| {name} | {native(name):.2f} | {vector(name, False):.2f} | {vector(name, True):.2f} |")
    theirs = steps_a_second(pyspiel.load_game("backgammon"))
    print("\n| a step through OpenSpiel's face, µs | | over backgammon's |\n|---|---|---|")
    print(f"| OpenSpiel's backgammon | {1e6 / theirs:.0f} | |")
    for name in gk.game_names():
        ours = steps_a_second(load_pyspiel(name, players=max(2, gk.load(name).min_players)))
        print(f"| {name} | {1e6 / ours:.0f} | {theirs / ours:.2f} |")


if __name__ == "__main__":
    main()
