"""Speed on one core of gamekit and of the C version, for several benchmarks; each is the best of several runs.

Times are CPU time of the playing thread, so that a busy machine distorts them less.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import gamekit as gk
from gamekit.lab.engine.batches import CHUNK, ChunkTask, pack_positions, play_chunk, play_task
from gamekit.lab.engine.lineup import make_lineup

SOURCE = Path(__file__).parent / "kartenspiel.c"
GAMES = 100 * CHUNK
RUNS = 5


class Speed(NamedTuple):
    """Decisions of players, and all steps including chance, per second."""

    decisions: float
    steps: float


def job(name: str, strategy: str = "random", games: int = GAMES) -> ChunkTask:
    """Return the task of many games of one game in its usual size."""
    game = gk.load(name)
    return ChunkTask(make_lineup(game, strategy), game.tables, pack_positions(game, game.start()), 1, games)


def one_core(work: ChunkTask) -> Speed:
    """Return the speed of one thread."""
    play_chunk(work, 0)
    best = Speed(0.0, 0.0)
    for _ in range(RUNS):
        began = time.thread_time()
        played = play_task(work, range(work.games // CHUNK))
        seconds = time.thread_time() - began
        steps, decisions = played.counts.sum(axis=0)
        best = max(best, Speed(decisions / seconds, steps / seconds))
    return best


def compiled_c(folder: Path) -> Path | None:
    """Return the path of the C version, compiled with gcc -O3; None if there is no gcc."""
    if not shutil.which("gcc"):
        return None
    program = folder / "kartenspiel"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def c_speed(program: Path, games: int = GAMES) -> tuple[Speed, float]:
    """Return the speed of the C version on one core, and its mean score, which must be gamekit's."""
    game = gk.load("kartenspiel", players=4)
    deck = " ".join(str(n) for n in game.tables.deck)
    best, score = Speed(0.0, 0.0), 0.0
    for _ in range(RUNS):
        command = [str(program), "4", str(games), str(game.tables.limit)]
        told = subprocess.run(command, input=deck, capture_output=True, text=True, check=True).stdout.split()
        seconds, decisions, steps, score = map(float, told)
        best = max(best, Speed(decisions / seconds, steps / seconds))
    return best, score


def main() -> None:
    """Print the table for benchmarks/README.md."""
    with TemporaryDirectory() as folder:
        program = compiled_c(Path(folder))
        c = c_speed(program)[0] if program else None
    if c:
        print(f"| kartenspiel in C, gcc -O3 | {c.decisions / 1e6:.2f} | {c.steps / 1e6:.2f} | |")
    for name in gk.game_names():
        speed = one_core(job(name, games=10 * CHUNK if name != "kartenspiel" else GAMES))
        ratio = f"{c.steps / speed.steps:.2f}" if c else ""
        print(f"| {name} | {speed.decisions / 1e6:.2f} | {speed.steps / 1e6:.2f} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
