"""The coach's answer as the page shows it. What a move is worth is computed in gamekit.lab.coach."""

from __future__ import annotations

from typing import Any, Final

from gamekit.session import Session
from gamekit.show.jobs import Job
from gamekit.words import _

COACH_PLAYOUTS: Final = 2000
"""For every action, where there are few."""
COACH_GAMES: Final = 20_000
"""In all: a truck can be placed on a hundred spaces, and nobody waits a minute for that."""
COACH_SEED: Final = 1


def advice(session: Session, job: Job) -> dict[str, Any]:
    """What each legal move of a session is worth, best first, for the page. Loads numba."""
    job.tell(0.0, _("The coach is getting ready; the first time on a computer this takes a while …"))
    from gamekit.lab.coach import coach

    playouts = min(COACH_PLAYOUTS, COACH_GAMES // len(session.legal()))
    found = coach(session, playouts, COACH_SEED, progress=job.show, cancel=job.stop)
    rows = [
        {
            "action": row.action,
            "text": row.text,
            "win": row.win.value,
            "win_low": row.win.low,
            "win_high": row.win.high,
            "mean": row.returns.value,
            "mean_low": row.returns.low,
            "mean_high": row.returns.high,
        }
        for row in found
    ]
    names = {"move": rows[0]["text"], "games": f"{sum(row.playouts for row in found):,}"}
    if found.cancelled:
        spoken = _("The coach was stopped early. So far {move} looks best.")
    elif found.clear:
        spoken = _("The coach’s first choice is: {move}.")
    else:
        spoken = _("Several moves are about as good; {move} is slightly ahead.")
    told = _("{verdict} Games played out: {games}. In brackets, and as thin lines, 95 % intervals.")
    verdict = spoken.format(**names)
    return {"type": "coach", "rows": rows, "text": told.format(verdict=verdict, **names), "spoken": verdict}
