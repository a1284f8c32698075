"""A player against strategies as an ordinary environment of Gymnasium, one name for each game: `gamekit/Route66-v0`.

Importing this room registers the names; it is one game of the vector environment, and everything else is there.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from gamekit.bridges.environment import Interface, name_environment
from gamekit.bridges.gymnasium_env import GamekitVectorEnv, vector_env
from gamekit.compiling import OVER
from gamekit.errors import IllegalAction, OptionError, quote
from gamekit.game import EXAMPLES, GAMES, load
from gamekit.lab.engine.lineup import Who

Array = NDArray[Any]
MODES: Final = ("ansi",)
NAMES: Final = {game: name_environment(game) for game in (*GAMES, *EXAMPLES)}
"""What `gymnasium.make` calls the games."""


def seats_against(game: str, players: int | None, opponents: Any, player: int, options: dict[str, Any]) -> list[Any]:
    """The agent at its seat, strategies at all others: one name for all of them, or a list with one for each."""
    loaded = load(game, players, **options)
    loaded.check_player(player)
    others = list(opponents) if isinstance(opponents, list | tuple) else [opponents] * (loaded.players - 1)
    if len(others) != loaded.players - 1:
        raise OptionError(f"There are {loaded.players - 1} opponents, not {quote(opponents)}.")
    return [*others[:player], None, *others[player:]]


def vector_against(
    num_envs: int,
    game: str,
    *,
    players: int | None = None,
    opponents: Who | list[Who] = "random",
    player: int = 0,
    **more: Any,
) -> GamekitVectorEnv:
    """What `gymnasium.make_vec` makes: games side by side, in each of which the agent plays against strategies."""
    options = {key: value for key, value in more.items() if key not in ("observe", "seat", "payoff", "autoreset")}
    seats = seats_against(game, players, opponents, player, options)
    return vector_env(game, num_envs, players, seats=seats, **more)


class GamekitEnv(gymnasium.Env):
    """A game in which the agent sits at one seat, and strategies at the others.

    Keywords: `players`; `opponents`, a strategy's name for all of them or a list; `player`, the agent's seat; `seat`
    and `payoff` as in `vector_env`; the game's options. `info` has "action_mask". Raises what `vector_env` raises.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES)}

    def __init__(self, game: str, *, render_mode: str | None = None, **more: Any) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise OptionError(f"There is no way {quote(render_mode)} to show a game; there is {MODES[0]}.")
        self.render_mode = render_mode
        self.games = vector_against(1, game, autoreset=AutoresetMode.DISABLED, **more)
        self.observation_space: spaces.Space[Any] = self.games.single_observation_space
        self.action_space: spaces.Space[Any] = self.games.single_action_space

    @property
    def interface(self) -> Interface:
        """The words of actions, and the names of an observation's columns."""
        return self.games.interface

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """A new game. Raises `OptionError` for what is no seed, or any options: there are none."""
        if options:
            raise OptionError(f"reset knows no options, not {quote(sorted(options, key=str))}.")
        super().reset(seed=seed)
        seen, told = self.games.reset(seed=seed)
        return seen[0], self._make_info(told)

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and play on to the agent's next decision. Raises `IllegalAction` with a sentence."""
        if self.games.begun and self.games.player[0] == OVER:
            raise IllegalAction("The game is over: reset() begins another.", "")
        self.interface.check_action(action, 0)
        seen, rewards, over, _cut, told = self.games.step(np.array([int(action)]))
        return seen[0], float(rewards[0]), bool(over[0]), False, self._make_info(told)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks."""
        return np.asarray(self.games.action_mask()[0] == 1)

    def render(self) -> str | None:
        """The position in words, everything open, where `render_mode` is "ansi"."""
        if self.render_mode is None:
            return None
        game = self.interface.game
        return str(game.picture.describe(game, self.games.position(0), None))

    @staticmethod
    def _make_info(told: dict[str, Array]) -> dict[str, Any]:
        kept: dict[str, Any] = {key: told[key][0] for key in ("returns", "action_mask") if key in told}
        return {"player": int(told["player"][0]), **kept}


def register() -> None:
    """Tell Gymnasium the names of all games; once."""
    for game, name in NAMES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="gamekit.bridges.solo:GamekitEnv",
                vector_entry_point="gamekit.bridges.solo:vector_against",
                kwargs={"game": game},
                disable_env_checker=True,
            )


register()
