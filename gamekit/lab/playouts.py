"""Playouts: games played on from one position many times, the unknown dealt anew each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.lab import batches
from gamekit.lab.batches import LUCK, told
from gamekit.lab.lineup import Lineup
from gamekit.lab.loops import FAULT, TALLY
from gamekit.lab.python_strategies import fault
from gamekit.lab.search import BOLD, TRUST, Tree, new_tree, search_loop

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
            deal, luck, _ = self.streams(batch)
            positions = self.view.copy()
            if self.player is not None:
                self.lineup.loops.redeal_all(positions, self.game.tables, self.player, deal)
            self._deals = {batch: (positions, luck.random((self.size, LUCK)))}
        return self._deals[batch]

    def batch(self, action: int, batch: int) -> NDArray[np.float64]:
        """The returns of the games of a batch, played out after `action` (ASK: from the position itself)."""
        positions, luck = self.deal(batch)
        rng, first = self.streams(batch)[2], batch * self.size
        played = batches.play_games(self.lineup, self.game.tables, positions, luck, rng, first=first, action=action)
        return played.returns

    def streams(self, batch: int) -> list[np.random.Generator]:
        root = np.random.SeedSequence(self.seed, spawn_key=(batch,))
        return [np.random.default_rng(child) for child in root.spawn(3)]


class Search(Playouts):
    """Playouts in which the player learns: after each action a tree over the next `ahead` own decisions grows.

    What comes of a batch also depends on the batches of the same action before it. Several actions may be searched at
    once, each by one thread. `playouts` is how many an action may get: its tree has room for as many nodes.
    """

    def __init__(
        self, game: Game, view: Any, player: int, lineup: Lineup, seed: int, size: int, ahead: int, playouts: int
    ) -> None:
        super().__init__(game, view, player, lineup, seed, size)
        self.me, self.ahead, self.room = player, ahead, playouts
        self._trees: dict[int, Tree] = {}
        self._loop = search_loop(game.rules, lineup.kernels)

    def batch(self, action: int, batch: int) -> NDArray[np.float64]:
        """The returns of the games of the next batch after `action`, from which its tree learns."""
        if action not in self._trees:
            self._trees[action] = new_tree(self.room)
        starts, luck = self.deal(batch)
        t, lineup, dtype = self.game.tables, self.lineup, self.game.rules.State.dtype
        position, view, path = np.zeros(1, dtype), np.zeros(1, dtype), np.zeros(self.ahead, np.int32)
        actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)
        returns, rng, first = np.zeros((self.size, self.game.players)), self.streams(batch)[2], batch * self.size

        def loop() -> int:
            return self._loop(
                action, position, starts, t, self.me, lineup.seats, actions, luck, rng, returns, tally,
                view, view.view(np.int32), *self._trees[action], path, BOLD, TRUST,
            )  # fmt: skip

        if told(loop, lineup, tally, first) == FAULT:
            raise fault(tally, lineup.strategies, first)
        return returns
