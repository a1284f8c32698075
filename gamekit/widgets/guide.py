"""A game's guide for newcomers, as data for the browser or as still pictures."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import asdict
from typing import Any

from gamekit.core.game import load
from gamekit.core.guide import guide_of
from gamekit.core.i18n.translation import _, each_language
from gamekit.core.svg import text
from gamekit.widgets.still_picture import draw_still


def guide_data(name: str) -> dict[str, Any] | None:
    """Return the guide of a game as data for the browser, which replays the game itself; None if there is none."""
    found = guide_of(name)
    return None if found is None else asdict(found)


def picture_data(name: str) -> dict[str, Any] | None:
    """Return the part of `guide_data` that a board of a lesson shows: players, actions, pictures and the aim."""
    found = guide_data(name)
    return found and {key: found[key] for key in ("players", "actions", "pictures", "aim")}


@each_language()
def draw_guide(name: str) -> str:
    """Return a guide's pictures with a sentence each as HTML without scripts; empty if the game has no guide."""
    found = guide_of(name)
    if found is None:
        return ""
    game = load(name, players=found.players)
    session = game.session(0)
    shown = []
    for moment in found.pictures:
        while session.step < moment.step:
            session.play(found.actions[session.step])
        drawn = b64encode(draw_still(game, game.picture, session.position, 0, frame=moment.frame).encode()).decode()
        seen = text(game.picture.describe(game, session.position, 0))
        image = f'<img alt="{seen}" src="data:image/svg+xml;base64,{drawn}"/>'
        shown.append(f"<li><figure>{image}<figcaption>{text(moment.text)}</figcaption></figure></li>")
    aim = f"<p>{text(found.aim)}</p>"
    return f'<section class="how"><h2>{text(_("How to play"))}</h2>{aim}<ol>{"".join(shown)}</ol></section>'
