"""Compiling ahead, and once: whoever needs a game's machine code compiles it, or waits for the process that does.

Whether a game is ready is seen without importing numba: a mark lies in its cache folder, which is
named after a hash of the sources, so that an edit takes the mark away. Processes that do nothing
but compile are in beside.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from gamekit.code_cache import MARK, is_complete, mark_complete
from gamekit.compiling import cache_folder, is_interpreted
from gamekit.game import game_names, load
from gamekit.record import Ints
from gamekit.words import _

if TYPE_CHECKING:
    import numpy as np

    from gamekit.game import Game

FEW: Final = 8
"""Playouts that make sure everything has been compiled."""
GLANCE: Final = 0.5
"""Seconds between two looks whether another process is done."""

Announce = Callable[[str], object]
"""A function that is told a sentence for whoever waits. It may raise, to end the waiting."""

announcing: ContextVar[Announce | None] = ContextVar("announcing", default=None)
"""Who is told why work has not begun yet: a page sets it for its own work (show/jobs.py)."""


def mark_of(name: str) -> Path:
    """The file that says that a game's loops lie compiled on the disk."""
    return cache_folder(frozenset({name})) / MARK


def is_ready(name: str) -> bool:
    """Whether a game starts simulating without compiling."""
    return is_interpreted() or is_complete(mark_of(name).parent)


def is_sound(name: str) -> bool:
    """The same, every byte looked at."""
    return is_interpreted() or is_complete(mark_of(name).parent, thoroughly=True)


def count_ready() -> tuple[int, int]:
    """How many games are ready, and how many there are."""
    return sum(map(is_ready, game_names())), len(game_names())


@contextmanager
def turn(name: str) -> Iterator[bool]:
    """Whether it is the caller's turn to compile a game: False while somebody else does.

    However a process ends, its turn ends with it.
    """
    try:
        file = mark_of(name).with_name("compiling").open("a")
    except OSError:  # a cache that cannot be written: nobody else's work could be seen there
        yield True
        return
    with file:
        yield _is_locked(file)


def _is_locked(file: IO[str]) -> bool:
    if sys.platform == "win32":  # no lock there: at worst, two processes compile the same
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a disk without locks
        return True
    return True


def compile_games(
    progress: Callable[[int, int, str], object] | None = None, names: Iterable[str] | None = None
) -> list[str]:
    """Compile the loops of all games that are not ready and that nobody else is compiling; returns their names.

    `progress(number, of_how_many, title)` is called before each.
    """
    missing = [name for name in (names or game_names()) if not is_sound(name)]
    compiled = []
    for number, name in enumerate(missing, start=1):
        with turn(name) as mine:
            if not mine or is_sound(name):
                continue
            game = load(name)
            if progress:
                progress(number, len(missing), game.title)
            compile_game(game)
            compiled.append(name)
    return compiled


def compile_game(game: Game) -> None:
    """Compile, or load from disk, everything that simulations and the coach run for one game."""
    from gamekit.lab.engine.batches import pack_positions
    from gamekit.lab.engine.chunks import ChunkTask, play_chunk
    from gamekit.lab.engine.lineup import make_lineup
    from gamekit.lab.engine.playouts import Playouts, Search
    from gamekit.lab.engine.search import read_ahead

    lineup = make_lineup(game, "random")
    for others in (lineup, make_lineup(game, _first)):
        play_chunk(ChunkTask(others, game.tables, pack_positions(game, game.start()), seed=1, games=FEW), 0)
    session = game.session(seed=1)
    while session.player < 0 and not session.over:
        session.roll()
    if not session.over:
        player = session.player
        source = Playouts(game, session.view(player), player, lineup, seed=1, size=FEW)
        if ahead := read_ahead(game.rules):
            source = Search(game, session.view(player), player, lineup, 1, FEW, ahead, FEW)
        source.habit()
        source.batch(session.legal()[0], 0)
    mark_complete(mark_of(game.name).parent)


def _first(s: Any, t: Any, p: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """A strategy as plain Python."""
    return int(actions[0])


_ensured: set[Path] = set()
"""Marks of games that this process has found ready: the coach asks at every decision."""


def ensure(game: Game, aloud: bool, pause: Callable[[float], object] = time.sleep) -> None:
    """Compile a game's loops if this computer lacks them, or wait until the process that is at it is done.

    Tells why in a sentence: to whom `announcing` names, else, if `aloud`, on the error stream.
    """
    mark = mark_of(game.name)
    if mark in _ensured:
        return
    if is_ready(game.name):
        _ensured.add(mark)
        return
    tell = announcing.get() or (_Aloud() if aloud else _tell_nobody)
    while not is_ready(game.name):
        with turn(game.name) as mine:
            if mine and not is_ready(game.name):
                said = _("Compiling {game}, once on this computer; this may take a minute …")
                tell(said.format(game=game.title))
                compile_game(game)
                break
        if not mine:
            tell(explain_wait(game))
            pause(GLANCE)
    tell(_("{game} is compiled. Now the games are played …").format(game=game.title))


def explain_wait(game: Game) -> str:
    """Why something has to wait."""
    ready, total = count_ready()
    said = _(
        "{game} is being compiled, once on this computer; then this goes on by itself. Ready: {ready} of {total} games."
    )
    return said.format(game=game.title, ready=ready, total=total)


def _tell_nobody(_sentence: str) -> None:
    """Nobody is told."""


class _Aloud:
    """Says each sentence once on the error stream."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, sentence: str) -> None:
        if sentence != self._last:
            print(sentence, file=sys.stderr, flush=True)
        self._last = sentence
