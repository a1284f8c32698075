"""When to stop: the events of the lesson *exact or simulated?* and its part *make*. Verdicts come from estimates.py."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from gamekit.errors import GamekitError, OptionError
from gamekit.game import Game, load
from gamekit.games.kartenspiel import state as cards
from gamekit.lessons.desk import Shown, estimate, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.plot import percent
from gamekit.lessons.topics import chance, estimates
from gamekit.lessons.topics.deals import deal
from gamekit.lessons.topics.estimates import Hits
from gamekit.show import Choice, Lab, Number, lab
from gamekit.words import _

SEED: Final = 7
HAND: Final = 10
TOLERANCE: Final = 0.03
"""A stopping rule is far off if its share lies further than this from the truth."""
GOOD_ENOUGH: Final = 0.05
"""A good stopping rule is far off, and misses the truth, in at most about this part of all runs."""
SLACK: Final = 0.005
CHECK_RUNS: Final = 400
"""Runs in which a stopping rule is tried, beside the exact answer."""
DEPTH: Final = {"no_rest": HAND, "climb": 3}
"""The lesson's two events, as chance.py knows them, and over how many cards each is asked."""


def game(**options: Any) -> Game:
    """The card game for two."""
    return load("kartenspiel", players=2, **options)


def truth(event: str = "no_rest", **options: Any) -> float:
    """The exact probability of one of the lesson's events."""
    return float(exact(event, **options))


def exact(event: str = "no_rest", **options: Any) -> Fraction:
    """The same as a fraction."""
    return chance.counted(game(**options), DEPTH[event], event)


def hits(runs: int, deals: int, event: str = "no_rest", seed: int = SEED, **options: Any) -> Hits:
    """Deals by the game's own rules: whether the event happened, a row for each run."""
    depth = DEPTH[event]
    kinds = deal(game(**options), runs * deals, depth, seed) - cards.DRAW
    if event == "no_rest":
        happened = (kinds != cards.REST).all(axis=1)
    else:
        happened = (kinds < cards.KM_KINDS).all(axis=1) & (np.diff(kinds, axis=1) > 0).all(axis=1)
    result: Hits = happened.reshape(runs, deals)
    return result


def check(stop: Callable[[int, int], Any]) -> Shown:
    """Judge a stopping rule somebody has written, exactly and by simulation. Never fails."""
    p = truth()
    try:
        found = estimates.follow(guarded(stop), p, TOLERANCE)
        far, missed, mean = estimates.simulate_stop(
            guarded(stop), hits(CHECK_RUNS, estimates.MOST_DEALS, seed=SEED + 2), p, TOLERANCE
        )
    except GamekitError as error:
        return say(str(error), kind="bad")
    return verdict(found, estimate(far), estimate(missed), mean)


def guarded(stop: Callable[[int, int], Any]) -> Callable[[int, int], bool]:
    """The rule, with whatever it raises told as a sentence."""

    def ask(count: int, deals: int) -> bool:
        try:
            answer: bool = stop(count, deals)
        except Exception as error:
            raise OptionError(
                _("After {deals} deals with {count} hits your rule fails: {kind}: {error}.").format(
                    deals=deals, count=count, kind=type(error).__name__, error=error
                )
            ) from error
        return answer

    return ask


def verdict(found: estimates.Verdict, far: str, missed: str, mean: float) -> Shown:
    """Whether a stopping rule is good, and what it costs."""
    size = _(
        "It stops after {mean_deals:,.0f} deals on average ({check_runs} simulated runs: {mean:,.0f}). It ends more "
        "than {tolerance} from the truth in {far} of all runs (simulated: {far_found}), and its interval misses the "
        "truth in {missed} (simulated: {missed_found})."
    ).format(
        mean_deals=found.mean_deals,
        check_runs=CHECK_RUNS,
        mean=mean,
        tolerance=percent(TOLERANCE, 0),
        far=percent(found.far),
        far_found=far,
        missed=percent(found.missed),
        missed_found=missed,
    )
    if found.far <= GOOD_ENOUGH + SLACK and found.missed <= GOOD_ENOUGH + SLACK:
        best = estimates.deals_for(truth(), TOLERANCE)
        return say(
            f"{_('*A good rule.*')} {size}",
            _("A fixed number of deals would need about {best:,}.").format(best=best),
            kind="good",
        )
    reason = (
        _("*Not good yet:* it stops too early.")
        if found.far > GOOD_ENOUGH + SLACK
        else _("*Not good yet:* its interval misses the truth too often.")
    )
    return say(
        f"{reason} {size}",
        _("Allowed are {good_enough} for both.").format(good_enough=percent(GOOD_ENOUGH, 0)),
        kind="bad",
    )


CLAIM: Final = 0.30
"""The builder's third rule stops once the interval no longer contains this share."""


def built_names() -> dict[str, str]:
    """What the builder's stopping rules are called on the page."""
    return {
        "after": _("after a fixed number of deals"),
        "narrow": _("as soon as the interval is narrow enough"),
        "claim": _("as soon as the interval excludes {claim}").format(claim=percent(CLAIM, 0)),
    }


def builder() -> Lab:
    """Build a stopping rule from three choices."""

    def judge(kind: str, deals: int, width: float) -> tuple[str, ...]:
        rules = {
            "after": estimates.after(deals),
            "narrow": estimates.narrow(width / 100),
            "claim": estimates.excludes(CLAIM),
        }
        return tuple(str(check(rules[kind])).splitlines())

    return lab(
        judge,
        Choice("kind", _("Stop"), built_names(), "claim"),
        Number("deals", _("… for a fixed number: deals"), 100, estimates.MOST_DEALS, 500, step=100),
        Number("width", _("… for a narrow interval: ± percent"), 0.5, 10, 5, step=0.5),
        title=_("Build a stopping rule"),
        button=_("Is it good?"),
    )


def own_rule(stop: Callable[[int, int], Any]) -> Any:
    """The make part: judges the function in JupyterLab, shows the builder on a served page."""
    return notebook_or_page(lambda: check(stop), builder)
