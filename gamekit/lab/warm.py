"""Compiling ahead: what a fresh machine lacks is compiled once, with messages, before anybody waits for it.

Whether a game is ready is seen without importing numba: a mark lies in its cache folder, which is
named after a hash of the sources, so that an edit takes the mark away.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gamekit.game import games, load
from gamekit.kernel import cache_folder, interpreted
from gamekit.record import Ints
from gamekit.words import _

if TYPE_CHECKING:
    import numpy as np

    from gamekit.game import Game

FEW: Final = 8
"""Playouts that make sure everything has been compiled."""


def mark_of(name: str) -> Path:
    """The file that says that a game's loops lie compiled on the disk."""
    return cache_folder(frozenset({name})) / "ready"


def is_ready(name: str) -> bool:
    """Whether a game starts simulating without compiling."""
    return interpreted() or mark_of(name).exists()


def compile_games(
    progress: Callable[[int, int, str], object] | None = None, names: Iterable[str] | None = None
) -> list[str]:
    """Compile the loops of all games that are not ready; returns their names.

    `progress(number, of_how_many, title)` is called before each.
    """
    missing = [name for name in (names or games()) if not is_ready(name)]
    for number, name in enumerate(missing, start=1):
        game = load(name)
        if progress:
            progress(number, len(missing), game.title)
        compile_game(game)
    return missing


def compile_game(game: Game) -> None:
    """Compile, or load from disk, everything that simulations and the coach run for one game."""
    from gamekit.lab.chunks import Job, play_chunk
    from gamekit.lab.playouts import Playouts
    from gamekit.lab.seating import seated
    from gamekit.lab.simulate import as_array

    seating = seated(game, "random")
    for others in (seating, seated(game, _first)):
        play_chunk(Job(others, game.tables, as_array(game, game.start()), seed=1, games=FEW), 0)
    session = game.session(seed=1)
    while session.player < 0 and not session.over:
        session.roll()
    if not session.over:
        source = Playouts(game, session.view(session.player), session.player, seating, seed=1, size=FEW)
        source.batch(session.legal()[0], 0)
    mark_of(game.name).write_text("ready\n", encoding="utf-8")


def _first(s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """A strategy as plain Python."""
    return int(actions[0])


def ensure(game: Game, aloud: bool) -> None:
    """Compile a game's loops if this computer lacks them; `aloud` says so first."""
    if is_ready(game.name):
        return
    if aloud:
        sentence = _("Compiling {game}, once on this computer; this may take a minute …").format(game=game.title)
        print(sentence, file=sys.stderr, flush=True)
    compile_game(game)


def main() -> None:
    """Compile everything, with messages: `python -m gamekit.lab.warm`."""
    if not compile_games(lambda number, total, title: print(f"{number}/{total}  {title}", flush=True)):
        print(_("All games are compiled."))


if __name__ == "__main__":
    main()
