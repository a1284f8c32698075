"""What a game's rules.wasm can be asked: every entry with the kernel behind it and the kinds of its arguments.

How a kernel becomes WebAssembly is in lowering.py; web/machine.js calls the entries by these names.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, Final, NamedTuple

import numpy as np

from gamekit.compiling import compile_kernel, kernel, specialise
from gamekit.lab import reasons
from gamekit.lab.engine import game_loops, search
from gamekit.lab.engine.lineup import own_kernels
from gamekit.record import Returns
from gamekit.strategy import Choose

# Kinds of argument. In JavaScript each is a number; an array is a place in memory followed by its lengths.
STATE: Final = "state"
TABLES: Final = "tables"
WHOLE: Final = "whole"
"""A whole number of at most 32 bits."""
LARGE: Final = "large"
"""A whole number of up to 53 bits, handed over as a double."""
REAL: Final = "real"
"""Any number."""
STREAM: Final = "stream"
INTS: Final = "ints"
WEIGHTS: Final = "weights"
FLOATS: Final = "floats"
STATES: Final = "states"
ROWS: Final = "rows"
"""A matrix of doubles."""
COUNTS: Final = "counts"
"""A matrix of 64-bit whole numbers."""
NOTHING: Final = ""


class EntryPoint(NamedTuple):
    """One thing that can be asked. `takes` are the kinds of its arguments, `gives` the kind of its answer."""

    name: str
    kernel: Callable[..., Any]
    takes: tuple[str, ...]
    gives: str = NOTHING


@kernel
def fill(rng: np.random.Generator, out: Returns) -> None:
    """Random numbers from 0 to below 1, as `rng.random(len(out))` draws them."""
    for i in range(len(out)):
        out[i] = rng.random()


@kernel
def whole_below(rng: np.random.Generator, high: int) -> int:
    """A whole number from 0 to below `high`."""
    return int(rng.integers(0, high))


def list_search(rules: ModuleType, strategies: tuple[Choose, ...]) -> tuple[EntryPoint, ...]:
    """The search, for a game whose coach thinks ahead."""
    if not search.read_ahead(rules):
        return ()
    games = (WHOLE, STATES, STATES, TABLES, WHOLE, INTS, INTS, ROWS, STREAM, ROWS, WEIGHTS)
    tree = (STATES, INTS, COUNTS, ROWS, INTS, REAL, REAL)
    return (EntryPoint("search_games", search.search_loop(rules, strategies), (*games, *tree), WHOLE),)


def list_opening(rules: ModuleType) -> tuple[EntryPoint, ...]:
    """What a player keeps open, for a game whose strategies count it: the coach's reasons ask."""
    kernel_of = reasons.find_open_kernel(rules)
    return (EntryPoint(reasons.OPEN_TO, compile_kernel(kernel_of), (STATE, TABLES, WHOLE), WHOLE),) if kernel_of else ()


def compile_entries(name: str, rules: ModuleType) -> tuple[EntryPoint, ...]:
    """Every entry of a game, its kernels compiled, the loops as they play in Python."""
    s, t = STATE, TABLES
    strategies = own_kernels(name)
    fast = game_loops.make_loops(rules, strategies)
    choose = game_loops.chain_strategies(strategies)["choose"]

    def face(kernel_name: str, *takes: str, gives: str = NOTHING) -> EntryPoint:
        return EntryPoint(kernel_name, compile_kernel(getattr(rules, kernel_name)), (s, t, *takes), gives)

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
        EntryPoint(
            "choose",
            specialise(choose.function, **dict(choose.parts)),
            (WHOLE, s, t, WHOLE, INTS, WHOLE, STREAM),
            WHOLE,
        ),
        EntryPoint(
            "play_games",
            fast.play_games,
            (WHOLE, STATES, STATES, t, INTS, INTS, ROWS, STREAM, ROWS, COUNTS, WEIGHTS),
            WHOLE,
        ),
        EntryPoint("redeal_all", fast.redeal_all, (STATES, t, WHOLE, STREAM)),
        *list_search(rules, strategies),
        *list_opening(rules),
        EntryPoint("fill", compile_kernel(fill), (STREAM, FLOATS)),
        EntryPoint("whole_below", compile_kernel(whole_below), (STREAM, LARGE), LARGE),
    )
