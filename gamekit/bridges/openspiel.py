"""Every game as a game of OpenSpiel: sequential, explicit chance, hidden information, payoffs at the end.

`load_pyspiel("kartenspiel", players=2)` is a `pyspiel.Game`: OpenSpiel's algorithms, tests and files work with it. One
does not: `pyspiel.MCTSBot`, its tree search in C++, ends the whole process with any game written in Python, OpenSpiel's
own among them. `open_spiel.python.algorithms.mcts` searches the same way; `pyspiel.ISMCTSBot` works.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from gamekit.compiling import CHANCE, OVER
from gamekit.errors import OptionError
from gamekit.game import EXAMPLES, GAMES, Game, load
from gamekit.lab.engine.stepping import Walk
from gamekit.observe import observation

PREFIX: Final = "gamekit_"
"""Before a game's name among OpenSpiel's."""
UNSET: Final = -1
"""For an option that is a number or nothing."""
PRINTED: Final = ""
"""For the path of the box that the game comes with."""
NOBODY: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

SUMS: Final = {None: pyspiel.GameType.Utility.GENERAL_SUM, 0.0: pyspiel.GameType.Utility.ZERO_SUM}
"""What kind of game it is, by what all returns add up to."""


def load_pyspiel(name: str, /, players: int | None = None, **options: Any) -> pyspiel.Game:
    """A game with its options as a game of OpenSpiel, registered there as `gamekit_` and its name.

    A box of one's own stays in its file: OpenSpiel writes down the path, and reads the file again. Raises what
    `gamekit.load` raises, and `OptionError` for a list, which OpenSpiel cannot write down.
    """
    game = load(name, players, **options)
    given = dict(game.changed_options)
    if game.own_box:
        given["box"] = str(game.box_path.resolve())
    written = {key: plainly(key, value) for key, value in given.items()}
    return pyspiel.load_game(PREFIX + name, {"players": game.players, **written})


def plainly(key: str, value: Any) -> Any:
    """An option as OpenSpiel writes it down: commas and brackets of a text are %2C and the like, as in a link."""
    if not isinstance(value, bool | int | float | str):
        raise OptionError(f"OpenSpiel cannot write down the option {key}: it is {value!r}, not a number or a word.")
    return quote(value, safe=" /") if isinstance(value, str) else value


@functools.cache
def specification(name: str) -> dict[str, Any]:
    """The options of a game that OpenSpiel may write down, with their defaults; no box is the printed one."""
    game = load(name)
    known: dict[str, Any] = {"players": game.players, "box": PRINTED}
    for key, about in game.option_schema["properties"].items():
        default = about.get("default")
        if default is None or isinstance(default, bool | int | float | str):
            known[key] = UNSET if default is None else default
    return known


def game_type(game: Game) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's words."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=SUMS.get(game.return_sum, pyspiel.GameType.Utility.CONSTANT_SUM),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game.name),
    )


class SpielGame(pyspiel.Game):
    """A game of gamekit's behind OpenSpiel's face; `game` is ours. Each of our games has a class of its own."""

    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        defaults = specification(self.name)
        given = {key: unquote(value) if isinstance(value, str) else value for key, value in parameters.items()}
        chosen: dict[str, Any] = {k: v for k, v in given.items() if v != defaults[k] or k == "players"}
        self.game = load(self.name, **chosen)
        low, high = self.game.return_bounds
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions,
            max_chance_outcomes=self.game.num_distinct_actions,
            num_players=self.game.players,
            min_utility=low,
            max_utility=high,
            utility_sum=self.game.return_sum,
            max_game_length=self.game.max_game_length,
        )
        super().__init__(game_type(self.game), about, dict(parameters))
        self._start = Walk.begin(self.game)

    def new_initial_state(self) -> SpielState:
        """The first position."""
        return SpielState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What looks at positions for a player; None for what all see, or one alone: that is not told apart."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.game, kind.perfect_recall)


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
        """A position that might be this one, as far as `player` knows. `sampler()` gives numbers from 0 to 1.

        What is hidden is dealt as the coach believes it to lie; `Game.resample_from_infostate` deals evenly.
        """
        rng = np.random.default_rng(int(sampler() * 2**53))
        return SpielState(self.get_game(), self.walk.redealt(player, rng))

    def __str__(self) -> str:
        return " ".join(map(str, self.walk.history())) or "the beginning"


class Observer:
    """What a player sees (`view`), as numbers and as text; or has seen up to here (perfect recall), as text alone."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(len(game.observation_names), np.float32)
        self.dict = {} if self.tensor is None else {"view": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what `player` sees. Raises `OptionError` with perfect recall, which only the text has."""
        if self.tensor is None:
            raise OptionError(
                "What a player has seen up to here is no row of numbers: take information_state_string, or "
                "observation_tensor for what the player sees now."
            )
        self.tensor[:] = observation(state.walk.view(player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What `player` sees; with perfect recall, equal only where all of the way was seen alike."""
        if self.perfect_recall:
            return state.walk.information_state_string(player)
        named = zip(state.walk.game.observation_names, observation(state.walk.view(player)), strict=True)
        return " ".join(f"{name}={value:g}" for name, value in named if value)


for _name in (*GAMES, *EXAMPLES):
    # A class, and not a function: OpenSpiel lets go of it after Python has ended, which only a class survives.
    _class = type(f"{_name.title().replace('_', '')}Game", (SpielGame,), {"name": _name})
    globals()[_class.__name__] = _class  # where pickle looks for it
    pyspiel.register_game(game_type(load(_name)), _class)
