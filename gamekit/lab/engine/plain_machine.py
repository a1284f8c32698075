"""Loops of one game in plain Python: the generic kernels, filled with the game's rules and strategies.

The classes have the interface of `machine.Machine` and `machine.Workspace`: callers need not know which of them they
have.
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

from gamekit.core.kernel import bind_parts, fill_parts, is_own
from gamekit.core.machine import ENTRIES
from gamekit.core.strategy import Choose, strategy_setting
from gamekit.lab.engine import loops, tree_search

RULES: Final = ("player", "legal", "total", "draw", "apply", "returns", "hide")
"""Kernels of the rules that the loops call."""
Loop = tuple[Callable[..., Any], dict[str, Any]]
"""A generic loop, and the parts that fill its placeholders."""


def choose_redeal(rules: ModuleType) -> Callable[..., None]:
    """Return the kernel that deals what a player does not know: `imagine` of the game's beliefs, else its `redeal`."""
    beliefs = f"{rules.__package__}.beliefs"
    if find_spec(beliefs) is None:
        return rules.redeal  # type: ignore[no-any-return]
    return importlib.import_module(beliefs).imagine  # type: ignore[no-any-return]


def chain_strategies(strategies: tuple[Choose, ...], plan: Callable[..., int] | None = None) -> dict[str, Any]:
    """Return the part `choose` for these strategies: a chain of kernels, each with the rest as its part `others`.

    Numbers from ``len(strategies)`` on go to `plan`, if there is one; it gets the number less ``len(strategies)``,
    which holds the parameters of a plan.
    """
    found: dict[str, Any] = {}
    for one in reversed(strategies):
        rest = {"others": found["choose"]} if found else {"others": plan} if plan else {}
        found = {"choose": bind_parts(loops.choose, strategy=one, **rest)}
    return found


def choose_guards(strategies: tuple[Choose, ...]) -> dict[str, Any]:
    """Return the guards of these strategies: none if all are the package's own, which tests hold to the rules."""
    if all(map(is_own, strategies)):
        return {"note_asked": loops.note_nothing, "check_action": loops.trust_action}
    return {"note_asked": loops.note_player, "check_action": loops.verify_action}


def list_loops(rules: ModuleType, strategies: tuple[Choose, ...]) -> dict[str, Loop]:
    """Return every loop of a game by the name of its entry."""
    parts: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    parts["redeal"] = choose_redeal(rules)
    parts |= chain_strategies(strategies, strategy_setting(rules, "PLAN", None)) | choose_guards(strategies)
    inner = {name: one for name, one in parts.items() if name not in ("hide", "returns", "redeal")}
    chain = parts["choose"]
    found: dict[str, Loop] = {
        one.__name__: (one, parts)
        for one in (loops.play_games, loops.go_on, loops.step_all, loops.view_all, loops.redeal_all)
    }
    found["step_one"] = loops.step_one, {**parts, "weights": rules.weights}
    found["choose"] = chain.function, dict(chain.parts)
    searching = {name: one for name, one in parts.items() if name != "redeal"}
    found["search_games"] = tree_search.search_games, {**searching, "play_on": bind_parts(loops.play_on, **inner)}
    return found


class PlainWorkspace:
    """Copies of arrays, with loops bound to them in plain Python."""

    def __init__(self, owner: PlainMachine, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._owner = owner
        self.arrays = {name: array.copy() for name, array in arrays.items()}

    def bind(self, entry: str, *given: Any) -> Callable[..., int]:
        """Return a function that calls an entry with these arguments; each None is an argument of the function."""
        function = self._owner.find(entry)
        fixed = [one[0] if kind in "st" else one for kind, one in zip(ENTRIES[entry], given, strict=True)]

        def call(*values: int) -> int:
            following = iter(values)
            return function(*(next(following) if one is None else one for one in fixed))  # type: ignore[no-any-return]

        return call


class PlainMachine:
    """Loops of one game in plain Python, also with strategies that are not the game's own."""

    def __init__(self, rules: ModuleType, strategies: tuple[Choose, ...]) -> None:
        self._rules, self._strategies = rules, strategies
        self._functions: dict[str, Callable[..., Any]] = {}

    def find(self, entry: str) -> Callable[..., Any]:
        """Return the function of an entry: a loop with its parts filled, or a kernel of the game."""
        if entry not in self._functions:
            loop = list_loops(self._rules, self._strategies).get(entry)
            own: Any = strategy_setting(self._rules, entry, None) or getattr(self._rules, entry, None)
            self._functions[entry] = fill_parts(loop[0], **loop[1]) if loop else own
        return self._functions[entry]

    def call(self, entry: str, *given: Any) -> Any:
        """Call an entry and return its value."""
        return self.find(entry)(*given)

    @contextmanager
    def borrow_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> Iterator[PlainWorkspace]:
        """Yield a new workspace with copies of these arrays."""
        yield self.make_workspace(arrays)

    def make_workspace(self, arrays: Mapping[str, NDArray[Any]]) -> PlainWorkspace:
        """Return a new workspace with copies of these arrays."""
        return PlainWorkspace(self, arrays)


@functools.cache
def make_plain_machine(rules: ModuleType, strategies: tuple[Choose, ...]) -> PlainMachine:
    """Return the machine of these rules with these kernels as strategies 0, 1, …; it is cached."""
    return PlainMachine(rules, strategies)
