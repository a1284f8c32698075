"""Description of the page that a pupil has open, for the teacher."""

from __future__ import annotations

from typing import Final

from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _

LESSONS: Final = "lessons"
"""First part of the URL path of lesson pages."""


def describe_place(path: str) -> str:
    """Describe to the teacher which page a pupil has open, from its URL path; "" for a lesson.

    >>> describe_place("lessons/start.html"), describe_place("play/kartenspiel"), describe_place("x" * 9000)
    ('', 'plays Auf Achse – Das Kartenspiel', 'on another page')
    """
    room, _slash, name = path.partition("/")
    if room == LESSONS:
        return ""
    if room in ("play", "kind", "rules") and name in game_names():
        about = {"play": _("plays {title}"), "kind": _("reads about {title}"), "rules": _("reads the rules of {title}")}
        return about[room].format(title=load(name).title)
    known = {
        "": _("in the list of lessons"),
        "class/move": _("“What would you play?”"),
        "class/tournament": _("at the tournament"),
        "class/tables": _("choosing a table"),
    }
    return _("at a table") if path.startswith("class/table/") else known.get(path, _("on another page"))
