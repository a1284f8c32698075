"""Measure the speed of the bridges, each against a reference in the same run: `python -m benchmarks.bridges`.

A vector environment is compared with the loop that plays whole games, and a step through the OpenSpiel bridge with a
step of OpenSpiel's own backgammon, both from Python. Needs the extras openspiel and gymnasium.
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
from gamekit.lab.engine.batches import LUCK, pack_positions, play_games
from gamekit.lab.engine.lineup import make_lineup

GAMES_SIDE_BY_SIDE = 4_096
DECISIONS = 500_000
ROUNDS = 12
STEPS = 3_000


Measure = Callable[[], float]


def side_by_side(measures: dict[str, Measure]) -> dict[str, float]:
    """Return the best of `ROUNDS` rounds of each measure, in turns, so that load affects all; the first compiles."""
    rounds = [{name: measured() for name, measured in measures.items()} for _round in range(ROUNDS + 1)]
    return {name: max(one[name] for one in rounds[1:]) for name in measures}


def native(name: str) -> Measure:
    """Measure random players in the loop that plays whole games, in million decisions per second of CPU time."""
    game = gk.load(name, players=max(2, gk.load(name).min_players))
    starts, rng = pack_positions(game, game.start()), np.random.default_rng(1)
    luck = rng.random((1_000, LUCK))

    def measured() -> float:
        began = time.process_time()
        played = play_games(make_lineup(game, "random"), game.tables, starts, luck, rng)
        return float(played.counts[:, 1].sum()) / (time.process_time() - began) / 1e6

    return measured


def vector(name: str, observe: bool) -> Measure:
    """Measure the vector environment, with actions sampled by NumPy, in million decisions per second of CPU time."""
    env = vector_env(name, GAMES_SIDE_BY_SIDE, players=max(2, gk.load(name).min_players), observe=observe)
    env.reset(seed=1)

    def measured() -> float:
        began, decided = time.process_time(), 0
        while decided < DECISIONS:
            env.step(env.sample())
            decided += env.num_envs
        return decided / (time.process_time() - began) / 1e6

    return measured


def steps_a_second(game: Any) -> Measure:
    """Measure OpenSpiel's API from Python, with sampling of actions, in steps per second of CPU time."""

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

    return measured


def main() -> None:
    """Print both tables."""
    print("| million decisions/s, CPU time | whole games | step by step | with observations |\n|---|---|---|---|")
    for name in gk.game_names():
        rates = {"whole": native(name), "steps": vector(name, False), "seen": vector(name, True)}
        print(f"| {name} | {' | '.join(f'{rate:.2f}' for rate in side_by_side(rates).values())} |", flush=True)
    ours = {name: load_pyspiel(name, players=max(2, gk.load(name).min_players)) for name in gk.game_names()}
    games = {"OpenSpiel's backgammon": pyspiel.load_game("backgammon"), **ours}
    found = side_by_side({name: steps_a_second(game) for name, game in games.items()})
    theirs = next(iter(found.values()))
    print("\n| a step through OpenSpiel's face, µs | | over backgammon's |\n|---|---|---|")
    for name, rate in found.items():
        print(f"| {name} | {1e6 / rate:.1f} | {theirs / rate:.2f} |")


if __name__ == "__main__":
    main()
