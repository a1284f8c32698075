"""Kernels in both modes: the same answers, no stale code, the disk cache in a new process, clear refusals."""

from __future__ import annotations

import hashlib
import importlib
import os
import pkgutil
import shutil
import subprocess
import sys
import types
import warnings
from pathlib import Path

import numpy as np
import pytest

import gamekit
import gamekit.compiling as kernels
from gamekit.code_cache import OURS, is_complete, is_trusted, mark_complete, read_whole
from gamekit.compiling import (
    cache_folder,
    compile_kernel,
    fill_parts,
    is_interpreted,
    is_kernel,
    kernel,
    note_only,
    specialise,
)
from gamekit.files import write_whole

PACKAGE = Path(str(kernels.__file__)).parent
FACTOR = 3

machine_code = pytest.mark.skipif(is_interpreted(), reason="NUMBA_DISABLE_JIT: there is no machine code")


@note_only
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
        compile_kernel(test_a_kernel_stays_a_plain_function)
    with pytest.raises(TypeError, match="no part named 'nonsense'"):
        specialise(loop, nonsense=double)
    with pytest.raises(TypeError, match="put @kernel above"):
        specialise(loop, part=lambda x: x)


def test_parts_are_filled_compiled_and_plain() -> None:
    assert loop(5) == 6
    assert specialise(loop, part=double)(5) == 11
    assert specialise(loop, part=triple)(5) == 16
    assert fill_parts(loop, part=lambda x: -x)(5) == -4
    assert loop(5) == 6


def test_a_part_may_have_parts_of_its_own() -> None:
    """5 → loop(double) = 11 → loop of that = 12."""
    nested = kernels.bind_parts(loop, part=double)
    assert fill_parts(loop, part=nested)(5) == 12
    assert specialise(loop, part=nested)(5) == 12
    assert specialise(loop, part=kernels.bind_parts(loop, part=nested))(5) == 13
    assert loop(5) == 6
    with pytest.raises(TypeError, match="no part named 'nonsense'"):
        specialise(loop, part=kernels.bind_parts(loop, nonsense=double))(5)


@machine_code
def test_a_fast_loop_compiles_no_remark_and_no_way_in_from_python_but_its_own() -> None:
    fast = specialise(loop, part=double)
    assert fast(5) == 11
    names = fast.py_func.__globals__
    assert fast.targetoptions["no_cpython_wrapper"] is False
    assert names["part"].targetoptions["no_cpython_wrapper"] is True
    assert not hasattr(names["tell"], "overloads")
    assert compile_kernel(double)(4) == 8


@machine_code
def test_a_kernel_run_anew_with_other_globals_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_kernel(triple)(2) == 6
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert triple(2) == 10
    assert compile_kernel(triple)(2) == 10


@machine_code
def test_a_kernel_whose_callee_is_defined_anew_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_kernel(loop)(5) == 6
    monkeypatch.setitem(globals(), "part", double)
    assert compile_kernel(loop)(5) == 11


def test_every_kernel_lies_where_the_cache_watches() -> None:
    patterns = (*kernels.CORE, "games/*/**/*.py", "lessons/**/*.py")
    watched = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    marked = {path for path, text in texts.items() if "\n@kernel\n" in text or "\n@remark\n" in text}
    # What gamekit/browser marks is lowered to WebAssembly and never kept as machine code.
    lowered = {path for path in marked if path.is_relative_to(PACKAGE / "browser")}
    assert marked - lowered <= watched | {PACKAGE / "compiling.py"}


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


@pytest.mark.parametrize("other", ["get_host_cpu_name", "get_host_cpu_features"])
def test_code_compiled_for_another_processor_lies_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    """A container's image, a home on several machines: else a game would count as ready, and compile all the same."""
    from llvmlite import binding

    class Other(str):
        def flatten(self) -> str:
            return self

    def folder() -> Path:
        kernels.processor.cache_clear()
        return cache_folder.__wrapped__()

    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    here = folder()
    assert folder() == here
    with monkeypatch.context() as patch:
        patch.setattr(binding, other, lambda: Other("another"))
        assert folder() != here
    kernels.processor.cache_clear()


def test_a_processor_whose_features_nobody_knows_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from llvmlite import binding

    def unknown() -> None:
        raise RuntimeError("not supported here")

    monkeypatch.setattr(binding, "get_host_cpu_features", unknown)
    assert kernels.processor.__wrapped__()[1] == ""


@pytest.mark.thorough
@machine_code
@pytest.mark.slow
def test_editing_a_callee_in_another_file_never_leaves_stale_code(copy_of_the_package: Path) -> None:
    code = """
import gamekit, pathlib
from gamekit.games.kartenspiel.runs import run_value
from gamekit.compiling import compile_kernel
import numpy as np
assert pathlib.Path(gamekit.__file__).is_relative_to(pathlib.Path.cwd())
km = np.zeros(17, np.int32); km[:12] = range(10, 130, 10)
print(compile_kernel(run_value)(np.array([0, 2, 1], np.int32), 3, km))
"""
    assert run(copy_of_the_package, code) == "20\n"  # 10 – 30 – 20: the 20 breaks
    state = copy_of_the_package / "gamekit" / "games" / "kartenspiel" / "state.py"
    before = state.read_text()
    state.write_text(before.replace("REST: Final = 12", "REST: Final = 2"))
    assert state.read_text() != before
    assert run(copy_of_the_package, code) == "30\n"  # 10 – rest – 20


@machine_code
@pytest.mark.thorough
@pytest.mark.slow
def test_a_second_process_loads_the_loop_from_disk(copy_of_the_package: Path) -> None:
    code = """
import gamekit as gk
from gamekit.lab.engine.lineup import make_lineup
game = gk.load("pig", players=2)
simulation = gk.simulate(game, games=20, progress=False)
stats = make_lineup(game, "random").loops.play_games.stats
print(simulation.returns.sum(), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    first, second = run(copy_of_the_package, code).split(), run(copy_of_the_package, code).split()
    assert first[0] == second[0]
    assert first[1:] == ["0", "1"]
    assert second[1:] == ["1", "0"]


def test_kernels_of_the_package_that_call_in_a_circle_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "is_on_disk", lambda function: True)
    monkeypatch.setattr(kernels, "game_of", lambda function: "")
    with pytest.raises(TypeError, match="circle: there → back → there"):
        compile_kernel(there)


@kernel
def there(x: int) -> int:
    """Calls `back`."""
    return back(x) if x > 0 else 0


@kernel
def back(x: int) -> int:
    """Calls `there`."""
    return there(x - 1)


SMALL = """
import numpy as np
from gamekit.games.kartenspiel.runs import run_value
from gamekit.compiling import compile_kernel
km = np.zeros(17, np.int32); km[:12] = range(10, 130, 10)
fast = compile_kernel(run_value)
print(fast(np.array([0, 2, 4], np.int32), 3, km), sum(fast.stats.cache_hits.values()))
"""


@pytest.mark.thorough
@machine_code
@pytest.mark.slow
def test_damaged_code_on_disk_is_thrown_away_and_compiled_again(copy_of_the_package: Path) -> None:
    """Once, such a file broke every simulation for ever."""
    assert run(copy_of_the_package, SMALL) == "90 0\n"
    files = sorted((copy_of_the_package / "cache").rglob("*.nbc"))
    whole = files[0].read_bytes()
    assert run(copy_of_the_package, SMALL) == "90 1\n"
    for damaged in (b"", whole[:40], whole[:-1], whole[:-9] + b"!" + whole[-8:]):
        for file in files:
            file.write_bytes(damaged)
        assert run(copy_of_the_package, SMALL) == "90 0\n"
        assert run(copy_of_the_package, SMALL) == "90 1\n"


NOT_WRITABLE = """
import warnings; warnings.simplefilter("error")
import gamekit.code_cache as cache
from gamekit.errors import SaveError
def full(*_): raise SaveError("No space left on device")
cache.write_whole = full
"""


@pytest.mark.thorough
@machine_code
@pytest.mark.slow
def test_code_that_lies_complete_where_nothing_can_be_written_is_used(copy_of_the_package: Path) -> None:
    assert run(copy_of_the_package, SMALL) == "90 0\n"
    assert run(copy_of_the_package, NOT_WRITABLE + SMALL) == "90 1\n"


@pytest.mark.thorough
@machine_code
@pytest.mark.slow
@pytest.mark.parametrize("why", ["no folder", "full"])
def test_where_code_cannot_be_kept_one_sentence_says_so_and_all_works(copy_of_the_package: Path, why: str) -> None:
    counting = """
import warnings, gamekit.code_cache as cache
said = []
warnings.showwarning = lambda message, *_: said.append(str(message))
"""
    full = NOT_WRITABLE.replace('import warnings; warnings.simplefilter("error")', "") if why == "full" else ""
    place = {} if why == "full" else {"GAMEKIT_CACHE": os.devnull + "/cache"}
    told = run(copy_of_the_package, counting + full + SMALL + "print(len(said), said)", **place)
    assert told.startswith("90 0\n1 [")
    assert "Compiled code cannot be kept in " in told
    assert "Set the environment variable GAMEKIT_CACHE to a folder" in told


def test_a_cache_is_complete_if_all_of_it_is_there_whole(tmp_path: Path) -> None:
    for name in "ab":
        data = name.encode() * 100
        (tmp_path / f"{name}.nbc").write_bytes(hashlib.sha256(data).digest() + data)
    assert not is_complete(tmp_path)
    mark_complete(tmp_path)
    assert is_complete(tmp_path)
    assert is_complete(tmp_path, thoroughly=True)
    whole = (tmp_path / "a.nbc").read_bytes()
    for damaged in (b"", whole[:50], None):
        (tmp_path / "a.nbc").write_bytes(damaged) if damaged is not None else (tmp_path / "a.nbc").unlink()
        assert not is_complete(tmp_path)
    (tmp_path / "a.nbc").write_bytes(whole[:-1] + b"!")
    assert is_complete(tmp_path)
    assert not is_complete(tmp_path, thoroughly=True)
    assert not (tmp_path / "a.nbc").exists()
    for mark in ("", "{", "[]", "ready", '{"a.nbc": "long"}'):
        (tmp_path / "ready").write_text(mark)
        assert not is_complete(tmp_path)


def test_no_public_function_hides_a_module() -> None:
    """`import gamekit.x.y as z` must give the module: so no package has a function of a module's name."""
    for package in [gamekit, *(importlib.import_module(name) for name in subpackages())]:
        for module in pkgutil.iter_modules(package.__path__):
            there = getattr(package, module.name, None)
            assert there is None or isinstance(there, types.ModuleType), f"{package.__name__}.{module.name}"


def subpackages() -> list[str]:
    found = pkgutil.walk_packages(gamekit.__path__, "gamekit.")
    return [one.name for one in found if one.ispkg and not one.name.startswith("gamekit.serve.share")]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_machine_code_that_others_wrote_or_can_write_is_not_used_and_one_sentence_says_so(tmp_path: Path) -> None:
    data = b"machine code"
    file = write_whole(tmp_path / "a.nbc", hashlib.sha256(data).digest() + data, OURS)
    assert read_whole(file) == data
    for mode in (0o666, 0o664, 0o646):
        file.chmod(mode)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            assert read_whole(file) is None
            assert read_whole(file) is None
        assert len(said) <= 1  # once for a folder
        assert file.exists()
    file.chmod(0o600)
    assert read_whole(file) == data
    about = list(file.stat())
    for owner, trusted in ((os.geteuid(), True), (0, True), (os.geteuid() + 12345, False)):
        about[4] = owner
        assert is_trusted(os.stat_result(about)) is trusted
    old = os.umask(0)
    try:
        assert read_whole(write_whole(tmp_path / "b.nbc", file.read_bytes(), OURS)) == data
    finally:
        os.umask(old)
