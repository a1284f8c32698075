"""Kuhn poker: strategies as kernels, the best first."""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints
from gamekit.core.strategy import Strategy
from gamekit.games.kuhn.rules import BET, CALL, CHECK, FOLD, JACK, KING, Phase, State, Tables

POT: Final = 2
"""Chips of the antes, which a bluff can win."""


@kernel
def count_bluffs(t: Tables) -> float:
    """Return the probability with which B bets a Jack after A's check, so that A's Queen is indifferent to calling."""
    return t.bet / (POT + t.bet) if t.bet <= POT else 0.0


@kernel
def count_calls(t: Tables) -> float:
    """Return the probability with which a Queen calls, so that a Jack gains nothing by betting."""
    return (POT - t.bet) / (POT + t.bet) if t.bet <= POT else 0.0


@kernel
def balanced(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Play an equilibrium: A never bets, B bets each King and so many Jacks that calling gains nothing."""
    card = s.hand[player]
    if s.phase != Phase.OPEN:
        if card == KING:
            return CALL
        return CALL if card != JACK and rng.random() < count_calls(t) else FOLD
    if player == 0:
        return CHECK
    if card == JACK:
        return BET if rng.random() < count_bluffs(t) else CHECK
    return BET if card == KING else CHECK


@kernel
def honest(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Bet and call with the King alone."""
    if s.phase == Phase.OPEN:
        return BET if s.hand[player] == KING else CHECK
    return CALL if s.hand[player] == KING else FOLD


@kernel
def bluffer(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Bet every Jack and King, and call with all but the Jack."""
    if s.phase == Phase.OPEN:
        return CHECK if JACK < s.hand[player] < KING else BET
    return FOLD if s.hand[player] == JACK else CALL


STRATEGIES: tuple[Strategy, ...] = (
    Strategy("balanced", "Balanced", "Bluffs just so often that nobody can gain by it.", balanced),
    Strategy("honest", "Honest", "Bets and calls with the King alone.", honest),
    Strategy("bluffer", "Bluffer", "Bets every Jack and every King, and calls with all but the Jack.", bluffer),
)
