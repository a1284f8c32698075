"""Observations: what a player knows of a position, as numbers and as text, and a digest of all that was seen before.

`hide` of each game decides what a player knows; lab/engine/stepping.py keeps digests of walks.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.core.record import Ints, Record

NOT_SEEN: Final = ("num_notes", "notes")
"""First fields of a state, the notes of its last step, which observations leave out."""
DIGEST: Final = 16
"""Bytes of a digest of all that a player has seen."""


def observation(view: Any) -> NDArray[np.float32]:
    """Return a view as numbers, float32, in the order of `observation_names`; -1 where it is unknown."""
    (row,) = observations(np.frombuffer(view.tobytes(), view.dtype))
    return np.asarray(row, np.float32)


def observations(views: NDArray[np.void]) -> Ints:
    """Return views as integers, int32 (n, columns), in the order of `observation_names`, without a copy."""
    plain = views.view(np.int32).reshape(len(views), -1)
    notes = sum(views.dtype[name].itemsize for name in NOT_SEEN if name in (views.dtype.names or ()))
    return plain[:, notes // np.dtype(np.int32).itemsize :]


def observation_names(state: type[Record]) -> tuple[str, ...]:
    """Return the name of each number of an observation: a field of the state, with the index in an array.

    >>> from gamekit.games.pig.rules import State
    >>> observation_names(State)[:3]
    ('phase', 'mover', 'pot')
    """
    names = []
    for name, field in state.fields.items():
        if name not in NOT_SEEN:
            names += [f"{name}{list(place)}" if place else name for place in np.ndindex(field.shape)]
    return tuple(names)


def digest_next(known: bytes, view: Any, own: int | None) -> bytes:
    """Return the digest of all that a player has seen (perfect recall), one step later.

    `known` is the digest before the step (b"" at first), `view` the view after it, without notes, and `own` the
    player's own action, or None if somebody else acted.
    """
    seen = observations(np.frombuffer(view.tobytes(), view.dtype)).tobytes()
    return hashlib.blake2b(known + seen + repr(own).encode(), digest_size=DIGEST).digest()


def state_string(state: type[Record], player: int, known: bytes, view: Any) -> str:
    """Return an information state as text: the player, the digest of the way, and the present view without zeros."""
    named = zip(observation_names(state), observation(view), strict=True)
    said = " ".join(f"{name}={value:g}" for name, value in named if value)
    return f"player {player}, {known.hex()}: {said}"
