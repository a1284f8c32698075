"""The mark of kernels, and loops filled with kernels in plain Python.

What a kernel *does* belongs to the games. How built kernels are run is in machine.py, how they are built in tools/wasm.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar, cast

CHANCE: Final = -1
"""What `player` returns when a die, a deal or a draw decides."""
OVER: Final = -2
"""What `player` returns when the game has ended."""
MOST_STEPS: Final = 1_000_000
"""A game longer than this is broken: every game ends. Loops stop there."""

F = TypeVar("F", bound=Callable[..., Any])

_INSIDE: Final = f"{Path(__file__).parent}{os.sep}"


def kernel(function: F) -> F:
    """Mark a function as a kernel, which can be built into a game's machine code.

    The function itself is returned unchanged: called from Python it is plain Python, with readable tracebacks.
    Kernels of the games are built ahead (tools/wasm); a kernel of one's own stays plain Python.

    >>> @kernel
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(4), is_kernel(double)
    (8, True)

    Raises `TypeError` for anything but a function written with `def` or `lambda`.
    """
    if not isinstance(function, types.FunctionType):
        raise TypeError(f"Only a function can be a kernel, not {function!r:.80}: put @kernel above its def.")
    function.__gamekit_kernel__ = True  # type: ignore[attr-defined]
    return function


def note_only(function: F) -> F:
    """A kernel that only tells people something: the loops that play many games leave it out."""
    function.__gamekit_note_only__ = True  # type: ignore[attr-defined]
    return kernel(function)


def is_kernel(thing: object) -> bool:
    """Whether `thing` is a function marked with `@kernel`."""
    return isinstance(thing, types.FunctionType) and hasattr(thing, "__gamekit_kernel__")


def is_own(function: Callable[..., Any]) -> bool:
    """Whether a function is the package's own."""
    return isinstance(function, types.FunctionType) and function.__code__.co_filename.startswith(_INSIDE)


@dataclass(frozen=True)
class FilledKernel:
    """A kernel some of whose parts are filled, to be itself a part of another one. Made by `bind_parts`."""

    function: types.FunctionType
    parts: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{name_part(self.function)}({','.join(f'{name}={name_part(one)}' for name, one in self.parts)})"


def bind_parts(function: Callable[..., Any], **parts: Any) -> FilledKernel:
    """The kernel `function` with `parts` of its own, for `fill_parts`."""
    return FilledKernel(cast("types.FunctionType", function), tuple(sorted(parts.items())))


def fill_parts(function: F, **parts: Callable[..., Any] | FilledKernel) -> F:
    """Return the kernel `function` with the kernels named in `parts` in place of its own.

    This is how one generic loop ("play a game to its end") becomes one loop for each game. A part may have parts of its
    own: see `bind_parts`. A name is replaced wherever kernels of that module use it.
    """
    return cast("F", _fill(cast("types.FunctionType", function), parts))


def is_interpreted() -> bool:
    """Whether GAMEKIT_PLAIN asks for plain Python everywhere."""
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
    """Return what tells a part from all others."""
    return one.name if isinstance(one, FilledKernel) else f"{one.__module__}.{one.__qualname__}"
