"""Changes of a class's settings that a teacher's orders ask for: pace, timer, projector, page, marked results."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any, Final

from gamekit.server.class_.schemas import (
    CONTEST,
    MOST_PACED,
    MOST_RESULTS,
    MOST_STEPS,
    ClassSettings,
    Result,
    Sent,
    Shown,
)

LONGEST_TIMER: Final = 3 * 3600
OF_A_LESSON: Final = ("pace", "send")
"""Orders about a lesson; callers check that it exists."""
SETTING: Final = ("names", "door", *OF_A_LESSON, "compete", "show", "result", "timer")
"""Orders that change settings; all others act."""
STANDINGS: Final = "standings"
"""Key that shows the standings of a tournament on the projector."""
OF_A_VOTE: Final = ("ask", "talk", "again", "tell")
"""Orders that bring a question to its next stage."""


def change_settings(settings: ClassSettings, do: str, order: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes of settings that an order asks for. Raises KeyError, TypeError or ValueError if malformed."""
    if do == "names":
        return {"names_hidden": bool(order["hidden"])}
    if do == "door":
        return {"is_closed": bool(order["closed"])}
    if do == "pace":
        pace = dict(list(settings.pace.items())[-MOST_PACED + 1 :])
        pace.pop(order["lesson"], None)
        if order["open"] is not None:
            pace[order["lesson"]] = min(MOST_STEPS, int(order["open"]))
        # Opening a step sends all pupils to it; setting a pace for the first time moves nobody.
        before, now = settings.pace.get(order["lesson"]), pace.get(order["lesson"])
        opens = before is not None and now is not None and now > before
        return {"pace": pace, **(send_to(settings, order["lesson"], step=now) if opens else {})}
    if do == "send":
        return send_to(settings, order["lesson"])
    if do == "compete":
        return send_to(settings, CONTEST) | show_standings()
    if do == "show":
        if not order["key"]:
            return {"shown": None}
        return show(order["lesson"], order["key"], bool(order.get("shares")))
    if do == "result":
        marked = Shown(lesson=order["lesson"], key=order["key"])
        kept = [one for one in settings.results if (one.lesson, one.key) != (marked.lesson, marked.key)]
        if order["value"] is not None:
            kept.append(Result(lesson=marked.lesson, key=marked.key, value=float(order["value"])))
        return {"results": [one.model_dump() for one in kept[-MOST_RESULTS:]]}
    if do == "timer":
        seconds = float(order["seconds"])
        if not math.isfinite(seconds):
            raise ValueError(seconds)
        return {"timer": time.time() + min(seconds, LONGEST_TIMER) if seconds > 0 else None}
    raise ValueError(do)


def send_to(settings: ClassSettings, lesson: str, key: str | None = None, step: int | None = None) -> dict[str, Any]:
    """Send all pupils to a page, and to a question or step on it; the projector leaves the tournament."""
    number = settings.sent.number + 1 if settings.sent else 1
    left = {"shown": None} if settings.shown is not None and settings.shown.lesson == CONTEST else {}
    return {"sent": Sent(lesson=lesson, number=number, key=key, step=step).model_dump(), **left}


def open_step(settings: ClassSettings, lesson: str, step: int) -> dict[str, Any]:
    """Open the steps of a lesson up to `step`; no change if they are open or the class sets no pace."""
    held = settings.pace.get(lesson)
    return {"pace": {**settings.pace, lesson: step}} if held is not None and held < step <= MOST_STEPS else {}


def show(lesson: str, key: str, shares: bool) -> dict[str, Any]:
    """Show a question on the projector, with or without answers."""
    return {"shown": Shown(lesson=lesson, key=key, shares=shares).model_dump()}


def show_standings() -> dict[str, Any]:
    return show(CONTEST, STANDINGS, shares=False)
