"""What a viewer may be told of chance and of other people's moves: hidden cards stay hidden in answers too.

What a player knows is decided in the games' `hide`; nothing is drawn here.
"""

from __future__ import annotations

from gamekit.compiling import CHANCE, OVER
from gamekit.session import Session
from gamekit.show.film import ALL, seer_at, take
from gamekit.show.telling import Message
from gamekit.words import _


def outcomes(session: Session, viewer: str, step: int) -> tuple[list[Message], str]:
    """What chance can do after `step` steps with its weights, or a sentence if the viewer cannot know them."""
    game, position = session.game, session.position_at(step)
    legal, weights = game.legal(position), game.weights(position)
    seer = seer_at(session, viewer, step)
    if seer is not None and len(legal) > 1:
        seen = game.view(position, seer)
        if game.legal(seen) != legal or game.weights(seen) != weights:
            return [], _("The exact chances depend on cards this player cannot see. Look as everybody to see them.")
    return [{"action": a, "text": game.action_text(a), "weight": w} for a, w in zip(legal, weights, strict=True)], ""


def seen_outcome(session: Session, viewer: str, step: int) -> int | None:
    """What chance did in a step; None if its sentence does not tell the viewer as much as it tells everybody."""
    told, open_to_all = (take(session, eyes, step, step)["steps"][0]["notes"] for eyes in (viewer, ALL))
    return session.log[step - 1].action if told == open_to_all else None


def sees_moves(session: Session, viewer: str) -> bool:
    """Whether the viewer may know which moves are possible now: another player's depend on hidden cards."""
    if session.player == OVER:
        return True
    if session.player == CHANCE:
        return not outcomes(session, viewer, session.step)[1]
    return seer_at(session, viewer, session.step) in (None, session.player)
