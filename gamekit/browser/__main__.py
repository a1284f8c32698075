"""`python -m gamekit.browser build|picture|check`: the rules of every game as WebAssembly, its picture as JavaScript.

Only for the rules a linker (wasm-ld) is needed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gamekit.browser.build import build, check, make, translate_pictures
from gamekit.errors import GamekitError
from gamekit.game import game_names


def main() -> int:
    """Do what the command line asks; 1 if it could not be done."""
    asked = argparse.ArgumentParser(prog="python -m gamekit.browser", description=__doc__)
    asked.add_argument(
        "what", choices=["build", "picture", "check", "make"], help="make: one game, here, into a folder"
    )
    asked.add_argument(
        "games", nargs="*", metavar="GAME", help=f"of {', '.join(game_names(examples=True))}; none: all of them"
    )
    asked.add_argument("--into", type=Path, default=Path(), help="where `make` writes")
    given = asked.parse_args()
    known = game_names(examples=True)
    names = given.games or known
    try:
        strange = next((name for name in names if name not in known), None)
        if strange:
            asked.error(f"There is no game {strange!r}. The games are: {', '.join(known)}.")
        if given.what == "make":
            for name in names:
                make(name, given.into)
        elif given.what == "check":
            check(names)
            print("All built files are what the sources make.")
        else:
            for path in translate_pictures(names) if given.what == "picture" else build(names):
                print(f"{path.name}: {path.stat().st_size:,} bytes")
    except GamekitError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
