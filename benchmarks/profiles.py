"""What kind of game each is, and what it takes to say so: `python -m benchmarks.profiles [games [game …]]`.

CPU time and the clock of `gk.profile`, machine code ready;
each figure with half its interval.
"""

from __future__ import annotations

import sys
import time

import gamekit as gk
from gamekit.lab.profile import Figure

GAMES = 20_000
KEYS = ("decisions", "branching", "weight", "luck", "skill", "drama", "first")


def shown(figure: Figure) -> str:
    """A figure's value with half its interval, shares in per cent."""
    scale = 100 if figure.share else 1
    half = (figure.value.high - figure.value.low) / 2
    return f"{scale * figure.value.value:.1f} ± {scale * half:.1f}"


def main() -> None:
    """Print the table for benchmarks/README.md."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"| {games:,} games a figure | {' | '.join(KEYS)} | ladder, Elo | CPU s | s |")
    print("|---" * (len(KEYS) + 4) + "|")
    for name in sys.argv[2:] or gk.game_names():
        game = gk.load(name)
        gk.profile(game, 16, rungs=1, progress=False)  # compiles
        began, used = time.monotonic(), time.process_time()
        found = gk.profile(game, games, progress=False)
        took, used = time.monotonic() - began, time.process_time() - used
        elo = "; ".join(f"{rung.playouts} against {rung.below}: {rung.elo}" for rung in found.rungs)
        print(
            f"| {name} | {' | '.join(shown(found[key]) for key in KEYS)} | {elo} | {used:.0f} | {took:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
