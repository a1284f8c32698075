"""Check docstrings: `python -m tools.docstrings` lists what is wrong, and fails if anything is.

Two lists grow until they hold everything: `ROOMS`, whose docstrings are plain technical English, so that no summary may
begin with a word of `OPENINGS`; and `FACES`, whose public names have docstrings in numpydoc's form, as numpydoc checks.
Of a face whose names are defined in several rooms, those in `ROOMS` are checked.
"""

from __future__ import annotations

import ast
import functools
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from numpydoc.hooks.validate_docstrings import process_file

ROOT: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = (
    "benchmarks",
    "gamekit/*.py",
    "gamekit/core",
    "gamekit/bridges",
    "gamekit/games",
    "gamekit/lab",
    "gamekit/lessons",
    "gamekit/server",
    "gamekit/web/*.py",
    "gamekit/widgets",
    "tools",
)
"""Folders, and patterns of files, whose docstrings have been rewritten."""
FACES: Final = ("gamekit", "gamekit.bridges", "gamekit.lessons.kit")
"""Packages whose `__all__` is public; their `_PUBLIC` or `ROOMS` say where each name is defined."""
OPENINGS: Final = re.compile(
    r"(What|Whether|Who|Whose|Where|How|Which|By|In|Of|Between|From|The same|Its|It|They|That|Somebody|Everything)\b"
)
"""A summary that begins so has no subject, or refers to something outside itself."""
CHECKS: Final = ("GL08", "SS03", "SS06", "PR01", "PR02", "PR04", "PR07", "RT01", "YD01", "EX01")
"""Checks of numpydoc: every parameter is described and has a type, there is an example (EX01), and so on."""


@functools.cache
def list_files() -> list[Path]:
    """Return the files of all `ROOMS`."""
    return sorted({path for room in ROOMS for path in ROOT.glob(room if room.endswith(".py") else f"{room}/**/*.py")})


def find_openings(path: Path) -> Iterator[str]:
    """Yield a line for each docstring of a file, also of a constant, whose summary begins with a forbidden word."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for statement in getattr(node, "body", ()) if isinstance(getattr(node, "body", None), list) else ():
            value = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                summary = value.value.strip().split("\n")[0]
                if OPENINGS.match(summary):
                    yield f"{path.relative_to(ROOT)}:{value.lineno}: begins without a subject: {summary}"


def find_module(package: ModuleType, name: str) -> str:
    """Return the dotted name of the module that defines a public name of a package."""
    if name in (lazy := getattr(package, "_PUBLIC", {})):
        return str(lazy[name])
    found = package.ROOMS[name][1] if name in getattr(package, "ROOMS", ()) else getattr(package, name).__module__
    return str(found)


def find_undocumented(face: str) -> Iterator[str]:
    """Yield a line for each finding of numpydoc in the public names of a package."""
    package = import_module(face)
    for name in package.__all__:
        path = ROOT / f"{find_module(package, name).replace('.', '/')}.py"
        if path not in list_files():
            continue
        # A class is made by a function, whose parameters are described, and has no example of its own.
        is_class = f"\nclass {name}" in path.read_text(encoding="utf-8")
        config = {"checks": set(CHECKS) - ({"EX01", "PR01"} if is_class else set()), "exclude": "", "overrides": {}}
        for _place, found, check, said in process_file(path, config):
            if found == f"{path.stem}.{name}":
                yield f"{path.relative_to(ROOT)}: {name}: {check} {said}"


def main() -> None:
    """Print every finding; the exit status is 1 if there is any."""
    paths = list_files()
    found = [line for path in paths for line in find_openings(path)]
    found += [line for face in FACES for line in find_undocumented(face)]
    print(*found, f"{len(paths)} files and {len(FACES)} public packages: {len(found)} findings.", sep="\n")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
