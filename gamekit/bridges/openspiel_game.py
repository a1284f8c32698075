"""Games as games of OpenSpiel: sequential, explicit chance, imperfect information, rewards at the end.

Importing this module registers them. OpenSpiel's algorithms, tests and files work with them, with one exception:
`pyspiel.MCTSBot`, its tree search in C++, crashes the process with any game written in Python, those of OpenSpiel
included. `open_spiel.python.algorithms.mcts` and `pyspiel.ISMCTSBot` work.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from gamekit.bridges.environment import Interface
from gamekit.core.errors import OptionError
from gamekit.core.game import EXAMPLES, GAMES, load
from gamekit.core.kernel import CHANCE, OVER
from gamekit.core.observation import observation
from gamekit.lab.engine.stepping import Walk
from gamekit.lab.estimate import RETURNS

PREFIX: Final = "gamekit_"
"""Prefix of a game's short name in OpenSpiel's registry."""
ABSOLUTE: Final = "absolute"
DEFAULTS: Final = {"seat": ABSOLUTE, "payoff": RETURNS}
"""Parameters of the bridge itself, beside a game's options."""
MOST_NUMBERS: Final = 100_000
"""Entries of the largest information state tensor that is offered; larger ones are of no use to algorithms."""
UNSET: Final = -1
"""Stands for None in the parameters of a game: OpenSpiel writes down no None."""
PRINTED: Final = ""
"""Stands for the path of the box that ships with a game."""
NOBODY: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}
"""OpenSpiel's numbers for chance and for the end of a game."""
SUMS: Final = {None: pyspiel.GameType.Utility.GENERAL_SUM, 0.0: pyspiel.GameType.Utility.ZERO_SUM}
"""Utility type by the constant sum of all returns; other constants are CONSTANT_SUM."""


def load_pyspiel(
    name: str, /, players: int | None = None, *, seat: str = ABSOLUTE, payoff: str = RETURNS, **options: Any
) -> pyspiel.Game:
    """Load a game as a game of OpenSpiel.

    Parameters
    ----------
    name : str
        Name of the game, as for `gamekit.load`; OpenSpiel knows it with ``gamekit_`` in front.
    players : int, optional
        Number of players, as for `gamekit.load`.
    seat : {"absolute", "relative"}
        Whether observations and players' actions number players as the game does, or from the player who decides.
    payoff : {"returns", "win"}
        Reward at the end: the game's own returns, or the share of the win, 0 to 1, which makes a constant-sum game.
    **options
        House rules and `box`, as for `gamekit.load`. OpenSpiel stores the path of a box, and reads the file again.

    Returns
    -------
    pyspiel.Game
        The game; states have integer actions, of chance and players, numbered as in gamekit.

    Raises
    ------
    UnknownGame, BoxError
        As `gamekit.load` raises them.
    OptionError
        If `seat`, `payoff`, the number of players or an option is not allowed, or an option is a list: OpenSpiel
        cannot store one.

    Examples
    --------
    >>> from gamekit.bridges import load_pyspiel
    >>> game = load_pyspiel("kuhn")
    >>> game.get_type().short_name, game.num_players()
    ('gamekit_kuhn', 2)
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 3)
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
    """Return an option as OpenSpiel can store it: text is percent-encoded, as OpenSpiel gives commas a meaning."""
    if not isinstance(value, bool | int | float | str):
        raise OptionError(f"OpenSpiel cannot write down the option {key}: it is {value!r}, not a number or a word.")
    return quote(value, safe=" /") if isinstance(value, str) else value


@functools.cache
def specification(name: str) -> dict[str, Any]:
    """Return the parameters of a game that OpenSpiel may store, with their defaults; lists are left out."""
    game = load(name)
    known: dict[str, Any] = {"players": game.players, "box": PRINTED, **DEFAULTS}
    for key, about in game.option_schema["properties"].items():
        default = about.get("default")
        if default is None or isinstance(default, bool | int | float | str):
            known[key] = UNSET if default is None else default
    return known


def game_type(face: Interface) -> pyspiel.GameType:
    """Return OpenSpiel's description of a game."""
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
    """A game of gamekit as a `pyspiel.Game`, with the game itself in `game`; each game has a subclass of its own."""

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
        """Return the first position."""
        return SpielState(self, self._start.copy())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer of one player's view, None for other types: public and private parts are not separated."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self.interface, kind.perfect_recall)


class SpielState(pyspiel.State):
    """A position of a game; all of its state is in `walk`, which OpenSpiel copies and pickles."""

    def __init__(self, game: SpielGame, walk: Walk) -> None:
        super().__init__(game)
        self.walk, self._face = walk, game.interface

    def current_player(self) -> int:
        """Return the player who decides, or OpenSpiel's number for chance or the end."""
        player = self.walk.player
        return player if player >= 0 else NOBODY[player]

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.walk.player == OVER

    # OpenSpiel's base class has these methods, too: defined again, they save callers in Python the way through C++.

    def is_chance_node(self) -> bool:
        """Return whether chance decides."""
        return self.walk.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions, ascending; none for a player who is not to move. Default: whoever decides."""
        return self._legal_actions(self.walk.player) if player is None or player == self.walk.player else []

    def _legal_actions(self, player: int) -> list[int]:
        turned = self._face.uses_relative_seats and player >= 0
        return sorted(self._face.name_actions(self.walk.legal, player).tolist()) if turned else self.walk.legal[:]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each legal action of chance with its probability."""
        odds = self.walk.odds
        whole = sum(odds)
        return list(zip(self.walk.legal, [weight / whole for weight in odds], strict=True))

    def _apply_action(self, action: int) -> None:
        turned = self._face.uses_relative_seats and self.walk.player >= 0
        self.walk.apply(self._face.check_action(action, self.walk.player) if turned else action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._face.action_text(action, player) if player >= 0 else self.walk.game.action_text(action)

    def returns(self) -> list[float]:
        """Return the reward of each player; 0 until the game is over."""
        if self.walk.player != OVER:
            return [0.0] * self.walk.game.players
        return self._face.pay(np.array([self.walk.returns()]))[0].tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a random position with the same information state of `player`; `sampler()` returns numbers in [0, 1).

        Hidden cards are drawn from the belief that the coach uses; `Game.resample_from_infostate` draws uniformly.
        """
        rng = np.random.default_rng(int(sampler() * 2**53))
        return SpielState(self.get_game(), self.walk.redeal_unknown(player, rng))

    def __str__(self) -> str:
        return " ".join(map(str, self.walk.history())) or "the beginning"


def memory_shape(face: Interface) -> tuple[int, int] | None:
    """Return the shape of an information state tensor, or None if it has more than `MOST_NUMBERS` entries.

    It has a row for the first position and for each possible step: the player's observation, and in the last column the
    player's own action at that step plus 1, or 0 if another player acted.
    """
    rows, columns = face.game.max_game_length + 1, len(face.names) + 1
    return (rows, columns) if rows * columns <= MOST_NUMBERS else None


class Observer:
    """OpenSpiel's observer of one player: the view of a position or, with perfect recall, of all positions so far."""

    def __init__(self, face: Interface, perfect_recall: bool) -> None:
        self._face, self.perfect_recall = face, perfect_recall
        shape = memory_shape(face) if perfect_recall else (len(face.names),)
        rows = None if shape is None else np.zeros(shape, np.float32)
        self._rows, self.tensor = rows, None if rows is None else rows.ravel()
        self.dict = {} if rows is None else {"way" if perfect_recall else "view": rows}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill `tensor` for a player. Raises `OptionError` if an information state is too large for a tensor."""
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
        """Return the observation of a player as text; with perfect recall, the information state."""
        if self.perfect_recall:
            return state.walk.information_state_string(player)
        named = zip(self._face.names, self._observe(state.walk.view(player), player), strict=True)
        return " ".join(f"{name}={value:g}" for name, value in named if value)

    def _observe(self, view: Any, player: int) -> Any:
        return self._face.observe(observation(view)[None, :], [player])[0]


for _name in (*GAMES, *EXAMPLES):
    # A class, not a function: OpenSpiel releases it after Python has shut down, and only a class survives that.
    _class = type(f"{_name.title().replace('_', '')}Game", (SpielGame,), {"name": _name})
    globals()[_class.__name__] = _class  # where pickle looks for it
    pyspiel.register_game(game_type(Interface(load(_name), chance=True)), _class)
