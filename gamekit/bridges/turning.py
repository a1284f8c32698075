"""Thousands of observations and legal actions as each viewer sees and names them: the kernels of the bridges.

Which column and which number stand for which is worked out once, in seats.py and interface.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.compiling import kernel
from gamekit.record import Ints

Array = NDArray[Any]


@kernel
def see_all(seen: Array, columns: Array, viewers: Array, places: Array, least: Array, players: int, out: Array) -> None:
    """Write into row i of `out` what stands in the columns that viewer i sees of row i of `seen`.

    In column `places[k]` of `out` a player is named from `least[k]` on: from the viewer round, of so many players.
    """
    for row in range(len(seen)):
        viewer = viewers[row]
        for k in range(columns.shape[1]):
            out[row, k] = seen[row, columns[viewer, k]]
        for k in range(len(places)):
            player = out[row, places[k]] - least[k]
            if 0 <= player < players:
                out[row, places[k]] = (player - viewer) % players + least[k]


@kernel
def name_all(numbers: Array, legal: Ints, counts: Ints, players: Ints, named: Ints, mask: NDArray[np.int8]) -> None:
    """Write into row i of `named` how who decides in game i names the legal actions, ascending; 1 for each in `mask`.

    `numbers`: a row for each viewer, by the game's actions. A mask without columns is left alone.
    """
    masked = mask.shape[1] > 0
    for game in range(len(counts)):
        viewer = max(players[game], 0)
        for k in range(counts[game]):
            number = numbers[viewer, legal[game, k]]
            place = k
            while place > 0 and named[game, place - 1] > number:
                named[game, place] = named[game, place - 1]
                place -= 1
            named[game, place] = number
            if masked:
                mask[game, number] = 1
