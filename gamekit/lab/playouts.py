"""Playouts: games played on from one position many times, the unknown dealt anew each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.lab import batches
from gamekit.lab.batches import LUCK
from gamekit.lab.lineup import Lineup

if TYPE_CHECKING:
    from gamekit.game import Game

BATCH: Final = 100
"""Playouts of one action between two looks at which actions are still worth trying."""


class Playouts:
    """Playouts from what one player knows: the same deals and the same luck for every action.

    `batch(action, k)` plays the k-th batch of deals out after `action`; what comes of it depends on
    the seed, the action and k only. With `player=None` the position is taken as it is.
    """

    def __init__(self, game: Game, view: Any, player: int | None, lineup: Lineup, seed: int, size: int = BATCH) -> None:
        self.game, self.player, self.lineup, self.seed, self.size = game, player, lineup, seed, size
        self.view = np.zeros(size, game.rules.State.dtype)
        self.view[:] = view
        self._deals: dict[int, tuple[NDArray[np.void], NDArray[np.float64]]] = {}

    def deal(self, batch: int) -> tuple[NDArray[np.void], NDArray[np.float64]]:
        """The deals and the luck of a batch; only the last batch asked for is kept."""
        if batch not in self._deals:
            deal, luck, _ = self._streams(batch)
            positions = self.view.copy()
            if self.player is not None:
                self.lineup.loops.redeal_all(positions, self.game.tables, self.player, deal)
            self._deals = {batch: (positions, luck.random((self.size, LUCK)))}
        return self._deals[batch]

    def batch(self, action: int, batch: int) -> NDArray[np.float64]:
        """The returns of the games of a batch, played out after `action` (ASK: from the position itself)."""
        positions, luck = self.deal(batch)
        rng, first = self._streams(batch)[2], batch * self.size
        played = batches.play_games(self.lineup, self.game.tables, positions, luck, rng, first=first, action=action)
        return played.returns

    def _streams(self, batch: int) -> list[np.random.Generator]:
        root = np.random.SeedSequence(self.seed, spawn_key=(batch,))
        return [np.random.default_rng(child) for child in root.spawn(3)]
