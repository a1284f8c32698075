"""Stages of the card game by the thousand: rounds, kilometres, who begins – simulated, beside the exact lengths."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Final

from gamekit.game import Game, load
from gamekit.lab.estimate import Distribution, Estimate
from gamekit.lab.simulate import Simulation, Tell, simulate
from gamekit.lessons.kartenspiel.lengths import Lengths, stage_lengths

NAME: Final = "kartenspiel"
ROUNDS: Final = "round_number"
BLIND: Final = "any-card"
EXACT_PLAYERS: Final = 2
EXACT_LIMIT: Final = 150
"""Beyond these the exact walk meets too many multisets for a page that answers within seconds."""


@dataclass(frozen=True)
class Stages:
    """What came of many stages: how many rounds, how many kilometres, and the exact lengths where they are known."""

    game: Game
    simulation: Simulation
    exact: Lengths | None

    @property
    def rounds(self) -> Distribution:
        """How often a stage had how many rounds."""
        return self.simulation.distribution(ROUNDS)

    @property
    def km(self) -> Estimate:
        """What a run is worth on average, all players taken together."""
        total = self.simulation.distribution("return_0")
        for p in range(1, self.game.players):
            total += self.simulation.distribution(f"return_{p}")
        return total.mean

    @property
    def begins(self) -> Estimate:
        """How much more often the first player wins than the second."""
        return self.simulation.advantage(0, 1)


def stages(
    players: int = 2,
    strategy: str = BLIND,
    games: int = 20_000,
    seed: int = 1,
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Stages:
    """Play single stages; `options` are house rules such as limit, rest, action and copies."""
    game = load(NAME, players, stages=1, **options)
    simulation = simulate(game, strategy, games, seed, progress=progress or False, statistics=[ROUNDS], cancel=cancel)
    return Stages(game, simulation, exact_lengths(game) if strategy == BLIND else None)


def exact_lengths(game: Game) -> Lengths | None:
    """The exact lengths, if they can be had while a person waits."""
    if game.players > EXACT_PLAYERS or game.tables.limit > EXACT_LIMIT:
        return None
    return stage_lengths(game)
