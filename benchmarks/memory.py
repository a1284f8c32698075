"""Measure the memory of a large simulation: `python -m benchmarks.memory 10000000` prints games, seconds and MB."""

from __future__ import annotations

import resource
import sys
import time

import gamekit as gk

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    began = time.perf_counter()
    found = gk.simulate(gk.load("kartenspiel", players=4), games=games, progress=False, statistics=["round_number"])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    seconds = time.perf_counter() - began
    print(f"{found.games:,} games in {seconds:.0f} s, peak {peak:.0f} MB, player 0 wins {found.win_rate(0)}")
