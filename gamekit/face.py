"""The face of a game's rules: the kernels every game has, and those a small game need not write.

What follows from other kernels stands here once: nothing hidden, every chance action equally likely, legal what no
rule is against. What only one game needs belongs to its own rules.
"""

from __future__ import annotations

import types
from typing import Any, Final

import numpy as np

from gamekit.compiling import kernel
from gamekit.record import Ints, Weights

NEEDED: Final = ("setup", "player", "apply", "reason", "returns", "action_parts")
"""What every game's rules must write themselves."""


@kernel
def reason(s: Any, t: Any, action: int) -> int:
    """Stands for the game's own `reason`."""
    return 0


@kernel
def weight(s: Any, t: Any, action: int) -> int:
    """How much one chance action weighs: all are equally likely."""
    return 1


@kernel
def legal(s: Any, t: Any, out: Ints) -> int:
    """Legal is what no rule is against."""
    n = 0
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            out[n] = action
            n += 1
    return n


@kernel
def weights(s: Any, t: Any, out: Weights) -> int:
    """The weights of the chance actions, in their order; returns their sum."""
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
    """The sum of the weights."""
    whole = 0
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            whole += weight(s, t, action)
    return whole


@kernel
def draw(s: Any, t: Any, r: int) -> int:
    """The chance action on which `r` falls when the weights are laid end to end."""
    for action in range(t.num_actions):
        if reason(s, t, action) == 0:
            r -= weight(s, t, action)
            if r < 0:
                return action
    return -1


@kernel
def hide(s: Any, t: Any, player: int) -> None:
    """Everything lies open."""


@kernel
def redeal(s: Any, t: Any, player: int, rng: np.random.Generator) -> None:
    """Nothing is hidden, so nothing is dealt anew."""


DEFAULTS: Final = (weight, legal, weights, total, draw, hide, redeal)


def complete(rules: dict[str, Any]) -> None:
    """Give a module of rules, as its last line `complete(globals())`, the kernels it does not write itself.

    They use the module's own kernels, as if they stood in it: a `weight` written there counts in `draw`. Raises
    `TypeError` naming a kernel that every game must write.
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
