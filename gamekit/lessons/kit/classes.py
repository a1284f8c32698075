"""The tournament of a class as a lesson shows it: in the teacher's JupyterLab a table, on a web page a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gamekit.errors import StrategyError
from gamekit.game import Game
from gamekit.lab.arena import class_tournament as lab
from gamekit.lessons.kit.comparing import hundred
from gamekit.lessons.kit.saying import Sentences, Tabled, call, say, table
from gamekit.show.guard import is_on_web_page
from gamekit.words import _


def class_tournament(
    game: Game, folder: str | Path = "strategies", own: Sequence[str] = (), games: int = 200, seed: int = 1
) -> Tabled | Sentences:
    """All strategy files of a folder against one another; the game's own strategies named in `own` play along.

    About `games` games for each pair. Only in JupyterLab: a web page reads no files of strategies. What goes wrong is
    said, never raised.
    """
    if is_on_web_page():
        return say(
            _("The class tournament is played in the teacher’s own JupyterLab, where the files of the students lie.")
        )
    try:
        return standings(lab.class_tournament(game, folder, own, games, seed, progress=False))
    except StrategyError as error:
        return say(str(error))


def standings(found: lab.ClassTournament) -> Tabled:
    """The ranking, then who did not play, each with the reason."""
    head = ["", _("strategy"), _("what it says of itself"), _("of 100 games it wins")]
    game, files = found.standings.game, found.titles  # a file keeps its name, also if a strategy of the game has it
    rows = [
        [place, name if name in files else call(game, name), files.get(name, ""), str(hundred(one.win))]
        for place, one in enumerate(found.standings, start=1)
        for name in [one.strategy]
    ]
    rows += [["–", name, reason, _("did not play")] for name, reason in found.out.items()]
    return table(head, rows, _("Class tournament, {title}").format(title=game.title))
