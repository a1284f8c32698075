"""Kernels become WebAssembly, the same bytes each time; what cannot run in a browser stops the build."""

from __future__ import annotations

import math
import shutil
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="the compiler is a tool of the build (extra `build`)")

from gamekit.core.errors import BuildError
from gamekit.core.kernel import kernel
from gamekit.core.record import Record, whole
from tools.wasm import lowering
from tools.wasm.entries import STATE, TABLES, WHOLE, EntryPoint
from tools.wasm.specialize import compile_kernel

LINKERS = {"lld": shutil.which("wasm-ld"), "ziglang": find_spec("ziglang")}
needs_linker = pytest.mark.skipif(not any(LINKERS.values()), reason="there is no WebAssembly linker")


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
    return lowering.assemble(lowering.compile_all([entry], State.dtype, Tables.dtype), "a game")


@needs_linker
def test_a_kernel_becomes_the_same_bytes_each_time() -> None:
    made = lowered(well)
    assert made[:4] == b"\0asm"
    assert lowered(well) == made


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
    monkeypatch.setattr(lowering, "find_spec", lambda name: None)
    with pytest.raises(BuildError, match=r"ziglang.*lld"):
        lowering.find_linker()


@pytest.mark.skipif(not all(LINKERS.values()), reason="only one of the two linkers is here")
def test_both_linkers_make_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lowered(well)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "ziglang" in lowering.find_linker()
    assert lowered(well) == made
