"""Many deals in a moment: the first cards of a pile as machine code, by a game's own rules of chance.

What the cards mean is said in chance.py.
"""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.game import Game
from gamekit.kernel import filled, interpreted, kernel, specialised
from gamekit.record import Ints

Deals = NDArray[np.int32]
"""One row for each deal, one column for each action of chance."""


@kernel
def total(s: Any, t: Any) -> int:
    """Placeholder of the rules' `total`."""
    return 1


@kernel
def draw(s: Any, t: Any, r: int) -> int:
    """Placeholder of the rules' `draw`."""
    return 0


@kernel
def apply(s: Any, t: Any, action: int) -> None:
    """Placeholder of the rules' `apply`."""


@kernel
def deal_rows(starts: Any, work: Any, t: Any, luck: np.random.Generator, out: Ints) -> None:
    """Fill every row of `out` with the first actions of chance, each time from the position in `starts`."""
    for i in range(out.shape[0]):
        work[0] = starts[0]
        for j in range(out.shape[1]):
            action = draw(work[0], t, int(luck.random() * total(work[0], t)))
            out[i, j] = action
            apply(work[0], t, action)


@functools.cache
def loop(rules: ModuleType) -> Any:
    """`deal_rows` with a game's rules compiled in; plain Python where compiling is switched off."""
    make = filled if interpreted() else specialised
    return make(deal_rows, total=rules.total, draw=rules.draw, apply=rules.apply)


def deal(game: Game, count: int, depth: int, seed: int) -> Deals:
    """`count` times the first `depth` actions of chance from the start of a game; the same seed, the same deals."""
    starts = np.zeros(1, game.rules.State.dtype).view(np.recarray)
    starts[0] = game.start()
    out = np.zeros((count, depth), np.int32)
    loop(game.rules)(starts, starts.copy(), game.tables, np.random.default_rng(seed), out)
    return out
