"""Kernels in both modes: as plain Python for a person's turn, as machine code for a million games.

This is the only room that imports numba. What a kernel *does* belongs to the games; how it is
compiled, cached and kept fresh belongs here.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar, cast

CHANCE: Final = -1
"""What `player` returns when a die, a deal or a draw decides."""
OVER: Final = -2
"""What `player` returns when the game has ended."""

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE: Final = Path(__file__).parent
CORE: Final = ("kernel.py", "record.py", "strategy.py", "lab/loops.py")
"""Where kernels live besides the folders of games and lessons: what every cached kernel depends on."""
CACHES_KEPT: Final = 16


def kernel(function: F) -> F:
    """Mark a function as a kernel: plain Python here, machine code through `compiled`.

    The function itself is returned unchanged, so that stepping through a turn needs no compiler
    and shows readable tracebacks.

    >>> @kernel
    ... def double(x: int) -> int:
    ...     return 2 * x
    >>> double(4), is_kernel(double)
    (8, True)
    """
    function.__gamekit_kernel__ = True  # type: ignore[attr-defined]
    return function


def remark(function: F) -> F:
    """A kernel that only tells people something: the loops that play many games leave it out."""
    function.__gamekit_remark__ = True  # type: ignore[attr-defined]
    return kernel(function)


def is_kernel(thing: object) -> bool:
    """Whether `thing` is a function marked with `@kernel`."""
    return isinstance(thing, types.FunctionType) and hasattr(thing, "__gamekit_kernel__")


def on_disk(function: Callable[..., Any]) -> bool:
    """Whether a kernel is the package's own; a notebook's cells have no file to watch, so they are not cached."""
    return isinstance(function, types.FunctionType) and Path(function.__code__.co_filename).is_relative_to(PACKAGE)


def compiled(function: F) -> F:
    """The machine-code twin of a kernel; every kernel it calls is replaced by its twin too.

    The twin compiles on its first call, or loads from the disk cache. Raises `TypeError` for a
    function that is not a kernel.
    """
    return _ALOUD.twin(_checked(function))  # type: ignore[no-any-return]


def specialised(function: F, **parts: Callable[..., Any]) -> F:
    """A twin of the kernel `function` in which the kernels named in `parts` are replaced by others.

    This is how one generic loop ("play a game to its end") becomes one fast loop for each game: the
    parts are compiled in and the result is cached on disk under the parts' names. Every name in
    `parts` must be a kernel that `function`'s module knows under that name; it is replaced wherever
    kernels of that module use it. Kernels marked as `remark` are left out.
    """
    return _specialised(_checked(function), tuple(sorted(parts.items()))).twin(function)  # type: ignore[no-any-return]


def filled(function: F, **parts: Callable[..., Any]) -> F:
    """The same as `specialised` in plain Python, for parts that are no kernels: readable, and slow."""
    return cast("F", _fill(cast("types.FunctionType", function), dict(parts)))


def compile_errors() -> type[Exception]:
    """What is raised when a kernel uses something that cannot become machine code."""
    import numba

    return numba.core.errors.NumbaError  # type: ignore[no-any-return]


def interpreted() -> bool:
    """Whether NUMBA_DISABLE_JIT asks for plain Python everywhere."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _checked(function: F) -> F:
    if not is_kernel(function):
        raise TypeError(f"{getattr(function, '__name__', function)!r} is not a kernel: put @kernel above its def.")
    return function


def _fill(function: types.FunctionType, parts: dict[str, Any]) -> types.FunctionType:
    names = dict(function.__globals__)
    for name, value in function.__globals__.items():
        if name in parts:
            names[name] = parts[name]
        elif is_kernel(value) and value.__globals__ is function.__globals__:
            names[name] = _copy(value, names)
    return _copy(function, names)


def _copy(function: types.FunctionType, names: dict[str, Any]) -> types.FunctionType:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


class _World:
    """Twins that belong together: they call one another, and nothing outside.

    `parts` says which kernel stands in for which placeholder of `module`; kernels of all other
    modules are shared with the other quiet worlds. A quiet world leaves the remarks out.
    """

    def __init__(self, label: str, quiet: bool, module: str = "", parts: dict[Any, Any] | None = None) -> None:
        self.label, self.quiet, self.module, self.parts = label, quiet, module, parts or {}
        self.twins: dict[Hashable, Any] = {}
        self.making: list[Any] = []
        self.games = frozenset(filter(None, map(game_of, self.parts.values())))
        self.cacheable = all(map(on_disk, self.parts.values()))

    def twin(self, function: Any) -> Any:
        """The machine code of `function`, compiled on its first call or loaded from disk."""
        function = self.parts.get(function, function)
        if self.module and function.__module__ != self.module:
            return _QUIET.twin(function)
        meaning = _meaning(function)
        with _lock:
            if function in self.making and on_disk(function):  # Numba cannot load such code from disk
                circle = " → ".join(f.__name__ for f in (*self.making[self.making.index(function) :], function))
                raise TypeError(f"Kernels of the package must not call one another in a circle: {circle}.")
            if meaning not in self.twins:
                self._make(function, meaning)
            return self.twins[meaning]

    def _make(self, function: Any, meaning: Hashable) -> None:
        if self.quiet and hasattr(function, "__gamekit_remark__"):
            self.twins[meaning] = _njit(_silence, None)
            return
        names = dict(function.__globals__)
        copy = _copy(function, names)
        copy.__qualname__ += self.label
        own = game_of(function)
        cached = self.cacheable and on_disk(function) and not interpreted()
        folder = cache_folder(self.games | {own} if own else self.games) if cached else None
        self.twins[meaning] = _njit(copy, folder)
        self.making.append(function)
        try:
            names.update({name: self.twin(value) for name, value in _uses(function).items() if is_kernel(value)})
        except TypeError:
            del self.twins[meaning]
            raise
        finally:
            self.making.pop()


_lock = threading.RLock()


@functools.cache
def _specialised(function: types.FunctionType, parts: tuple[tuple[str, types.FunctionType], ...]) -> _World:
    for name, part in parts:
        if not is_kernel(function.__globals__.get(name)):
            raise TypeError(f"{function.__name__} has no part named {name!r}.")
        _checked(part)
    named = ",".join(f"{name}={part.__module__}.{part.__qualname__}" for name, part in parts)
    label = f"[{hashlib.sha256(named.encode()).hexdigest()[:12]}]"
    return _World(label, True, function.__module__, {function.__globals__[name]: part for name, part in parts})


def _silence(*_said: Any) -> None:
    """What a remark does where nobody listens."""


def _meaning(function: Any, within: tuple[Any, ...] = ()) -> Hashable:
    """Equal for equal code. A notebook's kernel also depends on what its names stand for: cells are run anew."""
    if on_disk(function) or function in within:
        return cast("Hashable", function)
    within = (*within, function)
    return (function, *((name, _worth(value, within)) for name, value in _uses(function).items()))


def _worth(value: Any, within: tuple[Any, ...]) -> Hashable:
    if is_kernel(value):
        return _meaning(value, within)
    if isinstance(value, (bool, int, float, str, tuple)):
        return repr(value)
    return value.tobytes() if hasattr(value, "tobytes") else id(value)


def _uses(function: types.FunctionType) -> dict[str, Any]:
    """The globals a function names, those of its inner functions included."""
    found: dict[str, Any] = {}
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
        found |= {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    return found


def _njit(function: Callable[..., Any], folder: Path | None) -> Any:
    import numba

    if folder is None:
        return numba.njit(nogil=True)(function)
    with _cache_dir(folder):
        return numba.njit(cache=True, nogil=True)(function)


@contextmanager
def _cache_dir(folder: Path) -> Iterator[None]:
    import numba

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


# The disk cache


def game_of(function: Callable[..., Any]) -> str:
    """The game in whose folder a kernel is written, "" for the core's, "*" for a lesson's: it may use any game."""
    if not on_disk(function):
        return ""
    place = Path(function.__code__.co_filename).relative_to(PACKAGE).parts
    return {"games": place[1] if len(place) > 1 else "", "lessons": "*"}.get(place[0], "")


@functools.cache
def cache_folder(games: frozenset[str] = frozenset()) -> Path:
    """Where compiled kernels lie: a folder named after a hash of all sources that kernels of these games rest on.

    Numba itself notices a changed file but not a changed callee in another file, so any edit of
    those sources moves to a new folder. The newest folders are kept, older ones go.
    """
    import platformdirs

    chosen = os.environ.get("GAMEKIT_CACHE")
    root = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("gamekit", appauthor=False))
    settings = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    folder = root / source_hash(games, version("numba"), version("numpy"), sys.version, settings)
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    _tidy(root, folder)
    return folder


def source_hash(games: frozenset[str], *also: object) -> str:
    """A short hash of the Python files that kernels of these games rest on, and of `also`."""
    digest = hashlib.sha256(repr(also).encode())
    lessons = ["lessons/**/*.py"] if "*" in games else []
    for pattern in (*CORE, *(f"games/{game}/**/*.py" for game in sorted(games)), *lessons):
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _tidy(root: Path, current: Path) -> None:
    folders = sorted((p for p in root.iterdir() if p.is_dir() and p != current), key=lambda p: p.stat().st_mtime)
    for old in folders[: -(CACHES_KEPT - 1)]:
        shutil.rmtree(old, ignore_errors=True)


_ALOUD: Final = _World("", quiet=False)
_QUIET: Final = _World("[quiet]", quiet=True)
