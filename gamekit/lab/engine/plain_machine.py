"""One game's loops in plain Python: those of loops.py and search.py, with its rules and strategies as their parts.

They are called as the built ones are (gamekit/machine.py), so whoever plays does not see which of the two it has.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from numpy.typing import NDArray

from gamekit.compiling import bind_parts, fill_parts, is_own
from gamekit.lab.engine import loops, search
from gamekit.machine import ENTRIES
from gamekit.strategy import Choose, strategy_setting

RULES: Final = ("player", "legal", "total", "draw", "apply", "returns", "hide")
"""The kernels of a game that its loops use."""
Loop = tuple[Callable[..., Any], dict[str, Any]]
"""A generic loop, and the parts that make it one of a game."""


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
        found = {"choose": bind_parts(loops.choose, strategy=one, **rest)}
    return found


def choose_guards(strategies: tuple[Choose, ...]) -> dict[str, Any]:
    """Return the parts that watch these strategies: none for the package's own, which tests hold to the rules."""
    if all(map(is_own, strategies)):
        return {"note_asked": loops.note_nothing, "check_action": loops.trust_action}
    return {"note_asked": loops.note_player, "check_action": loops.verify_action}


def list_parts(rules: ModuleType, strategies: tuple[Choose, ...]) -> dict[str, Any]:
    """Return what fills the placeholders of the loops, by name: rules, strategies and what watches those."""
    parts: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    parts["redeal"] = choose_redeal(rules)
    return parts | chain_strategies(strategies, strategy_setting(rules, "PLAN", None)) | choose_guards(strategies)


def list_loops(rules: ModuleType, strategies: tuple[Choose, ...]) -> dict[str, Loop]:
    """Return every loop of a game by the name of its entry."""
    parts = list_parts(rules, strategies)
    inner = {name: one for name, one in parts.items() if name not in ("hide", "returns", "redeal")}
    chain = parts["choose"]
    found: dict[str, Loop] = {
        one.__name__: (one, parts)
        for one in (loops.play_games, loops.go_on, loops.step_all, loops.view_all, loops.redeal_all)
    }
    found["step_one"] = loops.step_one, {**parts, "weights": rules.weights}
    found["choose"] = chain.function, dict(chain.parts)
    searching = {name: one for name, one in parts.items() if name != "redeal"}
    found["search_games"] = search.search_games, {**searching, "play_on": bind_parts(loops.play_on, **inner)}
    return found


class PlainWorkspace:
    """The same as `machine.Workspace`: arrays, and loops bound to them."""

    def __init__(self, owner: PlainMachine, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._owner = owner
        self.arrays = {name: array.copy() for name, array in arrays.items()}

    def bind(self, entry: str, *given: Any) -> Callable[..., int]:
        """Bind a loop to arguments, as `machine.Workspace.bind` does."""
        function = self._owner.find(entry)
        fixed = [one[0] if kind in "st" else one for kind, one in zip(ENTRIES[entry], given, strict=True)]

        def call(*values: int) -> int:
            following = iter(values)
            return function(*(next(following) if one is None else one for one in fixed))  # type: ignore[no-any-return]

        return call


class PlainMachine:
    """The same as `machine.Machine`, by plain Python, also with strategies that are not the game's own."""

    def __init__(self, rules: ModuleType, strategies: tuple[Choose, ...]) -> None:
        self._rules, self._strategies = rules, strategies
        self._functions: dict[str, Callable[..., Any]] = {}

    def find(self, entry: str) -> Callable[..., Any]:
        """Return the function that does what an entry does."""
        if entry not in self._functions:
            loop = list_loops(self._rules, self._strategies).get(entry)
            own: Any = strategy_setting(self._rules, entry, None) or getattr(self._rules, entry, None)
            self._functions[entry] = fill_parts(loop[0], **loop[1]) if loop else own
        return self._functions[entry]

    def call(self, entry: str, *given: Any) -> Any:
        """Run an entry."""
        return self.find(entry)(*given)

    @contextmanager
    def borrow_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> Iterator[PlainWorkspace]:
        """A workspace for a while."""
        yield self.make_workspace(arrays)

    def make_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> PlainWorkspace:
        """Return a workspace."""
        return PlainWorkspace(self, arrays)


@functools.cache
def make_plain_machine(rules: ModuleType, strategies: tuple[Choose, ...]) -> PlainMachine:
    """Return the loops of a game in plain Python, with these kernels as strategies number 0, 1, …"""
    return PlainMachine(rules, strategies)
