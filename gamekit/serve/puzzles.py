"""The page of a game's puzzles, “What would you play?”: one self-contained text, served and exported alike.

Like a Play page it fetches nothing and asks no kernel. What is in it of a position, the player who decides knew.
"""

from __future__ import annotations

import gamekit as gk
from gamekit.drawing import text
from gamekit.lab.levels import level_data
from gamekit.show.guides import guide_data
from gamekit.show.puzzle_words import puzzle_words
from gamekit.show.puzzling import puzzle_data
from gamekit.words import _, each_language

from .play import ASKING, begin, class_script, make_page, with_game
from .standing import POLICY


@each_language()
def puzzle_page(name: str, home: str, playing: str, asks: bool = False) -> str:
    """The puzzles of a game; `home` and `playing` are the addresses of all games and of its Play page.

    `asks`: it is for the teacher of a class. Raises `UnknownGame`.
    """
    game = gk.load(name)
    guide = guide_data(name)
    data = {
        "game": name,
        "words": puzzle_words(),
        "levels": [{"name": level["name"], "title": level["title"]} for level in level_data(game)],
        "pieces": guide and guide["parts"],
        "kept": puzzle_data(name),
    }
    return make_page(
        _("Puzzles: {title}").format(title=game.title),
        f'<a href="{text(home)}">← {text(_("All games"))}</a>'
        f"<h1>{text(_('Puzzles: {title}').format(title=game.title))}</h1>"
        f'<div class="gkp-bar"><a class="gk-button" href="{text(playing)}">'
        f"{text(_('Play {title}').format(title=game.title))}</a></div>",
        ASKING if asks else POLICY,
        (*([class_script(home)] if asks else []), with_game(name), begin("play/puzzlepage", "createPuzzlePage", data)),
    )
