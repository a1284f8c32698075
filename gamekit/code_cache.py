"""Machine code on disk: written whole, checked before it is used, thrown away where it is damaged.

What is compiled, and in which folder it lies, is decided in compiling.py. Nothing here imports numba.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import os
import pickle
import stat
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gamekit.files import write_whole

DIGEST: Final = 32
"""Bytes at the beginning of a file that say what the others must be."""
OURS: Final = 0o644
"""Whoever wrote machine code may change it, nobody else, whatever the system usually allows a group."""
MARK: Final = "ready"
"""The file that lists what a folder must hold to be complete."""

log = logging.getLogger("gamekit")
_kept_here: set[Path] = set()
"""Folders that are complete as far as this process goes, though they cannot be written."""


class CodeCache:
    """What Numba asks for the machine code of one kernel. Files that cannot be used or written are no error.

    `dump` makes bytes of a compiled kernel's parts, `build(context, *parts)` a compiled kernel of them.
    """

    def __init__(
        self, folder: Path, kernel: types.FunctionType, dump: Callable[[Any], bytes], build: Callable[..., Any]
    ) -> None:
        self.cache_path = str(folder)
        self._folder, self._kernel, self._dump, self._build = folder, kernel, dump, build

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled kernel for some argument types, or None: then Numba compiles it."""
        context.refresh()
        data = read_whole(self._file(signature, context.codegen()))
        if data is None:
            return None
        return self._build(context, *pickle.loads(data))  # noqa: S301  written below, on this computer, and checked

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel, if that is possible."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return  # its code names places in the memory of this process
        data = self._dump(compiled._reduce())
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._file(signature, compiled.codegen), hashlib.sha256(data).digest() + data, OURS)
        except OSError as error:
            say_not_kept(self._folder, str(error))

    def flush(self) -> None:
        """Numba asks this when a kernel is to be compiled anew; sources that change have another folder."""

    def _file(self, signature: Any, codegen: Any) -> Path:
        what = repr((str(signature), codegen.magic_tuple(), self._kernel.__code__.co_code))
        name = self._kernel.__qualname__.replace("<", "").replace(">", "")
        return self._folder / f"{name}-{hashlib.sha256(what.encode()).hexdigest()[:16]}.nbc"


def read_whole(file: Path) -> bytes | None:
    """What was written, or None if it is not there or not whole; a damaged file is thrown away."""
    try:
        with file.open("rb") as opened:
            trusted = is_trusted(os.fstat(opened.fileno()))
            data = opened.read() if trusted else b""
    except OSError:
        return None
    if not trusted:
        say_not_trusted(file.parent)
        return None
    if hashlib.sha256(data[DIGEST:]).digest() == data[:DIGEST]:
        return data[DIGEST:]
    log.warning("%s is damaged: it is thrown away and compiled again.", file)
    try:
        file.unlink()
    except OSError as error:
        say_not_kept(file.parent, str(error))
    return None


def is_trusted(about: os.stat_result) -> bool:
    """Whether a file of machine code may be run: it is this user's or the system's own, and nobody else can write it.

    Where files have no owners (Windows), the folder's own rights decide.
    """
    if not hasattr(os, "geteuid"):
        return True
    return about.st_uid in (os.geteuid(), 0) and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@functools.cache
def say_not_trusted(folder: Path) -> None:
    """Say once that somebody else's machine code is not run, and what to do."""
    warnings.warn(
        f"Compiled code in {folder} belongs to somebody else, or others can write it: it is not used, and what needs "
        "machine code is compiled anew. Set the environment variable GAMEKIT_CACHE to a folder of your own.",
        RuntimeWarning,
        stacklevel=2,
    )


@functools.cache
def say_not_kept(folder: Path, why: str) -> None:
    """Say once what keeps machine code from being kept, and what to do."""
    warnings.warn(
        f"Compiled code cannot be kept in {folder} ({why.rstrip('.')}). Everything works, but what needs machine code "
        "compiles anew in every process. Set the environment variable GAMEKIT_CACHE to a folder that can be written "
        "and has room.",
        RuntimeWarning,
        stacklevel=2,
    )


def mark_complete(folder: Path) -> None:
    """Note what lies in a folder, now that all of it has been compiled."""
    try:
        sizes = {file.name: file.stat().st_size for file in sorted(folder.glob("*.nbc"))}
        write_whole(folder / MARK, json.dumps(sizes))
    except OSError as error:
        say_not_kept(folder, str(error))
        _kept_here.add(folder)


def is_complete(folder: Path, thoroughly: bool = False) -> bool:
    """Whether everything a folder was said to hold is there in its full size; `thoroughly` reads every byte."""
    try:
        sizes = json.loads((folder / MARK).read_text(encoding="utf-8"))
        whole = all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        whole = False
    if thoroughly and whole:
        whole = all(read_whole(folder / name) is not None for name in sizes)
    return whole or folder in _kept_here
