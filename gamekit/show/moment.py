"""A moment of a game for a question to look at: the board, and for each of its places what may be done there.

The rules answer; nothing about a particular game is written here.
"""

from __future__ import annotations

from typing import Any

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import Sentence
from gamekit.core.session import Session
from gamekit.show.film import draw_table
from gamekit.show.telling import choose_most_telling


def board_of(session: Session, viewer: str = "all", explained: bool = False) -> dict[str, Any]:
    """The position of a session for a question's `board`; `explained`: every place tells what may be done there."""
    game, position = session.game, session.position
    seer = None if viewer == "all" else int(viewer)
    return {
        "changes": draw_table(session, viewer, session.step),
        "description": game.picture.describe(game, position, seer),
        "title": game.title,
        "places": explain_places(session) if explained else None,
    }


def explain_places(session: Session) -> dict[str, dict[str, str]]:
    """For every place of the picture where some move belongs: that it is legal, or why not."""
    game = session.game
    open_now: dict[str, dict[str, str]] = {}
    refused: dict[str, dict[int, Sentence]] = {}
    legal = session.legal()
    every = game.picture.targets(game, session.position, range(game.num_actions))
    for action, places in every.items():
        against = session.why_not(action)
        for place in places.split():
            if against is not None:
                refused.setdefault(place, {})[action] = against
            else:
                text = _("“{action}” is possible now.").format(action=game.action_text(action))
                open_now.setdefault(place, {"text": text, "rule": ""})
    told = {place: choose_most_telling(game, legal, found) for place, found in refused.items()}
    return {place: {"text": one.text, "rule": one.rule} for place, one in told.items()} | open_now
