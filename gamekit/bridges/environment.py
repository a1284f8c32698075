"""What an agent of other people's tools sees, can do and is paid, without chance and empty seats.

All bridges share it. How a tool wants it handed over is in its own bridge, turning round the table in seats.py.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.bridges.seats import copy_columns, find_seat
from gamekit.errors import IllegalAction, is_whole, quote
from gamekit.game import Game
from gamekit.lab.estimate import RETURNS, WIN, check_payoff, win_shares
from gamekit.observe import NOT_SEEN

Array = NDArray[Any]
NO_ACTION: Final = -1


def name_environment(game: str) -> str:
    """What `gymnasium.make` calls a game: `auf_achse` is `gamekit/AufAchse-v0`."""
    return f"gamekit/{game.title().replace('_', '')}-v0"


class Column(NamedTuple):
    """One number of an observation: where it stands in the game's, its name, and what its field declares."""

    place: int
    name: str
    low: int
    high: int
    unit: str
    meaning: str


class Interface:
    """What agents of a game see, what they can do, and what they are paid.

    Columns of players who do not play are left out. Agents' actions are numbered for themselves, without chance's, in
    the game's order; a tool that plays chance itself keeps the game's numbers (`chance`). Raises `OptionError`.

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
        """The numbers by which each player names the game's actions, a row for each; `NO_ACTION` for chance's."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> Interface:
        """Itself: it never changes, and a tool that copies a state at every step would copy the game with it."""
        return self

    @property
    def turns(self) -> bool:
        """Whether players name one another from where they sit."""
        return self._turning is not None

    @property
    def reward_range(self) -> tuple[float, float]:
        """Between what a payoff lies."""
        return (0.0, 1.0) if self.payoff == WIN else self.game.return_bounds

    @property
    def sum(self) -> float | None:
        """What the payoffs of all players add up to, if that is always the same."""
        return 1.0 if self.payoff == WIN else self.game.return_sum

    def observe(self, rows: Array, viewers: Any) -> Array:
        """The game's observations, a row for each of `viewers`, as they see them: a copy."""
        if self._turning is None:
            return copy_columns(rows, self._plain, np.zeros(len(rows), np.int64))
        return self._turning.turn(rows, viewers)

    def pay(self, returns: Array) -> Array:
        """What each player is paid, a row for each game."""
        return win_shares(returns) if self.payoff == WIN else returns

    def read_actions(self, actions: Any, viewers: Any) -> Array:
        """The game's numbers of actions that each of `viewers` named; `NO_ACTION` for what is none."""
        given = np.asarray(actions)
        known = (given >= 0) & (given < self.num_actions)
        plain = self._own[np.where(known, given, 0)]
        if self._turning is not None:
            plain = self._turning.absolute(plain, viewers)
        return np.where(known, plain, NO_ACTION)

    def name_actions(self, actions: Any, viewers: Any) -> Array:
        """The numbers by which each of `viewers` names actions of the game."""
        return np.asarray(self.numbers[viewers, actions])

    def check_action(self, action: Any, viewer: int) -> int:
        """The game's number of the action that `viewer` named. Raises `IllegalAction` for what is no action."""
        if not is_whole(action, 0, self.num_actions - 1):
            raise IllegalAction(f"There is no action {quote(action)}: there are 0 to {self.num_actions - 1}.", "")
        return int(self.read_actions(int(action), viewer))

    def action_text(self, action: Any, viewer: int = 0) -> str:
        """What `viewer` does by naming this action, in words. Raises `IllegalAction`."""
        return self.game.action_text(self.check_action(action, self.game.check_player(viewer)))


def players_actions(game: Game) -> list[int]:
    """The actions that players may choose, ascending; all others are chance's, as the rulebook marks them."""
    verbs = game.rulebook.actions
    every = range(game.num_actions)
    return [action for action in every if not verbs[game.rules.action_parts(game.tables, action)[0]].chance]


def columns_of(game: Game) -> list[Column]:
    """The columns of an observation that say something: no rows behind the last player, no field that is always 0."""
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
    """Whether a place in a field belongs to somebody who does not play."""
    seats = game.rules.State.seats
    if seats is None or name in seats.unowned:
        return False
    axis = 0 if name in seats.rows else 1 if name in seats.columns else None
    return axis is not None and index[axis] >= game.players
