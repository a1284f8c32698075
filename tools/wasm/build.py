"""Build the files of a game that ship for browsers and for Python: `python -m tools.wasm.build [GAME…]`.

With `--check` nothing is written: the hashes in the built files are compared with those of the sources, which takes
seconds; with `--check --rebuild` everything is built again and every byte compared. The same sources give the same
bytes: Numba compiles in a separate process, with settings that do not depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from gamekit.core.errors import BuildError, GamekitError
from gamekit.core.files import write_whole
from gamekit.core.game import game_names, load
from gamekit.core.machine import hash_content
from gamekit.core.rule_sources import hash_rules
from gamekit.web.game_bundle import BUILT, DATA, MACHINE, PICTURE, RULES
from tools.js.pictures import find_hash, hash_picture, translate_picture
from tools.wasm.game_data import compose_data, format_data, hash_inputs

COMMAND: Final = "python -m tools.wasm.build"
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
"""Environment of the compiling process. LLVM alone optimises, for WebAssembly; Numba's own passes depend on the CPU."""
AT_ONCE: Final = 2
KINDS: Final = (MACHINE, RULES, DATA, PICTURE)
MAKE: Final = """
import sys
from pathlib import Path
from gamekit.core.errors import GamekitError
from tools.wasm.build import make
try:
    make(sys.argv[1], Path(sys.argv[2]))
except GamekitError as error:
    sys.exit(f"Error: {error}")
"""


def build(names: Iterable[str]) -> list[Path]:
    """Build the files of these games, write them where they ship, and return their paths. Raises `BuildError`."""
    written = []
    for _name, files in make_all(list(names)):
        written += [write_whole(BUILT / file, content) for file, content in files.items()]
    return written


def check_hashes(names: Iterable[str]) -> None:
    """Compare hashes in built files with those of the sources. Raises `BuildError` naming the first that differs."""
    for name in names:
        paths = [BUILT / kind.format(name) for kind in KINDS]
        missing = next((path for path in paths if not path.is_file()), None)
        if missing:
            raise BuildError(f"{missing.name} is missing: run {COMMAND} {name}.")
        machine, rules, data, picture = paths
        kept = json.loads(data.read_text(encoding="utf-8"))
        compared = {
            rules: (kept.get("sources"), hash_rules(load(name).rules)),
            machine: (kept.get("machine"), hash_content(machine.read_bytes())),
            data: (kept.get("inputs"), hash_inputs(name)),
            picture: (find_hash(picture.read_text(encoding="utf-8")), hash_picture(name)),
        }
        for path, (built, anew) in compared.items():
            if built != anew:
                raise _refuse_stale(path, name)


def check_bytes(names: Iterable[str]) -> None:
    """Build the files again and compare every byte. Raises `BuildError` naming the first that differs."""
    for name, files in make_all(list(names)):
        for file, anew in files.items():
            path = BUILT / file
            if not path.exists() or without_file_hash(path.read_bytes()) != without_file_hash(anew):
                raise _refuse_stale(path, name)


def without_file_hash(content: bytes) -> bytes:
    """Return a built file without the hash of its sources' bytes, which a comment changes."""
    return b"\n".join(line for line in content.split(b"\n") if not line.startswith(b'"files":'))


def _refuse_stale(path: Path, name: str) -> BuildError:
    return BuildError(f"{path.name} is not what the sources make now: run {COMMAND} {name}.")


def make_all(names: Sequence[str]) -> Iterable[tuple[str, dict[str, bytes]]]:
    """Yield the name and files of each game, built in separate processes. Raises `BuildError`."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as threads:
        jobs = [threads.submit(_make_apart, name, Path(folder)) for name in names]
        for name, job in zip(names, jobs, strict=True):
            job.result()
            files = (kind.format(name) for kind in KINDS)
            yield name, {file: Path(folder, file).read_bytes() for file in files}


def _make_apart(name: str, folder: Path) -> None:
    settings = {**os.environ, **SETTINGS}
    command = [sys.executable, "-c", MAKE, name, str(folder)]
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(done.stderr.strip().removeprefix("Error: ")[-2000:])


def make(name: str, folder: Path) -> None:
    """Build the files of one game in `folder`, in this process, which needs the SETTINGS. Raises `BuildError`."""
    from tools.wasm.entries import compile_entries, select_for_pages
    from tools.wasm.lowering import assemble, compile_all

    write_whole(folder / PICTURE.format(name), translate_picture(name))
    rules, data = load(name).rules, compose_data(name)  # before kernels are compiled: sources may change meanwhile
    compiled = compile_all(compile_entries(name, rules), rules.State.dtype, rules.Tables.dtype)
    whole = assemble(compiled, name)
    write_whole(folder / MACHINE.format(name), whole)
    for_pages = {one: compiled[one] for one in select_for_pages(rules, compiled)}
    write_whole(folder / RULES.format(name), assemble(for_pages, name))
    write_whole(folder / DATA.format(name), format_data(data, hash_content(whole)))


def main() -> int:
    """Run the command line; return the exit status."""
    known = game_names(examples=True)
    asked = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(known)}; none: all of them")
    asked.add_argument("--check", action="store_true", help="write nothing, compare hashes")
    asked.add_argument("--rebuild", action="store_true", help="with --check: make everything anew and compare bytes")
    given = asked.parse_args()
    names = given.games or known
    strange = next((name for name in names if name not in known), None)
    if strange:
        asked.error(f"There is no game {strange!r}. The games are: {', '.join(known)}.")
    if given.rebuild and not given.check:
        asked.error("--rebuild goes with --check.")
    try:
        if given.check:
            (check_bytes if given.rebuild else check_hashes)(names)
            print("All built files are what the sources make.")
        else:
            for path in build(names):
                print(f"{path.name}: {path.stat().st_size:,} bytes")
    except GamekitError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
