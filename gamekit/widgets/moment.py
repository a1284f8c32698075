"""Board of a question: a position and, on request, what the rules allow at each place of its picture."""

from __future__ import annotations

from typing import Any

from gamekit.core.i18n.translation import _
from gamekit.core.rulebook import Sentence
from gamekit.core.session import Session
from gamekit.widgets.narration import draw_table
from gamekit.widgets.telling import choose_most_telling


def board_of(session: Session, viewer: str = "all", explained: bool = False) -> dict[str, Any]:
    """Return the position of a session as a question's `board`, as seen by `viewer`: "all" or a player number as text.

    `explained`: each place says which move is possible there, or why none is.
    """
    game, position = session.game, session.position
    seer = None if viewer == "all" else int(viewer)
    return {
        "changes": draw_table(session, viewer, session.step),
        "description": game.picture.describe(game, position, seer),
        "title": game.title,
        "places": explain_places(session) if explained else None,
    }


def explain_places(session: Session) -> dict[str, dict[str, str]]:
    """Return a sentence and rule for each place to which an action belongs: a legal action, or why none is legal."""
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
