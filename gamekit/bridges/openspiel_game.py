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

from gamekit.bridges.environment import Interface
from gamekit.compiling import CHANCE, OVER
from gamekit.errors import OptionError
from gamekit.game import EXAMPLES, GAMES, load
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.estimate import RETURNS
from gamekit.observe import observation

PREFIX: Final = "gamekit_"
"""Before a game's name among OpenSpiel's."""
ABSOLUTE: Final = "absolute"
DEFAULTS: Final = {"seat": ABSOLUTE, "payoff": RETURNS}
"""What OpenSpiel's games can be told besides a game's options."""
MOST_NUMBERS: Final = 100_000
"""Of a larger tensor OpenSpiel's algorithms could make nothing, and it is not offered."""
UNSET: Final = -1
"""For an option that is a number or nothing."""
PRINTED: Final = ""
"""For the path of the box that the game comes with."""
NOBODY: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

SUMS: Final = {None: pyspiel.GameType.Utility.GENERAL_SUM, 0.0: pyspiel.GameType.Utility.ZERO_SUM}
"""What kind of game it is, by what all returns add up to."""


def load_pyspiel(
    name: str, /, players: int | None = None, *, seat: str = ABSOLUTE, payoff: str = RETURNS, **options: Any
) -> pyspiel.Game:
    """A game with its options as a game of OpenSpiel, registered there as `gamekit_` and its name.

    `payoff="win"`: a constant-sum game, for shares of the win. `seat="relative"`: observations and players' actions as
    each player sees them, the own row first, then the left-hand neighbour's.
    A box of one's own stays in its file: OpenSpiel writes down the path, and reads the file again. Raises what
    `gamekit.load` raises, and `OptionError` for a list, which OpenSpiel cannot write down.
    """
    game = load(name, players, **options)
    given = dict(game.changed_options)
    if game.own_box:
        given["box"] = str(game.box_path.resolve())
    face = {"seat": seat, "payoff": payoff}
    Interface(game, seat, payoff)  # what is wrong is said here, not by OpenSpiel
    given |= {key: value for key, value in face.items() if value != DEFAULTS[key]}
    written = {key: escape_option(key, value) for key, value in given.items()}
    return pyspiel.load_game(PREFIX + name, {"players": game.players, **written})


def escape_option(key: str, value: Any) -> Any:
    """An option as OpenSpiel writes it down: commas and brackets of a text are %2C and the like, as in a link."""
    if not isinstance(value, bool | int | float | str):
        raise OptionError(f"OpenSpiel cannot write down the option {key}: it is {value!r}, not a number or a word.")
    return quote(value, safe=" /") if isinstance(value, str) else value


@functools.cache
def specification(name: str) -> dict[str, Any]:
    """The options of a game that OpenSpiel may write down, with their defaults; no box is the printed one."""
    game = load(name)
    known: dict[str, Any] = {"players": game.players, "box": PRINTED, **DEFAULTS}
    for key, about in game.option_schema["properties"].items():
        default = about.get("default")
        if default is None or isinstance(default, bool | int | float | str):
            known[key] = UNSET if default is None else default
    return known


def game_type(face: Interface) -> pyspiel.GameType:
    """What kind of game it is, in OpenSpiel's words."""
    game = face.game
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=SUMS.get(face.sum, pyspiel.GameType.Utility.CONSTANT_SUM),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=memory_shape(face) is not None,
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
        of_face = {key: chosen.pop(key, default) for key, default in DEFAULTS.items()}
        self.game = load(self.name, **chosen)
        self.interface = Interface(self.game, **of_face, chance=True)
        low, high = self.interface.reward_range
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions,
            max_chance_outcomes=self.game.num_distinct_actions,
            num_players=self.game.players,
            min_utility=low,
            max_utility=high,
            utility_sum=self.interface.sum,
            max_game_length=self.game.max_game_length,
        )
        super().__init__(game_type(self.interface), about, dict(parameters))
        self._start = Walk.begin(self.game)

    def new_initial_state(self) -> SpielState:
        """The first position."""
        return SpielState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What looks at positions for a player; None for what all see, or one alone: that is not told apart."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.interface, kind.perfect_recall)


class SpielState(pyspiel.State):
    """A position. OpenSpiel copies and writes down what stands in `walk`, and nothing else."""

    def __init__(self, game: SpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk, self._face = walk, game.interface

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
        return self._legal_actions(self.walk.player) if player is None or player == self.walk.player else []

    def _legal_actions(self, player: int) -> list[int]:
        legal = self.walk.legal
        return sorted(self._face.name_actions(legal, player).tolist()) if self._face.turns and player >= 0 else legal[:]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each chance action with its probability."""
        odds = self.walk.odds
        whole = sum(odds)
        return list(zip(self.walk.legal, [weight / whole for weight in odds], strict=True))

    def _apply_action(self, action: int) -> None:
        turned = self._face.turns and self.walk.player >= 0
        self.walk.apply(self._face.check_action(action, self.walk.player) if turned else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._face.action_text(action, player) if player >= 0 else self.walk.game.action_text(action)

    def returns(self) -> list[float]:
        """The payoffs; 0 for everybody until the game is over."""
        if self.walk.player != OVER:
            return [0.0] * self.walk.game.players
        return self._face.pay(np.array([self.walk.returns()]))[0].tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A position that might be this one, as far as `player` knows. `sampler()` gives numbers from 0 to 1.

        What is hidden is dealt as the coach believes it to lie; `Game.resample_from_infostate` deals evenly.
        """
        rng = np.random.default_rng(int(sampler() * 2**53))
        return SpielState(self.get_game(), self.walk.redealt(player, rng))

    def __str__(self) -> str:
        return " ".join(map(str, self.walk.history())) or "the beginning"


def memory_shape(face: Interface) -> tuple[int, int] | None:
    """All that a player can have seen in a game: a row for each step, the first position's too. None if too large.

    A row is what was seen, and what the player did to get there: 0 nothing, else the number of the action plus 1.
    """
    rows, columns = face.game.max_game_length + 1, len(face.names) + 1
    return (rows, columns) if rows * columns <= MOST_NUMBERS else None


class Observer:
    """What a player sees (`view`), as numbers and as text; or has seen up to here (perfect recall)."""

    def __init__(self, face: Interface, perfect_recall: bool) -> None:
        self._face, self.perfect_recall = face, perfect_recall
        shape = memory_shape(face) if perfect_recall else (len(face.names),)
        rows = None if shape is None else np.zeros(shape, np.float32)
        self._rows, self.tensor = rows, None if rows is None else rows.ravel()
        self.dict = {} if rows is None else {"way" if perfect_recall else "view": rows}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what `player` sees, or has seen. Raises `OptionError` where a way would be too long a row."""
        if self._rows is None:
            raise OptionError(
                "What a player has seen up to here is too much for a row of numbers: take information_state_string, or "
                "observation_tensor for what the player sees now."
            )
        if not self.perfect_recall:
            self._rows[:] = self._observe(state.walk.view(player), player)
            return
        self._rows[:] = 0
        walk = Walk.begin(state.walk.game)
        self._rows[0, :-1] = self._observe(walk.view(player), player)
        for step, (mover, action, view) in enumerate(state.walk.list_seen(player), 1):
            self._rows[step, :-1] = self._observe(view, player)
            self._rows[step, -1] = 1 + int(self._face.name_actions(action, player)) if mover == player else 0

    def string_from(self, state: SpielState, player: int) -> str:
        """What `player` sees; with perfect recall, equal only where all of the way was seen alike."""
        if self.perfect_recall:
            return state.walk.information_state_string(player)
        named = zip(self._face.names, self._observe(state.walk.view(player), player), strict=True)
        return " ".join(f"{name}={value:g}" for name, value in named if value)

    def _observe(self, view: Any, player: int) -> Any:
        return self._face.observe(observation(view)[None, :], [player])[0]


for _name in (*GAMES, *EXAMPLES):
    # A class, and not a function: OpenSpiel lets go of it after Python has ended, which only a class survives.
    _class = type(f"{_name.title().replace('_', '')}Game", (SpielGame,), {"name": _name})
    globals()[_class.__name__] = _class  # where pickle looks for it
    pyspiel.register_game(game_type(Interface(load(_name), chance=True)), _class)
