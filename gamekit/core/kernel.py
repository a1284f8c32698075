"""Kernels: the mark of functions that can become machine code, and generic loops filled with kernels in plain Python.

Running built kernels is in machine.py, building them in tools/wasm.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar, cast

CHANCE: Final = -1
"""Value of `player` when a die, a deal or a draw decides."""
OVER: Final = -2
"""Value of `player` when the game has ended."""
MOST_STEPS: Final = 1_000_000
"""Steps after which loops stop, because the game is broken: every game ends."""

F = TypeVar("F", bound=Callable[..., Any])

_INSIDE: Final = f"{Path(__file__).parents[1]}{os.sep}"


def kernel(function: F) -> F:
    """Mark a function as a kernel, which can be built into a game's machine code.

    The function is returned unchanged: called from Python it is plain Python, with readable tracebacks. Kernels of the
    games are built ahead; a kernel of one's own stays plain Python.

    Parameters
    ----------
    function : function
        A function written with `def` or `lambda`.

    Returns
    -------
    function
        The same function, marked.

    Raises
    ------
    TypeError
        If it is anything else.

    Examples
    --------
    >>> @kernel
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(4), is_kernel(double)
    (8, True)
    """
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"Only a function can be a kernel, not {function!r:.80}: put @kernel above its def.")
    function.__gamekit_kernel__ = True  # type: ignore[attr-defined]
    return function


def note_only(function: F) -> F:
    """Mark a kernel that only leaves notes: loops that play many games leave it out."""
    function.__gamekit_note_only__ = True  # type: ignore[attr-defined]
    return kernel(function)


def is_kernel(thing: object) -> bool:
    """Return whether `thing` is a function marked with `@kernel`."""
    return isinstance(thing, types.FunctionType) and hasattr(thing, "__gamekit_kernel__")


def is_own(function: Callable[..., Any]) -> bool:
    """Return whether a function is the package's own."""
    return isinstance(function, types.FunctionType) and function.__code__.co_filename.startswith(_INSIDE)


@dataclass(frozen=True)
class FilledKernel:
    """A kernel some of whose parts are filled, to be a part of another one; made by `bind_parts`."""

    function: types.FunctionType
    parts: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        """Name that distinguishes it from all others."""
        return f"{name_part(self.function)}({','.join(f'{name}={name_part(one)}' for name, one in self.parts)})"


def bind_parts(function: Callable[..., Any], **parts: Any) -> FilledKernel:
    """Return the kernel `function` with `parts` of its own, for `fill_parts`."""
    return FilledKernel(cast("types.FunctionType", function), tuple(sorted(parts.items())))


def fill_parts(function: F, **parts: Callable[..., Any] | FilledKernel) -> F:
    """Return the kernel `function` with the kernels named in `parts` in place of its own.

    One generic loop ("play a game to its end") becomes one loop for each game. A part may have parts of its own
    (`bind_parts`). A name is replaced wherever kernels of that module use it.
    """
    return cast("F", _fill(cast("types.FunctionType", function), parts))


def is_interpreted() -> bool:
    """Return whether GAMEKIT_PLAIN asks for plain Python everywhere."""
    return os.environ.get("GAMEKIT_PLAIN", "0") not in ("", "0")


def _fill(function: types.FunctionType, parts: dict[str, Any]) -> types.FunctionType:
    names = dict(function.__globals__)
    for name, value in function.__globals__.items():
        if name in parts:
            one = parts[name]
            names[name] = _fill(one.function, dict(one.parts)) if isinstance(one, FilledKernel) else one
        elif is_kernel(value) and value.__globals__ is function.__globals__:
            names[name] = copy_kernel(value, names)
    return copy_kernel(function, names)


def copy_kernel(function: types.FunctionType, names: dict[str, Any]) -> types.FunctionType:
    """Return a copy of a function that finds its globals in `names`."""
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def name_part(one: Any) -> str:
    """Return a name that distinguishes a part from all others."""
    return one.name if isinstance(one, FilledKernel) else f"{one.__module__}.{one.__qualname__}"
