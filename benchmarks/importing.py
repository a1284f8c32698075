"""Measure the cost of `import gamekit`, and of the checks of positions and actions in step-by-step play.

    python -m benchmarks.importing

Importing is measured in CPU seconds of a new Python process, the least of several, next to Python itself. The checks
are measured as a ratio: the same calls with and without them, in turns, so that a busy machine slows both. The exit
status is 1 if a target is missed.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.record import Record

RUNS = 15
CALLS = 400
ALLOWED = 0.15
SLOWER = 1.03


class Unchecked(Game):
    """Game without checks of its arguments."""

    def legal(self, s: Record) -> list[int]:
        out = np.empty(self.num_actions, np.int32)
        n = self.rules.legal(s, self.tables, out)
        return [int(action) for action in out[:n]]

    def apply(self, s: Record, action: int) -> None:
        self.rules.apply(s, self.tables, action)

    def player(self, s: Record) -> int:
        return int(self.rules.player(s, self.tables))


def processor_seconds(code: str) -> float:
    """Return the least CPU seconds of a new Python process that runs `code`."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found)


def ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    """Return the ratio of the least times of `one` and `other`, run in turns."""
    best = {one: float("inf"), other: float("inf")}
    for _ in range(RUNS):
        for work in best:
            began = time.thread_time()
            work()
            best[work] = min(best[work], time.thread_time() - began)
    return best[one] / best[other]


def playing(game: Game) -> dict[str, Callable[[], object]]:
    """Return functions that make each kind of call many times, by name."""
    session = game.session(seed=3)
    while session.player < 0:
        session.roll()
    here, action = session.position, session.legal()[0]

    def applying() -> None:
        for _ in range(CALLS):
            game.apply(here.copy(), action)

    def stepping() -> None:
        line = game.session(seed=7)
        while not line.over and line.step < CALLS:
            line.roll() if line.player < 0 else line.play(line.legal()[0])

    return {
        "game.legal": lambda: [game.legal(here) for _ in range(CALLS)],
        "game.apply": applying,
        "session.play": stepping,
    }


def main() -> int:
    """Measure and print; return 1 if a target is missed."""
    python, whole = processor_seconds("pass"), processor_seconds("import gamekit")
    print(
        f"import gamekit: {whole:.3f} s of processor time, of which Python itself {python:.3f} s; allowed {ALLOWED} s"
    )
    missed = whole > ALLOWED
    now, before = playing(gk.load("kartenspiel", players=4)), playing(Unchecked("kartenspiel", 4, None, {}))
    for name in now:
        slower = ratio(now[name], before[name])
        print(f"{name}: {slower:.3f} times as long as without checks; allowed {SLOWER}")
        missed |= slower > SLOWER
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
