"""Measure the coach's calibration: the win rate it states for its best move against the one that follows.

    python -m benchmarks.calibration kartenspiel --players 4 --positions 2000
    python -m benchmarks.calibration kartenspiel --by coach --positions 300

Each position is a random decision of one seat in another game; until then all play by the game's best strategy (with
`--mixed`, each other seat by a random one, which the coach does not know). The coach's best move is played on the true
position, hidden cards included, and the game is continued: by the playout strategy for everybody (what the coach
assumes without looking ahead), with `--by best` by the game's best strategy for everybody, with `--by coach` by the
coach for its seat and the best strategy for the others. Prints the regression slope of results on statements (1 is
calibrated, below 1 is overconfident) and the mean of statement minus result, each with its 95 % interval over
positions.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.strategy import playout_of
from gamekit.lab.coach import Coaching, advise, best_strategy
from gamekit.lab.engine.batches import pack_positions, pack_record
from gamekit.lab.engine.lineup import make_lineup, own_kernels
from gamekit.lab.engine.loops import ACTION, ASK, TALLY
from gamekit.lab.engine.playouts import Playouts
from gamekit.lab.estimate import win_shares

AGAIN: Final = 64
"""Continuations of a game by a strategy, each with other luck; more of them reduce the noise of results."""


class Table:
    """Game that stops at every decision of one seat; all others play by the game's best strategy, or by random ones."""

    def __init__(self, game: Game, me: int, seed: int, *, mixed: bool = False) -> None:
        self.game, self.me, self.rng = game, me, np.random.default_rng(seed)
        own = [name for name in game.strategies if name != "random"]
        names = [own[int(self.rng.integers(len(own)))] if mixed else own[0] for _ in range(game.players)]
        self.lineup = make_lineup(game, names)
        seats = self.lineup.seats.copy()
        seats[me] = ASK
        self.best = own_kernels(game.name).index(game.strategies[best_strategy(game)].choose)
        self.machine = self.lineup.machine
        room = self.machine.make_workspace(
            {
                "position": pack_positions(game, game.start()),
                "view": pack_positions(game, game.start()),
                "tables": pack_record(game.tables),
                "seats": seats,
                "actions": np.zeros(game.num_actions, np.int32),
                "tally": np.zeros(TALLY, np.int64),
            }
        )
        self.positions, self.view = room.arrays["position"], room.arrays["view"]
        self.actions, self.tally = room.arrays["actions"], room.arrays["tally"]
        given = (self.positions, room.arrays["tables"], room.arrays["seats"], self.actions, np.zeros(0), self.rng)
        self.play_on = room.bind("go_on", None, *given, self.tally, self.view)

    def go_on(self, action: int) -> bool:
        """Play an action (ASK: none) and go on; return whether the seat decides again."""
        return self.play_on(action) == self.me

    @property
    def legal(self) -> int:
        """Number of legal actions."""
        return int(self.tally[ACTION])

    def usual(self) -> int:
        """Return the action of the game's best strategy."""
        question = (self.view[0], self.game.tables, self.me, self.actions, self.legal, self.rng)
        return int(self.machine.call("choose", self.best, *question))

    def won(self) -> float:
        """Return the seat's share of the win."""
        returns = np.zeros((1, self.game.players))
        self.machine.call("returns", self.positions[0], self.game.tables, returns[0])
        return float(win_shares(returns)[0, self.me])


def any_decision(game: Game, me: int, seed: int, mixed: bool) -> NDArray[np.void] | None:
    """Return a random decision of a game with more than one action, each equally likely; None if there is none."""
    table, found, many = Table(game, me, seed, mixed=mixed), None, 0
    action = ASK
    while table.go_on(action):
        action = table.usual()
        if table.legal > 1:
            many += 1
            if table.rng.random() * many < 1:
                found = table.positions.copy()
    return found


def asked(game: Game, view: Any, me: int, seed: int, chosen: argparse.Namespace) -> Coaching:
    return advise(game, view, me, chosen.playouts, seed, ahead=chosen.ahead)


def happened(
    game: Game, position: NDArray[np.void], me: int, action: int, seed: int, chosen: argparse.Namespace
) -> float:
    """Return the mean share of the win after an action on the true position."""
    if chosen.by != "coach":
        on = best_strategy(game) if chosen.by == "best" else playout_of(game.name)
        source = Playouts(game, position[0], None, make_lineup(game, on), seed, AGAIN)
        return float(win_shares(source.play_batch(action, 0))[:, me].mean())
    table, number = Table(game, me, seed), 0
    table.positions[:] = position
    while table.go_on(action):
        action, number = int(table.actions[0]), number + 1
        if table.legal > 1:
            action = asked(game, table.view[0], me, 1000 * seed + number, chosen).best
    return table.won()


def fitted(said: NDArray[np.float64], true: NDArray[np.float64]) -> tuple[float, float]:
    """Return the regression slope of results on statements and half of its 95 % interval, robust to unequal errors."""
    x = said - said.mean()
    slope = float((x * true).sum() / (x * x).sum())
    rest = true - true.mean() - slope * x
    return slope, 1.96 * float(np.sqrt(((x * rest) ** 2).sum()) / (x * x).sum())


def told(name: str, rows: NDArray[np.float64]) -> str:
    """Return one line of figures for these positions."""
    said, low, high, true = rows[:, 1], rows[:, 2], rows[:, 3], rows[:, 4]
    slope, half = fitted(said, true)
    gap, error = float((said - true).mean()), 1.96 * float((said - true).std()) / len(rows) ** 0.5
    width = float((high - low).mean())
    return (
        f"{name}: {len(rows)} positions, slope {slope:.3f} ± {half:.3f}, too high by {gap:+.4f} ± {error:.4f}, "
        f"said {said.mean():.3f}, happened {true.mean():.3f}, intervals {width:.3f} wide"
    )


def main() -> None:
    """Ask, continue and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--ahead", type=int, default=None, help="as the game has it, if not given")
    parser.add_argument("--by", choices=("strategy", "best", "coach"), default="strategy")
    parser.add_argument(
        "--mixed", action="store_true", help="until then each other seat plays by any strategy of the game"
    )
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"stages": 1}')
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="no new position after so long")
    parser.add_argument("--keep", type=Path, help="a file for every position's figures")
    chosen = parser.parse_args()
    game = gk.load(chosen.game, players=chosen.players, **chosen.options)
    rows: list[tuple[int, float, float, float, float]] = []
    end, seed = time.monotonic() + 60 * chosen.minutes, chosen.seed * 1_000_000
    while len(rows) < chosen.positions and time.monotonic() < end:
        seed += 1
        me = seed % game.players
        position = any_decision(game, me, seed, chosen.mixed)
        if position is None:
            continue
        best = asked(game, game.view(position[0], me), me, seed, chosen)[0]
        true = happened(game, position, me, best.action, seed, chosen)
        stage_round = int(position[0]["round_number"]) if "round_number" in (position.dtype.names or ()) else 0
        rows.append((stage_round, best.win.value, best.win.low, best.win.high, true))
        if chosen.keep and len(rows) % 100 == 0:
            chosen.keep.write_text(json.dumps(rows))
    table = np.array(rows)
    print(told(f"{game.name}, {game.players} players, played on by the {chosen.by}", table))
    rounds = np.quantile(table[:, 0], (0, 0.25, 0.5, 0.75, 1))
    for low, high in itertools.pairwise(rounds):
        part = table[(table[:, 0] >= low) & (table[:, 0] < high + (high == rounds[-1]))]
        if len(part) > 9:
            print(told(f"  rounds {low:.0f} to {high:.0f}", part))


if __name__ == "__main__":
    main()
