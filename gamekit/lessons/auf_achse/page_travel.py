# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Auf Achse as its notebook shows it: how many turns to München?

The decision process itself is in travel.py, exercises and exit ticket are in exercises_travel.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from gamekit.lab.estimate import Estimate, mean, share
from gamekit.lessons.auf_achse.exercises_travel import exercises as exercises
from gamekit.lessons.auf_achse.exercises_travel import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.travel import (
    GOAL,
    SIX_SIX,
    START,
    Journey,
    Solved,
    board,
    city,
    drive,
    journey,
    likely,
    named,
    on_a_road,
    solve,
    steps,
    straight,
)
from gamekit.lessons.auf_achse.wording import city_choices, signed, with_bet
from gamekit.lessons.desk import Shown, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, YesNo, bars, distribution, lab, play
from gamekit.words import _

TRIPS: Final = 20_000
SHOWN_TURNS: Final = 12


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game in which to drive."""
    return play(board(), seats=[None, "planner"], seed=12, viewer="0", name="aa-travel-table")


def bet() -> Bet:
    """How many turns does it take to reach a city exactly?"""
    return Bet(
        _(
            "From {start} to {goal} it is {steps} steps. How many turns does it take on average to reach {goal} exactly with the last point, driving as well as possible?"
        ).format(start=START, goal=GOAL, steps=steps(START, GOAL)),
        low=1,
        high=12,
        step=0.1,
        unit=_("turns"),
        name="aa-travel-bet",
    )


# Run


def run(bet: Bet) -> Lab:
    """Drive many trips with the die, by the best plan."""

    def drive_trips(origin: str, goal: str, exact: bool, trips: int) -> tuple[Chart, str]:
        solved = solve(journey(goal, exact))
        turns = drive(solved, city(origin), int(trips), seed=1)
        found = mean(turns)
        truth = solved.from_city(origin)
        chances = likely(solved, city(origin), SHOWN_TURNS)
        chart = distribution(
            {float(n): share(float((turns == n).sum()), len(turns)) for n in range(1, SHOWN_TURNS + 1)},
            exact={float(n): chances[n] for n in range(1, SHOWN_TURNS + 1)},
            bet=bet.value,
            title=_("Turns from {origin} to {goal}").format(origin=origin, goal=goal),
            xlabel=_("turns"),
            ylabel=_("share of the trips"),
            alt=told(chances),
        )
        return chart, compared(bet, found, truth)

    return lab(
        drive_trips,
        Choice("origin", _("From"), city_choices(), START),
        Choice("goal", _("to"), city_choices(), GOAL),
        YesNo("exact", _("Arrive exactly (for an auction); if not, a delivery waits and points may be left over"), True),
        Number("trips", _("Trips"), 1_000, 100_000, TRIPS, 1_000),
        title=_("Drive with the die"),
        button=_("Drive"),
    )  # fmt: skip


def told(chances: Sequence[float]) -> str:
    """A distribution of turns in words."""
    likely_turns = max(range(len(chances)), key=lambda n: chances[n])
    return _("How many turns a trip takes. Most often it is {n}, in {p} % of the trips.").format(
        n=likely_turns, p=f"{100 * chances[likely_turns]:.1f}"
    )


def compared(bet: Bet, found: Estimate, truth: float) -> str:
    """Simulated, exact and predicted."""
    said = _("By the die {value} turns on average ({low} to {high}), exactly {exact}.").format(
        value=f"{found.value:.3f}", low=f"{found.low:.3f}", high=f"{found.high:.3f}", exact=f"{truth:.3f}"
    )
    return with_bet(said, bet)


# Explain


def explain() -> Shown:
    """Both journeys, exactly."""
    exact, deliver = solve(journey(GOAL, True)), solve(journey(GOAL, False))
    return say(
        _("*To deliver in {goal}* it takes {turns} turns from {start} on average, for points may be left over there.").format(
            goal=GOAL, start=START, turns=f"{deliver.from_city(START):.3f}"
        ),
        _("*To reach it exactly* it takes {turns} turns.").format(turns=f"{exact.from_city(START):.3f}"),
        _(
            "Both come from one equation for each of the {n} spaces: the turns from here are 1 plus the mean, over the six sides of the die, of the turns from the best end of that roll."
        ).format(n=int(board().tables.spaces)),
        _("The map is a reconstruction; the published rules name only some of its cities."),
    )  # fmt: skip


def arrival() -> YesNo:
    """The control that says what the journey is for."""
    return YesNo("exact", _("Arrive exactly (if not: to deliver)"), True)


def best_use() -> Lab:
    """Where each roll is best used."""

    def show(space: str, exact: bool) -> tuple[Table, str]:
        solved = solve(journey(GOAL, exact))
        at = city(space)
        rows = []
        for side in range(6):
            to = int(solved.plan[at, side])
            rows.append((side + 1, named(to), f"{solved.turns[to]:.3f}"))
        said = _("From {space} it takes {turns} turns: 1 plus the mean of the last column.").format(
            space=space, turns=f"{solved.turns[at]:.3f}"
        )
        return Table(
            [_("roll"), _("best end"), _("turns from there")], rows, _("The plan in {space}").format(space=space)
        ), said

    return lab(
        show,
        Choice("space", _("In"), city_choices(), "Nürnberg"),
        arrival(),
        title=_("The best use of each roll"),
        button=_("Look"),
    )  # fmt: skip


# Investigate


def plans() -> Lab:
    """Investigate: is it best to get as near as possible?"""

    def compare(origin: str, exact: bool) -> tuple[Chart, str]:
        trip = journey(GOAL, exact)
        both: dict[str, Solved] = {_("best plan"): solve(trip), _("as near as possible"): straight(trip)}
        found = {name: mean(drive(plan, city(origin), TRIPS, seed=2)) for name, plan in both.items()}
        truth = {name: plan.from_city(origin) for name, plan in both.items()}
        plan, near = truth.values()
        said = _(
            "The best plan takes {plan} turns on average, driving as near as possible {near}: both exactly."
        ).format(plan=f"{plan:.3f}", near=f"{near:.3f}")
        chart = bars(
            found,
            exact=truth,
            title=_("Turns from {origin} to {goal}").format(origin=origin, goal=GOAL),
            xlabel=_("turns"),
            alt=said,
        )
        return chart, said

    return lab(
        compare,
        Choice("origin", _("From"), city_choices(without=GOAL), START),
        arrival(),
        title=_("Two ways to drive"),
        button=_("Drive both"),
    )


def where_to_wait() -> Lab:
    """Investigate: from which spaces is the goal reached soonest?"""

    def show(exact: bool, many: int) -> Table:
        solved = solve(journey(GOAL, exact))
        order = np.argsort(solved.turns, kind="stable")[1 : int(many) + 1]
        distance = board().tables.distance[city(GOAL)]
        rows = [(named(int(v)), int(distance[v]), f"{solved.turns[v]:.3f}") for v in order]
        return Table(
            [_("space"), _("steps"), _("turns")],
            rows,
            _("The best places to be, {goal} itself left out").format(goal=GOAL),
        )

    return lab(
        show,
        arrival(),
        Number("many", _("Rows"), 5, 30, 12),
        title=_("Near in turns, near in steps"),
        button=_("List"),
    )  # fmt: skip


def marker() -> Lab:
    """Investigate: what one roadworks marker costs."""

    def show(origin: str, place: str) -> tuple[Chart, str]:
        free, blocked = Journey(GOAL), Journey(GOAL, roadworks=int(place))
        values = {_("free road"): solve(free).from_city(origin), _("with the marker"): solve(blocked).from_city(origin)}
        said = _("The marker costs {n} turns.").format(n=f"{values[_('with the marker')] - values[_('free road')]:.3f}")
        chart = bars(
            values,
            title=_("Turns from {origin} to deliver in {goal}, exactly").format(origin=origin, goal=GOAL),
            xlabel=_("turns"),
            alt=said,
        )
        return chart, said

    t = board().tables
    around = [int(w) for w in t.neighbour[city(GOAL)] if w >= t.cities]
    near = {str(w): named(w) for w in around}
    return lab(
        show,
        Choice("origin", _("From"), city_choices(without=GOAL), "Nürnberg"),
        Choice("place", _("Roadworks"), near, next(iter(near))),
        title=_("One marker before the city"),
        button=_("Compute"),
    )


# Modify


def modify_bet() -> Bet:
    """What if a 6 moved exactly six?"""
    return Bet(
        _("If a 6 moved exactly six spaces like the other sides, how many turns would it take from {start} to reach {goal} exactly?").format(start=START, goal=GOAL),
        low=1,
        high=12,
        step=0.1,
        unit=_("turns"),
        name="aa-travel-modify",
    )  # fmt: skip


def other_six(bet: Bet) -> Lab:
    """The freedom of the 6 taken away."""

    def compare(origin: str, exact: bool) -> tuple[Chart, str]:
        free = solve(journey(GOAL, exact)).from_city(origin)
        fixed = solve(journey(GOAL, exact, SIX_SIX)).from_city(origin)
        values = {_("a 6 moves 1 to 6"): free, _("a 6 moves six"): fixed}
        said = _("If a 6 moves 1 to 6 spaces it takes {free} turns; if it must move six, {fixed}.").format(
            free=f"{free:.3f}", fixed=f"{fixed:.3f}"
        )
        chart = bars(
            values,
            bet=bet.value,
            title=_("Turns from {origin}, exactly").format(origin=origin),
            xlabel=_("turns"),
            alt=said,
        )
        return chart, said

    return lab(
        compare,
        Choice("origin", _("From"), city_choices(without=GOAL), START),
        arrival(),
        title=_("Another rule for the 6"),
        button=_("Compute"),
    )


# Make


def cases() -> list[Case]:
    """Expected turns on a straight road, exactly."""
    return [Case((n,), on_a_road(n), reason(n)) for n in (0, 1, 2, 3, 6, 7, 8, 10)]


def reason(n: int) -> str:
    """Why a straight road of n spaces takes so long."""
    if n == 0:
        return _("You are there.")
    if n == 1:
        return _("Every roll reaches the end.")
    terms = " + ".join(f"E({max(n - side, 0)})" for side in range(1, 7))
    return _("1 turn, and a sixth of {terms}.").format(terms=terms)


def checked(expected: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(expected, cases())


def make(expected: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a guess for the formula is tried."""
    return notebook_or_page(lambda: checked(expected), builder)


def builder() -> Lab:
    """Turns = a + steps / b: how close can a simple formula come?"""

    def judge(a: float, b: float) -> tuple[Table, str]:
        rows, worst = [], 0.0
        for n in range(1, 13):
            truth = float(on_a_road(n))
            guess = a + n / b
            worst = max(worst, abs(guess - truth))
            rows.append((n, f"{truth:.3f}", f"{guess:.3f}", signed(guess - truth, "+.3f")))
        head = [_("spaces"), _("exactly"), _("your formula"), _("difference")]
        return Table(head, rows, _("A straight road")), _("The largest difference is {worst}.").format(
            worst=f"{worst:.3f}"
        )

    return lab(
        judge,
        Number("a", _("a"), 0, 2, 0, 0.05),
        Number("b", _("b"), 1, 6, 3.5, 0.1),
        title=_("Find a formula: turns = a + spaces / b"),
        button=_("Judge"),
    )  # fmt: skip
