"""Making a game's files for the browser, and comparing them with those that ship.

The same sources give the same bytes: Numba compiles in a process of its own with settings that no machine changes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from gamekit.browser.built import BUILT, DATA, PICTURE, RULES
from gamekit.browser.errors import BuildError
from gamekit.files import write_whole

SETTINGS: Final = {
    "NUMBA_OPT": "0",
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_DISABLE_JIT": "0",
    "NUMBA_BOUNDSCHECK": "0",
    "NUMBA_DEBUGINFO": "0",
    "PYTHONHASHSEED": "0",
    "PYTHONWARNINGS": "ignore",
}
"""LLVM alone improves the code, and for WebAssembly: what Numba does depends on the processor."""
AT_ONCE: Final = 2


def build(names: Iterable[str]) -> list[Path]:
    """Make the files of these games and put them where they ship. Raises `BuildError`."""
    written = []
    for _name, files in make_all(list(names)):
        written += [write_whole(BUILT / file, content) for file, content in files.items()]
    return written


def translate_pictures(names: Iterable[str]) -> list[Path]:
    """Translate only the pictures of these games, which needs no linker. Raises `BuildError`."""
    from gamekit.browser.pictures import translate_picture

    return [write_whole(BUILT / PICTURE.format(name), translate_picture(name)) for name in names]


def check(names: Iterable[str]) -> None:
    """Make the files anew and compare. Raises `BuildError` naming the first that differs."""
    for name, files in make_all(list(names)):
        for file, anew in files.items():
            path = BUILT / file
            if not path.exists() or path.read_bytes() != anew:
                raise BuildError(
                    f"{path.name} is not what the sources make now: run python -m gamekit.browser build {name}."
                )


def make_all(names: Sequence[str]) -> Iterable[tuple[str, dict[str, bytes]]]:
    """Each game's files, made in processes of their own. Raises `BuildError`."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as threads:
        jobs = [threads.submit(_make_apart, name, Path(folder)) for name in names]
        for name, job in zip(names, jobs, strict=True):
            job.result()
            files = (kind.format(name) for kind in (RULES, DATA, PICTURE))
            yield name, {file: Path(folder, file).read_bytes() for file in files}


def _make_apart(name: str, folder: Path) -> None:
    settings = {**os.environ, **SETTINGS, "GAMEKIT_CACHE": str(folder / f"cache-{name}")}
    command = [sys.executable, "-m", "gamekit.browser", "make", name, "--into", str(folder)]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(done.stderr.strip().removeprefix("Error: ")[-2000:])


def make(name: str, folder: Path) -> None:
    """Make one game's files in `folder`, here and now. Raises `BuildError`."""
    from gamekit.browser.data import compose_data
    from gamekit.browser.entries import compile_entries
    from gamekit.browser.lowering import build_module
    from gamekit.browser.pictures import translate_picture
    from gamekit.game import load

    write_whole(folder / PICTURE.format(name), translate_picture(name))
    write_whole(folder / DATA.format(name), compose_data(name))
    rules = load(name).rules
    wasm = build_module(compile_entries(name, rules), rules.State.dtype, rules.Tables.dtype, name)
    write_whole(folder / RULES.format(name), wasm)
