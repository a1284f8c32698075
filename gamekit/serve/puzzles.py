"""The page of a game's puzzles, “What would you play?”: one self-contained text, served and exported alike.

Like a Play page it fetches nothing and asks no kernel. What is in it of a position, the player who decides knew.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any, Final

from gamekit.drawing import text
from gamekit.game import load
from gamekit.lab.levels import describe_levels
from gamekit.show.guides import guide_data, picture_data
from gamekit.show.puzzle_words import puzzle_words
from gamekit.show.puzzling import puzzle_data
from gamekit.words import _, each_language

from .play import ASKING, begin, class_script, make_page, write_with_game
from .standing import POLICY

RAW: Final = -zlib.MAX_WBITS
"""Compressed without a header, as browsers call "deflate-raw"."""


def pack(data: Any) -> str:
    """Data as the page unpacks it (web/shared/packing.js): compressed, in letters of an address.

    >>> len(pack(["frames"] * 1000)) < 100
    True
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    packed = packer.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


@each_language()
def puzzle_page(name: str, home: str, playing: str, asks: bool = False) -> str:
    """The puzzles of a game; `home` and `playing` are the addresses of all games and of its Play page.

    `asks`: it is for the teacher of a class. Raises `UnknownGame`.
    """
    game = load(name)
    guide = guide_data(name)
    data = {
        "game": name,
        "words": puzzle_words(),
        "levels": [{"name": level["name"], "title": level["title"]} for level in describe_levels(game)],
        "pieces": guide and guide["parts"],
        "guide": picture_data(name),
        "kept": pack(puzzle_data(name)),
    }
    return make_page(
        _("Puzzles: {title}").format(title=game.title),
        f'<a href="{text(home)}">← {text(_("All games"))}</a>'
        f"<h1>{text(_('Puzzles: {title}').format(title=game.title))}</h1>"
        f'<div class="gkp-bar"><a class="gk-button" href="{text(playing)}">'
        f"{text(_('Play {title}').format(title=game.title))}</a></div>",
        ASKING if asks else POLICY,
        (
            *([class_script(home)] if asks else []),
            write_with_game(name),
            begin("play/puzzlepage", "createPuzzlePage", data),
        ),
    )
