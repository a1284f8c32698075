"""Compilation of kernels with Numba, and of generic loops with a game's kernels compiled in.

A twin of a kernel is its compiled copy, which calls twins only. In plain Python, `fill_parts` of gamekit/core/kernel.py
does the same as `specialise`.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import types
from collections.abc import Callable
from typing import Any, Final, TypeVar

import numba
from numba.core.types import none
from numba.extending import intrinsic

from gamekit.core.kernel import FilledKernel, copy_kernel, is_kernel, name_part

F = TypeVar("F", bound=Callable[..., Any])


def compile_kernel(function: F) -> F:
    """Return the machine-code twin of a kernel; every kernel it calls is replaced by its twin too.

    The twin compiles on its first call. Raises `TypeError` for a function that is not a kernel.
    """
    return _WITH_NOTES.twin(_check_kernel(function))  # type: ignore[no-any-return]


def specialise(function: F, **parts: Callable[..., Any] | FilledKernel) -> F:
    """Return a twin of the kernel `function` in which the kernels named in `parts` are replaced by others.

    This is how one generic loop ("play a game to its end") becomes one fast loop for each game: the parts are compiled
    in. A part may have parts of its own: see `bind_parts`. Every name in `parts` must be a kernel that `function`'s
    module knows under that name; it is replaced wherever kernels of that module use it. Kernels marked as `note_only`
    are left out.
    """
    return _make_specialisation(_check_kernel(function), tuple(sorted(parts.items()))).twin(function)  # type: ignore[no-any-return]


def _check_kernel(function: F) -> F:
    if not is_kernel(function):
        raise TypeError(f"{getattr(function, '__name__', function)!r} is not a kernel: put @kernel above its def.")
    return function


class _Specialisation:
    """Twins that call one another and nothing outside.

    `parts` maps placeholders of `module` to kernels; kernels of other modules are shared with all specialisations
    without notes. If `silent`, kernels marked as `note_only` are left out.
    """

    def __init__(self, label: str, silent: bool, module: str = "", parts: dict[Any, Any] | None = None) -> None:
        self.label, self.silent, self.module, self.parts = label, silent, module, parts or {}
        self.twins: dict[tuple[Any, bool], Any] = {}
        self.making: list[Any] = []

    def twin(self, function: Any, inner: bool = False) -> Any:
        """Return the machine code of `function`, compiled on its first call.

        If `inner`, only other machine code calls it. A twin without notes then gets no wrapper for Python, which takes
        as long to compile as a small kernel.
        """
        function = self.parts.get(function, function)
        if isinstance(function, FilledKernel):
            return _make_specialisation(function.function, function.parts).twin(function.function, inner)
        if self.module and function.__module__ != self.module:
            return _WITHOUT_NOTES.twin(function, inner)
        key = (function, inner and self.silent)
        if function in self.making:
            circle = " → ".join(f.__name__ for f in (*self.making[self.making.index(function) :], function))
            raise TypeError(f"Kernels must not call one another in a circle: {circle}.")
        if key not in self.twins:
            self._make(*key)
        return self.twins[key]

    def _make(self, function: Any, inner: bool) -> None:
        key = (function, inner)
        if self.silent and hasattr(function, "__gamekit_note_only__"):
            self.twins[key] = _silence(function)
            return
        names = dict(function.__globals__)
        copy = copy_kernel(function, names)
        copy.__qualname__ += self.label + ("[inner]" if inner else "")
        self.twins[key] = numba.njit(nogil=True, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(copy)
        self.making.append(function)
        try:
            used = _list_globals(function)
            names.update({name: self.twin(value, True) for name, value in used.items() if is_kernel(value)})
        except TypeError:
            del self.twins[key]
            raise
        finally:
            self.making.pop()


@functools.cache
def _make_specialisation(function: types.FunctionType, parts: tuple[tuple[str, Any], ...]) -> _Specialisation:
    for name, one in parts:
        if not is_kernel(function.__globals__.get(name)):
            raise TypeError(f"{function.__name__} has no part named {name!r}.")
        _check_kernel(one.function if isinstance(one, FilledKernel) else one)
    named = ",".join(f"{name}={name_part(one)}" for name, one in parts)
    label = f"[{hashlib.sha256(named.encode()).hexdigest()[:12]}]"
    return _Specialisation(label, True, function.__module__, {function.__globals__[name]: one for name, one in parts})


def _silence(kernel: types.FunctionType) -> Any:
    """Return a replacement of a kernel that only leaves notes; it does nothing, whatever its arguments."""

    def silence(_context: Any, *said: Any) -> Any:
        return none(*said), lambda context, *_: context.get_dummy_value()

    itself = inspect.Parameter("_context", inspect.Parameter.POSITIONAL_ONLY)
    said = [p.replace(annotation=p.empty) for p in inspect.signature(kernel).parameters.values()]
    silence.__signature__ = inspect.Signature([itself, *said])  # type: ignore[attr-defined]
    return intrinsic(silence)


def _list_globals(function: types.FunctionType) -> dict[str, Any]:
    """Return the globals that a function and its inner functions use."""
    found: dict[str, Any] = {}
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
        found |= {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    return found


_WITH_NOTES: Final = _Specialisation("", silent=False)
_WITHOUT_NOTES: Final = _Specialisation("[quiet]", silent=True)
