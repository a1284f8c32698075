"""Thousands of games as one vector environment of Gymnasium, stepped together by one piece of machine code.

The agent decides for players whose seat is free; strategies of gamekit may sit on the others. Chance acts by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from gamekit.compiling import OVER
from gamekit.errors import OptionError, StrategyError, is_whole, quoted
from gamekit.game import Game, load
from gamekit.lab.batches import as_array, tables_of
from gamekit.lab.lineup import Who, lineup_of
from gamekit.lab.loops import ASK, TALLY
from gamekit.lab.stepping import NO_LUCK, refused
from gamekit.observe import observations
from gamekit.record import LARGEST, SMALLEST
from gamekit.session import checked_seed

Array = NDArray[Any]
MOST_GAMES = 1_000_000


def vector_env(
    name: str,
    n: int,
    /,
    players: int | None = None,
    *,
    seats: Sequence[Who | None] | None = None,
    observe: bool = True,
    **options: Any,
) -> GamekitVectorEnv:
    """`n` games with these options as one environment; raises what `gamekit.load` raises.

    `seats`: for each player a strategy, or None for the agent (nobody named: the agent plays all). Without `observe`
    observations are empty, and the games are stepped about as fast as `gamekit.simulate` plays them.
    """
    if not is_whole(n, 1, MOST_GAMES):
        raise OptionError(f"There must be 1 to {MOST_GAMES:,} games, not {quoted(n)}.")
    return GamekitVectorEnv(load(name, players, **options), int(n), seats, observe)


def checked_seats(game: Game, seats: Any) -> list[Who | None]:
    """What sits where, one entry for each player. Raises `StrategyError` for one name alone, or a number."""
    if not isinstance(seats, list | tuple) or len(seats) != game.players:
        raise StrategyError(
            f"Seats are a list with an entry for each of the {game.players} players, a strategy, or None for the "
            f"agent; not {quoted(seats)}."
        )
    return list(seats)


class GamekitVectorEnv(VectorEnv):
    """Games side by side. A game that is over begins anew at the next step, whatever action it is given.

    `infos` of `reset` and `step`: "player" (n,) who decides in each game, −2 where it is over; "legal" (n, num_actions)
    with the legal actions of game i in its first "count"[i] places; "returns" (n, players), the payoffs where a game is
    over. Rewards are the payoffs of the first player whom the agent plays, at the end. The next step uses these arrays
    again.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, game: Game, n: int, seats: Sequence[Who | None] | None, observe: bool) -> None:
        self.game, self.num_envs, self.observe = game, n, observe
        taken = [None] * game.players if seats is None else checked_seats(game, seats)
        lineup = lineup_of(game, ["random" if who is None else who for who in taken])
        if lineup.outside:
            raise OptionError("Only strategies that are kernels can sit here: put @kernel above their def.")
        if None not in taken:
            raise OptionError("One seat at least must be free for the agent: None.")
        self._loops, self._me = lineup.loops, taken.index(None)
        self._seats = np.array(
            [ASK if who is None else seat for who, seat in zip(taken, lineup.seats, strict=True)], np.int32
        )
        self._start, self._tables = as_array(game, game.start()), tables_of(game)
        self._positions = np.zeros(n, self._start.dtype)
        self._views = np.zeros(n if observe else 0, self._start.dtype)
        self._player, self._count = np.full(n, OVER, np.int32), np.zeros(n, np.int32)
        self._legal = np.zeros((n, game.num_distinct_actions), np.int32)
        self._returns, self._tally = np.zeros((n, game.players)), np.zeros(TALLY, np.int64)
        self._rng = np.random.default_rng()
        size = len(game.observation_names) if observe else 0
        self.single_observation_space = spaces.Box(SMALLEST, LARGEST, (size,), np.int32)
        self.observation_space = spaces.Box(SMALLEST, LARGEST, (n, size), np.int32)
        self.single_action_space = spaces.Discrete(game.num_distinct_actions)
        self.action_space = spaces.MultiDiscrete(np.full(n, game.num_distinct_actions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """New games everywhere, the same for the same seed and actions. Raises `OptionError` for what is no seed."""
        if seed is not None:
            self._rng = np.random.default_rng(checked_seed(seed))
        self._player[:] = OVER
        self._go(np.zeros(self.num_envs, np.int64))
        return self._seen(), self._told()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Carry out an action in every game. Raises `IllegalAction` if one is not legal; nothing is done then."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or not np.issubdtype(given.dtype, np.integer):
            raise OptionError(f"Actions must be {self.num_envs} whole numbers, not {quoted(actions)}.")
        self._go(given.astype(np.int64))
        over = self._player == OVER
        return self._seen(), self._returns[:, self._me] * over, over, np.zeros(self.num_envs, bool), self._told()

    def action_mask(self) -> Array:
        """Which actions are legal, (n, num_actions)."""
        mask = np.zeros((self.num_envs, self.game.num_distinct_actions), bool)
        within = np.arange(self.game.num_distinct_actions) < self._count[:, None]
        mask[np.nonzero(within)[0], self._legal[within]] = True
        return mask

    def sample(self) -> Array:
        """A legal action for each game, each as likely as the others."""
        places = (self._rng.random(self.num_envs) * self._count).astype(np.int32)
        return self._legal[np.arange(self.num_envs), places]

    def _go(self, chosen: NDArray[np.int64]) -> None:
        wrong = self._loops.step_all(
            chosen, self._positions, self._start, self._tables, self._seats, self._player, self._legal,
            self._count, NO_LUCK, self._rng, self._returns, self._tally,
        )  # fmt: skip
        if wrong != OVER:
            refused(self.game, self._positions[wrong], int(chosen[wrong]))

    def _seen(self) -> Array:
        if not self.observe:
            return np.zeros((self.num_envs, 0), np.int32)
        self._loops.view_all(self._views, self._positions, self._tables, self._player)
        return observations(self._views)

    def _told(self) -> dict[str, Any]:
        return {"player": self._player, "legal": self._legal, "count": self._count, "returns": self._returns}
