"""Playouts: games played to the end from one position, with what a player does not know dealt anew each time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.lab.engine import batches
from gamekit.lab.engine.batches import LUCK, run_loop
from gamekit.lab.engine.lineup import Lineup
from gamekit.lab.engine.loops import FAULT, TALLY
from gamekit.lab.engine.python_strategies import describe_fault
from gamekit.lab.engine.tree_search import BOLD, TRUST, Tree, new_tree

if TYPE_CHECKING:
    from gamekit.core.game import Game

BATCH: Final = 100
"""Playouts of one action per batch, at most; between batches the race decides which actions go on."""
DEAL: Final = 0
LUCK_OF_ALL: Final = 1
LUCK_BEYOND: Final = 2
HABIT: Final = 3


class Playouts:
    """Playouts from one player's view, on the same deals and the same luck for every action.

    The returns of a batch depend on the seed, the action and the number of the batch only. A batch has `size` deals; if
    `growing`, each has twice as many as the one before, up to BATCH. With `player=None` nothing is dealt: every game
    starts from `view`.
    """

    def __init__(
        self,
        game: Game,
        view: Any,
        player: int | None,
        lineup: Lineup,
        seed: int,
        size: int = BATCH,
        *,
        growing: bool = False,
    ) -> None:
        self.game, self.player, self.lineup, self.seed = game, player, lineup, seed
        self.size, self.growing = size, growing
        self.view = np.zeros(1, game.rules.State.dtype)
        self.view[0] = view
        self._machine = lineup.machine
        self._deals: dict[int, tuple[NDArray[np.void], NDArray[np.float64]]] = {}

    def count_deals(self, batch: int) -> int:
        """Return the number of deals of a batch."""
        return min(BATCH, self.size << min(batch, BATCH)) if self.growing else self.size

    def deal(self, batch: int) -> tuple[NDArray[np.void], NDArray[np.float64]]:
        """Return the positions (n,) and the luck (n, LUCK) of a batch; the batch asked for last is cached."""
        if batch not in self._deals:
            many = self.count_deals(batch)
            positions = self.view.repeat(many)
            if self.player is not None:
                self._machine.call(
                    "redeal_all", positions, self.game.tables, self.player, self.make_stream(batch, DEAL)
                )
            self._deals = {batch: (positions, self.make_stream(batch, LUCK_OF_ALL).random((many, LUCK)))}
        return self._deals[batch]

    def play_batch(self, action: int, batch: int) -> NDArray[np.float64]:
        """Play a batch after `action` (ASK: from the position itself). Returns float64 (n, players)."""
        positions, luck = self.deal(batch)
        rng, first = self.make_stream(batch, LUCK_BEYOND), self.first_game(batch)
        played = batches.play_games(self.lineup, self.game.tables, positions, luck, rng, first=first, action=action)
        return played.returns

    def choose_habit(self) -> int:
        """Return the action that the strategy itself would choose for the player."""
        assert self.player is not None
        seat, rng = int(self.lineup.seats[self.player]), self.make_stream(0, HABIT)
        actions = np.array(self.game.legal(self.view[0]), np.int32)
        question = (self.view[0], self.game.tables, self.player, actions, len(actions), rng)
        return int(self._machine.call("choose", seat, *question))

    def first_game(self, batch: int) -> int:
        """Return the number of a batch's first game, counted over all batches; for messages."""
        return sum(map(self.count_deals, range(batch))) if self.growing else batch * self.size

    def make_stream(self, batch: int, which: int) -> np.random.Generator:
        """Return a random stream of a batch: DEAL, LUCK_OF_ALL or LUCK_BEYOND; of batch 0 also HABIT."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(batch, which)))


class TreeSearch(Playouts):
    """Playouts in which a tree per action learns what the player should do at the next `ahead` own decisions.

    The returns of a batch depend also on the batches of the same action before it. Several actions may be searched at
    once, each by one thread. `playouts` is the most that an action may get: its tree has room for as many nodes.
    """

    def __init__(
        self,
        game: Game,
        view: Any,
        player: int,
        lineup: Lineup,
        seed: int,
        size: int,
        ahead: int,
        playouts: int,
        *,
        growing: bool = False,
    ) -> None:
        super().__init__(game, view, player, lineup, seed, size, growing=growing)
        self.me, self.ahead, self.room = player, ahead, playouts
        self._trees: dict[int, Tree] = {}
        self._seats = lineup.seats

    def play_batch(self, action: int, batch: int) -> NDArray[np.float64]:
        """Play the next batch after `action` and let its tree learn from it. Returns float64 (n, players)."""
        if action not in self._trees:
            self._trees[action] = new_tree(self.room)
        starts, luck = self.deal(batch)
        t, lineup, dtype = self.game.tables, self.lineup, self.game.rules.State.dtype
        position, view, path = np.zeros(1, dtype), np.zeros(1, dtype), np.zeros(self.ahead, np.int32)
        actions, tally = np.zeros(t.num_actions, np.int32), np.zeros(TALLY, np.int64)
        returns, rng = np.zeros((len(starts), self.game.players)), self.make_stream(batch, LUCK_BEYOND)
        first = self.first_game(batch)

        def loop() -> int:
            return self._machine.call(  # type: ignore[no-any-return]
                "search_games", action, position, starts, t, self.me, self._seats, actions, luck, rng, returns, tally,
                view, view.view(np.int32), *self._trees[action], path, BOLD, TRUST,
            )  # fmt: skip

        if run_loop(loop, lineup, tally, first) == FAULT:
            raise describe_fault(tally, lineup.strategies, first)
        return returns
