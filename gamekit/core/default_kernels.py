"""Default kernels: those of a game's rules that a small game need not write.

Nothing is hidden, all chance actions are equally likely, and an action is legal if there is no reason against it.
"""

from __future__ import annotations

import types
from typing import Any, Final

import numpy as np

from gamekit.core.kernel import kernel
from gamekit.core.record import Ints, Weights

NEEDED: Final = ("setup", "player", "apply", "reason", "returns", "action_parts")
"""Kernels that the rules of every game must define."""


@kernel
def reason(s: Any, t: Any, action: int) -> int:
    """Stand in for the game's own `reason`."""
    return 0


@kernel
def weight(s: Any, t: Any, action: int) -> int:
    """Return the weight of a chance action: all are equally likely."""
    return 1


@kernel
def legal(s: Any, t: Any, out: Ints) -> int:
    """Write the actions without a reason against them into `out`, and return their number."""
    n = 0
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            out[n] = action
            n += 1
    return n


@kernel
def weights(s: Any, t: Any, out: Weights) -> int:
    """Write the weights of the chance actions into `out`, in their order, and return their sum."""
    n = 0
    whole = 0
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            out[n] = weight(s, t, action)
            whole += out[n]
            n += 1
    return whole


@kernel
def total(s: Any, t: Any) -> int:
    """Return the sum of the weights."""
    whole = 0
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            whole += weight(s, t, action)
    return whole


@kernel
def draw(s: Any, t: Any, r: int) -> int:
    """Return the chance action on which `r` falls when the weights are laid end to end."""
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            r -= weight(s, t, action)
            if r < 0:
                return action
    return -1


@kernel
def hide(s: Any, t: Any, player: int) -> None:
    """Hide nothing."""


@kernel
def redeal(s: Any, t: Any, player: int, rng: np.random.Generator) -> None:
    """Deal nothing, because nothing is hidden."""


DEFAULTS: Final = (weight, legal, weights, total, draw, hide, redeal)


def complete(rules: dict[str, Any]) -> None:
    """Add the kernels that a module of rules does not define; its last line is `complete(globals())`.

    They use the module's own kernels as if they were written there: a `weight` of its own counts in `draw`. Raises
    `TypeError`, which names a kernel that every game must define.
    """
    missing = [name for name in NEEDED if name not in rules]
    if missing:
        raise TypeError(f"{rules['__name__']} lacks {missing[0]}; rules need {', '.join(NEEDED)}.")
    for default in DEFAULTS:
        name = default.__name__
        if name not in rules:
            own = types.FunctionType(default.__code__, rules, name)
            own.__module__, own.__doc__, own.__annotations__ = rules["__name__"], default.__doc__, {}
            rules[name] = kernel(own)
