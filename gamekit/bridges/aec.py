"""Every game as a PettingZoo environment, agent by agent; chance acts by itself.

An agent sees what its player knows, and a mask of the legal actions. Payoffs come at the end of the game.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from gamekit.bridges.seats import checked_seat
from gamekit.compiling import CHANCE
from gamekit.errors import IllegalAction, OptionError, is_whole, quote
from gamekit.game import Game, load
from gamekit.lab.engine.stepping import Walk
from gamekit.observe import observation
from gamekit.record import LARGEST, SMALLEST
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import checked_seed

MODES: Final = ("ansi", "human")

Observation = dict[str, Any]


def pettingzoo_env(
    name: str,
    /,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    seat: str = "absolute",
    **options: Any,
) -> GamekitEnv:
    """A game with its options as a PettingZoo environment.

    `render_mode` "ansi" gives the position in words, "human" prints them. `seat="relative"`: observations and actions
    as each agent sees them, the own row first, then the left-hand neighbour's. Raises what `gamekit.load` raises.
    """
    if render_mode is not None and render_mode not in MODES:
        raise OptionError(f"There is no way {quote(render_mode)} to show a game; there are {', '.join(MODES)}.")
    return GamekitEnv(load(name, players, **options), render_mode, seat)


class GamekitEnv(AECEnv):
    """A game, player by player. `walk` is where it stands; agents are called A, B, … as players are everywhere."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "is_parallelizable": False, "name": "gamekit_v0"}

    def __init__(self, game: Game, render_mode: str | None, seat: str) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self._from_seat = checked_seat(game, seat)
        self.possible_agents = list(PLAYER_LETTERS[: game.players])
        self.agent_selection = self.possible_agents[0]
        self._walk: Walk | None = None
        self._rng = np.random.default_rng()

    @property
    def walk(self) -> Walk:
        """Where the game stands. Raises `IllegalAction` before the first `reset`."""
        if self._walk is None:
            raise IllegalAction("No game has begun yet: reset() begins one.", "")
        return self._walk

    @functools.cache  # noqa: B019  PettingZoo wants the same object each time
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees: its view as numbers (their names: `game.observation_names`), and the legal actions."""
        size = len(self.game.observation_names)
        return spaces.Dict(
            {
                "observation": spaces.Box(float(SMALLEST), float(LARGEST), (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_distinct_actions,), np.int8),
            }
        )

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions by their numbers; `game.action_text` says what they are."""
        return spaces.Discrete(self.game.num_distinct_actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same chance. Raises `OptionError` for what is no seed."""
        if seed is not None:
            self._rng = np.random.default_rng(checked_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._walk = Walk.begin(self.game)
        self._until_a_player_decides()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now; nothing is legal for whoever is not to move. Raises `OptionError` for a stranger."""
        if agent not in self.possible_agents:
            raise OptionError(f"There is no agent {quote(agent)}: the agents are {', '.join(self.possible_agents)}.")
        player = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_distinct_actions, np.int8)
        legal: Any = self.walk.legal if self.walk.player == player else []
        seen = observation(self.walk.view(player))
        if self._from_seat is not None:
            legal = self._from_seat.relative(np.array(legal, np.intp), player)
            (seen,) = self._from_seat.turned(seen[None, :], [player])
        mask[legal] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """What the agent to move does. Raises `IllegalAction` with the rule that is against it."""
        walk, agent = self.walk, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._from_seat is not None and is_whole(action, 0, self.game.num_distinct_actions - 1):
            action = int(self._from_seat.absolute(action, walk.player))
        walk.apply(action)  # type: ignore[arg-type]  # None is refused there, in words
        self._cumulative_rewards[agent] = 0.0
        self._until_a_player_decides()
        if walk.player < 0:
            self.rewards = dict(zip(self.agents, walk.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position in words, everything open. Without a `render_mode` there is nothing to show."""
        if self.render_mode is None:
            logger.warn('Nothing is shown without a render mode: pettingzoo_env(…, render_mode="ansi") gives words.')
            return None
        said: str = self.game.picture.describe(self.game, self.walk.position, None)
        if self.render_mode == "human":
            print(said)
            return None
        return said

    def close(self) -> None:
        """Nothing is held open."""

    def _until_a_player_decides(self) -> None:
        walk = self.walk
        while walk.player == CHANCE:
            odds = np.cumsum(walk.odds)
            walk.apply(walk.legal[int(np.searchsorted(odds, self._rng.integers(odds[-1]), side="right"))])
        if walk.player >= 0:
            self.agent_selection = self.possible_agents[walk.player]
