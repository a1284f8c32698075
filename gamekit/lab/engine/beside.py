"""Processes that compile what is missing while others already play. What compiling a game means is in warm.py.

They are processes of their own, and not threads, because a page must not stutter while they work.
They end with whoever started them, however that one ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from gamekit.game import game_names, load
from gamekit.lab.engine.chunks import count_workers
from gamekit.lab.engine.processes import end_with_the_other_end, give_way, shield_from_keyboard
from gamekit.lab.engine.warm import compile_games, count_ready, is_sound

MODULE: Final = "gamekit.lab.engine.beside"
CHECKOUT: Final = Path(__file__).parents[3]
POLITE: Final = 15
"""How far below others' their priority lies, of 19."""
SIDE_BY_SIDE: Final = 2
"""As many processes gain on a machine that others use too; each needs 350 MB."""


class Beside:
    """Processes that compile what is missing. Use it as a context: leaving it ends them.

    >>> with Beside(processes=0) as beside:
    ...     beside.working
    False
    """

    def __init__(self, processes: int = SIDE_BY_SIDE, niceness: int = POLITE) -> None:
        one_is_enough = sys.platform == "win32"  # without locks they would all compile the same
        self._wanted = min(processes, count_workers(), 1 if one_is_enough else len(game_names()))
        self._niceness = niceness
        self._processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Beside:
        if not all(map(is_sound, game_names())):
            paths = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH")]))
            for _number in range(self._wanted):
                process = subprocess.Popen(
                    [sys.executable, "-m", MODULE, str(self._niceness)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    env=dict(os.environ, PYTHONPATH=paths),
                    **shield_from_keyboard(polite=self._niceness > 0),
                )
                self._processes.append(process)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.communicate()

    @property
    def working(self) -> bool:
        """Whether something is still being compiled."""
        return any(process.poll() is None for process in self._processes)


def compile_side_by_side(tell: Callable[[int, int, str], object] | None = None) -> bool:
    """Compile what is missing, in as many processes as help, and wait for it; returns whether all games are ready.

    `tell(number, of_how_many, title)` hears of each game that has become ready.
    """
    missing = {name for name in game_names() if not is_sound(name)}
    total = len(missing)
    with Beside(len(game_names()), niceness=0) as beside:
        while missing:
            working = beside.working
            for name in [name for name in game_names() if name in missing and is_sound(name)]:
                missing.discard(name)
                if tell:
                    tell(total - len(missing), total, load(name).title)
            if not working:
                break
            time.sleep(0.2)
    ready, games = count_ready()
    return ready == games


def main() -> None:
    """Be such a process: `python -m gamekit.lab.engine.beside NICENESS`, with a pipe from its starter as input."""
    give_way(int(sys.argv[1]))
    end_with_the_other_end()
    compile_games()


if __name__ == "__main__":
    main()
