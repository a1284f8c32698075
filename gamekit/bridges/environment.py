"""Observations, actions and rewards of a game's agents, as all bridges present them: without chance and empty seats.

How each library wants these is in its own module; numbering players from the seat that decides is in seats.py.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.bridges.seats import copy_columns, find_seat
from gamekit.core.errors import IllegalAction, is_whole, quote
from gamekit.core.game import Game
from gamekit.core.observation import NOT_SEEN
from gamekit.lab.estimate import RETURNS, WIN, check_payoff, win_shares

Array = NDArray[Any]
NO_ACTION: Final = -1
"""Stands for an action that does not exist, or that only chance may take."""


def name_environment(game: str) -> str:
    """Return the id of a game in Gymnasium's registry: `gamekit/AufAchse-v0` for `auf_achse`."""
    return f"gamekit/{game.title().replace('_', '')}-v0"


class Column(NamedTuple):
    """One number of an observation: its index in the game's observation, its name, and what its field declares."""

    place: int
    name: str
    low: int
    high: int
    unit: str
    meaning: str


class Interface:
    """Observations, action numbers and rewards of the agents of one game.

    Observations leave out the columns of players who do not play. Actions of players are numbered from 0 in the game's
    order, without those of chance; with `chance=True`, for a library that plays chance itself, actions keep the game's
    numbers. `seat` and `payoff` are those of `vector_env`; raises `OptionError` for others.

    >>> from gamekit import load
    >>> face = Interface(load("pig", players=2))
    >>> face.num_actions, face.names
    (2, ('phase', 'mover', 'pot', 'face', 'round_number', 'scores[0]', 'scores[1]'))
    """

    def __init__(self, game: Game, seat: Any = "absolute", payoff: Any = RETURNS, chance: bool = False) -> None:
        self.game, self.payoff, self.columns = game, check_payoff(payoff), columns_of(game)
        self.names = tuple(column.name for column in self.columns)
        self.low, self.high = (np.array(ends, np.int32) for ends in zip(*((c.low, c.high) for c in self.columns)))  # noqa: B905
        places = np.array([column.place for column in self.columns])
        self._turning, self._plain = find_seat(game, seat, places), places[None, :]
        self._own = np.arange(game.num_actions) if chance else np.array(players_actions(game))
        number = np.full(game.num_actions, NO_ACTION)
        number[self._own] = np.arange(len(self._own))
        self.num_actions = len(self._own)
        plain, viewers = np.arange(game.num_actions), np.arange(game.players)[:, None]
        turned = np.tile(plain, (game.players, 1)) if self._turning is None else self._turning.relative(plain, viewers)
        self.numbers = number[turned]
        """Agent's number of each of the game's actions, int64 (players, game.num_actions); `NO_ACTION` for chance's."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Interface:
        """Return this object: it never changes, and libraries copy a state, with all it refers to, at every step."""
        return self

    @property
    def uses_relative_seats(self) -> bool:
        """True if players are numbered from the seat of the player who decides."""
        return self._turning is not None

    @property
    def reward_range(self) -> tuple[float, float]:
        """Lower and upper bound of a reward at the end of a game."""
        return (0.0, 1.0) if self.payoff == WIN else self.game.return_bounds

    @property
    def sum(self) -> float | None:
        """Sum of all players' rewards if it is the same for every game, else None."""
        return 1.0 if self.payoff == WIN else self.game.return_sum

    def observe(self, rows: Array, viewers: Any) -> Array:
        """Return the observations (n, columns) of the players `viewers` (n,), from the game's observations `rows`."""
        if self._turning is None:
            return copy_columns(rows, self._plain, np.zeros(len(rows), np.int64))
        return self._turning.turn(rows, viewers)

    def pay(self, returns: Array) -> Array:
        """Return the rewards (n, players) for the game's `returns` (n, players)."""
        return win_shares(returns) if self.payoff == WIN else returns

    def read_actions(self, actions: Any, viewers: Any) -> Array:
        """Return the game's numbers of the actions that the players `viewers` chose, `NO_ACTION` if unknown."""
        given = np.asarray(actions)
        known = (given >= 0) & (given < self.num_actions)
        plain = self._own[np.where(known, given, 0)]
        if self._turning is not None:
            plain = self._turning.absolute(plain, viewers)
        return np.where(known, plain, NO_ACTION)

    def name_actions(self, actions: Any, viewers: Any) -> Array:
        """Return the numbers that the players `viewers` use for actions of the game."""
        return np.asarray(self.numbers[viewers, actions])

    def check_action(self, action: Any, viewer: int) -> int:
        """Return the game's number of the action `viewer` chose. Raises `IllegalAction` if there is no such action."""
        if not is_whole(action, 0, self.num_actions - 1):
            raise IllegalAction(f"There is no action {quote(action)}: there are 0 to {self.num_actions - 1}.", "")
        return int(self.read_actions(int(action), viewer))

    def action_text(self, action: Any, viewer: int = 0) -> str:
        """Describe an action of the player `viewer` in words. Raises `IllegalAction` if there is no such action."""
        return self.game.action_text(self.check_action(action, self.game.check_player(viewer)))


def players_actions(game: Game) -> list[int]:
    """Return the game's numbers of all actions that players choose, ascending; the rulebook marks those of chance."""
    verbs = game.rulebook.actions
    every = range(game.num_actions)
    return [action for action in every if not verbs[game.rules.action_parts(game.tables, action)[0]].chance]


def columns_of(game: Game) -> list[Column]:
    """Return the columns of an observation, without rows of absent players and without fields that are always 0."""
    state, found, place = game.rules.State, [], 0
    for name, field in state.fields.items():
        if name in NOT_SEEN:
            continue
        for index in np.ndindex(field.shape):
            if (field.low or field.high) and not is_behind_last(game, name, index):
                called = f"{name}{list(index)}" if index else name
                found.append(Column(place, called, field.low, field.high, field.unit, field.doc))
            place += 1
    return found


def is_behind_last(game: Game, name: str, index: tuple[int, ...]) -> bool:
    """Return whether an element of a field belongs to a player who does not take part."""
    seats = game.rules.State.seats
    if seats is None or name in seats.unowned:
        return False
    axis = 0 if name in seats.rows else 1 if name in seats.columns else None
    return axis is not None and index[axis] >= game.players
