"""Mistakes by lot, and which of them the tests notice that execute their line: `python .ci/mutants.py FOLDER`.

Cosmic-ray makes the mistakes, and coverage.py says who executes what (`pip install cosmic-ray coverage`), in a clone
of the last commit, with kernels interpreted. An interrupted run goes on where it was, and `--read` prints what
survived, to be read and sorted by a person. Then `--compiled` asks the survivors' tests once more with machine code:
without it many of the lab's are skipped. This takes an hour or two and is no step of `.ci/run`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import subprocess
import sys
import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from executing import Map, Watch, run_apart, run_tests

HERE: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = ("games", "lab", "classroom", "lessons/kit")
PICTURES: Final = frozenset({"picture", "scenery", "landscape", "labels", "names", "infield", "panels", "track"})
"""What these say is seen, and only partly asked by tests; the summary counts them apart."""
UNLIKELY: Final = (
    "_Is", "RShift", "LShift", "Bit", "_Pow", "Mod_", "Decorator", "Variable", "Exception", "Invert", "UAdd",
)  # fmt: skip
"""Operators that nobody writes by mistake, or whose mistakes stop the import."""
FEWEST: Final = 5
ROUNDS: Final = (6, 60)
"""The quickest tests are asked, at least so many, and for so many seconds; then, of survivors, the next."""
PATIENCE: Final = 4
LEAST_SECONDS: Final = 60
COMPILING: Final = 300
"""How many times as long as without a mistake tests may take of the processor, and how long at least; with machine
code so much longer, for kernels that have to be compiled anew."""
TOO_LONG: Final = 99
"""How a process ends whose tests neither failed nor all passed: without machine code long ones are skipped."""


def find_places(root: Path, rooms: Iterable[str] = ROOMS) -> Iterator[tuple[str, str, int]]:
    """All mistakes that can be made: module, operator, and which of its places in the module."""
    likely = [name for name in sorted(operator_names()) if not any(part in name for part in UNLIKELY)]
    for room in rooms:
        for path in sorted((root / "gamekit" / room).rglob("*.py")):
            nodes = list(ast_nodes(get_ast(path.read_text("utf-8"))))
            for name in likely:
                operator = get_operator(name)()
                count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
                yield from ((str(path.relative_to(root)), name, place) for place in range(count))


class Run:
    """A folder with a clone, a map of its tests, and the mistakes tried in it."""

    def __init__(self, folder: Path, compiled: bool = False) -> None:
        self.root, self.file, self.compiled = folder / "clone", folder / "found.jsonl", compiled
        self.maps = folder / ("compiled" if compiled else "maps")
        self.map = Map(self.root, self.maps)

    def prepare(self) -> None:
        """A clone of the commit with which the run began; processes are copied that have what all tests import."""
        self.maps.mkdir(parents=True, exist_ok=True)
        if not self.root.exists():
            subprocess.run(["git", "clone", "-q", str(HERE), str(self.root)], check=True)
        subprocess.run(["git", "checkout", "-q", "."], cwd=self.root, check=True)
        os.chdir(self.root)
        os.environ.update(PYTHONPATH=str(self.root), GAMEKIT_CACHE=str(self.maps / "cache"))
        os.environ["NUMBA_DISABLE_JIT"] = "0" if self.compiled else "1"
        sys.path.insert(0, str(self.root))
        sys.dont_write_bytecode = False  # until mistakes are made
        for name in ("anyio.pytest_plugin", "hypothesis", "networkx", "numba", "pydantic", "xdist"):
            importlib.import_module(name)

    def try_mistake(self, module: str, operator: str, place: int, budget: int, first: int = 0) -> None:
        """Make one mistake, ask tests from the first on, put the module back, and write down what came of it."""
        path = self.root / module
        right, about = path.read_text("utf-8"), path.stat()
        wrong = mutate_code(right, get_operator(operator)(), place)
        if wrong is None or wrong == right:
            return
        pairs = zip(right.splitlines(), wrong.splitlines(), strict=False)
        line, before, after = next((at, a, b) for at, (a, b) in enumerate(pairs, 1) if a != b)
        tests, executing = self.map.choose_tests(path, line)
        until = list(accumulate([*tests.values()][first:]))
        number = max(FEWEST, bisect_right(until, budget))
        chosen, took = [*tests][first : first + number], max(until[:number], default=0)
        path.write_text(wrong, "utf-8")
        began = time.monotonic()
        try:
            most = round(max(LEAST_SECONDS, PATIENCE * took)) + (COMPILING if self.compiled else 0)
            ended = run_apart(partial(ask, chosen), self.maps / "said.txt", most) if chosen else 0
        finally:
            path.write_text(right, "utf-8")
            os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))  # what is compiled of it is right again
        outcome = "too long" if ended < 0 or ended == TOO_LONG else "noticed" if ended else "survived"
        clock = round(time.monotonic() - began, 1)
        asked = {"asked": first + len(chosen), "executing": executing, "beside": len(tests), "clock": clock}
        told = {"module": module, "operator": operator, "place": place, "line": line}
        one = {**told, "before": before.strip(), "after": after.strip(), "outcome": outcome, **asked}
        with self.file.open("a", encoding="utf-8") as lines:
            print(json.dumps(one), file=lines, flush=True)

    def read(self) -> dict[tuple[str, str, int], dict[str, Any]]:
        """What has been found so far; of a mistake tried twice the second."""
        lines = map(json.loads, self.file.read_text("utf-8").splitlines() if self.file.exists() else ())
        return {(one["module"], one["operator"], one["place"]): one for one in lines}

    def try_lot(self, rooms: Iterable[str], number: int, seed: int) -> None:
        """Draw mistakes and try what has not been tried; then show survivors to the tests that come next."""
        places = list(find_places(self.root, rooms))
        random.Random(seed).shuffle(places)
        lot = places[:number]
        for place in (place for place in lot if place not in self.read()):
            self.try_mistake(*place, ROUNDS[0])
        for place, one in self.read().items():
            if one["outcome"] == "survived" and one["asked"] < one["beside"]:
                self.try_mistake(*place, ROUNDS[1], one["asked"])

    def ask_again(self) -> None:
        """Try once more whatever was not noticed."""
        for place, one in self.read().items():
            if one["outcome"] != "noticed":
                self.try_mistake(*place, ROUNDS[1])


def ask(chosen: list[str]) -> int:
    """How these tests end: with 0 where all pass."""
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    watch = Watch(frozenset(chosen))
    ended = run_tests(watch, sorted({name.partition("::")[0] for name in chosen}), "-x")
    if ended in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return TOO_LONG if len(watch.passed) < len(chosen) else 0
    return ended


def print_found(found: list[dict[str, Any]]) -> None:
    """The survivors, and a table of the rooms, with and without pictures."""
    for one in found:
        if one["outcome"] != "noticed":
            asked = f"{one['outcome']}, {one['asked']} of {one['beside']} asked, {one['executing']} execute it"
            print(f"{one['module']}:{one['line']} {one['operator'].partition('/')[2]}: {asked}")
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
    """Draw, try, write down; then try survivors with more tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the run has its clone, and each mistake tried becomes a line")
    parser.add_argument("--read", action="store_true", help="only print what the folder has")
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rooms", nargs="+", default=ROOMS, help="where mistakes are made")
    parser.add_argument("--compiled", action="store_true", help="only ask survivors' tests again, with machine code")
    asked = parser.parse_args()
    run = Run(asked.folder.resolve(), asked.compiled)
    if not asked.read:
        run.prepare()
        if asked.compiled:
            run.ask_again()
        else:
            run.try_lot(asked.rooms, asked.number, asked.seed)
    print_found(list(run.read().values()))


if __name__ == "__main__":
    main()
