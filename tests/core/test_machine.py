"""Built rules in Python: when they run and when plain Python does, in threads, forks, little memory, and at the end."""

from __future__ import annotations

import json
import multiprocessing
import shlex
import shutil
import signal
import subprocess
import sys
import textwrap
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core import machine as machines
from gamekit.core.kernel import is_interpreted
from gamekit.core.machine import BUILT, Machine, find_machine, load_machine
from gamekit.games.kartenspiel.state import Phase
from gamekit.lab.engine.batches import pack_positions, pack_record
from gamekit.lab.engine.stepping import Walk

pytestmark = pytest.mark.skipif(is_interpreted(), reason="GAMEKIT_PLAIN: built rules are not run")
ROOT = Path(__file__).parents[2]
PIG = gk.load("pig", players=2, goal=20)


def play(games: int = 20, **options: Any) -> Any:
    return gk.simulate(PIG, games=games, progress=False, **options).returns


def run(code: str, *, limit: str = "") -> subprocess.CompletedProcess[str]:
    """A fresh Python, all of whose warnings are errors."""
    command = f"{limit}exec {shlex.quote(sys.executable)} -W error -c 'import sys; exec(sys.stdin.read())'"
    text = textwrap.dedent(code)
    return subprocess.run(
        ["bash", "-c", command], input=text, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of built files that may be damaged."""
    folder = tmp_path / "built"
    folder.mkdir()
    for path in BUILT.glob("*.python.wasm"):
        shutil.copy(path, folder)
    for path in BUILT.glob("*.json"):
        shutil.copy(path, folder)
    monkeypatch.setattr(machines, "BUILT", folder)
    load_machine.cache_clear()
    yield folder
    load_machine.cache_clear()


# Which of the two runs.


def test_what_ships_is_run() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(find_machine(gk.load(name).rules) for name in gk.game_names(examples=True))


def test_plain_python_runs_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_PLAIN", "1")
    assert find_machine(PIG.rules) is None


def lose(folder: Path) -> None:
    (folder / "pig.python.wasm").unlink()


def cut(folder: Path) -> None:
    path = folder / "pig.python.wasm"
    path.write_bytes(path.read_bytes()[:-100])


def swap(folder: Path) -> None:
    shutil.copy(folder / "kuhn.python.wasm", folder / "pig.python.wasm")


def spoil_data(folder: Path) -> None:
    (folder / "pig.json").write_text("{", encoding="utf-8")


def empty_data(folder: Path) -> None:
    (folder / "pig.json").write_text("[]", encoding="utf-8")


def age(folder: Path) -> None:
    path = folder / "pig.json"
    told = json.loads(path.read_text(encoding="utf-8")) | {"files": "other", "sources": "other"}
    path.write_text(json.dumps(told), encoding="utf-8")


def make_foreign(folder: Path) -> None:
    """Whole, by its hash, and no module that this wasmtime reads."""
    content = b"\0asm\x0d\0\x01\0 of another time"
    (folder / "pig.python.wasm").write_bytes(content)
    path = folder / "pig.json"
    told = json.loads(path.read_text(encoding="utf-8")) | {"machine": machines.hash_content(content)}
    path.write_text(json.dumps(told), encoding="utf-8")


@pytest.mark.parametrize("spoil", [lose, cut, swap, spoil_data, empty_data, age, make_foreign])
def test_where_the_build_cannot_be_trusted_plain_python_plays_the_same_games_and_says_how_to_build(
    built: Path, spoil: Any
) -> None:
    wanted = play()
    spoil(built)
    load_machine.cache_clear()
    with pytest.warns(RuntimeWarning, match=r"pig.*python -m tools\.wasm\.build pig") as told:
        found = play()
    assert len(told) == 1
    assert find_machine(PIG.rules) is None
    assert (found == wanted).all()


def test_after_a_change_of_nothing_that_is_built_the_build_runs(built: Path) -> None:
    path = built / "pig.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"files": "other"}), encoding="utf-8")
    assert find_machine(PIG.rules) is not None


def test_without_wasmtime_games_are_stepped_and_simulated_and_a_sentence_says_what_to_install() -> None:
    done = run(
        """
        import sys, warnings
        sys.modules["wasmtime"] = None
        warnings.simplefilter("always")
        import gamekit as gk
        session = gk.load("kartenspiel").session(seed=1)
        session.roll()
        print(session.step, gk.simulate(gk.load("pig"), games=3, progress=False).games)
        """
    )
    assert done.stdout == "1 3\n"
    assert done.stderr.count("pip install wasmtime") == 1


# How it is called.


def test_the_private_call_of_wasmtime_is_there_and_the_public_one_gives_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert machines.find_fast_call() is not None
    wanted, walk = play(), Walk.begin(PIG)
    content = (BUILT / "pig.python.wasm").read_bytes()
    monkeypatch.setattr(machines, "find_fast_call", lambda: None)
    monkeypatch.setattr(machines, "load_machine", lambda rules: Machine(content))
    assert (play() == wanted).all()
    other = Walk.begin(gk.load("pig", players=2, goal=20))
    other.apply(other.legal[0])
    walk.apply(walk.legal[0])
    assert (other.player, other.legal, other.odds) == (walk.player, walk.legal, walk.odds)


def test_threads_play_side_by_side_what_one_plays_alone() -> None:
    game = gk.load("route66")
    wanted = [gk.simulate(game, games=50, seed=seed, progress=False).returns.tolist() for seed in range(8)]
    with ThreadPoolExecutor(4) as threads:
        runs = threads.map(lambda seed: gk.simulate(game, games=50, seed=seed, progress=False), range(8))
        assert [found.returns.tolist() for found in runs] == wanted


def test_arrays_of_a_workspace_outlive_their_machine_and_stay_where_they_are() -> None:
    content = (BUILT / "pig.python.wasm").read_bytes()
    arrays = Machine(content).make_workspace({"row": np.arange(5)}).arrays
    Machine(content).make_workspace({"row": np.zeros(1_000_000)})
    assert arrays["row"].tolist() == [0, 1, 2, 3, 4]


def test_a_wild_index_ends_in_an_error_and_the_next_call_is_right() -> None:
    import wasmtime

    machine = find_machine(gk.load("kartenspiel").rules)
    assert machine is not None
    game = gk.load("kartenspiel")
    wild, wanted = game.start(), game.start()
    wild.start, wild.phase = 2**24, Phase.RUN
    with pytest.raises(wasmtime.Trap):
        machine.call("legal", wild, game.tables, np.zeros(game.num_actions, np.int32))
    twin = game.rules.State.new()
    machine.call("setup", twin, game.tables)
    assert twin.tobytes() == wanted.tobytes()


def test_what_fails_in_a_workspace_fails_once_and_the_next_call_is_right() -> None:
    import wasmtime

    game = gk.load("kartenspiel")
    machine = find_machine(game.rules)
    assert machine is not None
    arrays = {
        "s": pack_positions(game, game.start()),
        "t": pack_record(game.tables),
        "out": np.zeros(game.num_actions, np.int32),
    }
    workspace = machine.make_workspace(arrays)
    position, tables, out = (workspace.arrays[name] for name in arrays)
    legal = workspace.bind("legal", position, tables, out)
    sound = position.copy()
    position["start"], position["phase"] = 2**24, Phase.RUN
    for _ in range(2):
        with pytest.raises(wasmtime.Trap):
            legal()
    position[:] = sound
    assert out[: legal()].tolist() == game.legal(game.start())


# Processes.


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no fork")
def test_a_forked_pool_plays_after_its_parent_has_played() -> None:
    wanted = play(600)
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        assert (play(600, executor=pool) == wanted).all()


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is the shell's, of Linux")
def test_with_a_gigabyte_of_address_space_games_are_played_all_the_same() -> None:
    done = run(
        """
        import gamekit as gk
        found = gk.simulate(gk.load("pig", players=2, goal=20), games=20, progress=False)
        from gamekit.lab.engine.stepping import Walk
        walk = Walk.begin(gk.load("pig"))
        walk.apply(walk.legal[0])
        print(found.returns.tolist())
        """,
        limit="ulimit -v 1048576; export OPENBLAS_NUM_THREADS=1; ",
    )
    assert (done.stderr, done.stdout) == ("", f"{play().tolist()}\n")


def test_whoever_holds_games_when_python_ends_hears_no_complaint() -> None:
    done = run(
        """
        import gamekit as gk
        from gamekit.lab.engine.stepping import Walk
        game = gk.load("pig")
        walk, found = Walk.begin(game), gk.simulate(game, games=20, progress=False)
        print(found.games)
        """
    )
    assert (done.stdout, done.stderr) == ("20\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_a_long_run_ends_by_ctrl_c() -> None:
    code = """
import signal, os, threading, time
import gamekit as gk
told = threading.Event()
def interrupt():
    told.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    gk.simulate(gk.load("pig"), games=10**9, raw=False, progress=lambda share: told.set())
except KeyboardInterrupt:
    print("ended")
"""
    done = run(code)
    assert (done.stdout, done.stderr) == ("ended\n", "")
