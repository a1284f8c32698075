"""A game looked at from the side of whoever decides: one's own row first, the left-hand neighbour's second, and so on.

Which fields of a state are players' stands with the state (`gamekit.record.Seats`), which actions name a player in the
rulebook. What a tool does with it is in the bridges.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import OptionError, quote
from gamekit.game import Game
from gamekit.observe import NOT_SEEN

SEATS: Final = ("absolute", "relative")
"""How players are named in observations and actions: A is always 0, or whoever looks is."""

Array = NDArray[Any]


class RelativeSeats:
    """The observations and actions of a game, as the player at each seat sees and names them.

    With three players, B (player 1) is 0 for B, C is 1, and A is 2. Raises `OptionError` for a game whose state does
    not say where it names players.

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
        """Observations, a row for each of `viewers`, as they see them: the columns that are kept, a copy."""
        return copy_columns(seen, self._columns, viewers, self._places, self._least, self._players)

    def absolute(self, actions: Any, viewers: Any) -> Array:
        """The game's numbers of actions that each of `viewers` named."""
        return np.asarray(self._absolute[viewers, actions])

    def relative(self, actions: Any, viewers: Any) -> Array:
        """The numbers by which each of `viewers` names actions of the game."""
        return np.asarray(self._relative[viewers, actions])


NOWHERE: Final = np.zeros(0, np.int64)


def copy_columns(
    seen: Array, columns: Array, viewers: Any, places: Array = NOWHERE, least: Array = NOWHERE, players: int = 0
) -> Array:
    """Return for each row of `seen` what stands in the columns that its viewer sees, a new array.

    Parameters
    ----------
    seen
        Observations, a row for each.
    columns
        A row for each viewer: from which column of `seen` each column comes.
    viewers
        The viewer of each row.
    places, least, players
        In column `places[k]` of the result a player is named from `least[k]` on: from the viewer round, of so many
        players.
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
    """Where a field of the state stands in an observation."""
    return [k for k, named in enumerate(game.observation_names) if named.partition("[")[0] == name]


def columns_seen(game: Game, viewer: int) -> Array:
    """From which column of the plain observation each column comes that `viewer` sees."""
    state = game.rules.State
    columns: list[Array] = []
    first = 0
    for name, field in state.fields.items():
        if name in NOT_SEEN:
            continue
        own = np.arange(first, first + int(np.prod(field.shape))).reshape(field.shape)
        axis = 0 if name in state.seats.rows else 1 if name in state.seats.columns else None
        if axis is not None:  # rows behind the last player are nobody's, or a car's that has no driver
            order = np.arange(field.shape[axis])
            order[: game.players] = (order[: game.players] + viewer) % game.players
            own = np.take(own, order, axis=axis)
        columns.append(own.ravel())
        first += own.size
    return np.concatenate(columns)


def actions_named(game: Game, viewer: int) -> Array:
    """Which action of the game each number means that `viewer` gives: another where its sentence names a player."""
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
    """What turns observations and actions round, None where players keep their places. Raises `OptionError`."""
    if seat not in SEATS:
        raise OptionError(f"A seat is {' or '.join(map(repr, SEATS))}, not {quote(seat)}.")
    return RelativeSeats(game, kept) if seat == "relative" else None
