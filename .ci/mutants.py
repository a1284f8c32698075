"""Mistakes by lot, and which of them the tests beside the module notice: `python .ci/mutants.py FILE.jsonl`.

Cosmic-ray makes the mistakes (`pip install cosmic-ray`), in a clone of the last commit, with kernels interpreted.
A line of the file is one mistake; an interrupted run goes on where it was, and `--read` prints what survived, to be
read and sorted by a person. This takes hours and is no step of `.ci/run`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

HERE: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = ("games", "lab", "classroom", "lessons/kit")
PICTURES: Final = frozenset({"picture", "scenery", "landscape", "labels", "names"})
"""What these say is seen, and only partly asked by tests; the summary counts them apart."""
UNLIKELY: Final = (
    "_Is", "RShift", "LShift", "Bit", "_Pow", "Mod_", "Decorator", "Variable", "Exception", "Invert", "UAdd",
)  # fmt: skip
"""Operators that nobody writes by mistake, or whose mistakes stop the import."""
PATIENCE: Final = 4
LEAST_SECONDS: Final = 60
MOST_SECONDS: Final = 1_800
"""How many times as long as without a mistake tests may take of the processor, how long at least, and by the clock."""
PASSED: Final = 0


def find_places(root: Path) -> Iterator[tuple[str, str, int]]:
    """All mistakes that can be made: module, operator, and which of its places in the module."""
    likely = [name for name in sorted(operator_names()) if not any(part in name for part in UNLIKELY)]
    for room in ROOMS:
        for path in sorted((root / "gamekit" / room).rglob("*.py")):
            nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
            for name in likely:
                operator = get_operator(name)()
                count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
                yield from ((str(path.relative_to(root)), name, place) for place in range(count))


def choose_tests(root: Path, module: str) -> tuple[str, ...]:
    """The quick tests that stand beside a module: those of its game or its room, or that name it."""
    room, *_, name = Path(module).with_suffix("").parts[1:]
    tests = root / "tests"
    if room == "games":
        game = Path(module).parts[2]
        beside = sorted((tests / "games").glob(f"test_{game}_*.py"))
        shared = (tests / "games/test_declared_bounds.py", tests / "test_conformance.py")
        return (*map(str, (*beside, *shared)), "-k", game)
    if room == "lab":
        naming = re.compile(rf"gamekit\.lab[\w.]*(?:\.| import [^\n]*\b){name}\b|def test_\w*{name}")
        own = [one for one in sorted((tests / "lab").glob("test_*.py")) if naming.search(one.read_text("utf-8"))]
        return tuple(map(str, own or sorted((tests / "lab").glob("test_*.py"))))
    return (
        (str(tests / "classroom"), "-k", "not postgresql")
        if room == "classroom"
        else (str(tests / "lessons/test_kit.py"),)
    )


def run_tests(root: Path, chosen: tuple[str, ...], most: int) -> tuple[str, int, int]:
    """Whether tests notice what was done: noticed, survived, or too long; how many passed, in how many seconds.

    The processor's seconds, so that a busy machine changes nothing; the clock's only for what waits for ever.
    """
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *chosen]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        done = subprocess.run(
            ["prlimit", f"--cpu={most}", *command],
            cwd=root, env=environment, capture_output=True, text=True, timeout=MOST_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "too long", 0, MOST_SECONDS
    took = round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began)
    if done.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
        return "too long", 0, took
    passed = sum(map(int, re.findall(r"(\d+) passed", done.stdout)))
    return "survived" if done.returncode == PASSED else "noticed", passed, took


@cache
def measure(root: Path, chosen: tuple[str, ...]) -> tuple[int, int]:
    """How many tests pass without a mistake, and in how many seconds."""
    outcome, passed, took = run_tests(root, chosen, MOST_SECONDS)
    assert outcome == "survived", f"These fail without a mistake: {chosen}"
    return passed, took


def make_mistake(root: Path, module: str, operator: str, place: int) -> dict[str, Any] | None:
    """Make one mistake, ask the tests, and put the module back; None where nothing changes the code."""
    path = root / module
    right = path.read_text("utf-8")
    wrong = mutate_code(right, get_operator(operator)(), place)
    if wrong is None or wrong == right:
        return None
    pairs = zip(right.splitlines(), wrong.splitlines(), strict=False)
    line, before, after = next((at, a, b) for at, (a, b) in enumerate(pairs, 1) if a != b)
    chosen = choose_tests(root, module)
    usual, took = measure(root, chosen)
    path.write_text(wrong, "utf-8")
    try:
        outcome, passed, _ = run_tests(root, chosen, max(LEAST_SECONDS, PATIENCE * took))
    finally:
        path.write_text(right, "utf-8")
    if outcome == "survived" and passed < usual:
        outcome = "too long"  # without machine code a test that takes too long is skipped
    about = {"module": module, "operator": operator, "place": place, "line": line}
    return {**about, "before": before.strip(), "after": after.strip(), "outcome": outcome}


def read(file: Path) -> list[dict[str, Any]]:
    """What a run has found so far."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def print_found(found: list[dict[str, Any]]) -> None:
    """The survivors, and a table of the rooms, with and without pictures."""
    for one in found:
        if one["outcome"] != "noticed":
            print(f"{one['module']}:{one['line']} {one['operator'].partition('/')[2]} {one['outcome']}")
            print(f"  - {one['before']}\n  + {one['after']}")
    rooms = sorted(
        {"/".join(Path(one["module"]).parts[1:3]).removesuffix(Path(one["module"]).name).strip("/") for one in found}
    )
    kinds = {room: [one for one in found if Path(one["module"]).is_relative_to(f"gamekit/{room}")] for room in rooms}
    kinds["all"] = found
    kinds["all but pictures"] = [one for one in found if Path(one["module"]).stem not in PICTURES]
    print("\n| room | tried | noticed | survived | too long |\n|---|---|---|---|---|")
    for words, kept in kinds.items():
        each = (sum(one["outcome"] == outcome for one in kept) for outcome in ("noticed", "survived", "too long"))
        print(f"| {words} | {len(kept)} | {' | '.join(map(str, each))} |")


def main() -> None:
    """Draw, try, write down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="where each mistake tried becomes a line")
    parser.add_argument("--read", action="store_true", help="only print what the file has")
    parser.add_argument("--first", type=int, default=0, help="which of the lot to begin with")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    found = read(asked.file)
    if not asked.read:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "clone"
            subprocess.run(["git", "clone", "-q", str(HERE), str(root)], check=True)
            places = list(find_places(root))
            random.Random(asked.seed).shuffle(places)
            tried = {(one["module"], one["operator"], one["place"]) for one in found}
            for place in (place for place in places[asked.first : asked.first + asked.number] if place not in tried):
                if one := make_mistake(root, *place):
                    found.append(one)
                    with asked.file.open("a", encoding="utf-8") as lines:
                        print(json.dumps(one), file=lines, flush=True)
    print_found(found)


if __name__ == "__main__":
    main()
