"""Kernels in both modes: as plain Python for a person's turn, as machine code for a million games.

Nothing else imports numba, but for what makes WebAssembly (browser/lowering.py, browser/luck.py). What a kernel *does*
belongs to the games; how it is compiled and kept fresh belongs here; what lies on the disk is looked after in
code_cache.py.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import shutil
import sys
import threading
import types
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from gamekit.code_cache import CodeCache
from gamekit.files import cache_root

CHANCE: Final = -1
"""What `player` returns when a die, a deal or a draw decides."""
OVER: Final = -2
"""What `player` returns when the game has ended."""
MOST_STEPS: Final = 1_000_000
"""A game longer than this is broken: every game ends. Loops stop there."""

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE: Final = Path(__file__).parent
_INSIDE: Final = f"{PACKAGE}{os.sep}"
CORE: Final = (
    *("compiling.py", "code_cache.py", "face.py", "record.py", "strategy.py"),
    *("lab/engine/loops.py", "lab/engine/search.py", "bridges/turning.py"),
)
"""Where kernels live besides the folders of games and lessons: what every cached kernel depends on."""
CACHES_KEPT: Final = 16


def kernel(function: F) -> F:
    """Mark a function as a kernel: plain Python here, machine code through `compile_kernel`.

    The function itself is returned unchanged, so that stepping through a turn needs no compiler
    and shows readable tracebacks.

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


def is_on_disk(function: Callable[..., Any]) -> bool:
    """Whether a kernel is the package's own; a notebook's cells have no file to watch, so they are not cached."""
    return isinstance(function, types.FunctionType) and function.__code__.co_filename.startswith(_INSIDE)


@dataclass(frozen=True)
class FilledKernel:
    """A kernel some of whose parts are filled, to be itself a part of another one. Made by `bind_parts`."""

    function: types.FunctionType
    parts: tuple[tuple[str, Any], ...]

    @property
    def name(self) -> str:
        """What tells it from all others."""
        return f"{_name(self.function)}({','.join(f'{name}={_name(one)}' for name, one in self.parts)})"


def bind_parts(function: Callable[..., Any], **parts: Any) -> FilledKernel:
    """The kernel `function` with `parts` of its own, for `specialise` and `fill_parts`; they are checked there."""
    return FilledKernel(cast("types.FunctionType", function), tuple(sorted(parts.items())))


def compile_kernel(function: F) -> F:
    """The machine-code twin of a kernel; every kernel it calls is replaced by its twin too.

    The twin compiles on its first call, or loads from the disk cache. Raises `TypeError` for a
    function that is not a kernel.
    """
    return _WITH_NOTES.twin(_check_kernel(function))  # type: ignore[no-any-return]


def specialise(function: F, **parts: Callable[..., Any] | FilledKernel) -> F:
    """A twin of the kernel `function` in which the kernels named in `parts` are replaced by others.

    This is how one generic loop ("play a game to its end") becomes one fast loop for each game: the
    parts are compiled in and the result is cached on disk under the parts' names. A part may have
    parts of its own: see `bind_parts`. Every name in `parts` must be a kernel that `function`'s module knows
    under that name; it is replaced wherever kernels of that module use it. Kernels marked as `note_only`
    are left out.
    """
    return _make_specialisation(_check_kernel(function), tuple(sorted(parts.items()))).twin(function)  # type: ignore[no-any-return]


def fill_parts(function: F, **parts: Callable[..., Any] | FilledKernel) -> F:
    """The same as `specialise` in plain Python, for parts that are no kernels: readable, and slow."""
    return cast("F", _fill(cast("types.FunctionType", function), parts))


def compile_errors() -> type[Exception]:
    """What is raised when a kernel uses something that cannot become machine code."""
    import numba

    return numba.core.errors.NumbaError  # type: ignore[no-any-return]


def is_interpreted() -> bool:
    """Whether NUMBA_DISABLE_JIT asks for plain Python everywhere."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _check_kernel(function: F) -> F:
    if not is_kernel(function):
        raise TypeError(f"{getattr(function, '__name__', function)!r} is not a kernel: put @kernel above its def.")
    return function


def _fill(function: types.FunctionType, parts: dict[str, Any]) -> types.FunctionType:
    names = dict(function.__globals__)
    for name, value in function.__globals__.items():
        if name in parts:
            one = parts[name]
            names[name] = _fill(one.function, dict(one.parts)) if isinstance(one, FilledKernel) else one
        elif is_kernel(value) and value.__globals__ is function.__globals__:
            names[name] = _copy(value, names)
    return _copy(function, names)


def _copy(function: types.FunctionType, names: dict[str, Any]) -> types.FunctionType:
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


class _Specialisation:
    """Twins that belong together: they call one another, and nothing outside.

    `parts` says which kernel stands in for which placeholder of `module`; kernels of all other modules are shared
    with the other specialisations that leave notes out. `silent`: kernels marked as `note_only` are left out.
    """

    def __init__(self, label: str, silent: bool, module: str = "", parts: dict[Any, Any] | None = None) -> None:
        self.label, self.silent, self.module, self.parts = label, silent, module, parts or {}
        self.twins: dict[Hashable, Any] = {}
        self.making: list[Any] = []
        within = [*_list_kernels(self.parts.values())]
        self.games = frozenset(filter(None, map(game_of, within)))
        self.cacheable = all(map(is_on_disk, within))

    def twin(self, function: Any, inner: bool = False) -> Any:
        """The machine code of `function`, compiled on its first call or loaded from disk.

        `inner`: only other machine code calls it. Where nobody listens it then has no way in from Python,
        which takes as long to compile as a small kernel itself.
        """
        function = self.parts.get(function, function)
        if isinstance(function, FilledKernel):
            return _make_specialisation(function.function, function.parts).twin(function.function, inner)
        if self.module and function.__module__ != self.module:
            return _WITHOUT_NOTES.twin(function, inner)
        inner = inner and self.silent
        key = (_cache_key(function), inner)
        with _lock:
            if function in self.making and is_on_disk(function):  # Numba cannot load such code from disk
                circle = " → ".join(f.__name__ for f in (*self.making[self.making.index(function) :], function))
                raise TypeError(f"Kernels of the package must not call one another in a circle: {circle}.")
            if key not in self.twins:
                self._make(function, key, inner)
            return self.twins[key]

    def _make(self, function: Any, key: Hashable, inner: bool) -> None:
        if self.silent and hasattr(function, "__gamekit_note_only__"):
            self.twins[key] = _silence(function)
            return
        names = dict(function.__globals__)
        copy = _copy(function, names)
        copy.__qualname__ += self.label + ("[inner]" if inner else "")
        own = game_of(function)
        cached = self.cacheable and is_on_disk(function) and not is_interpreted()
        folder = cache_folder(self.games | {own} if own else self.games) if cached else None
        self.twins[key] = _njit(copy, folder, inner)
        self.making.append(function)
        try:
            used = _list_globals(function)
            names.update({name: self.twin(value, True) for name, value in used.items() if is_kernel(value)})
        except TypeError:
            del self.twins[key]
            raise
        finally:
            self.making.pop()


_lock = threading.RLock()


@functools.cache
def _make_specialisation(function: types.FunctionType, parts: tuple[tuple[str, Any], ...]) -> _Specialisation:
    for name, one in parts:
        if not is_kernel(function.__globals__.get(name)):
            raise TypeError(f"{function.__name__} has no part named {name!r}.")
        _check_kernel(one.function if isinstance(one, FilledKernel) else one)
    named = ",".join(f"{name}={_name(one)}" for name, one in parts)
    label = f"[{hashlib.sha256(named.encode()).hexdigest()[:12]}]"
    return _Specialisation(label, True, function.__module__, {function.__globals__[name]: one for name, one in parts})


def _name(one: Any) -> str:
    return one.name if isinstance(one, FilledKernel) else f"{one.__module__}.{one.__qualname__}"


def _list_kernels(parts: Iterable[Any]) -> Iterator[types.FunctionType]:
    """The kernels that parts are made of."""
    for one in parts:
        if isinstance(one, FilledKernel):
            yield one.function
            yield from _list_kernels(inner for _, inner in one.parts)
        else:
            yield one


def _silence(kernel: types.FunctionType) -> Any:
    """Return what stands in for a kernel that only leaves notes: nothing, for any arguments it is called with."""
    if is_interpreted():
        return lambda *_said: None
    from numba.core.types import none
    from numba.extending import intrinsic

    def silence(_context: Any, *said: Any) -> Any:
        return none(*said), lambda context, *_: context.get_dummy_value()

    itself = inspect.Parameter("_context", inspect.Parameter.POSITIONAL_ONLY)
    said = [p.replace(annotation=p.empty) for p in inspect.signature(kernel).parameters.values()]
    silence.__signature__ = inspect.Signature([itself, *said])  # type: ignore[attr-defined]
    return intrinsic(silence)


def _cache_key(function: Any, within: tuple[Any, ...] = ()) -> Hashable:
    """Equal for equal code. A notebook's kernel also depends on what its names stand for: cells are run anew."""
    if is_on_disk(function) or function in within:
        return cast("Hashable", function)
    within = (*within, function)
    return (function, *((name, _value_key(value, within)) for name, value in _list_globals(function).items()))


def _value_key(value: Any, within: tuple[Any, ...]) -> Hashable:
    if is_kernel(value):
        return _cache_key(value, within)
    if isinstance(value, (bool, int, float, str, tuple)):
        return repr(value)
    return value.tobytes() if hasattr(value, "tobytes") else id(value)


def _list_globals(function: types.FunctionType) -> dict[str, Any]:
    """The globals a function names, those of its inner functions included."""
    found: dict[str, Any] = {}
    codes = [function.__code__]
    while codes:
        code = codes.pop()
        codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
        found |= {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    return found


def _njit(function: types.FunctionType, folder: Path | None, inner: bool = False) -> Any:
    import numba

    twin = numba.njit(nogil=True, no_cpython_wrapper=inner, no_cfunc_wrapper=True)(function)
    if folder is not None:
        from numba.core import compiler, serialize

        # Numba's own cache fails for ever on a damaged file, and reads nothing where it cannot write.
        twin._cache = CodeCache(folder, function, serialize.dumps, compiler.CompileResult._rebuild)
    return twin


# The disk cache


def game_of(function: Callable[..., Any]) -> str:
    """The game in whose folder a kernel is written, "" for the core's, "*" for a lesson's: it may use any game."""
    if not is_on_disk(function):
        return ""
    # By its module and not by its file: what face.py adds to a game's rules is part of that game.
    _package, room, name = [*function.__module__.split("."), "", ""][:3]
    return {"games": name, "lessons": "*"}.get(room, "")


@functools.cache
def cache_folder(games: frozenset[str] = frozenset()) -> Path:
    """Where compiled kernels lie: a folder named after a hash of all sources that kernels of these games rest on.

    Code is compiled together with its callees in other files, so any edit of those sources moves to a new folder. So
    does another processor: a folder may be shared, or come in a container's image. The newest folders are kept,
    older ones go.
    """
    root = cache_root()
    settings = sorted((key, value) for key, value in os.environ.items() if key.startswith("NUMBA_"))
    folder = root / source_hash(games, version("numba"), version("numpy"), sys.version, settings, *processor())
    with suppress(OSError):  # whoever has something to write says that it cannot (code_cache.py)
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _tidy(root, folder)
    return folder


@functools.cache
def processor() -> tuple[str, str]:
    """The name and the features of this computer's processor, for which machine code is made."""
    from llvmlite import binding

    try:
        features = binding.get_host_cpu_features().flatten()
    except RuntimeError:  # not known for every kind of processor; Numba then does without as well
        features = ""
    return binding.get_host_cpu_name(), features


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


_WITH_NOTES: Final = _Specialisation("", silent=False)
_WITHOUT_NOTES: Final = _Specialisation("[quiet]", silent=True)
