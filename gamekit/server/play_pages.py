"""Play page and puzzle page of a game: each self-contained, with rules and board, served and exported alike."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from typing import Any, Final

from gamekit.core.game import load
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.svg import text
from gamekit.lab.levels import describe_levels
from gamekit.lab.puzzles import LADDER
from gamekit.server.document import POLICY, head
from gamekit.web import bundle, font_faces
from gamekit.web.bundle import inline_script, read_script, write_engine
from gamekit.web.game_bundle import game_script
from gamekit.widgets.guide import guide_data, picture_data
from gamekit.widgets.messages import page_messages
from gamekit.widgets.puzzle_data import puzzle_data

CLASS_ASK: Final = bundle.WEB / "class/ask_class.js"
ASKING: Final = f"{POLICY}; connect-src 'self'"
"""Content security policy for the teacher of a class, whose page may put positions to the class."""


@each_language()
def play_page(name: str, home: str, asks: bool = False, puzzles: str = "") -> str:
    """Return the Play page of a game; `home` is the URL of the list of games. Raises `UnknownGame`.

    `asks`: the page is for the teacher of a class. `puzzles`: URL of the game's puzzles, "" if it has none.
    """
    game = load(name)
    data = {
        "game": name,
        "words": page_messages("play", "own_puzzles"),
        "levels": describe_levels(game),
        "guide": guide_data(name),
        "puzzles": puzzles,
    }
    return make_page(
        _("Play {title}").format(title=game.title),
        f'<a href="{text(home)}">← {text(_("All games"))}</a>'
        f'<h1>{text(game.title)}</h1><div id="bar" class="gkp-bar"></div>',
        ASKING if asks else POLICY,
        (
            *([class_script(home)] if asks else []),
            write_with_game(name),
            bundle.load_library("qrcode", "gamekitQR"),
            begin("play/play_page", "createPlayPage", data, ", document.getElementById('bar')"),
        ),
    )


def begin(module: str, create: str, data: Any, more: str = "") -> str:
    """Return the script that starts a widget on the page with its data."""
    told = json.dumps(data, ensure_ascii=False)
    return f"(() => {{\n{bundle.script(module)}\n{create}(document.getElementById('play'), {told}{more});\n}})();"


def class_script(home: str) -> str:
    """Return the script with which a teacher puts positions to the class; `home` is the server's base URL."""
    return f"globalThis.gamekitClass = {json.dumps({'base': home})};\n{read_script(CLASS_ASK)}"


@each_language()
def write_with_game(name: str) -> str:
    """Return the rules engine and a game as a script; cached per language."""
    return write_engine() + game_script(name)


def make_page(title: str, top: str, policy: str, scripts: Iterable[str], style: str = "") -> str:
    """Return a self-contained page with `top` as its header and `policy` as its content security policy."""
    return (
        head(title, policy, font_faces.faces() + bundle.style() + bundle.play_style() + style)
        + f'<body class="gk-look gkp"><header class="gkp-top">{top}</header>'
        f'<main id="play"><p class="gkp-wait">{text(_("The game is being set up …"))}</p></main>'
        f"<noscript><p>{text(_('This page needs JavaScript: the game runs in the browser itself.'))}</p></noscript>"
        + "".join(f"<script>{inline_script(script)}</script>\n" for script in scripts)
        + "</body></html>\n"
    )


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
        "words": page_messages("puzzles"),
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
