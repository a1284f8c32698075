"""The loops of one game: those of loops.py, with its rules and strategies in place of the placeholders.

No loop is written here, and nothing is played.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from gamekit.compiling import bind_parts, fill_parts, is_interpreted, is_on_disk, specialise
from gamekit.lab.engine.loops import (
    choose,
    go_on,
    note_nothing,
    note_player,
    payoffs,
    play_games,
    redeal_all,
    step_all,
    step_one,
    trust_action,
    verify_action,
    view_all,
)
from gamekit.strategy import Choose, strategy_setting


@dataclass(frozen=True)
class Loops:
    """The loops of one game with a list of strategies compiled in."""

    play_games: Callable[..., int]
    go_on: Callable[..., int]
    step_one: Callable[..., int]
    step_all: Callable[..., int]
    view_all: Callable[..., None]
    payoffs: Callable[..., None]
    redeal_all: Callable[..., None]


RULES: Final = ("player", "legal", "total", "draw", "apply", "returns", "hide")


def choose_redeal(rules: ModuleType) -> Callable[..., None]:
    """How playouts deal what a player does not know: as the game's `beliefs` imagine it, else every deal alike."""
    beliefs = f"{rules.__package__}.beliefs"
    if find_spec(beliefs) is None:
        return rules.redeal  # type: ignore[no-any-return]
    return importlib.import_module(beliefs).imagine  # type: ignore[no-any-return]


def chain_strategies(strategies: tuple[Choose, ...], plan: Callable[..., int] | None = None) -> dict[str, Any]:
    """Return the part `choose` for these strategies: the first one, with `choose` for all others as its part.

    `plan` is asked behind the last one. What it gets as its first argument is the number in `seats` less the number of
    strategies: the parameters of a plan.
    """
    found: dict[str, Any] = {}
    for one in reversed(strategies):
        rest = {"others": found["choose"]} if found else {"others": plan} if plan else {}
        found = {"choose": bind_parts(choose, strategy=one, **rest)}
    return found


def choose_guards(strategies: tuple[Choose, ...]) -> dict[str, Any]:
    """Return the parts that watch these strategies: none for the package's own, which tests hold to the rules."""
    if all(map(is_on_disk, strategies)):
        return {"note_asked": note_nothing, "check_action": trust_action}
    return {"note_asked": note_player, "check_action": verify_action}


@functools.cache
def make_loops(rules: ModuleType, strategies: tuple[Choose, ...]) -> Loops:
    """The loops of a game, its `rules` module, with these kernels as strategies number 0, 1, …

    Compiled when first called, or loaded from the disk cache.
    """
    parts: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    parts["redeal"] = choose_redeal(rules)
    parts |= chain_strategies(strategies, strategy_setting(rules, "PLAN", None))
    parts |= choose_guards(strategies)
    make = fill_parts if is_interpreted() else specialise
    return Loops(
        play_games=make(play_games, **parts),
        go_on=make(go_on, **parts),
        step_one=make(step_one, **parts, weights=rules.weights),
        step_all=make(step_all, **parts),
        view_all=make(view_all, **parts),
        payoffs=make(payoffs, **parts),
        redeal_all=make(redeal_all, **parts),
    )
