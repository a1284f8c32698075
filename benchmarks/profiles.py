"""What kind of game each is, and what it takes to say so: `python -m benchmarks.profiles [game …]`.

CPU time and the clock of `gk.profile`, machine code ready; each figure with half its interval. `--keep` writes what was
found where the game's page reads it.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import gamekit as gk
from gamekit.files import write_whole
from gamekit.lab.kept_profiles import FILE, write_toml
from gamekit.lab.profile import ProfileFigure

GAMES = 20_000
GAMES_FOLDER = Path(gk.__file__).parent / "games"
KEYS = ("decisions", "branching", "weight", "stake", "luck", "skill", "drama", "first", "spread")


def shown(figure: ProfileFigure) -> str:
    """A figure's value with half its interval, shares in per cent."""
    value, low, high = figure.scaled
    return f"{value:.1f} ± {(high - low) / 2:.1f}"


def main() -> None:
    """Print the table for benchmarks/README.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="game", help="all four, if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="games for each figure")
    parser.add_argument("--keep", action="store_true", help="write the figures into the game's folder")
    chosen = parser.parse_args()
    print(f"| {chosen.games:,} games a figure | {' | '.join(KEYS)} | ladder, Elo | CPU s | s |")
    print("|---" * (len(KEYS) + 4) + "|")
    for name in chosen.names or gk.game_names():
        game = gk.load(name)
        gk.profile(game, 16, rungs=1, progress=False)  # compiles
        began, used = time.monotonic(), time.process_time()
        found = gk.profile(game, chosen.games, progress=False)
        took, used = time.monotonic() - began, time.process_time() - used
        elo = "; ".join(f"{rung.playouts} against {rung.below}: {rung.elo}" for rung in found.rungs)
        print(
            f"| {name} | {' | '.join(shown(found[key]) for key in KEYS)} | {elo} | {used:.0f} | {took:.0f} |",
            flush=True,
        )
        if chosen.keep:
            write_whole(GAMES_FOLDER / name / FILE, write_toml(found))


if __name__ == "__main__":
    main()
