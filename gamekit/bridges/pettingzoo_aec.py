"""Every game as a PettingZoo environment, agent by agent; chance acts by itself.

An agent sees what its player knows, and a mask of the legal actions. Payoffs come at the end of the game.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gamekit.bridges.environment import Interface
from gamekit.compiling import CHANCE
from gamekit.errors import IllegalAction, OptionError, quote
from gamekit.game import Game, load
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.estimate import RETURNS
from gamekit.observe import observation, observations
from gamekit.record import Field
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.session import check_seed

MODES: Final = ("ansi", "human")

Observation = dict[str, Any]


def pettingzoo_env(
    name: str,
    /,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    seat: str = "absolute",
    payoff: str = RETURNS,
    **options: Any,
) -> GamekitAECEnv:
    """A game with its options as a PettingZoo environment.

    `render_mode` "ansi" gives the position in words, "human" prints them. `seat="relative"`: observations and actions
    as each agent sees them, the own row first, then the left-hand neighbour's. `payoff`: "returns", or "win", shares of
    the win. Raises what `gamekit.load` raises.
    """
    if render_mode is not None and render_mode not in MODES:
        raise OptionError(f"There is no way {quote(render_mode)} to show a game; there are {', '.join(MODES)}.")
    return GamekitAECEnv(Interface(load(name, players, **options), seat, payoff), render_mode)


class GamekitAECEnv(AECEnv):
    """A game, player by player. `walk` is where it stands; agents are called A, B, … as players are everywhere.

    `interface` has the words of actions, and the names of an observation's columns.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "is_parallelizable": False, "render_fps": 1}

    def __init__(self, face: Interface, render_mode: str | None) -> None:
        super().__init__()
        self.interface, self.game, game = face, face.game, face.game
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "name": f"gamekit_{game.name}_v0"}  # type: ignore[misc]  # their way
        low, high = (np.array([getattr(field, end) for field in fields_of(game)]) for end in ("low", "high"))
        self.state_space = spaces.Box(low, high, dtype=np.int32)
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
        """What an agent sees: its view as numbers (their names: `interface.names`), and the legal actions."""
        face = self.interface
        return spaces.Dict(
            {
                "observation": spaces.Box(face.low.astype(np.float32), face.high.astype(np.float32), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (face.num_actions,), np.int8),
            }
        )

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions by their numbers, without chance's; `interface.action_text` says what they are."""
        return spaces.Discrete(self.interface.num_actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same chance. Raises `OptionError` for what is no seed."""
        if seed is not None:
            self._rng = np.random.default_rng(check_seed(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._walk = Walk.begin(self.game)
        self._play_until_decision()

    def observe(self, agent: str) -> Observation:
        """What an agent knows now; nothing is legal for whoever is not to move. Raises `OptionError` for a stranger."""
        if agent not in self.possible_agents:
            raise OptionError(f"There is no agent {quote(agent)}: the agents are {', '.join(self.possible_agents)}.")
        player = self.possible_agents.index(agent)
        (seen,) = self.interface.observe(observation(self.walk.view(player))[None, :], [player])
        return {"observation": seen, "action_mask": self._mask(player)}

    def _mask(self, player: int) -> NDArray[np.int8]:
        mask = np.zeros(self.interface.num_actions, np.int8)
        if self.walk.player == player:
            mask[self.interface.name_actions(self.walk.legal, player)] = 1
        return mask

    def state(self) -> NDArray[np.int32]:
        """The whole position, hidden cards included, as numbers; their names: `game.observation_names`."""
        (row,) = observations(np.frombuffer(self.walk.position.tobytes(), self.game.rules.State.dtype))
        return np.array(row)

    def step(self, action: int | None) -> None:
        """What the agent to move does. Raises `IllegalAction` with the rule that is against it."""
        walk, agent = self.walk, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        walk.apply(self.interface.check_action(action, walk.player))
        self._cumulative_rewards[agent] = 0.0
        self._play_until_decision()
        if walk.player < 0:
            self.rewards = dict(zip(self.agents, self._pay(), strict=True))
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

    def _pay(self) -> list[float]:
        return self.interface.pay(np.array([self.walk.returns()]))[0].tolist()  # type: ignore[no-any-return]

    def close(self) -> None:
        """Nothing is held open."""

    def _play_until_decision(self) -> None:
        walk = self.walk
        while walk.player == CHANCE:
            odds = np.cumsum(walk.odds)
            walk.apply(walk.legal[int(np.searchsorted(odds, self._rng.integers(odds[-1]), side="right"))])
        if walk.player >= 0:
            self.agent_selection = self.possible_agents[walk.player]
        for player, agent in enumerate(self.agents):
            self.infos[agent] = {"action_mask": self._mask(player)}


def fields_of(game: Game) -> list[Field]:
    """The declared field behind each number of a whole position."""
    state = game.rules.State
    return [state.fields[name.partition("[")[0]] for name in game.observation_names]
