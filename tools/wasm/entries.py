"""Entry points of a game's rules.wasm, each with its kernel and the kinds of its arguments.

web/engine/machine.js and core/machine.py call them by these names; `ENTRIES` there describes the arguments for Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Returns
from gamekit.lab import reasons
from gamekit.lab.engine import tree_search
from gamekit.lab.engine.lineup import own_kernels
from gamekit.lab.engine.plain_machine import list_loops
from tools.wasm.specialize import compile_kernel, specialise

# Kinds of argument. In JavaScript each is a number; an array is a place in memory followed by its lengths.
STATE: Final = "state"
TABLES: Final = "tables"
WHOLE: Final = "whole"
"""Integer of at most 32 bits."""
LARGE: Final = "large"
"""Integer of up to 53 bits, passed as a double."""
REAL: Final = "real"
"""Double."""
STREAM: Final = "stream"
INTS: Final = "ints"
WEIGHTS: Final = "weights"
FLOATS: Final = "floats"
STATES: Final = "states"
ROWS: Final = "rows"
"""Matrix of doubles."""
COUNTS: Final = "counts"
"""Matrix of 64-bit integers."""
TABLE: Final = "table"
"""Tables as an array with one entry."""
GRID: Final = "grid"
"""Matrix of 32-bit integers."""
NOTHING: Final = ""
STEP_ALL: Final = (WEIGHTS, STATES, STATES, TABLE, INTS, INTS, GRID, INTS, FLOATS, STREAM, ROWS, WEIGHTS)


class EntryPoint(NamedTuple):
    """One exported function; `takes` are the kinds of its arguments, `gives` the kind of its result."""

    name: str
    kernel: Callable[..., Any]
    takes: tuple[str, ...]
    gives: str = NOTHING


@kernel
def fill(rng: np.random.Generator, out: Returns) -> None:
    """Fill `out` with random numbers from 0 to below 1, as `rng.random(len(out))` draws them."""
    for i in range(len(out)):
        out[i] = rng.random()


@kernel
def whole_below(rng: np.random.Generator, high: int) -> int:
    """Return a random integer from 0 to below `high`."""
    return int(rng.integers(0, high))


def list_opening(rules: ModuleType) -> tuple[EntryPoint, ...]:
    """Return the entry `open_to` if the game's strategies define it, which the coach's reasons call; else nothing."""
    kernel_of = reasons.find_open_kernel(rules)
    return (EntryPoint(reasons.OPEN_TO, compile_kernel(kernel_of), (STATE, TABLES, WHOLE), WHOLE),) if kernel_of else ()


def select_for_pages(rules: ModuleType, names: Iterable[str]) -> list[str]:
    """Return the entries of a game that pages load; the module for Python has all of them."""
    left_out = {"go_on", "step_one", "step_all", "view_all"}
    if not tree_search.read_ahead(rules):
        left_out.add("search_games")
    return [name for name in names if name not in left_out]


def compile_entries(name: str, rules: ModuleType) -> tuple[EntryPoint, ...]:
    """Return all entries of a game, with compiled kernels and the loops that Python plays."""
    s, t = STATE, TABLES
    loops = list_loops(rules, own_kernels(name))

    def face(kernel_name: str, *takes: str, gives: str = NOTHING) -> EntryPoint:
        return EntryPoint(kernel_name, compile_kernel(getattr(rules, kernel_name)), (s, t, *takes), gives)

    def loop(loop_name: str, *takes: str, gives: str = NOTHING) -> EntryPoint:
        generic, parts = loops[loop_name]
        return EntryPoint(loop_name, specialise(generic, **parts), takes, gives)

    playing = (INTS, INTS, ROWS, STREAM, ROWS)
    tree = (STATES, INTS, COUNTS, ROWS, INTS, REAL, REAL)
    return (
        face("setup"),
        face("player", gives=WHOLE),
        face("legal", INTS, gives=WHOLE),
        face("total", gives=LARGE),
        face("weights", WEIGHTS),
        face("draw", LARGE, gives=WHOLE),
        face("apply", WHOLE),
        face("reason", WHOLE, gives=WHOLE),
        face("returns", FLOATS),
        face("hide", WHOLE),
        face("redeal", WHOLE, STREAM),
        loop("choose", WHOLE, s, t, WHOLE, INTS, WHOLE, STREAM, gives=WHOLE),
        loop("play_games", WHOLE, STATES, STATES, t, *playing, COUNTS, WEIGHTS, gives=WHOLE),
        loop("redeal_all", STATES, t, WHOLE, STREAM),
        loop("go_on", WHOLE, s, t, INTS, INTS, FLOATS, STREAM, WEIGHTS, STATES, gives=WHOLE),
        loop("step_one", WHOLE, STATES, TABLE, INTS, WEIGHTS, WEIGHTS, gives=WHOLE),
        loop("step_all", *STEP_ALL, gives=WHOLE),
        loop("view_all", STATES, STATES, TABLE, INTS),
        loop("search_games", WHOLE, STATES, STATES, t, WHOLE, *playing, WEIGHTS, *tree, gives=WHOLE),
        *list_opening(rules),
        EntryPoint("fill", compile_kernel(fill), (STREAM, FLOATS)),
        EntryPoint("whole_below", compile_kernel(whole_below), (STREAM, LARGE), LARGE),
    )
