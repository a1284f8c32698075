"""Drivers who differ only in their set-up. They drive as the game's own strategies do."""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.compiling import kernel
from gamekit.games.ausgebremst.state import FAST, MEDIUM, PHASE_PLAY, SLOW, State, Tables
from gamekit.games.ausgebremst.strategies import choose_careful, choose_line, with_cards
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
