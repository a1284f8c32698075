"""Observations and actions numbered from the seat of the player who decides: that player is 0, the next to the left 1.

The fields that number players are declared with the state (`gamekit.core.record.Seats`), the actions in the rulebook.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.errors import OptionError, quote
from gamekit.core.game import Game
from gamekit.core.observation import NOT_SEEN

SEATS: Final = ("absolute", "relative")
"""Numbering of players in observations and actions: as in the game, or from the player who observes."""

Array = NDArray[Any]


class RelativeSeats:
    """Conversion of observations and actions between the game's numbering of players and that of each player.

    With three players, B (player 1) is 0 for B, C is 1, and A is 2. `kept` selects columns of the game's observation;
    default: all. Raises `OptionError` for a game whose state does not declare which fields number players.

    >>> from gamekit import load
    >>> seats, names = RelativeSeats(game := load("pig", players=3)), game.observation_names
    >>> seen = np.arange(len(names))[None, :]
    >>> [int(seats.turn(seen, [viewer])[0, names.index("scores[0]")]) for viewer in (0, 1, 2)]
    [5, 6, 7]
    """

    def __init__(self, game: Game, kept: Array | None = None) -> None:
        state, self._players = game.rules.State, game.players
        if state.seats is None:
            raise OptionError(f"{game.title} cannot be seen from one seat: its State does not say where players are.")
        columns = np.stack([columns_seen(game, viewer) for viewer in range(game.players)])
        kept = np.arange(columns.shape[1]) if kept is None else kept
        self._columns = np.ascontiguousarray(columns[:, kept])
        place_of = {int(column): place for place, column in enumerate(kept)}
        named = [
            (place_of[column], least)
            for name, bases in state.seats.numbers.items()
            for least in bases
            for column in places_of(game, name)
            if column in place_of
        ]
        self._places, self._least = np.array(named, np.int64).reshape(-1, 2).T.copy()
        self._absolute = np.stack([actions_named(game, viewer) for viewer in range(game.players)])
        self._relative = np.argsort(self._absolute, axis=1)

    def turn(self, seen: Array, viewers: Any) -> Array:
        """Return new observations (n, kept columns) of the players `viewers` (n,) from the game's own, `seen`."""
        return copy_columns(seen, self._columns, viewers, self._places, self._least, self._players)

    def absolute(self, actions: Any, viewers: Any) -> Array:
        """Return the game's numbers of actions that are numbered for the players `viewers`."""
        return np.asarray(self._absolute[viewers, actions])

    def relative(self, actions: Any, viewers: Any) -> Array:
        """Return the numbers that the players `viewers` use for actions of the game."""
        return np.asarray(self._relative[viewers, actions])


NOWHERE: Final = np.zeros(0, np.int64)
"""No columns: nothing in the result numbers a player."""


def copy_columns(
    seen: Array, columns: Array, viewers: Any, places: Array = NOWHERE, least: Array = NOWHERE, players: int = 0
) -> Array:
    """Select and reorder the columns of each row of `seen` for its viewer, and renumber players; return a new array.

    Parameters
    ----------
    seen
        Observations (n, columns).
    columns
        Source column in `seen` of each column of the result, one row for each viewer; a single row serves all viewers.
    viewers
        Player number of the viewer of each row, (n,).
    places, least, players
        Column `places[k]` of the result numbers players from `least[k]`; of `players`, the viewer becomes the first.
        Other numbers in these columns stay.
    """
    if len(columns) == 1:
        return np.asarray(np.take(seen, columns[0], axis=1))
    viewers = np.asarray(viewers)
    out = np.take_along_axis(seen, columns[viewers], axis=1)
    for first in np.unique(least):  # a column may name players from several numbers on, such as hands and trucks
        named_from = places[least == first]
        named = out[:, named_from]
        player = named - first
        turned = (player - viewers[:, None]) % players + first
        out[:, named_from] = np.where((player >= 0) & (player < players), turned, named)
    return out


def places_of(game: Game, name: str) -> list[int]:
    """Return the columns of an observation that hold a field of the state."""
    return [k for k, named in enumerate(game.observation_names) if named.partition("[")[0] == name]


def columns_seen(game: Game, viewer: int) -> Array:
    """Return the column of the game's observation from which each column of a viewer's observation comes."""
    state = game.rules.State
    columns: list[Array] = []
    first = 0
    for name, field in state.fields.items():
        if name in NOT_SEEN:
            continue
        own = np.arange(first, first + int(np.prod(field.shape))).reshape(field.shape)
        axis = 0 if name in state.seats.rows else 1 if name in state.seats.columns else None
        if axis is not None:  # rows of absent players stay in place: all see cars without a driver alike
            order = np.arange(field.shape[axis])
            order[: game.players] = (order[: game.players] + viewer) % game.players
            own = np.take(own, order, axis=axis)
        columns.append(own.ravel())
        first += own.size
    return np.concatenate(columns)


def actions_named(game: Game, viewer: int) -> Array:
    """Return the game's action for each number that a viewer uses; it differs where the action names a player."""
    numbers = {game.rules.action_parts(game.tables, action): action for action in range(game.num_actions)}
    meant = np.arange(game.num_actions)
    for (verb, *args), action in numbers.items():
        kinds = game.rulebook.actions[verb].args
        turned = [
            (value + viewer) % game.players if kind.partition("_")[0] == "player" and value < game.players else value
            for kind, value in zip(kinds, args, strict=False)
        ]
        meant[action] = numbers[(verb, *turned, *args[len(kinds) :])]
    return meant


def find_seat(game: Game, seat: Any, kept: Array) -> RelativeSeats | None:
    """Return the conversion for a `seat` of `SEATS`, None for "absolute". Raises `OptionError` for anything else."""
    if seat not in SEATS:
        raise OptionError(f"A seat is {' or '.join(map(repr, SEATS))}, not {quote(seat)}.")
    return RelativeSeats(game, kept) if seat == "relative" else None
