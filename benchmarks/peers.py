"""Compare random games of other libraries: decisions per second on one core, each in its fastest ordinary use.

    python -m venv peers && peers/bin/pip install -r benchmarks/peers-requirements.txt
    peers/bin/python benchmarks/peers.py --gamekit python      # the Python that has gamekit

A decision is a player's choice; chance steps are played but not counted. Times are CPU time of the playing thread.
gamekit is measured in the same run by the Python named, and ratios are printed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import time
from collections.abc import Callable

SECONDS = 5.0
GAMEKIT = "from benchmarks.measure import job, one_core; print(one_core(job('kartenspiel')).decisions)"


def rate(play: Callable[[], int]) -> float:
    """Return the decisions per second of a function that plays one game and counts its decisions."""
    play()
    decisions, began = 0, time.thread_time()
    while (seconds := time.thread_time() - began) < SECONDS:
        decisions += play()
    return decisions / seconds


def open_spiel(name: str) -> Callable[[], int]:
    """Return a player of random OpenSpiel games in C++, stepped from Python, as it is ordinarily used."""
    import pyspiel

    game = pyspiel.load_game(name)
    choice, choices = random.choice, random.choices

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(actions, weights)[0])
            else:
                state.apply_action(choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rlcard(name: str) -> Callable[[], int]:
    """Return a player of random RLCard games, without the features that its environment computes for learning."""
    import rlcard as package
    from rlcard.envs.registration import registry  # noqa: F401  registers the games

    game = package.make(name).game
    choice = random.choice

    def play() -> int:
        game.init_game()
        decisions = 0
        while not game.is_over():
            game.step(choice(legal(game)))
            decisions += 1
        return decisions

    def legal(game: object) -> list[object]:
        if name == "gin-rummy":
            return game.judge.get_legal_actions()  # type: ignore[attr-defined, no-any-return]
        return list(game.get_legal_actions())  # type: ignore[attr-defined]

    return play


def catanatron() -> Callable[[], int]:
    """Return a player of random Catan games with four of catanatron's random players."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
        game, decisions = Game(players), 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
        return decisions

    return play


PEERS = {
    "OpenSpiel gin_rummy": lambda: open_spiel("gin_rummy"),
    "OpenSpiel hearts": lambda: open_spiel("hearts"),
    "OpenSpiel backgammon": lambda: open_spiel("backgammon"),
    "RLCard uno": lambda: rlcard("uno"),
    "RLCard gin-rummy": lambda: rlcard("gin-rummy"),
    "catanatron": catanatron,
}


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--gamekit", default="python", help="the Python that has gamekit")
    chosen = parser.parse_args()
    told = subprocess.run([chosen.gamekit, "-c", GAMEKIT], capture_output=True, text=True, check=True).stdout
    ours = float(told.split()[-1])
    print("| random games of | decisions a second, one core | gamekit is faster |")
    print("|---|---|---|")
    print(f"| gamekit kartenspiel | {ours:,.0f} | |")
    for name, make in PEERS.items():
        theirs = rate(make())
        print(f"| {name} | {theirs:,.0f} | {ours / theirs:,.0f} times |", flush=True)


if __name__ == "__main__":
    main()
