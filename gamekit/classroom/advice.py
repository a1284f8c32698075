"""What may help one pupil, in sentences for the teacher: from where they are, what they answered, how often they tried.

Only what was sent is looked at, and nothing of it is a judgement. What was sent is gathered in kept.py.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Final

from gamekit.words import _

MOST_WRONG: Final = 2
"""So many questions that went wrong are named at most, the last ones."""
MANY_TRIES: Final = 3
FAR_BEHIND: Final = 2
"""So many steps behind half of those in the lesson is worth a word."""


def advise(found: Mapping[str, Any], mine: Mapping[str, Any], people: Sequence[Mapping[str, Any]]) -> list[str]:
    """What may help: `found` is everything one pupil has sent, `mine` their row on the board, `people` everybody's.

    >>> nobody = {"online": True, "stuck": "", "lesson": None, "step": 0, "id": 1}
    >>> advise({"answers": [], "steps": []}, nobody, [nobody])
    ['Nothing points to trouble.']
    """
    said = []
    if not mine["online"]:
        said.append(_("No page of theirs is open: ask for the network and the battery."))
    if mine["stuck"]:
        said.append(_("May need help: {reason}.").format(reason=mine["stuck"]))
    steps = [one["step"] for one in people if one["online"] and one["lesson"] == mine["lesson"] and one["step"]]
    ahead = round(statistics.median(steps)) if steps else 0
    if mine["step"] and ahead - mine["step"] >= FAR_BEHIND:
        behind = _("At step {step}, while half of the others in this lesson are at step {ahead} or further.")
        said.append(behind.format(step=mine["step"], ahead=ahead))
    here = [one for one in found["answers"] if one["lesson"] == mine["lesson"]]
    if mine["lesson"] and mine["step"] > 1 and not here:
        said.append(_("Nothing is answered in this lesson yet: ask what they expect, before anything is pressed."))
    for one in [one for one in here if one["right"] is False][-MOST_WRONG:]:
        if one["tries"] >= MANY_TRIES:
            sentence = _("“{text}” was tried {tries} times: ask for a reason before the next try.")
        else:
            sentence = _("“{text}” went wrong at first: they answered “{answer}”. Look at it together.")
        said.append(sentence.format(text=one["text"], tries=one["tries"], answer=one["answer"]))
    return said or [_("Nothing points to trouble.")]
