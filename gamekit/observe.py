"""What a player knows, as plain numbers and as text: a view without its sentences, and all that was seen up to it.

What a player may know is decided by each game's `hide`; walks by machine code that keep track: lab/engine/stepping.py.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.record import Ints, Record

NOT_SEEN: Final = ("num_notes", "notes")
"""The first fields of a state: what its last step said, which machine code leaves out."""
DIGEST: Final = 16
"""Bytes that stand for all a player has seen."""


def observation(view: Any) -> NDArray[np.float32]:
    """A view as plain numbers, in the order of `observation_names`; what is not known is −1."""
    (row,) = observations(np.frombuffer(view.tobytes(), view.dtype))
    return np.asarray(row, np.float32)


def observations(views: NDArray[np.void]) -> Ints:
    """Views as rows of whole numbers, in the order of `observation_names`: no copy of them."""
    plain = views.view(np.int32).reshape(len(views), -1)
    notes = sum(views.dtype[name].itemsize for name in NOT_SEEN if name in (views.dtype.names or ()))
    return plain[:, notes // np.dtype(np.int32).itemsize :]


def observation_names(state: type[Record]) -> tuple[str, ...]:
    """What each number of an observation is: the field of the state, and the place in it.

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
    """A digest of all a player has seen (perfect recall), one step later.

    `known` is the digest up to then (nothing at first), `view` what is seen now, of which sentences do not count, `own`
    the player's own action, None if somebody else acted.
    """
    seen = observations(np.frombuffer(view.tobytes(), view.dtype)).tobytes()
    return hashlib.blake2b(known + seen + repr(own).encode(), digest_size=DIGEST).digest()


def state_string(state: type[Record], player: int, known: bytes, view: Any) -> str:
    """An information state as text: who it is, the digest of the way, and what is seen now, but for zeros."""
    named = zip(observation_names(state), observation(view), strict=True)
    said = " ".join(f"{name}={value:g}" for name, value in named if value)
    return f"player {player}, {known.hex()}: {said}"
