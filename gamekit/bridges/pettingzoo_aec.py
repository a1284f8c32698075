"""Games as PettingZoo environments of the agent-environment cycle (AEC); chance is played by the environment.

An observation is the player's view as numbers and a mask of the legal actions. Rewards are paid when the game ends.
"""

from __future__ import annotations

import functools
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from gamekit.bridges.environment import Interface
from gamekit.core.arguments import check_seed
from gamekit.core.errors import IllegalAction, OptionError, quote
from gamekit.core.game import Game, load
from gamekit.core.kernel import CHANCE
from gamekit.core.observation import observation, observations
from gamekit.core.record import Field
from gamekit.core.rulebook import PLAYER_LETTERS
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.estimate import RETURNS

MODES: Final = ("ansi", "human")
"""Render modes: the position in words as the result, or printed."""

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
    """Create a PettingZoo environment of a game.

    Parameters
    ----------
    name : str
        Name of the game, as for `gamekit.load`.
    players : int, optional
        Number of players, as for `gamekit.load`. Agents are named A, B, … in this order.
    render_mode : {"ansi", "human"}, optional
        ``render()`` returns the position in words, or prints it. Default: it returns None and logs a warning.
    seat : {"absolute", "relative"}
        Whether observations and actions number players as the game does, or from the agent that observes or acts.
    payoff : {"returns", "win"}
        Reward at the end: the game's own returns, or the share of the win, 0 to 1.
    **options
        House rules, as for `gamekit.load`.

    Returns
    -------
    GamekitAECEnv
        An observation is a mapping: ``"observation"``, float32 of shape (k,), and ``"action_mask"``, int8 of shape
        (num_actions,), all 0 for an agent that is not to move. ``interface.names`` labels the k columns. Rewards are 0
        until the game ends; no agent is ever truncated.

    Raises
    ------
    UnknownGame, BoxError
        As `gamekit.load` raises them.
    OptionError
        If `render_mode`, `seat`, `payoff`, the number of players or an option is not allowed.

    Examples
    --------
    >>> from gamekit.bridges import pettingzoo_env
    >>> env = pettingzoo_env("kuhn")
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.observe("A")["action_mask"].tolist()
    ('A', [1, 1, 0, 0])
    >>> env.step(0)
    >>> env.agent_selection
    'B'
    """
    if render_mode is not None and render_mode not in MODES:
        raise OptionError(f"There is no way {quote(render_mode)} to show a game; there are {', '.join(MODES)}.")
    return GamekitAECEnv(Interface(load(name, players, **options), seat, payoff), render_mode)


class GamekitAECEnv(AECEnv):
    """One game as a PettingZoo environment; `pettingzoo_env` describes observations, actions and rewards.

    `walk` is the game in progress. `interface` describes actions in words and names the columns of an observation.
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
        """The game in progress. Raises `IllegalAction` before the first `reset`."""
        if self._walk is None:
            raise IllegalAction("No game has begun yet: reset() begins one.", "")
        return self._walk

    @functools.cache  # noqa: B019  PettingZoo wants the same object each time
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, the same object at each call."""
        face = self.interface
        return spaces.Dict(
            {
                "observation": spaces.Box(face.low.astype(np.float32), face.high.astype(np.float32), dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (face.num_actions,), np.int8),
            }
        )

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, without those of chance; `interface.action_text` describes them."""
        return spaces.Discrete(self.interface.num_actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game, and play chance up to the first decision. `options` is ignored.

        An int `seed` starts the random stream of chance anew; None continues it. Raises `OptionError` for other seeds.
        """
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
        """Return an agent's observation of the position. Raises `OptionError` if there is no such agent."""
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
        """Return the whole position, hidden cards included, as int32 numbers named by `game.observation_names`."""
        (row,) = observations(np.frombuffer(self.walk.position.tobytes(), self.game.rules.State.dtype))
        return np.array(row)

    def step(self, action: int | None) -> None:
        """Play the action of the agent to move, None if its game is over, then chance up to the next decision.

        Raises `IllegalAction`, naming the rule, if the action is not legal.
        """
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
        """Return or print the whole position in words, as `render_mode` says; log a warning if there is no mode."""
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
        """Do nothing: the environment holds no resources."""

    def _play_until_decision(self) -> None:
        walk = self.walk
        while walk.player == CHANCE:
            odds = np.cumsum(walk.odds)
            # A whole number below the sum of the weights is exact; `random() * sum` would round.
            walk.apply(walk.legal[int(np.searchsorted(odds, self._rng.integers(odds[-1]), side="right"))])
        if walk.player >= 0:
            self.agent_selection = self.possible_agents[walk.player]
        for player, agent in enumerate(self.agents):
            self.infos[agent] = {"action_mask": self._mask(player)}


def fields_of(game: Game) -> list[Field]:
    """Return the declared field of each number of a whole position."""
    state = game.rules.State
    return [state.fields[name.partition("[")[0]] for name in game.observation_names]
