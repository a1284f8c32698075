"""Compile what the tests run as machine code, a game at a time: several such processes share the games."""

from __future__ import annotations

import sys

from gamekit.lab.engine.warm import compile_games


def main() -> None:
    """Called by conftest.py before the workers start."""
    for title in compile_games():
        print(f"compiled: {title}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
