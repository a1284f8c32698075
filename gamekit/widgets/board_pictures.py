"""Games of the gallery, and boards of random games as SVG files."""

from __future__ import annotations

import functools
import importlib.util
import logging
from dataclasses import dataclass
from typing import Any

from gamekit.core.game import Game, game_names, load
from gamekit.core.i18n.translation import each_language
from gamekit.core.kernel import CHANCE, OVER
from gamekit.lab.puzzles import has_puzzles
from gamekit.widgets.still_picture import draw_still

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class GameCard:
    """A game in the gallery, for `least` to `most` players."""

    name: str
    title: str
    least: int
    most: int
    has_picture: bool
    has_puzzles: bool = False


@functools.cache
def games() -> tuple[GameCard, ...]:
    """Return every game that can be loaded, in the order of `gamekit.game_names()`; failures are logged."""
    found = []
    for name in game_names():
        try:
            game = load(name)
            drawn, asked = has_picture(name), has_puzzles(name)
            found.append(GameCard(name, game.title, game.min_players, game.max_players, drawn, asked))
        except Exception:  # one game that fails must not hide the others
            log.exception("The game %s cannot be loaded and is left out.", name)
    return tuple(found)


def has_picture(name: str) -> bool:
    """Return whether a game has a picture, without loading it."""
    return importlib.util.find_spec(f"gamekit.games.{name}.picture") is not None


@each_language(64)
def board(name: str, seed: int = 1, step: int = 15) -> str | None:
    """Return the board after `step` random moves as SVG file; None if there is no such game or it has no picture."""
    if name not in game_names():
        return None
    game = load(name)
    try:
        picture = game.picture
    except ImportError as error:
        log.warning("%s has no picture yet: %s", game.title, error)
        return None
    return draw_still(game, picture, play_to_position(game, seed, step), is_file=True)


def play_to_position(game: Game, seed: int, step: int) -> Any:
    """Return the position after `step` random moves of players; steps of chance are not counted."""
    import random

    session, chooser = game.session(seed=seed), random.Random(seed)
    moves = 0
    while session.player != OVER:
        if session.player == CHANCE:
            session.roll()
        elif moves == step:
            break
        else:
            session.play(chooser.choice(session.legal()))
            moves += 1
    return session.position
