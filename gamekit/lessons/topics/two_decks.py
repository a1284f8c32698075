"""The part *modify* of the lesson *exact or simulated?*: two decks, and how many deals show that they differ."""

from __future__ import annotations

import math
from typing import Any

from gamekit.lab.estimate import share
from gamekit.lessons.desk import estimate
from gamekit.lessons.plot import Plot, percent
from gamekit.lessons.topics.estimates import LEVELS
from gamekit.lessons.topics.stopping import SEED, hits, truth
from gamekit.show import Lab, Number, lab
from gamekit.words import _


def modify() -> Lab:
    """Modify the deck: is the difference visible?"""

    def remove(rest: int, deals: int) -> tuple[Any, ...]:
        ours, theirs = truth(), truth(rest=rest)
        a = share(int(hits(1, deals)[0].sum()), deals)
        b = share(int(hits(1, deals, seed=SEED + 1, rest=rest)[0].sum()), deals)
        plot = Plot(
            _("Two decks"),
            _("Real deck {a}, exactly {ours}. Your deck {b}, exactly {theirs}.").format(
                a=estimate(a), ours=percent(ours), b=estimate(b), theirs=percent(theirs)
            ),
            (0.4, 2.6),
            (0, max(0.5, 1.25 * ours, 1.25 * theirs)),
            x_name=_("left: real deck; right: your deck"),
            y_name=_("share of hands without a rest card"),
            percent_y=True,
            bare_x=True,
            height=320,
        )
        for x, found, p in ((1, a, ours), (2, b, theirs)):
            plot.interval(x, found.low, found.value, found.high, "run")
            plot.bar(x, 0.5, p, "exact-bar")
        apart = a.high < b.low or b.high < a.low
        return (
            plot.drawing(),
            _("The intervals lie apart.") if apart else _("The intervals overlap."),
            told_gap(ours, theirs),
        )

    return lab(
        remove,
        Number("rest", _("Rest cards in your deck"), 0, 20, 11),
        Number("deals", _("Deals of each deck"), 10, 20_000, 200, step=10),
        title=_("Somebody has changed the deck"),
        button=_("Deal both"),
    )


def told_gap(p: float, q: float) -> str:
    """How far two decks differ, and how many deals would show it."""
    if p == q:
        return _("Exactly, the decks do not differ: no number of deals would let the intervals lie apart as a rule.")
    return _(
        "Exactly, the decks differ by {gap}. For the intervals to lie apart as a rule, about {deals:,} deals of each "
        "deck would do."
    ).format(gap=percent(abs(p - q)), deals=visible_from(p, q))


def visible_from(p: float, q: float) -> int:
    """Deals of each from which two intervals lie apart on average: their half widths together equal the difference."""
    spread = math.sqrt(p * (1 - p)) + math.sqrt(q * (1 - q))
    return math.ceil((LEVELS[95] * spread / abs(p - q)) ** 2)
