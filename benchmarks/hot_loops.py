"""Where the time of a step goes: each kernel of the hot loop alone, on positions of random games.

    python -m benchmarks.hot_loops

Nanoseconds a call, the best of several runs. `apply` works on a copy; the time of copying is taken off and stands in a
column of its own. Positions come mixed, as in a game, so that branches are as hard to foresee as there.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

import gamekit as gk
from gamekit.compiling import kernel, specialise
from gamekit.lab.coach import best_strategy
from gamekit.lab.engine.batches import pack_positions
from gamekit.lab.engine.loops import apply, draw, legal, strategy, total

POSITIONS = 400
REPEATS = 150
RUNS = 5


@kernel
def copying(positions: Any, scratch: Any, t: Any, actions: Any, out: Any, rng: Any) -> None:
    """What the columns about `apply` have in common."""
    for _ in range(REPEATS):
        for i in range(len(positions)):
            scratch[0] = positions[i]


@kernel
def applying(positions: Any, scratch: Any, t: Any, actions: Any, out: Any, rng: Any) -> None:
    """A copy, and the action that was taken."""
    for _ in range(REPEATS):
        for i in range(len(positions)):
            scratch[0] = positions[i]
            apply(scratch[0], t, actions[i])


@kernel
def listing(positions: Any, scratch: Any, t: Any, actions: Any, out: Any, rng: Any) -> None:
    """The legal actions."""
    for _ in range(REPEATS):
        for i in range(len(positions)):
            legal(positions[i], t, out)


@kernel
def choosing(positions: Any, scratch: Any, t: Any, actions: Any, out: Any, rng: Any) -> None:
    """The legal actions, and the strategy's choice among them."""
    for _ in range(REPEATS):
        for i in range(len(positions)):
            n = legal(positions[i], t, out)
            strategy(positions[i], t, actions[i], out, n, rng)


@kernel
def drawing(positions: Any, scratch: Any, t: Any, actions: Any, out: Any, rng: Any) -> None:
    """What chance does."""
    for _ in range(REPEATS):
        for i in range(len(positions)):
            draw(positions[i], t, int(rng.random() * total(positions[i], t)))


def taken(game: gk.Game) -> tuple[list[Any], list[Any]]:
    """Positions of random games with the action taken there: decisions and chance."""
    rng = random.Random(1)
    decisions: list[Any] = []
    chance: list[Any] = []
    while len(decisions) + len(chance) < POSITIONS:
        session = game.session(rng.randrange(2**31))
        while not session.over and len(decisions) + len(chance) < POSITIONS:
            before, player = session.position.copy(), session.player
            if player < 0:
                session.roll()
            else:
                session.play(rng.choice(session.legal()))
            (chance if player < 0 else decisions).append((before, session.history[-1], player))
    return decisions, chance


def nanoseconds(game: gk.Game, loop: Any, steps: list[Any], which: int = 1) -> float:
    """Time of one call. `which`: 1 gives the loop the actions taken, 2 the players."""
    parts = {"apply": game.rules.apply, "draw": game.rules.draw, "legal": game.rules.legal, "total": game.rules.total}
    fast = specialise(loop, **parts, strategy=game.strategies[best_strategy(game)].choose)
    positions = np.concatenate([pack_positions(game, before) for before, *_ in steps])
    actions = np.array([step[which] for step in steps], np.int32)
    scratch, out = positions[:1].copy(), np.zeros(game.tables.num_actions, np.int32)
    best = float("inf")
    for _ in range(RUNS + 1):  # the first one compiles
        rng = np.random.default_rng(1)
        began = time.thread_time()
        fast(positions, scratch, game.tables, actions, out, rng)
        best = min(best, time.thread_time() - began)
    return best / REPEATS / len(steps) * 1e9


def main() -> None:
    """Print the table for benchmarks/README.md."""
    print("| ns a call | decisions | legal | best strategy | total, draw | apply | copying a position |")
    print("|---|---|---|---|---|---|---|")
    for name in gk.game_names():
        game = gk.load(name, players=4)
        decisions, chance = taken(game)
        both = decisions + chance
        random.Random(1).shuffle(both)
        copied, listed = nanoseconds(game, copying, both), nanoseconds(game, listing, decisions)
        chosen = nanoseconds(game, choosing, decisions, 2) - listed
        applied, drawn = nanoseconds(game, applying, both) - copied, nanoseconds(game, drawing, chance)
        share = len(decisions) / len(both)
        cells = (listed, chosen, drawn, applied, copied)
        print(f"| {name} | {share:.0%} | " + " | ".join(f"{cell:.0f}" for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
