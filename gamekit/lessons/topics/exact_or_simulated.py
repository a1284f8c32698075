"""The lesson *exact or simulated?*: what its pages show.

Intervals come from estimates.py, stopping rules from stopping.py; the changed deck is in two_decks.py.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from gamekit.games.kartenspiel import state as cards
from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, estimate, exercise, say, your_bet
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import estimates
from gamekit.lessons.topics.deals import deal
from gamekit.lessons.topics.estimates import LEVELS, METHODS
from gamekit.lessons.topics.stopping import HAND, SEED, TOLERANCE, game, hits, own_rule, truth
from gamekit.lessons.topics.two_decks import modify, visible_from
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, lab
from gamekit.words import _

STUDENTS: Final = 100
RUNS: Final = 10


def play() -> Lab:
    """Deal hands one by one, and keep count."""
    count = {"hands": 0, "without": 0}

    def one(hands: int) -> tuple[str, ...]:
        words = game().rulebook.words["card"]
        rows = deal(game(), hands, HAND, SEED + count["hands"] + 1) - cards.DRAW
        for row in rows:
            count["hands"] += 1
            count["without"] += cards.REST not in row
        last = ", ".join(words[kind] for kind in sorted(map(int, rows[-1])))
        found = share(count["without"], count["hands"])
        return (
            _("The last hand: {last}.").format(last=last),
            _("{without} of {hands} hands had no rest card: {found}.").format(
                without=count["without"], hands=count["hands"], found=estimate(found)
            ),
        )

    return lab(
        one, Number("hands", _("Hands to deal"), 1, 20, 1), title=_("Deal a hand of ten cards"), button=_("Deal")
    )


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        _(
            "{students} students deal 100 hands each. Each of them computes a 95 % interval for the share of hands "
            "without a rest card. How many of these intervals do not contain the exact value?"
        ).format(students=STUDENTS),
        low=0,
        high=STUDENTS,
        unit=_("intervals"),
        name="topics-intervals-bet",
    )


def intervals_plot(found: estimates.Class, title: str) -> Drawing:
    """One upright interval for each student, those that miss the truth standing out."""
    top = min(1.0, float(found.high.max()) * 1.1)
    missed = int(found.missed.sum())
    plot = Plot(
        title,
        _("{missed} of {shares} intervals do not contain the exact value {p}.").format(
            missed=missed, shares=len(found.shares), p=percent(found.p)
        ),
        (0, len(found.shares) + 1),
        (0, top),
        x_name=_("{shares} students, {deals:,} deals each").format(shares=len(found.shares), deals=found.deals),
        y_name=_("share, with interval"),
        percent_y=True,
        bare_x=True,
    )
    for i, (low, value, high, miss) in enumerate(zip(found.low, found.shares, found.high, found.missed, strict=True)):
        plot.interval(i + 1, low, value, high, "miss" if miss else "hit")
    plot.level(found.p, _("exact: {p}").format(p=percent(found.p)), "exact")
    return plot.drawing()


def misses_plot(missed: int, expected: float, bet: Bet) -> Drawing:
    """How many intervals miss: the exact distribution, with what was found and the bet drawn in."""
    weights = estimates.binomial(STUDENTS, expected)
    most = max(16, missed + 2, int(bet.value or 0) + 2)
    plot = Plot(
        _("How many intervals miss"),
        _("Exactly, {mean:.1f} on average; found {missed}; your bet: {bet}.").format(
            mean=STUDENTS * expected, missed=missed, bet=bet.said or _("none")
        ),
        (-0.5, most + 0.5),
        (0, 0.25),
        x_name=_("intervals of {students} that miss").format(students=STUDENTS),
        y_name=_("exact probability"),
        percent_y=True,
        height=300,
    )
    for k in range(min(most, STUDENTS) + 1):
        plot.bar(k, 0.8, float(weights[k]), "exact-bar")
    plot.upright(missed, _("this class: {missed}").format(missed=missed), "found")
    if bet.value is not None:
        plot.upright(bet.value, _("your bet: {value:g}").format(value=bet.value), "bet", lower=True)
    return plot.drawing()


def run(bet: Bet) -> Lab:
    """The class deals."""

    def all_deal(seed: int) -> tuple[Any, ...]:
        p = truth()
        found = estimates.class_of(hits(STUDENTS, 100, seed=seed), p, LEVELS[95], "Wilson")
        missed = int(found.missed.sum())
        expected = 1 - estimates.coverage(p, 100, LEVELS[95], "Wilson")
        said = _("{missed} of {students} intervals miss the exact value.").format(missed=missed, students=STUDENTS)
        return (
            intervals_plot(found, _("A class deals")),
            misses_plot(missed, expected, bet),
            f"{said} {your_bet(bet)}",
        )

    return lab(
        all_deal,
        Number("seed", _("Another class"), 1, 50, SEED),
        title=_("A class of 100 deals 100 hands each"),
        button=_("Deal"),
    )


def explain() -> Shown:
    """What the interval promises, and where the exact value comes from."""
    g = game()
    total = sum(int(n) for n in g.tables.deck)
    rest = int(g.tables.deck[cards.REST])
    p = truth()
    se = estimates.standard_error(p, 100)
    kept = estimates.coverage(p, 100, LEVELS[95], "Wilson")
    return say(
        _(
            "*The exact value.* Of {total} cards {others} are no rest cards. A hand of {hand} has none with "
            "probability C({others}, {hand}) / C({total}, {hand}) = {p}. No deal is needed for that."
        ).format(total=total, others=total - rest, hand=HAND, p=percent(p, 3)),
        _(
            "*The error.* The share of n deals typically lies √(p(1 − p)/n) from p: for 100 deals {se}. Four times "
            "the deals halve it: for 400 deals {half}."
        ).format(se=percent(se), half=percent(estimates.standard_error(p, 400))),
        _(
            "*The promise.* A 95 % interval is a method that contains the truth in about 95 of 100 uses. For 100 "
            "deals and this p it does so in exactly {kept}, so on average {missing:.1f} of {students} honest students "
            "miss. They have made no mistake, and they cannot know that it is them."
        ).format(kept=percent(kept), missing=STUDENTS * (1 - kept), students=STUDENTS),
    )


def fan() -> Lab:
    """Several running shares, and the funnel they live in."""
    return lab(
        lambda deals: fan_plot(deals, RUNS),
        Number("deals", _("Deals of each student"), 100, 10_000, 5_000, step=100),
        title=_("Ten students go on dealing"),
        button=_("Deal"),
    )


def fan_plot(deals: int, runs: int) -> Drawing:
    """The running shares of so many students."""
    p = truth()
    rows = hits(runs, deals)
    points = estimates.checkpoints(deals)
    start = 10
    points = points[points >= start]
    plot = Plot(
        _("The law of large numbers"),
        _("{runs} runs of {deals:,} deals. They begin far apart and close in on the exact value {p}.").format(
            runs=runs, deals=deals, p=percent(p)
        ),
        (start, deals),
        (0, 0.7),
        x_name=_("deals so far (each mark ten times the last)"),
        y_name=_("share of hands without a rest card"),
        log_x=True,
        percent_y=True,
    )
    z = LEVELS[95]
    edge = [(float(n), z * estimates.standard_error(p, float(n))) for n in points]
    plot.band([(n, p - e) for n, e in edge], [(n, p + e) for n, e in edge], "funnel")
    for i, row in enumerate(rows):
        line = zip(map(float, points), map(float, estimates.running(row, points)), strict=True)
        plot.line(line, "run-first" if i == runs - 1 else "run")
    plot.level(p, _("exact: {p}").format(p=percent(p)), "exact")
    return plot.drawing()


def how_many() -> Lab:
    """Investigate: the number of deals."""

    def many(deals: int) -> tuple[Any, ...]:
        p = truth()
        found = estimates.class_of(hits(20, deals), p, LEVELS[95], "Wilson")
        width = float((found.high - found.low).mean()) / 2
        return (
            intervals_plot(found, _("Twenty students with {deals:,} deals each").format(deals=deals)),
            _(
                "These intervals reach ± {width} on average. Twice as narrow would need about {twice:,} deals; ± 1 % "
                "needs {one:,}."
            ).format(
                width=percent(width, 2),
                twice=estimates.deals_for(p, width / 2),
                one=estimates.deals_for(p, 0.01),
            ),
        )

    return lab(
        many,
        Number("deals", _("Deals for each"), 10, 5_000, 100, step=10),
        title=_("How many deals?"),
        button=_("Deal"),
    )


def how_sure() -> Lab:
    """Investigate: the level of confidence."""

    def sure(level: str) -> tuple[Any, ...]:
        p, z = truth(), LEVELS[int(level)]
        found = estimates.class_of(hits(STUDENTS, 100), p, z, "Wilson")
        return (
            intervals_plot(found, _("{level} % intervals").format(level=level)),
            _("Found: {kept} of the intervals contain the exact value. Exactly: {coverage}.").format(
                kept=estimate(found.kept), coverage=percent(estimates.coverage(p, 100, z, "Wilson"))
            ),
        )

    return lab(
        sure, Choice("level", _("Percent"), [str(k) for k in LEVELS], "95"), title=_("How sure?"), button=_("Deal")
    )


def which_formula() -> Lab:
    """Investigate: the formula, for an event that is rare."""

    def compare(method: str) -> tuple[Any, ...]:
        p, event = truth("climb"), _("three cards that climb")
        sizes = [10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1_000]
        plot = Plot(
            _("How often a 95 % interval contains the truth: {method}").format(method=method),
            _("The event: {event}, {p}.").format(event=event, p=percent(p)),
            (10, 1_000),
            (0.3, 1.0),
            x_name=_("deals"),
            y_name=_("share of intervals that contain the truth"),
            log_x=True,
            percent_y=True,
        )
        plot.level(0.95, _("promised: 95 %"), "nominal")
        z = LEVELS[95]
        exactly = [(float(n), estimates.coverage(p, n, z, method)) for n in sizes]
        plot.line(exactly, "wilson" if method == "Wilson" else "simple")
        for n in (20, 60, 200, 600):
            kept = estimates.class_of(hits(400, n, "climb"), p, z, method).kept
            plot.interval(n, kept.low, kept.value, kept.high, "over")
        worst, at = min((value, int(n)) for n, value in exactly)
        return (
            plot.drawing(),
            _(
                "The line is exact, the marks are 400 simulated students each. The event is {event}: exactly {p}. The "
                "{method} interval keeps its promise worst at {at} deals: {worst}."
            ).format(event=event, p=percent(p), method=method, at=at, worst=percent(worst)),
        )

    return lab(
        compare,
        Choice("method", _("Formula"), METHODS, "simple"),
        title=_("Two formulas, a rare event"),
        button=_("Compare"),
    )


# Exercises, exit ticket


@cache
def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    p = truth()
    peeking = estimates.follow(estimates.excludes(p), p, TOLERANCE, most=2_000)
    once = estimates.follow(estimates.after(2_000), p, TOLERANCE, most=2_000)
    two = (0.25, 0.26)
    return [
        exercise(
            1,
            _("Your interval after 100 deals reaches ± 9 %. How many deals make it reach ± 3 %?"),
            _("A third of the error needs three times three …"),
            _("Nine times as many: 900 deals. The error falls with the square root of the number of deals."),
        ),
        exercise(
            2,
            _(
                "A strategy wins {first} of its games with four players, another {second}. About how many games of "
                "each show the difference?"
            ).format(first=percent(two[0], 0), second=percent(two[1], 0)),
            _("The two intervals should just lie apart: p(1 − p) is nearly the same for both."),
            _(
                "About {visible_from:,} games of each. A hundred games show nothing: their intervals reach ± {width}."
            ).format(
                visible_from=visible_from(*two), width=percent(LEVELS[95] * estimates.standard_error(two[0], 100), 0)
            ),
        ),
        exercise(
            3,
            _(
                "Somebody looks after every 100 deals and stops as soon as the interval excludes the exact value, at "
                "the latest after 2,000 deals. How often does this person “prove” that the exact value is wrong?"
            ),
            _("Every look is another chance to be unlucky. Run the third stopping rule of the builder for a feeling."),
            _(
                "In exactly {peeking} of all runs, instead of {once} with one look at the end. Deciding when to stop "
                "by looking at the result breaks the promise of the interval."
            ).format(peeking=percent(peeking.missed), once=percent(once.missed)),
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                _("Your 95 % interval goes from 21 % to 39 %. What does that say?"),
                2,
                _(
                    "The method contains the truth in about 95 of 100 uses. Whether yours is one of them, nobody can "
                    "see from the interval."
                ),
                choices=(
                    _("The truth lies in it with certainty"),
                    _("95 % of all future shares will lie in it"),
                    _("It was made by a method that contains the truth about 95 times in 100"),
                ),
            ),
            Question(
                _("An exact value and a simulated one differ a little. What is to be done first?"),
                0,
                _(
                    "If the interval contains the exact value there is nothing to explain. If it often does not, one "
                    "of the two is wrong."
                ),
                choices=(
                    _("See whether the interval contains the exact value"),
                    _("Simulate again until they agree"),
                    _("Round both"),
                ),
            ),
        ],
        title=_("Exit ticket"),
    )


__all__ = [
    "exercises", "exit_ticket", "explain", "fan", "how_many", "how_sure", "modify", "own_rule", "play",
    "predict", "run", "which_formula",
]  # fmt: skip
