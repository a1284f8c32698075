"""Speed, measured and held to its targets: `python -m pytest benchmarks` on a quiet machine.

Ratios are taken within one run; single figures depend on the machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from benchmarks.measure import c_speed, compiled_c, job, one_core
from gamekit.lab.chunks import CHUNK, CHUNKS_PER_TASK, play_chunk, workers
from gamekit.lab.warm import compile_games

SCALING = 64 * CHUNK * CHUNKS_PER_TASK


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    compile_games(names=["kartenspiel"])


def test_a_chunk_of_random_card_games(benchmark: Any) -> None:
    work = job("kartenspiel")
    played = benchmark(play_chunk, work, 0)
    benchmark.extra_info["decisions"] = int(played.counts[:, 1].sum())


def test_three_million_decisions_a_second_on_one_core() -> None:
    speed = one_core(job("kartenspiel"))
    print(f"\n{speed.decisions / 1e6:.2f} million decisions, {speed.steps / 1e6:.2f} million steps a second")
    assert speed.decisions >= 3e6


def test_within_one_and_a_half_times_of_c(tmp_path: Path) -> None:
    program = compiled_c(tmp_path)
    if program is None:
        pytest.skip("there is no gcc")
    c, score = c_speed(program)
    ours = one_core(job("kartenspiel"))
    simulated = gk.simulate(gk.load("kartenspiel", players=4), games=20_000, progress=False)
    found = [simulated.mean_return(p) for p in range(4)]
    print(
        f"\nC {c.decisions / 1e6:.2f}, gamekit {ours.decisions / 1e6:.2f} million decisions a second: "
        f"{c.decisions / ours.decisions:.2f} times"
    )
    assert abs(score - sum(e.value for e in found) / 4) < 2 * (found[0].high - found[0].low), "not the same game"
    assert c.decisions / ours.decisions < 1.5


@pytest.mark.skipif(workers() < 2, reason="one core only")
def test_two_cores_nearly_double_it() -> None:
    from concurrent.futures import ThreadPoolExecutor

    game = gk.load("kartenspiel", players=4)
    seconds = []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            began = time.perf_counter()
            gk.simulate(game, games=SCALING, executor=pool, progress=False, raw=False)
            seconds.append(time.perf_counter() - began)
    print(f"\none thread {seconds[0]:.2f} s, two {seconds[1]:.2f} s: {seconds[0] / seconds[1]:.2f} times")
    assert seconds[0] / seconds[1] > 1.7


def test_the_coach_takes_under_a_second(benchmark: Any) -> None:
    session = gk.load("kartenspiel", players=4).session(seed=7)
    while session.player < 0:
        session.roll()
    gk.coach(session, playouts=100)
    found = benchmark.pedantic(gk.coach, (session, 2000), {"even": True}, rounds=5)
    benchmark.extra_info["playouts"] = sum(advice.playouts for advice in found)
    assert benchmark.stats["min"] < 1.0


FIRST = """
import time
began = time.perf_counter()
import gamekit as gk
imported = time.perf_counter()
gk.simulate(gk.load("kartenspiel"), games=1000, progress=False)
print(imported - began, time.perf_counter() - began)
"""


def start(cache: str) -> tuple[float, float]:
    """Seconds of `import gamekit`, and until the first simulation is done, in a new process."""
    env = {**os.environ, "GAMEKIT_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", FIRST], env=env, capture_output=True, text=True, check=True)
    imported, simulated = map(float, done.stdout.split())
    return imported, simulated


def test_starting_cold_and_warm(tmp_path: Path) -> None:
    cold = start(str(tmp_path))
    warm = min(start(str(tmp_path)) for _ in range(3))
    print(f"\nimport {warm[0]:.2f} s; first simulation: fresh machine {cold[1]:.1f} s, afterwards {warm[1]:.2f} s")
    assert warm[0] < 0.5
    assert warm[1] < 1.5
