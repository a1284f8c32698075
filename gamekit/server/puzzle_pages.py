"""Self-contained page of a game's puzzles; it contains only what the player to move knows."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any, Final

from gamekit.core.game import load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.svg import text
from gamekit.lab.levels import describe_levels
from gamekit.lab.puzzles import LADDER
from gamekit.server.document import POLICY
from gamekit.server.play_pages import ASKING, begin, class_script, make_page, write_with_game
from gamekit.widgets.guide import guide_data, picture_data
from gamekit.widgets.messages import puzzle_words
from gamekit.widgets.puzzle_data import puzzle_data

RAW: Final = -zlib.MAX_WBITS
"""Raw deflate without header, "deflate-raw" in browsers."""


def pack(data: Any) -> str:
    """Return data as compressed JSON in URL-safe base64; web/shared/files.js unpacks it.

    >>> len(pack(["frames"] * 1000)) < 100
    True
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    packed = packer.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


@each_language()
def puzzle_page(name: str, home: str, playing: str, asks: bool = False) -> str:
    """Return the page of a game's puzzles; `home` and `playing` are URLs of the list of games and the Play page.

    `asks`: the page is for the teacher of a class. Raises `UnknownGame`.
    """
    game = load(name)
    guide = guide_data(name)
    data = {
        "game": name,
        "words": puzzle_words(),
        "levels": [level for level in describe_levels(game) if level["name"] in LADDER],
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
            begin("play/puzzle_page", "createPuzzlePage", data),
        ),
    )
