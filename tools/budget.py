"""Count the lines of each room and compare them with its limit: `python -m tools.budget`.

`tools/budget.toml` says which files belong to a room, how many lines it may have, and how many it is meant to have.
Files are those of the working tree that git does not ignore, so a new file counts before it is committed.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
BUDGET: Final = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True)
class Room:
    """Files that share a limit.

    Attributes
    ----------
    name
        Name of the room, as the table shows it.
    files
        Patterns of git, such as ``gamekit/lab/**/*.py``; what matches one that begins with ``!`` is left out.
    limit
        Lines the room may have.
    target
        Lines the room is meant to have.
    covers
        Whether every file it counts must belong to one of the rooms that cover nothing.
    """

    name: str
    files: tuple[str, ...]
    limit: int
    target: int
    covers: bool = False


def read_budget(path: Path) -> list[Room]:
    """Return the rooms of a budget file, in its order.

    Raises
    ------
    TypeError
        If a room lacks a key or has one that is not known.
    """
    rooms: dict[str, dict[str, object]] = tomllib.loads(path.read_text(encoding="utf-8"))["room"]
    return [Room(name, **{**keys, "files": tuple(keys["files"])}) for name, keys in rooms.items()]  # type: ignore[arg-type]


def find_files(patterns: Sequence[str], root: Path) -> list[str]:
    """Return the files of the working tree that match the patterns of a room, relative to `root`."""
    left_out = [one.removeprefix("!") for one in patterns if one.startswith("!")]
    wanted = [f":(glob){one}" for one in patterns if not one.startswith("!")]
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", *wanted]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    names = [name for name in done.stdout.split("\0") if name and (root / name).is_file()]
    return [name for name in names if not any(fnmatch(name, pattern) for pattern in left_out)]


def count_lines(files: Iterable[str], root: Path) -> int:
    """Return how many lines the files have together."""
    return sum(len((root / name).read_bytes().splitlines()) for name in files)


def check(rooms: Iterable[Room], root: Path = ROOT) -> list[str]:
    """Print the table of rooms, and return a sentence for everything that is wrong."""
    wrong = []
    in_rooms: set[str] = set()
    print(f"{'room':<22} {'lines':>7} {'limit':>7} {'target':>7}")
    for room in rooms:
        files = find_files(room.files, root)
        lines = count_lines(files, root)
        print(f"{room.name:<22} {lines:>7,} {room.limit:>7,} {room.target:>7,}{'  too long' * (lines > room.limit)}")
        if lines > room.limit:
            wrong.append(f"{room.name} has {lines - room.limit:,} lines too many: {lines:,} of {room.limit:,}.")
        if room.covers:
            wrong += [f"{name} is in no room of {BUDGET.name}." for name in sorted({*files} - in_rooms)]
        else:
            in_rooms |= set(files)
    return wrong


def main() -> int:
    """Check this project and return 1 if a room is too long or a file is in none."""
    wrong = check(read_budget(BUDGET))
    for sentence in wrong:
        print(sentence)
    print(f"Delete, or change {BUDGET.name} and say why." if wrong else "Every room is within its limit.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
