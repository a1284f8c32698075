"""Let the search play against others at equal time: an older coach, playouts without a tree, OpenSpiel's IS-MCTS.

    python -m benchmarks.duels before kartenspiel --checkout FOLDER --seconds 0.05 --minutes 10
    python -m benchmarks.duels flat kartenspiel --seconds 0.05 --minutes 10
    python -m benchmarks.duels ismcts kartenspiel --seconds 0.1 --minutes 10
    python -m benchmarks.duels ismcts kartenspiel --simulations 500 --minutes 10

`before` is the coach of an older gamekit with sources in FOLDER (`git worktree add FOLDER 581ddab`), in a process of
its own on the same core; positions are passed as fields by name. `flat` runs playouts of every legal action and drops
inferior ones, on the same deals as the search, which shows the value of the tree. `ismcts` is OpenSpiel's search in
Python over our bridge, with the same playout strategy and the same belief model `imagine`; it maximises wins, not score
(`pip install open_spiel`). With `--simulations` both get that many simulations per decision and no clock; `--theirs`
sets another number for the opponent, so that equal time, which is printed, does not depend on a clock of few
milliseconds.

Each deal is played once from each seat: one seat searches, all others do not, all on one core. Prints the share of wins
with its 95 % interval over deals, and the cost of a decision of both. With `--keep` each deal is appended to a file, so
that runs can be combined.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.strategy import playout_of
from gamekit.lab.coach import MOST_PLAYOUTS, advise
from gamekit.lab.engine import batches
from gamekit.lab.engine.lineup import make_lineup
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.estimate import SHARES, mean, win_shares
from tools.measure.levels import OPTIONS

EXPLORE: Final = 2**0.5
"""Exploration constant of UCT for wins between 0 and 1, as its authors give it."""


@dataclass
class Duellist:
    """Player with counters; `choose` gets a walk at a decision and a seed, and may use only what the player knows."""

    choose: Callable[[Walk, int], int]
    decisions: int = 0
    seconds: float = 0.0
    """CPU seconds of the decisions, in whichever process."""
    simulations: int = 0
    """Simulations of the decisions, for players that count them."""

    def decide(self, walk: Walk, seed: int) -> int:
        """Return the action, and count it."""
        began = time.process_time()
        action = self.choose(walk, seed)
        self.seconds += time.process_time() - began
        self.decisions += 1
        return action

    def forget(self) -> None:
        """Reset the counters."""
        self.decisions, self.seconds, self.simulations = 0, 0.0, 0


def searching(game: Game, seconds: float | None, games: int | None) -> Duellist:
    """Return the current search as a player."""

    def choose(walk: Walk, seed: int) -> int:
        view, many = walk.view(walk.player), len(walk.legal)
        playouts = MOST_PLAYOUTS if games is None else -(-games // min(many, 16))
        return advise(game, view, walk.player, playouts, seed, seconds=seconds).best

    return Duellist(choose)


def flat(game: Game, seconds: float | None, games: int | None) -> Duellist:
    """Return the coach without a tree and without halving as a player."""

    def choose(walk: Walk, seed: int) -> int:
        view, many = walk.view(walk.player), len(walk.legal)
        playouts = MOST_PLAYOUTS if games is None else -(-games // many)
        return advise(game, view, walk.player, playouts, seed, ahead=0, seconds=seconds).best

    return Duellist(choose)


def information_set_search(game: Game, seconds: float | None, games: int | None) -> Duellist:
    """Return OpenSpiel's information-set Monte Carlo tree search as a player."""
    from open_spiel.python.algorithms.ismcts import ISMCTSBot

    from gamekit.bridges.openspiel_game import SpielState, load_pyspiel

    bridged: Any = load_pyspiel(game.name, game.players, **game.changed_options)
    lineup, rng = make_lineup(game, playout_of(game.name)), np.random.default_rng(1)

    class Strategies:
        """OpenSpiel's evaluator: a uniform prior, and the winners of one playout by the strategies."""

        def prior(self, state: Any) -> list[tuple[int, float]]:
            actions = state.legal_actions()
            return [(action, 1 / len(actions)) for action in actions]

        def evaluate(self, state: Any) -> Any:
            start = batches.pack_positions(game, state.walk.position)
            luck = rng.random((1, batches.LUCK))
            return win_shares(batches.play_games(lineup, game.tables, start, luck, rng).returns)[0]

    class Wins(SpielState):
        """OpenSpiel state whose returns are shares of the win."""

        def returns(self) -> list[float]:
            found: list[float] = win_shares(np.array([self.walk.returns()]))[0].tolist()
            return found if self.walk.player == OVER else [0.0] * game.players

    class Bot(ISMCTSBot):  # type: ignore[misc]
        """OpenSpiel's bot with a time limit; information sets are told apart by their digest."""

        def get_state_key(self, state: Any) -> Any:
            player = state.current_player()
            return player, state.walk.information_digest(player)

        def run_search(self, state: Any) -> Any:
            self.reset()
            self._root_node, end, count = self.create_new_node(state), time.monotonic() + (seconds or 0), 0
            while count < 2 or (time.monotonic() < end if games is None else count < games):
                self.run_simulation(self.sample_root_state(state))
                count += 1
            duellist.simulations += count
            return self.get_final_policy(state, self._root_node)

    bot = Bot(bridged, Strategies(), EXPLORE, 0, random_state=np.random.RandomState(1))
    bot.set_resampler(lambda state, player: Wins(bridged, state.walk.redeal_unknown(player, rng)))

    def choose(walk: Walk, seed: int) -> int:
        return int(bot.step(Wins(bridged, walk.copy())))

    duellist = Duellist(choose)
    return duellist


OLDER: Final = """
import json, sys, threading, time
import gamekit as gk
from gamekit.lab.coach import advise

settings = json.loads(sys.argv[1])
game = gk.load(settings["name"], **settings["options"])
for line in sys.stdin:
    view, player, seed = json.loads(line)
    began, stop, record = time.process_time(), threading.Event(), game.rules.State.new()
    for name in set(view) & set(record.dtype.names):
        record[name] = view[name]
    if settings["seconds"]:
        clock = threading.Timer(settings["seconds"], stop.set)
        clock.start()
        action = advise(game, record, player, 10_000_000, seed, cancel=stop).best
        clock.cancel()
    else:
        action = advise(game, record, player, -(-settings["games"] // len(game.legal(record))), seed).best
    print(json.dumps([int(action), time.process_time() - began]), flush=True)
"""
"""Program of the older process, with only those functions that an older gamekit has."""


def before(game: Game, seconds: float | None, games: int | None, checkout: Path | None = None) -> Duellist:
    """Return the coach of an older checkout as a player, asked line by line. Raises `SystemExit` without a checkout."""
    if checkout is None:
        raise SystemExit("Where does the older gamekit lie? --checkout FOLDER")
    options = {"players": game.players, **game.changed_options}
    settings = {"name": game.name, "options": options, "seconds": seconds, "games": games}
    process = subprocess.Popen(
        [sys.executable, "-c", OLDER, json.dumps(settings)],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked, told = process.stdin, process.stdout

    def choose(walk: Walk, seed: int) -> int:
        view = batches.pack_positions(game, walk.view(walk.player))[0]
        fields = {name: view[name].tolist() for name in game.rules.State.dtype.names}
        print(json.dumps([fields, walk.player, seed]), file=asked, flush=True)
        line = told.readline()
        if not line:
            raise SystemExit("The older coach has gone; what it said stands above.")
        action, seconds_taken = json.loads(line)
        duellist.seconds += seconds_taken
        return int(action)

    duellist = Duellist(choose)
    return duellist


OPPONENTS: Final = {"before": before, "flat": flat, "ismcts": information_set_search}


def play(game: Game, seat: int, seed: int, duellists: dict[bool, Duellist]) -> float:
    """Play one game; return the share of the win of the seat that searches."""
    walk, luck, number = Walk.begin(game), np.random.default_rng(seed), 0
    while walk.player != OVER:
        if walk.player == CHANCE:
            odds = np.cumsum(walk.odds)
            walk.apply(walk.legal[int(np.searchsorted(odds, luck.random() * odds[-1], side="right"))])
            continue
        action = walk.legal[0]
        if len(walk.legal) > 1:
            number += 1
            action = duellists[walk.player == seat].decide(walk, 1000 * seed + number)
        walk.apply(action)
    return float(win_shares(np.array([walk.returns()], np.float64))[0, seat])


def main() -> None:
    """Play and print one row."""
    parser = argparse.ArgumentParser()
    parser.add_argument("opponent", choices=OPPONENTS)
    parser.add_argument("game")
    parser.add_argument("--options", type=json.loads, default={}, help="""such as '{"rounds": 20}'""")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a decision")
    parser.add_argument("--simulations", type=int, help="games to play for a decision, instead of the seconds")
    parser.add_argument("--theirs", type=int, help="games the opponent plays for a decision, instead of as many")
    parser.add_argument("--deals", type=int, default=100_000, help="each played from every seat")
    parser.add_argument("--minutes", type=float, default=10.0, help="no new deal after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkout", type=Path, help="the sources of an older gamekit, for `before`")
    parser.add_argument("--keep", type=Path, help="a file to which each deal's share is added")
    chosen = parser.parse_args()
    if chosen.theirs and not chosen.simulations:
        parser.error("--theirs goes with --simulations: otherwise both have the clock.")
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[chosen.seed % len(cores)]})
    game = gk.load(chosen.game, **OPTIONS[chosen.game] | chosen.options)
    seconds = None if chosen.simulations else chosen.seconds
    more = {"checkout": chosen.checkout} if chosen.opponent == "before" else {}
    duellists = {
        True: searching(game, seconds, chosen.simulations),
        False: OPPONENTS[chosen.opponent](game, seconds, chosen.theirs or chosen.simulations, **more),
    }
    play(game, 0, 0, duellists)  # compiles
    for duellist in duellists.values():
        duellist.forget()
    shares: list[float] = []
    end, seed = time.monotonic() + 60 * chosen.minutes, 1_000_000 * chosen.seed
    while len(shares) < chosen.deals and time.monotonic() < end:
        seed += 1
        one = [play(game, seat, seed, duellists) for seat in range(game.players)]
        shares.append(sum(one) / game.players)
        if chosen.keep:
            with chosen.keep.open("a") as file:
                file.write(json.dumps([chosen.opponent, chosen.game, seconds, chosen.simulations, seed, one]) + "\n")
    print(
        f"the search against {chosen.opponent}, {game.name}, {game.players} players, {game.changed_options or ''} "
        f"{f'{seconds} s' if seconds else f'{chosen.simulations} games'} a decision: {mean(shares, SHARES)}, "
        f"{len(shares) * game.players} games, even {1 / game.players:.3f}"
    )
    for searches, duellist in duellists.items():
        who, many = "search" if searches else chosen.opponent, max(1, duellist.decisions)
        counted = f", {duellist.simulations / many:.0f} simulations" if duellist.simulations else ""
        print(f"{who}: {1000 * duellist.seconds / many:.1f} ms CPU a decision{counted}, {duellist.decisions} decisions")


if __name__ == "__main__":
    main()
