"""Compare the speed of this commit with that of an earlier one, in one run.

    git worktree add /tmp/earlier COMMIT
    python -m benchmarks.against_earlier /tmp/earlier

Both sides are measured in turns, in separate processes, ROUNDS times; the best of each counts. Times are CPU seconds of
the process, so that a busy machine distorts them less; threads are measured in elapsed time. The first simulation and
its memory start with an empty HOME on both sides. Python's bytecode is kept on both, as with packages installed the
usual way. Up to dc18070 Numba compiled the rules: such a commit needs an environment with its requirements.txt
(`--python`).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

ROUNDS: Final = 3
FRESH_ROUNDS: Final = 2
"""Number of rounds with an empty HOME; the first one writes the bytecode."""
GAMES: Final = ("kartenspiel", "route66", "ausgebremst", "auf_achse")
MEASURE: Final = r"""
import json, sys, time, resource
import numpy as np
import gamekit as gk
from gamekit.lab.engine.stepping import Walk

what, name = sys.argv[1:]
clock = time.process_time

def best(work, times=3):
    work()
    found = []
    for _ in range(times):
        began = clock()
        work()
        found.append(clock() - began)
    return min(found)

def any_action(s, t, player, actions, n, rng):
    return int(actions[int(rng.random() * n)])

def session_at_choice():
    session = gk.load(name).session(seed=7)
    for _ in range(40):
        while session.player < 0:
            session.roll()
        session.play(session.legal()[0])
    while session.player < 0 or len(session.legal()) < 2:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    return session

if what == "games":
    from concurrent.futures import ThreadPoolExecutor
    game = gk.load(name)
    many = {"kartenspiel": 8192, "route66": 8192, "ausgebremst": 4096, "auf_achse": 1024}[name]
    with ThreadPoolExecutor(1) as one:
        found = best(lambda: gk.simulate(game, games=many, progress=False, executor=one)) / many
elif what == "steps":
    game, rng = gk.load(name), np.random.default_rng(1)
    def walk():
        steps = 0
        while steps < 20_000:
            one = Walk.begin(game)
            while one.player != gk.OVER and steps < 20_000:
                one.apply(one.legal[steps % len(one.legal)])
                steps += 1
    found = best(walk) / 20_000
elif what == "strategy":
    game = gk.load(name)
    found = best(lambda: gk.simulate(game, any_action, games=40, progress=False)) / 40
elif what == "coach":
    session = session_at_choice()
    found = best(lambda: gk.coach(session, playouts=400))
elif what == "why":
    session = session_at_choice()
    def why():
        coaching = gk.coach(session, playouts=100)
        began = clock()
        coaching.why
        return clock() - began
    why()
    found = min(why() for _ in range(3))
elif what == "vector":
    try:
        from gamekit.bridges.gymnasium_env import vector_env
    except ImportError:  # as the module was called until the bridges were renamed
        from gamekit.bridges.vector import vector_env
    environment = vector_env(name, 256)
    environment.reset(seed=1)
    def steps():
        for _ in range(100):
            environment.step(environment.sample())
    found = best(steps) / 25_600
elif what == "threads":
    from concurrent.futures import ThreadPoolExecutor
    game, times = gk.load(name), []
    for threads in (1, 2):
        with ThreadPoolExecutor(threads) as pool:
            gk.simulate(game, games=4096 * threads, progress=False, executor=pool)
            began = time.perf_counter()
            gk.simulate(game, games=65_536, progress=False, raw=False, executor=pool)
            times.append(time.perf_counter() - began)
    found = times[0] / times[1]
elif what == "first":
    gk.simulate(gk.load(name), games=10_000, progress=False)
    used = resource.getrusage(resource.RUSAGE_SELF)
    found = used.ru_utime + used.ru_stime
elif what == "memory":
    gk.simulate(gk.load(name), games=10_000, progress=False)
    found = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(found))
"""
UNITS: Final = {"games": 1e6, "steps": 1e6, "strategy": 1e3, "vector": 1e6}
NAMES: Final = {
    "games": "a whole game, random players, µs",
    "steps": "a single step, µs",
    "strategy": "a game with a plain Python strategy, ms",
    "coach": "the coach, 400 playouts an action, s",
    "why": "its reason, s",
    "vector": "a step of the vector environment, µs",
    "threads": "two threads, times one",
    "first": "the first simulation of 10,000 games, s",
    "memory": "its peak memory, MB",
}


def measure(side: tuple[Path, str], what: str, game: str, fresh: bool, bytecode: str) -> float:
    """Measure one figure in a process of its own. `bytecode` is a folder that outlives it."""
    folder, python = side
    around = {**os.environ, "PYTHONPATH": str(folder), "PYTHONPYCACHEPREFIX": bytecode}
    around.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as home:
        if fresh:
            around |= {"HOME": home, "GAMEKIT_CACHE": str(Path(home) / "cache")}
        command = [python, "-c", MEASURE, what, game]
        done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure both sides in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a checkout of the earlier commit")
    parser.add_argument("--python", default=sys.executable, help="the Python of its environment")
    parser.add_argument("--what", nargs="*", default=list(NAMES), choices=list(NAMES))
    parser.add_argument("--games", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    sides: Any = ((chosen.folder.resolve(), chosen.python), (Path(__file__).resolve().parents[1], sys.executable))
    print("| | game | earlier | now | times as fast |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as bytecode:
        for what, game in itertools.product(chosen.what, chosen.games):
            fresh = what in ("first", "memory")
            rounds = FRESH_ROUNDS if fresh else chosen.rounds
            found = [[measure(side, what, game, fresh, bytecode) for side in sides] for _ in range(rounds)]
            choose = max if what == "threads" else min
            before, now = (choose(one) for one in zip(*found, strict=True))
            times = now / before if what == "threads" else before / now
            unit = UNITS.get(what, 1.0)
            print(f"| {NAMES[what]} | {game} | {before * unit:.3g} | {now * unit:.3g} | {times:.3f} |", flush=True)


if __name__ == "__main__":
    main()
