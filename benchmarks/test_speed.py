"""Speed and its targets: `python -m pytest benchmarks` on a quiet machine.

Ratios are taken within one run; single figures depend on the machine.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from benchmarks.measure import c_speed, compiled_c, job, one_core
from benchmarks.webassembly import compared
from gamekit.core.replay import from_dict
from gamekit.core.session import to_dict
from gamekit.lab.engine.batches import CHUNK, CHUNKS_PER_TASK, count_workers, play_chunk
from gamekit.lab.race import WIDE

SCALING = 64 * CHUNK * CHUNKS_PER_TASK
DECISIONS = {"kartenspiel": 3e6, "route66": 3e6, "ausgebremst": 1e6, "auf_achse": 0.5e6}
"""Least decisions per second of random players on one core."""
COACH = {"kartenspiel": (2000, 1.0), "route66": (2000, 1.0), "ausgebremst": (2000, 1.0), "auf_achse": (500, 2.0)}
"""Playouts of every action, and the greatest seconds for them."""
PAIRS = 3
"""Number of runs of C and gamekit in turns, of which the best counts, so that other work slows both."""
POSITIONS = 6
"""Number of positions a coach is timed at, spread over a whole game."""


def test_a_chunk_of_random_card_games(benchmark: Any) -> None:
    work = job("kartenspiel")
    played = benchmark(play_chunk, work, 0)
    benchmark.extra_info["decisions"] = int(played.counts[:, 1].sum())


@pytest.mark.parametrize("name", gk.game_names())
def test_millions_of_decisions_a_second_on_one_core(name: str) -> None:
    speed = one_core(job(name, games=10 * CHUNK))
    print(f"\n{name}: {speed.decisions / 1e6:.2f} million decisions, {speed.steps / 1e6:.2f} million steps a second")
    assert speed.decisions >= DECISIONS[name]


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node")
@pytest.mark.parametrize("name", gk.game_names())
def test_webassembly_plays_seven_tenths_of_what_machine_code_plays(name: str) -> None:
    found = compared(name)
    print(f"\n{name}: {found.node / found.native:.2f} in node, {found.chromium / found.native:.2f} in Chromium")
    assert found.node >= 0.7 * found.native


def test_within_one_and_a_half_times_of_c(tmp_path: Path) -> None:
    program = compiled_c(tmp_path)
    if program is None:
        pytest.skip("there is no gcc")
    pairs = [(c_speed(program), one_core(job("kartenspiel"))) for _ in range(PAIRS)]
    (c, score), ours = max(found for found, _ in pairs), max(found for _, found in pairs)
    simulated = gk.simulate(gk.load("kartenspiel", players=4), games=20_000, progress=False)
    found = [simulated.mean_return(p) for p in range(4)]
    print(
        f"\nC {c.decisions / 1e6:.2f}, gamekit {ours.decisions / 1e6:.2f} million decisions a second: "
        f"{c.decisions / ours.decisions:.2f} times"
    )
    assert abs(score - sum(e.value for e in found) / 4) < 2 * (found[0].high - found[0].low), "not the same game"
    assert c.decisions / ours.decisions < 1.5


@pytest.mark.skipif(count_workers() < 2, reason="one core only")
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


def positions(name: str) -> list[gk.Session]:
    """Return positions of one random game with a choice of several actions, from its first to its last."""
    session = gk.load(name, players=4).session(seed=7)
    rng = random.Random(7)
    steps = []
    while not session.over:
        if session.player < 0:
            session.roll()
            continue
        legal = session.legal()
        if len(legal) > 1:
            steps.append(session.step)
        session.play(rng.choice(legal))
    return [session.branch(steps[i * (len(steps) - 1) // (POSITIONS - 1)]) for i in range(POSITIONS)]


@pytest.mark.parametrize("name", gk.game_names())
def test_the_coach_is_quick_on_any_position(name: str) -> None:
    playouts, limit = COACH[name]
    slowest = 0.0
    for session in positions(name):
        gk.coach(session, playouts=100, even=True)
        seconds = []
        for _ in range(3):
            began = time.perf_counter()
            found = gk.coach(session, playouts, even=len(session.legal()) <= WIDE)
            seconds.append(time.perf_counter() - began)
        games = sum(advice.playouts for advice in found)
        print(f"\n{name}, step {session.step}: {len(found)} actions, {games} playouts in all, {min(seconds):.2f} s")
        slowest = max(slowest, min(seconds))
    assert slowest < limit


def opening(contents: dict[str, Any]) -> float:
    """Return the CPU seconds of opening a replay, the best of three."""
    seconds = []
    for _ in range(3):
        began = time.process_time()
        from_dict(contents)
        seconds.append(time.process_time() - began)
    return min(seconds)


def opening_6000(name: str) -> tuple[int, float, float]:
    """Return the steps of a random game, the CPU seconds of opening its replay, and those scaled to 6,000 steps."""
    session = gk.load(name, players=4).session(seed=7)
    rng = random.Random(7)
    while not session.over:
        session.roll() if session.player < 0 else session.play(rng.choice(session.legal()))
    contents = to_dict(session)
    loading, whole = opening(contents | {"steps": []}), opening(contents)
    return session.step, whole, loading + (whole - loading) / session.step * 6000


@pytest.mark.parametrize("name", gk.game_names())
def test_a_replay_of_6000_steps_opens_within_two_seconds(name: str) -> None:
    steps, whole, long = opening_6000(name)
    print(f"\n{name}: {steps} steps opened in {whole:.2f} s of CPU time; 6,000 of that kind take {long:.2f} s")
    assert long < 2.0


FIRST = """
import time
began = time.perf_counter()
import gamekit as gk
imported = time.perf_counter()
session = gk.load({name!r}).session(seed=7)
def step():
    session.roll() if session.player < 0 else session.play(session.legal()[0])
step()
stepped = time.perf_counter()
while not session.over:
    step()
played = time.perf_counter()
import sys
assert "wasmtime" not in sys.modules
gk.simulate(gk.load({name!r}), games=10, progress=False)
done = time.perf_counter()
print(imported - began, stepped - began, played - stepped, done - played)
"""


def start(name: str) -> list[float]:
    """Return the seconds of a new process for the import, the first step, the rest of a game, and ten simulated."""
    command = [sys.executable, "-c", FIRST.format(name=name)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [float(figure) for figure in done.stdout.split()]


@pytest.mark.parametrize("name", gk.game_names())
def test_starting(name: str) -> None:
    imported, stepped, played, simulated = map(min, zip(*(start(name) for _ in range(3)), strict=True))
    print(
        f"\n{name}: import {imported:.2f} s, first step after {stepped:.2f} s, the whole game {played:.2f} s more; "
        f"10 random games {simulated:.2f} s"
    )
    assert imported < 0.5
    assert stepped < 1.0
    assert simulated < 1.5
