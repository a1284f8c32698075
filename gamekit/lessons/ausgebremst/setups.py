"""Drivers who differ only in their set-up, and matches between them. They drive as the game's own strategies do."""

from __future__ import annotations

import threading
from typing import Any, Final

import numpy as np

from gamekit.game import load
from gamekit.games.ausgebremst.state import FAST, MEDIUM, PHASE_PLAY, SLOW, State, Tables
from gamekit.games.ausgebremst.strategies import choose_careful, choose_line, with_cards
from gamekit.kernel import kernel
from gamekit.lab.simulate import Progress, Simulation, simulate
from gamekit.record import Ints
from gamekit.strategy import Strategy

Rng = np.random.Generator


@kernel
def fast_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Fast set-up, shortest line, no stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, FAST)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def medium_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Medium set-up, shortest line, no stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, MEDIUM)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def slow_line(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Slow set-up, shortest line, no stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, SLOW)
    return choose_line(s, t, player, actions, n, rng)


@kernel
def fast_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Fast set-up, careful, with a stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, FAST)
    return choose_careful(s, t, player, actions, n, rng)


@kernel
def medium_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Medium set-up, careful, with a stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, MEDIUM)
    return choose_careful(s, t, player, actions, n, rng)


@kernel
def slow_stop(s: State, t: Tables, player: int, actions: Ints, n: int, rng: Rng) -> int:
    """Slow set-up, careful, with a stop."""
    if s.phase != PHASE_PLAY:
        return with_cards(s, player, actions, n, SLOW)
    return choose_careful(s, t, player, actions, n, rng)


DRIVERS: Final = {
    False: tuple(
        Strategy(f"{name}_line", name, "", choose)
        for name, choose in (("fast", fast_line), ("medium", medium_line), ("slow", slow_line))
    ),
    True: tuple(
        Strategy(f"{name}_stop", name, "", choose)
        for name, choose in (("fast", fast_stop), ("medium", medium_stop), ("slow", slow_stop))
    ),
}


def match(
    circuit: int,
    stop: bool,
    games: int,
    seed: int,
    progress: Progress = False,
    cancel: threading.Event | None = None,
) -> Simulation:
    """One driver with each set-up, and three unowned cars, on one circuit; the grid is drawn."""
    game: Any = load("ausgebremst", 3, circuit=circuit, advanced=True)
    return simulate(game, list(DRIVERS[stop]), games, seed=seed, progress=progress, cancel=cancel)
