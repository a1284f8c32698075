"""Which tests execute a line, by coverage.py, and processes of their own in which tests run: what `mutants.py` asks."""

from __future__ import annotations

import ast
import json
import os
import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit
from typing import Any, Final

import coverage
import pytest

TESTS: Final = (
    "games/test_*.py", "test_conformance.py", "test_what_tools_ask.py", "bridges/test_seats.py",
    "show/test_board_pictures.py", "show/test_guides.py", "show/test_pictures.py", "lab/test_*.py",
    "classroom/test_*.py", "lessons/test_kit.py",
)  # fmt: skip
"""The files whose quick tests are asked."""
MOST_SECONDS: Final = 1_800
"""How long a process may take by the clock, for what waits for ever."""
LONGEST: Final = 6
"""Seconds of the processor: tests that take longer without machine code are not asked."""


class Watch:
    """Takes the tests chosen; notes how long each takes that passes, and for coverage.py which it is."""

    def __init__(self, chosen: Collection[str] = (), lines: coverage.Coverage | None = None) -> None:
        self.chosen, self.lines, self.context, self.passed = chosen, lines, "", dict[str, float]()

    def switch(self, context: str) -> str:
        """From now on lines are executed by this; what it was before."""
        before, self.context = self.context, context
        if self.lines:
            self.lines.switch_context(context)
        return before

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.chosen:
            items[:] = [one for one in items if one.nodeid in self.chosen]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        before, began = self.switch(item.nodeid), time.process_time()
        result = yield
        self.switch(before)
        took = round(time.process_time() - began, 3)
        if took > LONGEST:
            self.passed.pop(item.nodeid, None)
        elif item.nodeid in self.passed:
            self.passed[item.nodeid] = took
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
        """What a file's tests share is executed by all of them."""
        shared = fixturedef.scope != "function" and not fixturedef.params
        before = self.switch(self.context.partition("::")[0] if shared else self.context)
        result = yield
        self.switch(before)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed[report.nodeid] = 0


def run_tests(watch: Watch, files: Iterable[str], *options: str) -> int:
    """How pytest ends with tests of these files, in this process."""
    return int(pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", *options, *files], plugins=[watch]))


def run_apart(do: Callable[[], int], said: Path, most: int = MOST_SECONDS) -> int:
    """How a copy of this process ends that does this: the number it gives, or below 0 the signal's that stopped it.

    It may take so many of the processor's seconds, so that a busy machine changes nothing.
    """
    child = os.fork()
    if not child:
        os.setsid()
        setrlimit(RLIMIT_CPU, (most, most))
        signal.alarm(MOST_SECONDS)
        file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os._exit(do())
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return ended


def find_statement(text: str, line: int) -> range:
    """The lines of the innermost statement in which a line stands; of one that holds others its head."""
    over = [
        (one.lineno, -(one.end_lineno or one.lineno), one)
        for one in ast.walk(ast.parse(text))
        if isinstance(one, ast.stmt) and one.lineno <= line <= (one.end_lineno or one.lineno)
    ]
    if not over:
        return range(line, line + 1)
    first, last, statement = max(over, key=lambda one: one[:2])
    body = getattr(statement, "body", None)
    return range(first, max(first, body[0].lineno - 1 if body else -last) + 1)


class Map:
    """Which tests execute each line of a clone, kept in a folder, file of tests by file."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.found = root, folder, dict[Path, dict[int, set[str]]]()

    def draw(self, file: str, to: Path) -> int:
        """Run a file's tests, and write down which lines each executes and how long it takes."""
        lines = coverage.Coverage(str(to), config_file=False, source=[str(self.root / "gamekit")])
        watch = Watch(lines=lines)
        lines.start()
        ended = run_tests(watch, [file])
        lines.stop()
        lines.save()
        to.with_suffix(".json").write_text(json.dumps(watch.passed), "utf-8")
        return ended

    @cached_property
    def seconds(self) -> dict[str, dict[str, float]]:
        """How long each test takes that passes without a mistake, by files; what is not drawn yet is drawn."""
        seconds = {}
        for path in (path for each in TESTS for path in sorted(Path("tests").glob(each))):
            to = self.folder / path.stem
            if not to.with_suffix(".json").exists():
                to.unlink(missing_ok=True)
                ended = run_apart(partial(self.draw, str(path), to), to.with_suffix(".txt"))
                print(f"{path}: ended with {ended}", flush=True)
                if ended < 0:  # it waited for ever: without its tests
                    to.unlink(missing_ok=True)
                    to.with_suffix(".json").write_text("{}", "utf-8")
            seconds[str(path)] = json.loads(to.with_suffix(".json").read_text("utf-8"))
        return seconds

    def find_tests(self, module: Path) -> dict[int, set[str]]:
        """The tests that execute each line of a module."""
        if module not in self.found:
            found = self.found[module] = dict[int, set[str]]()
            for file, passed in self.seconds.items():
                data = coverage.CoverageData(str(self.folder / Path(file).stem))
                data.read()
                for line, by in data.contexts_by_lineno(str(module)).items():
                    found.setdefault(line, set()).update(passed if file in by else passed.keys() & by)
        return self.found[module]

    def choose_tests(self, module: Path, line: int) -> tuple[dict[str, float], int]:
        """Tests to be asked about a line, with their seconds, and how many of them execute it.

        Then come those that name its game or module: what is kept in memory only the first test executes that asks for
        it, and a constant none. Then all that execute the module. The quickest come first each time.
        """
        here = self.find_tests(module)
        own = set[str]().union(*(here.get(at, ()) for at in find_statement(module.read_text("utf-8"), line)))
        all_here = own.union(*here.values())
        name = module.parts[module.parts.index("games") + 1] if "games" in module.parts else module.stem
        asked = [
            (one not in own, name not in one, took, one)
            for passed in self.seconds.values()
            for one, took in passed.items()
            if one in all_here or name in one
        ]
        return {one: took for *_, took, one in sorted(asked)}, len(own)
