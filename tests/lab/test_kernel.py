"""Kernels in both modes: the same answers, no stale code, the disk cache in a new process, clear refusals."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gamekit.kernel import cache_folder, compiled, filled, interpreted, is_kernel, kernel, remark, specialised

kernels = importlib.import_module("gamekit.kernel")  # the module: gamekit.kernel is also the decorator
PACKAGE = Path(str(kernels.__file__)).parent
FACTOR = 3

machine_code = pytest.mark.skipif(interpreted(), reason="NUMBA_DISABLE_JIT: there is no machine code")


@remark
def tell(x: int) -> None:
    """A remark."""


@kernel
def part(x: int) -> int:
    """A placeholder."""
    return x


@kernel
def loop(x: int) -> int:
    """Uses the placeholder."""
    tell(x)
    return part(x) + 1


@kernel
def double(x: int) -> int:
    """A part."""
    return 2 * x


@kernel
def triple(x: int) -> int:
    """A part that rests on a global."""
    return FACTOR * x


def test_a_kernel_stays_a_plain_function() -> None:
    assert double(4) == 8
    assert is_kernel(double)
    assert not is_kernel(np.sum)


def test_only_kernels_are_compiled_and_only_known_parts_filled() -> None:
    with pytest.raises(TypeError, match="put @kernel above"):
        compiled(test_a_kernel_stays_a_plain_function)
    with pytest.raises(TypeError, match="no part named 'nonsense'"):
        specialised(loop, nonsense=double)
    with pytest.raises(TypeError, match="put @kernel above"):
        specialised(loop, part=lambda x: x)


def test_parts_are_filled_compiled_and_plain() -> None:
    assert loop(5) == 6
    assert specialised(loop, part=double)(5) == 11
    assert specialised(loop, part=triple)(5) == 16
    assert filled(loop, part=lambda x: -x)(5) == -4
    assert loop(5) == 6


@machine_code
def test_a_kernel_run_anew_with_other_globals_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(triple)(2) == 6
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert triple(2) == 10
    assert compiled(triple)(2) == 10


@machine_code
def test_a_kernel_whose_callee_is_defined_anew_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(loop)(5) == 6
    monkeypatch.setitem(globals(), "part", double)
    assert compiled(loop)(5) == 11


def test_every_kernel_lies_where_the_cache_watches() -> None:
    patterns = (*kernels.CORE, "games/*/**/*.py", "lessons/**/*.py")
    watched = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    marked = {path for path, text in texts.items() if "\n@kernel\n" in text or "\n@remark\n" in text}
    assert marked <= watched | {PACKAGE / "kernel.py"}


@pytest.fixture
def copy_of_the_package(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "gamekit", ignore=shutil.ignore_patterns("__pycache__", "show", "serve"))
    return tmp_path


def run(folder: Path, code: str, **environment: str) -> str:
    env = {**os.environ, "GAMEKIT_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder), **environment}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_code_compiled_under_other_settings_lies_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What NUMBA_BOUNDSCHECK asks for must not be answered with code that does not check."""
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    folders = set()
    for wanted in ("0", "1"):
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", wanted)
        folders.add(cache_folder.__wrapped__())
    assert len(folders) == 2


@machine_code
@pytest.mark.slow
def test_editing_a_callee_in_another_file_never_leaves_stale_code(copy_of_the_package: Path) -> None:
    code = """
import gamekit, pathlib
from gamekit.games.kartenspiel.runs import run_value
from gamekit.kernel import compiled
import numpy as np
assert pathlib.Path(gamekit.__file__).is_relative_to(pathlib.Path.cwd())
km = np.zeros(17, np.int32); km[:12] = range(10, 130, 10)
print(compiled(run_value)(np.array([0, 2, 4], np.int32), 3, km))
"""
    assert run(copy_of_the_package, code) == "90\n"
    state = copy_of_the_package / "gamekit" / "games" / "kartenspiel" / "state.py"
    before = state.read_text()
    state.write_text(before.replace("REST: Final = 12", "REST: Final = 2"))
    assert state.read_text() != before
    assert run(copy_of_the_package, code) == "50\n"


@machine_code
@pytest.mark.slow
def test_a_second_process_loads_the_loop_from_disk(copy_of_the_package: Path) -> None:
    code = """
import gamekit as gk
from gamekit.lab.seating import seated
game = gk.load("kartenspiel", players=4)
simulation = gk.simulate(game, games=20, progress=False)
stats = seated(game, "random").loops.play_games.stats
print(simulation.returns.sum(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    first, second = run(copy_of_the_package, code).split(), run(copy_of_the_package, code).split()
    assert first[0] == second[0]
    assert first[1:] == ["0", "1"]
    assert second[1:] == ["1", "0"]


def test_kernels_of_the_package_that_call_in_a_circle_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "on_disk", lambda function: True)
    monkeypatch.setattr(kernels, "game_of", lambda function: "")
    with pytest.raises(TypeError, match="circle: there → back → there"):
        compiled(there)


@kernel
def there(x: int) -> int:
    """Calls `back`."""
    return back(x) if x > 0 else 0


@kernel
def back(x: int) -> int:
    """Calls `there`."""
    return there(x - 1)
