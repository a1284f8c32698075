"""The lesson *exact or simulated?*: what its pages show. Intervals come from estimates.py, rules from stopping.py."""

from __future__ import annotations

import math
from functools import cache
from typing import Any, Final

from gamekit.games.kartenspiel import state as cards
from gamekit.lab.estimate import share
from gamekit.lessons.desk import Shown, estimate, exercise, say
from gamekit.lessons.plot import Drawing, Plot, percent
from gamekit.lessons.topics import estimates
from gamekit.lessons.topics.deals import deal
from gamekit.lessons.topics.estimates import LEVELS, METHODS
from gamekit.lessons.topics.stopping import EVENTS, HAND, SEED, TOLERANCE, game, hits, own_rule, truth
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, lab

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
            f"The last hand: {last}.",
            f"{count['without']} of {count['hands']} hands had no rest card: {estimate(found)}.",
        )

    return lab(one, Number("hands", "Hands to deal", 1, 20, 1), title="Deal a hand of ten cards", button="Deal")


def predict() -> Bet:
    """The bet of the lesson."""
    return Bet(
        f"{STUDENTS} students deal 100 hands each. Each of them computes a 95 % interval for the share of hands "
        "without a "
        "rest card. How many of these intervals do not contain the exact value?",
        low=0,
        high=STUDENTS,
        unit="intervals",
        name="topics-intervals-bet",
    )


def intervals_plot(found: estimates.Class, title: str, bet: Bet | None = None) -> Drawing:
    """One upright interval for each student, those that miss the truth standing out."""
    top = min(1.0, float(found.high.max()) * 1.1)
    missed = int(found.missed.sum())
    plot = Plot(
        title,
        f"{missed} of {len(found.shares)} intervals do not contain the exact value {percent(found.p)}.",
        (0, len(found.shares) + 1),
        (0, top),
        x_name=f"{len(found.shares)} students, {found.deals:,} deals each",
        y_name="share, with interval",
        percent_y=True,
        bare_x=True,
    )
    for i, (low, value, high, miss) in enumerate(zip(found.low, found.shares, found.high, found.missed, strict=True)):
        plot.interval(i + 1, low, value, high, "miss" if miss else "hit")
    plot.level(found.p, f"exact: {percent(found.p)}", "exact")
    return plot.drawing()


def misses_plot(missed: int, expected: float, bet: Bet) -> Drawing:
    """How many intervals miss: the exact distribution, with what was found and the bet drawn in."""
    weights = estimates.binomial(STUDENTS, expected)
    most = max(16, missed + 2, int(bet.value or 0) + 2)
    plot = Plot(
        "How many intervals miss",
        f"Exactly, {STUDENTS * expected:.1f} on average; found {missed}; your bet: {bet.said or 'none'}.",
        (-0.5, most + 0.5),
        (0, 0.25),
        x_name=f"intervals of {STUDENTS} that miss",
        y_name="exact probability",
        percent_y=True,
        height=300,
    )
    for k in range(min(most, STUDENTS) + 1):
        plot.bar(k, 0.8, float(weights[k]), "exact-bar")
    plot.upright(missed, f"this class: {missed}", "found")
    if bet.value is not None:
        plot.upright(bet.value, f"your bet: {bet.value:g}", "bet", lower=True)
    return plot.drawing()


def run(bet: Bet) -> Lab:
    """The class deals."""

    def all_deal(seed: int) -> tuple[Any, ...]:
        p = truth()
        found = estimates.class_of(hits(STUDENTS, 100, seed=seed), p, LEVELS[95], "Wilson")
        missed = int(found.missed.sum())
        expected = 1 - estimates.coverage(p, 100, LEVELS[95], "Wilson")
        said = f"{missed} of {STUDENTS} intervals miss the exact value. "
        return (
            intervals_plot(found, "A class deals"),
            misses_plot(missed, expected, bet),
            said + ("Store a bet above to see it here." if bet.value is None else f"Your bet: {bet.said}."),
        )

    return lab(
        all_deal,
        Number("seed", "Another class", 1, 50, SEED),
        title="A class of 100 deals 100 hands each",
        button="Deal",
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
        f"*The exact value.* Of {total} cards {total - rest} are no rest cards. A hand of {HAND} has none with "
        "probability "
        f"C({total - rest}, {HAND}) / C({total}, {HAND}) = {percent(p, 3)}. No deal is needed for that.",
        f"*The error.* The share of n deals typically lies √(p(1 − p)/n) from p: for 100 deals {percent(se)}. Four "
        "times "
        f"the deals halve it: for 400 deals {percent(estimates.standard_error(p, 400))}.",
        "*The promise.* A 95 % interval is a method that contains the truth in about 95 of 100 uses. For 100 "
        "deals and this p "
        f"it does so in exactly {percent(kept)}, so on average {STUDENTS * (1 - kept):.1f} of {STUDENTS} honest "
        "students miss. "
        "They have made no mistake, and they cannot know that it is them.",
    )


def fan() -> Lab:
    """Several running shares, and the funnel they live in."""
    return lab(
        lambda deals: fan_plot(deals, RUNS),
        Number("deals", "Deals of each student", 100, 10_000, 5_000, step=100),
        title="Ten students go on dealing",
        button="Deal",
    )


def fan_plot(deals: int, runs: int) -> Drawing:
    """The running shares of so many students."""
    p = truth()
    rows = hits(runs, deals)
    points = estimates.checkpoints(deals)
    start = 10
    points = points[points >= start]
    plot = Plot(
        "The law of large numbers",
        f"{runs} runs of {deals:,} deals. They begin far apart and close in on the exact value {percent(p)}.",
        (start, deals),
        (0, 0.7),
        x_name="deals so far (each mark ten times the last)",
        y_name="share of hands without a rest card",
        log_x=True,
        percent_y=True,
    )
    z = LEVELS[95]
    edge = [(float(n), z * estimates.standard_error(p, float(n))) for n in points]
    plot.band([(n, p - e) for n, e in edge], [(n, p + e) for n, e in edge], "funnel")
    for i, row in enumerate(rows):
        line = zip(map(float, points), map(float, estimates.running(row, points)), strict=True)
        plot.line(line, "run-first" if i == runs - 1 else "run")
    plot.level(p, f"exact: {percent(p)}", "exact")
    return plot.drawing()


def how_many() -> Lab:
    """Investigate: the number of deals."""

    def many(deals: int) -> tuple[Any, ...]:
        p = truth()
        found = estimates.class_of(hits(20, deals), p, LEVELS[95], "Wilson")
        width = float((found.high - found.low).mean()) / 2
        return (
            intervals_plot(found, f"Twenty students with {deals:,} deals each"),
            f"These intervals reach ± {percent(width, 2)} on average. Twice as narrow would need "
            f"about {estimates.deals_for(p, width / 2):,} deals; ± 1 % needs {estimates.deals_for(p, 0.01):,}.",
        )

    return lab(many, Number("deals", "Deals for each", 10, 5_000, 100, step=10), title="How many deals?", button="Deal")


def how_sure() -> Lab:
    """Investigate: the level of confidence."""

    def sure(level: str) -> tuple[Any, ...]:
        p, z = truth(), LEVELS[int(level)]
        found = estimates.class_of(hits(STUDENTS, 100), p, z, "Wilson")
        return (
            intervals_plot(found, f"{level} % intervals"),
            f"Found: {estimate(found.kept)} of the intervals contain the exact value. "
            f"Exactly: {percent(estimates.coverage(p, 100, z, 'Wilson'))}.",
        )

    return lab(sure, Choice("level", "Percent", [str(k) for k in LEVELS], "95"), title="How sure?", button="Deal")


def which_formula() -> Lab:
    """Investigate: the formula, for an event that is rare."""

    def compare(method: str) -> tuple[Any, ...]:
        p = truth("climb")
        sizes = [10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1_000]
        plot = Plot(
            f"How often a 95 % interval contains the truth: {method}",
            f"The event: {EVENTS['climb']}, {percent(p)}.",
            (10, 1_000),
            (0.3, 1.0),
            x_name="deals",
            y_name="share of intervals that contain the truth",
            log_x=True,
            percent_y=True,
        )
        plot.level(0.95, "promised: 95 %", "nominal")
        z = LEVELS[95]
        exactly = [(float(n), estimates.coverage(p, n, z, method)) for n in sizes]
        plot.line(exactly, "wilson" if method == "Wilson" else "simple")
        for n in (20, 60, 200, 600):
            kept = estimates.class_of(hits(400, n, "climb"), p, z, method).kept
            plot.interval(n, kept.low, kept.value, kept.high, "over")
        worst, at = min((value, int(n)) for n, value in exactly)
        return (
            plot.drawing(),
            f"The line is exact, the marks are 400 simulated students each. The event is {EVENTS['climb']}: exactly "
            f"{percent(p)}. The {method} interval keeps its promise worst at {at} deals: {percent(worst)}.",
        )

    return lab(
        compare, Choice("method", "Formula", METHODS, "simple"), title="Two formulas, a rare event", button="Compare"
    )


def modify() -> Lab:
    """Modify the deck: is the difference visible?"""

    def remove(rest: int, deals: int) -> tuple[Any, ...]:
        ours, theirs = truth(), truth(rest=rest)
        a = share(int(hits(1, deals)[0].sum()), deals)
        b = share(int(hits(1, deals, seed=SEED + 1, rest=rest)[0].sum()), deals)
        plot = Plot(
            "Two decks",
            f"Real deck {estimate(a)}, exactly {percent(ours)}. Your deck {estimate(b)}, exactly {percent(theirs)}.",
            (0.4, 2.6),
            (0, max(0.5, 1.25 * ours, 1.25 * theirs)),
            x_name="left: real deck; right: your deck",
            y_name="share of hands without a rest card",
            percent_y=True,
            bare_x=True,
            height=320,
        )
        for x, found, p in ((1, a, ours), (2, b, theirs)):
            plot.interval(x, found.low, found.value, found.high, "run")
            plot.bar(x, 0.5, p, "exact-bar")
        apart = a.high < b.low or b.high < a.low
        gap = abs(ours - theirs)
        need = f"about {visible_from(ours, theirs):,} deals of each deck" if gap else "no number of deals"
        return (
            plot.drawing(),
            f"The intervals {'lie apart' if apart else 'overlap'}. Exactly, the decks differ by {percent(gap)}. "
            f"For the intervals to lie apart as a rule, {need} would do.",
        )

    return lab(
        remove,
        Number("rest", "Rest cards in your deck", 0, 20, 11),
        Number("deals", "Deals of each deck", 10, 20_000, 200, step=10),
        title="Somebody has changed the deck",
        button="Deal both",
    )


def visible_from(p: float, q: float) -> int:
    """Deals of each from which two intervals lie apart on average: their half widths together equal the difference."""
    spread = math.sqrt(p * (1 - p)) + math.sqrt(q * (1 - q))
    return math.ceil((LEVELS[95] * spread / abs(p - q)) ** 2)


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
            "Your interval after 100 deals reaches ± 9 %. How many deals make it reach ± 3 %?",
            "A third of the error needs three times three …",
            "Nine times as many: 900 deals. The error falls with the square root of the number of deals.",
        ),
        exercise(
            2,
            f"A strategy wins {percent(two[0], 0)} of its games with four players, another {percent(two[1], 0)}. "
            "About how many games of "
            "each show the difference?",
            "The two intervals should just lie apart: p(1 − p) is nearly the same for both.",
            f"About {visible_from(*two):,} games of each. A hundred games show nothing: their intervals reach "
            f"± {percent(LEVELS[95] * estimates.standard_error(two[0], 100), 0)}.",
        ),
        exercise(
            3,
            "Somebody looks after every 100 deals and stops as soon as the interval excludes the exact value, at "
            "the latest "
            "after 2,000 deals. How often does this person “prove” that the exact value is wrong?",
            "Every look is another chance to be unlucky. Run the third stopping rule of the builder for a feeling.",
            f"In exactly {percent(peeking.missed)} of all runs, instead of {percent(once.missed)} with one look at "
            "the end. Deciding when to stop "
            "by looking at the result breaks the promise of the interval.",
        ),
    ]


def exit_ticket() -> Quiz:
    """Two questions to leave with."""
    return Quiz(
        [
            Question(
                "Your 95 % interval goes from 21 % to 39 %. What does that say?",
                2,
                "The method contains the truth in about 95 of 100 uses. Whether yours is one of them, nobody can "
                "see from the interval.",
                choices=(
                    "The truth lies in it with certainty",
                    "95 % of all future shares will lie in it",
                    "It was made by a method that contains the truth about 95 times in 100",
                ),
            ),
            Question(
                "An exact value and a simulated one differ a little. What is to be done first?",
                0,
                "If the interval contains the exact value there is nothing to explain. If it often does not, one "
                "of the two is wrong.",
                choices=(
                    "See whether the interval contains the exact value",
                    "Simulate again until they agree",
                    "Round both",
                ),
            ),
        ],
        title="Exit ticket",
    )


__all__ = [
    "exercises", "exit_ticket", "explain", "fan", "how_many", "how_sure", "modify", "own_rule", "play",
    "predict", "run", "which_formula",
]  # fmt: skip
