"""What ships is what the sources make, and what cannot run in a browser stops the build with a sentence."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.browser import build, lowering, options
from gamekit.browser.built import BUILT, DATA, PICTURE, RULES
from gamekit.browser.data import compose_data
from gamekit.browser.entries import STATE, TABLES, WHOLE, EntryPoint
from gamekit.browser.errors import BuildError
from gamekit.browser.pictures import translate_picture
from gamekit.compiling import compile_kernel, is_interpreted, kernel
from gamekit.record import Record, whole
from tests.play import THOROUGH

needs_linker = pytest.mark.skipif(not shutil.which("wasm-ld"), reason="there is no WebAssembly linker (wasm-ld)")
needs_numba = pytest.mark.skipif(is_interpreted(), reason="Numba is switched off")


class State(Record, notes=1):
    """A small position."""

    score: int = whole("a score", 0, 100)


class Tables(Record):
    """Small tables."""

    players: int = whole("how many play", 1, 4)


@kernel
def well(s: Any, t: Any, x: int) -> int:
    s.score += x
    return int(s.score) * int(t.players)


@kernel
def allocating(s: Any, t: Any, x: int) -> int:
    room = np.zeros(x, np.int32)
    for i in range(x):
        room[i] = i * s.score
    return int(room[x - 1] + room[x // 2])


@kernel
def from_outside(s: Any, t: Any, x: int) -> int:
    return int(100 * math.sin(x))


def lowered(function: Any) -> bytes:
    entry = EntryPoint("asked", compile_kernel(function), (STATE, TABLES, WHOLE), WHOLE)
    return lowering.build_module([entry], State.dtype, Tables.dtype, "a game")


@needs_numba
@needs_linker
def test_a_kernel_becomes_the_same_bytes_each_time() -> None:
    made = lowered(well)
    assert made[:4] == b"\0asm"
    assert lowered(well) == made


@needs_numba
@pytest.mark.parametrize(
    ("function", "sentence"),
    [(allocating, "a kernel makes an array while it runs"), (from_outside, "functions a browser does not have: sin")],
)
def test_what_a_browser_cannot_run_stops_the_build(function: Any, sentence: str) -> None:
    with pytest.raises(BuildError, match=sentence):
        lowered(function)


def test_an_array_on_the_stack_stops_the_build() -> None:
    with pytest.raises(BuildError, match="more than a number on the stack"):
        lowering.check_runnable("  %x = alloca [4 x i64], align 8\n", "a game")
    lowering.check_runnable("  %x = alloca i64, align 8\n  %y = alloca ptr\n", "a game")


def test_an_address_of_this_process_stops_the_build() -> None:
    with pytest.raises(BuildError, match="an address of this process"):
        lowering.check_runnable("@numba.dynamic.globals.7f = linkonce global ptr inttoptr (i64 1 to ptr)\n", "a game")


def test_without_a_linker_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(BuildError, match="lld"):
        lowering.find_linker()


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_data_that_ships_is_what_the_sources_make(name: str) -> None:
    if not THOROUGH and name in ("ausgebremst", "auf_achse"):
        pytest.skip("takes a quarter of a minute: only when the suite is thorough")
    assert (BUILT / DATA.format(name)).read_text(encoding="utf-8") == compose_data(name)


@pytest.mark.parametrize("name", ["kartenspiel", "route66", "pig"])  # the others take longer: CI's `check` makes them
def test_the_picture_that_ships_is_what_the_sources_make(name: str) -> None:
    assert (BUILT / PICTURE.format(name)).read_text(encoding="utf-8") == translate_picture(name)


def test_a_built_file_that_is_not_of_these_sources_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "make_all", lambda names: [(name, {f"{name}.wasm": b"other"}) for name in names])
    with pytest.raises(BuildError, match=r"route66\.wasm is not what the sources make now"):
        build.check(["route66"])


def test_an_option_that_changes_tables_unevenly_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = options.compute_tables

    def crooked(game: Any, players: int, chosen: Any) -> Any:
        cells = usual(game, players, chosen).copy()
        cells[3] = chosen.get("limit", 0) ** 2 % 97
        return cells

    monkeypatch.setattr(options, "compute_tables", crooked)
    with pytest.raises(BuildError, match="the option limit changes the tables in a way a browser cannot follow"):
        options.find_effects(gk.load("kartenspiel"))


def test_files_are_small() -> None:
    import zlib

    for name in gk.game_names(examples=True):
        assert len(zlib.compress((BUILT / RULES.format(name)).read_bytes(), 9)) < 32_500, name
        assert len(zlib.compress((BUILT / PICTURE.format(name)).read_bytes(), 9)) < 25_000, name


def test_the_command_line_refuses_a_game_that_is_not_there() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gamekit.browser", "build", "chess"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 2
    assert "There is no game 'chess'" in done.stderr
