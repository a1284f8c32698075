"""A tournament of files that goes on beside something else, in a process of its own, and says how it stands.

    python -m gamekit.lab.arena.live_tournament

A task comes in as a line of JSON; lines of JSON go out: how much is done, how it stands after each round, why nothing
can be played. When nobody holds its input open any more, it ends at once, with the processes of all strategies.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Final

from gamekit.errors import GamekitError
from gamekit.game import load
from gamekit.lab.arena.class_tournament import ClassTournament, rounds
from gamekit.lab.arena.strategy_file import StrategyFile
from gamekit.lab.engine.processes import end_with_the_other_end, give_way
from gamekit.words import _, use_language

PLAN: Final = (4, 20, 100)
"""Games of each pair in each round: soon something to look at, then something to rely on."""
LEAST_NEWS: Final = 0.01
"""The share of a round after which it is said how much is done."""
NICENESS: Final = 5
LONGEST: Final = 20 * 60.0
"""Seconds after which a tournament ends by itself, with the rounds that are played."""


class TimeUpError(Exception):
    """It has taken as long as it may."""


def play(task: dict[str, Any], tell: Callable[..., None]) -> None:
    """Carry out a task: a game and its players and options, files as [name, source], the game's own that play along."""
    try:
        game = load(task["game"], task["players"], **task["options"])
        files = [StrategyFile(name, source) for name, source in task["files"]]
        for number, found in enumerate(rounds(game, files, task["own"], PLAN, progress=make_teller(tell)), start=1):
            tell(share=0.0, round=number, of=len(PLAN), **list_standings(found))
    except GamekitError as error:
        tell(refused=str(error))
    except TimeUpError:
        late = _("After {minutes} minutes it ended by itself; what stands here is what was played until then.")
        tell(done=True, late=late.format(minutes=round(LONGEST / 60)))
    else:
        tell(done=True)


def make_teller(tell: Callable[..., None]) -> Callable[[float], None]:
    """Something that tells the share that is done, but not every hair of it. Raises `TimeUpError` when time is up."""
    last, until = 0.0, time.monotonic() + LONGEST

    def tell_more(share: float) -> None:
        nonlocal last
        if time.monotonic() > until:
            raise TimeUpError
        if abs(share - last) >= LEAST_NEWS:
            last = share
            tell(share=share)

    return tell_more


def list_standings(found: ClassTournament) -> dict[str, Any]:
    """How it stands, as it is told: shares of wins with their interval, the best first, and who is out, with why."""
    rows = [[one.strategy, one.win.value, one.win.low, one.win.high] for one in found.standings]
    games = max((one.games for one in found.standings), default=0)
    return {"rows": rows, "titles": found.titles, "out": found.out, "games": games, "even": found.standings.even}


def main() -> None:
    """Read the task, play, tell."""
    voice, sys.stdout = sys.stdout, sys.stderr  # nothing else may speak on that line
    task = json.loads(sys.stdin.readline())
    end_with_the_other_end()
    give_way(NICENESS)

    def tell(**message: Any) -> None:
        print(json.dumps(message), file=voice, flush=True)

    with use_language(task["language"]):
        play(task, tell)
    voice.flush()


if __name__ == "__main__":
    main()
