"""Every game as a game of OpenSpiel: sequential, explicit chance, hidden information, payoffs at the end.

`load_pyspiel("kartenspiel", players=2)` is a `pyspiel.Game`: OpenSpiel's algorithms, tests and files work with it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import OptionError
from gamekit.game import EXAMPLES, GAMES, Game, load
from gamekit.lab.stepping import Walk
from gamekit.observe import observation

PREFIX: Final = "gamekit_"
"""Before a game's name among OpenSpiel's."""
UNSET: Final = -1
"""For an option that is a number or nothing."""
NOBODY: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}


def load_pyspiel(name: str, /, players: int | None = None, **options: Any) -> pyspiel.Game:
    """A game with its options as a game of OpenSpiel, registered there as `gamekit_` and its name.

    Raises what `gamekit.load` raises, and `OptionError` for a list, which OpenSpiel cannot write down.
    """
    game = load(name, players, **options)
    given = {"players": game.players, **{key: plainly(key, value) for key, value in game.changed_options.items()}}
    return pyspiel.load_game(PREFIX + name, given)


def plainly(key: str, value: Any) -> Any:
    """An option as OpenSpiel writes it down."""
    if not isinstance(value, bool | int | float | str):
        raise OptionError(f"OpenSpiel cannot write down the option {key}: it is {value!r}, not a number or a word.")
    return value


def specification(game: Game) -> dict[str, Any]:
    """The options OpenSpiel may write down, with their defaults."""
    known: dict[str, Any] = {"players": game.players}
    for key, about in game.option_schema["properties"].items():
        default = about.get("default")
        if default is None or isinstance(default, bool | int | float | str):
            known[key] = UNSET if default is None else default
    return known


@functools.cache
def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel knows of a game before it is loaded."""
    game = load(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


class SpielGame(pyspiel.Game):
    """A game of gamekit's behind OpenSpiel's face; `game` is ours. Each of our games has a class of its own."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        defaults = game_type(self.name).parameter_specification
        chosen = {key: value for key, value in parameters.items() if value != defaults[key] or key == "players"}
        self.game = load(self.name, **chosen)
        low, high = self.game.return_bounds
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions,
            max_chance_outcomes=self.game.num_distinct_actions,
            num_players=self.game.players,
            min_utility=low,
            max_utility=high,
            max_game_length=self.game.max_game_length,
        )
        super().__init__(game_type(self.name), about, dict(parameters))
        self._start = Walk.begin(self.game)

    def new_initial_state(self) -> SpielState:
        """The first position."""
        return SpielState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What looks at positions for OpenSpiel."""
        return Observer(self.game, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SpielState(pyspiel.State):
    """A position. OpenSpiel copies and writes down what stands in `walk`, and nothing else."""

    def __init__(self, game: SpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk = walk

    def current_player(self) -> int:
        """Whose decision it is."""
        player = self.walk.player
        return player if player >= 0 else NOBODY[player]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.walk.player == OVER

    # What OpenSpiel asks itself goes the long way, through its own face; who asks from Python is answered at once.

    def is_chance_node(self) -> bool:
        """Whether chance decides."""
        return self.walk.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions, ascending; of a player who is not to move, none."""
        walk = self.walk
        return walk.legal[:] if player is None or player == walk.player else []

    def _legal_actions(self, _player: int) -> list[int]:
        return self.walk.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each chance action with its probability."""
        odds = self.walk.odds
        whole = sum(odds)
        return list(zip(self.walk.legal, [weight / whole for weight in odds], strict=True))

    def _apply_action(self, action: int) -> None:
        self.walk.apply(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.walk.game.action_text(action)

    def returns(self) -> list[float]:
        """The payoffs; 0 for everybody until the game is over."""
        return self.walk.returns() if self.walk.player == OVER else [0.0] * self.walk.game.players

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A position that might be this one, as far as `player` knows. `sampler()` gives numbers from 0 to 1."""
        rng = np.random.default_rng(int(sampler() * 2**53))
        return SpielState(self.get_game(), self.walk.redealt(player, rng))

    def __str__(self) -> str:
        return " ".join(map(str, self.walk.history())) or "the beginning"


class Observer:
    """What a player sees of a position (`view`), or has seen up to it (perfect recall): as numbers and as text."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(len(game.observation_names), np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what `player` sees."""
        self.tensor[:] = observation(state.walk.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What `player` sees; with perfect recall, equal only where all of the way was seen alike."""
        if self.perfect_recall:
            return state.walk.information_state_string(player)
        named = zip(state.walk.game.observation_names, observation(state.walk.view(player)), strict=True)
        return " ".join(f"{name}={value:g}" for name, value in named if value)


for _name in (*GAMES, *EXAMPLES):
    # A class, and not a function: OpenSpiel lets go of it after Python has ended, which only a class survives.
    pyspiel.register_game(game_type(_name), type(f"{_name.title()}Game", (SpielGame,), {"name": _name}))
