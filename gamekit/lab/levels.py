"""Levels of opponents: easy, medium, steady, strong and best. They play in Python as on the Play page.

Strong is the game's best strategy. Easy, medium and steady play like it, but choose any legal move with a probability
from the game's `levels.toml` (tools/measure/levels.py). Best plays like it, unless the coach finds a move that is
better beyond chance.
"""

from __future__ import annotations

import functools
import tomllib
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from gamekit.core.files import read_game_file
from gamekit.core.game import check_game
from gamekit.core.i18n.translation import _
from gamekit.core.record import Ints
from gamekit.core.strategy import Choose, Strategy
from gamekit.lab.coach import best_strategy, check_playouts
from gamekit.lab.tournament import make_coach

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamekit.core.game import Game

FILE: Final = "levels.toml"


class Levels(NamedTuple):
    """Settings of a game: random share of the first three levels, 0 to 1, and playouts per action of best."""

    easy: float = 0.6
    medium: float = 0.4
    steady: float = 0.25
    best: int = 100


@functools.cache
def find_levels(name: str) -> Levels:
    """Return the settings of the game of this name."""
    return Levels(**tomllib.loads(read_game_file(name, FILE) or ""))


def levels(game: Game, best: int | None = None) -> Mapping[str, Strategy]:
    """Return the levels of opponents of a game, the weakest first: easy, medium, steady, strong, best.

    Parameters
    ----------
    game : Game
        The game, made with `load`.
    best : int, optional
        Number of playouts of each action that the level best looks at, 1 to 10,000,000. Default: as measured for the
        game.

    Returns
    -------
    mapping of str to Strategy
        Strategies for `simulate`, `tournament` and the seats of `play`; best is slow.

    Raises
    ------
    OptionError
        If `game` or `best` is not allowed.

    Examples
    --------
    >>> import gamekit as gk
    >>> list(gk.levels(gk.load("kartenspiel")))
    ['easy', 'medium', 'steady', 'strong', 'best']
    """
    check_game(game)
    figures, usual = find_levels(game.name), game.strategies[best_strategy(game)]
    playouts = figures.best if best is None else check_playouts(best)
    stumbles = _("Plays like “{title}”, but {share} of 100 moves are any move.")
    likewise = _("Plays like “{title}”.")

    def make_stumbler(name: str, title: str, share: float) -> Strategy:
        about = stumbles.format(title=usual.title, share=round(100 * share))
        return Strategy(name, title, about, mix_random_moves(usual.choose, share))

    found = (
        make_stumbler("easy", _("Easy"), figures.easy),
        make_stumbler("medium", _("Medium"), figures.medium),
        make_stumbler("steady", _("Steady"), figures.steady),
        Strategy("strong", _("Strong"), likewise.format(title=usual.title), usual.choose),
        make_coach(game, playouts, name="best", title=_("Best"), ahead=0),
    )
    return {level.name: level for level in found}


def describe_levels(game: Game) -> list[dict[str, Any]]:
    """Return the levels as JSON for a page (coach_answer.js): words, random share, and playouts per action of each."""
    figures = find_levels(game.name)
    shares = {"easy": figures.easy, "medium": figures.medium, "steady": figures.steady}
    return [
        {
            "name": level.name,
            "title": level.title,
            "description": level.description,
            "share": shares.get(level.name, 0),
            "playouts": figures.best if level.name == "best" else 0,
        }
        for level in levels(game).values()
    ]


def mix_random_moves(choose: Choose, share: float) -> Choose:
    """Return a strategy that chooses any legal move with probability `share`, 0 to 1, and else what `choose` does."""

    def play(s: Any, t: Any, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
        if rng.random() < share:
            return int(actions[int(rng.random() * n)])
        return int(choose(s, t, player, actions, n, rng))

    return play
