"""The built files that ship with the package, and games packed to be set into a page. Needs no Numba, no linker."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gamekit.browser.errors import BuildError

if TYPE_CHECKING:
    from gamekit.game import Game

BUILT: Final = Path(__file__).parent / "built"
RULES: Final = "{}.wasm"
DATA: Final = "{}.json"
PICTURE: Final = "{}.js"


@cache
def packed(name: str) -> str:
    """A game as a JSON text for a page: {"name", "rules", "data", "picture"}, the latter compressed and in base64.

    Raises `BuildError` if the game has not been built.
    """
    paths = [BUILT / kind.format(name) for kind in (RULES, DATA, PICTURE)]
    missing = next((path for path in paths if not path.is_file()), None)
    if missing:
        raise BuildError(f"{missing.name} is missing: run python -m gamekit.browser build {name}.")
    parts = (base64.b64encode(zlib.compress(path.read_bytes(), 9)).decode("ascii") for path in paths)
    return json.dumps(dict(zip(("name", "rules", "data", "picture"), (name, *parts), strict=True)))


def made_of(game: Game) -> dict[str, Any]:
    """A game as Python loaded it, to be set into a page: for what a browser cannot make by itself.

    `{"players", "options", "changed", "tables"}`, the tables as 32-bit numbers; of a box of one's own also the `words`
    of its sentences, and `shipped`, what its picture has to know of the box.
    """
    tables = memoryview(game.tables.tobytes()).cast("i").tolist()
    made = {
        "players": game.players,
        "options": dict(game.options),
        "changed": dict(game.changed_options),
        "tables": tables,
    }
    if game.own_box:
        from gamekit.browser.pictures import of_this_box

        made |= {"words": game.rulebook.as_data()["words"], "shipped": of_this_box(game)}
    return made
