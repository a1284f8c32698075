# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Auf Achse as its notebook shows it: what is a contract worth? What is computed stands in worth.py."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import numpy as np

from gamekit.lab.estimate import mean, share
from gamekit.lessons.auf_achse.tours import Errand
from gamekit.lessons.auf_achse.travel import board, cities
from gamekit.lessons.auf_achse.worth import (
    alone,
    auction,
    curse,
    estimates,
    fair_shade,
    held,
    prices,
    revenue,
    rising,
    worth,
)
from gamekit.lessons.desk import Shown, exercise, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Question, Quiz, Stepper, Table, bars, lab, lines, play
from gamekit.words import _

AUCTIONS: Final = 20_000
BY_RULES: Final = 300
ERROR: Final = 600
PLAYERS: Final = 5
STEP: Final = 180
LOT: Final = 4


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game with auctions."""
    return play(board(), seats=[None, "planner"], seed=44, viewer="0", name="aa-worth-table")


def contracts() -> dict[str, str]:
    """All contracts, to choose from."""
    words: Any = board().rulebook.words
    return {str(c): words["contract"][c] for c in range(int(board().tables.contracts))}


def bet() -> Bet:
    """What does the winner of an auction earn?"""
    return Bet(
        _("{n} players estimate a contract, each wrong by up to {error} DM either way, and each bids up to the own estimate. What does the winner earn on average, in DM? (A loss is negative.)").format(n=PLAYERS, error=ERROR),
        low=-600,
        high=600,
        step=10,
        unit="DM",
        name="aa-worth-bet",
    )  # fmt: skip


# Worth by insertion


def insertion() -> Lab:
    """What a further contract is worth to two players in different places."""

    def show(lot: str, one: str, other: str, step: int) -> tuple[Table, str]:
        c = int(lot)
        tours = {
            _("empty, in {city}").format(city=one): Errand((), one),
            _("empty, in {city}").format(city=other) + " ": Errand((), other),
            _("with two contracts, in {city}").format(city=one): Errand(tuple(x for x in (0, 30) if x != c), one),
        }
        rows = []
        for name, errand in tours.items():
            steps, value = worth(errand, c, int(step))
            rows.append((name, steps, value))
        head = [_("player"), _("steps more"), _("worth, DM")]
        said = _(
            "Alone, the contract takes {a} steps from {one}, {b} from {other}. Its revenue is {revenue} DM, its bids are {bids}."
        ).format(
            a=alone(one, c),
            one=one,
            b=alone(other, c),
            other=other,
            revenue=revenue(c),
            bids=", ".join(map(str, prices(c))),
        )
        return Table(head, rows, _("The same contract for three players")), said

    names = {name: name for name in sorted(cities())}
    return lab(
        show,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Choice("one", _("One player is in"), names, "Hamburg"),
        Choice("other", _("another in"), names, "Wien"),
        Number("step", _("What a step is worth"), 50, 400, STEP, 10, "DM"),
        title=_("Worth by insertion"),
        button=_("Compute"),
    )  # fmt: skip


# Run


def run(bet: Bet) -> Lab:
    """Many auctions in which everybody bids up to the own estimate."""

    def hold(players: int, error: int, shade: int) -> tuple[Chart, str]:
        guesses = estimates(0, error, int(players), AUCTIONS, seed=1)
        found = mean(rising(0, guesses, int(shade)))
        lost = share(float((rising(0, guesses, int(shade)) < 0).sum()), AUCTIONS)
        exact = curse(int(players), int(error), int(shade))
        label = _("the winner earns")
        said = _("By lot {found} DM on average, exactly {exact} DM; the winner loses money in {lost} of 100 auctions.").format(
            found=f"{found.value:.1f}", exact=f"{float(exact):.1f}", lost=f"{100 * lost.value:.0f}"
        ).replace("-", "−")  # fmt: skip
        chart = bars(
            {label: found},
            exact={label: float(exact)},
            bet=bet.value,
            title=_("Mean profit of the winner"),
            xlabel="DM",
            alt=said,
        )
        return chart, said + (
            "" if bet.value is None else " " + _("You predicted {bet} DM.").format(bet=f"{bet.value:g}")
        )

    return lab(
        hold,
        Number("players", _("Players"), 2, 6, PLAYERS),
        Number("error", _("Largest error of an estimate"), 100, 2_000, ERROR, 100, "DM"),
        Number("shade", _("Everybody bids less than the estimate by"), 0, 1_000, 0, 50, "DM"),
        title=_("Auctions with smoothly rising prices"),
        button=_("Hold 20,000 auctions"),
    )  # fmt: skip


# Explain


def explain() -> Shown:
    """The winner's curse, exactly."""
    rows = ", ".join(
        _("{n} players {profit} DM").format(n=n, profit=f"{float(curse(n, ERROR)):.0f}".replace("-", "−"))
        for n in range(2, 7)
    )
    return say(
        _("*Each estimate is right on average. The highest of several is not.* Whoever wins is the one who erred most to the good."),
        _("With n even estimates within ± w around the truth, the second highest lies at w (n − 3) / (n + 1) on average. That is what the winner pays too much:"),
        _("*with w = {error} DM:* {rows}.").format(error=ERROR, rows=rows),
        _("With three players it happens to come out even; with two the winner pays the lower estimate and gains."),
        _("Our contracts and their bids are reconstructed: the published rules print none."),
    )  # fmt: skip


# Investigate


def by_the_rules() -> Lab:
    """Investigate: the same with the five printed bids and the caller's advantage."""

    def hold(lot: str, players: int, error: int, shade: int) -> tuple[Chart, str]:
        c = int(lot)
        value = prices(c)[2]
        guesses = estimates(value, error, int(players), BY_RULES, seed=3)
        real, smooth = mean(held(c, value, guesses, int(shade))), mean(rising(value, guesses, int(shade)))
        values = {_("five bids, by the rules"): real, _("smoothly rising prices"): smooth}
        said = ", ".join(f"{name} {value.value:.0f} DM" for name, value in values.items()).replace("-", "−")
        chart = bars(values, title=_("Mean profit of the winner"), xlabel="DM", alt=said + ".")
        return chart, _("The contract is really worth {value} DM, its third bid. The winner earns: {said}.").format(
            value=value, said=said
        )

    return lab(
        hold,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Number("players", _("Players"), 2, 6, PLAYERS),
        Number("error", _("Largest error"), 100, 2_000, ERROR, 100, "DM"),
        Number("shade", _("Everybody bids less by"), 0, 1_000, 0, 50, "DM"),
        title=_("Auctions by the rules of the game"),
        button=_("Hold 300 auctions"),
    )  # fmt: skip


def callers() -> Lab:
    """Investigate: what is it worth to be the caller?"""

    def hold(lot: str, players: int, error: int) -> tuple[Chart, str]:
        c = int(lot)
        value = prices(c)[2]
        wins = np.zeros(int(players))
        for row in estimates(value, error, int(players), BY_RULES, seed=5):
            winner, _price = auction([float(x) for x in row], c, 0)
            wins[winner] += 1
        shares = {
            _("caller") if p == 0 else _("player {n}").format(n=p + 1): share(float(wins[p]), BY_RULES)
            for p in range(int(players))
        }
        said = ", ".join(f"{name} {100 * one.value:.0f}" for name, one in shares.items())
        chart = bars(
            {name: (100 * one.value, 100 * one.low, 100 * one.high) for name, one in shares.items()},
            title=_("Of 100 auctions, so many are won by"),
            xlabel=_("auctions"),
            alt=said + ".",
        )
        return chart, _("Of 100 auctions: {said}.").format(said=said)

    return lab(
        hold,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Number("players", _("Players"), 2, 6, 4),
        Number("error", _("Largest error"), 100, 2_000, 300, 100, "DM"),
        title=_("The caller wins ties"),
        button=_("Hold 300 auctions"),
    )  # fmt: skip


def more_players() -> Lab:
    """Investigate: the curse grows with the number of bidders."""

    def show(error: int) -> tuple[Chart, str]:
        numbers = [2, 3, 4, 5, 6]
        found = [mean(rising(0, estimates(0, error, n, AUCTIONS, seed=n), 0)) for n in numbers]
        exact = [float(curse(n, int(error))) for n in numbers]
        said = ", ".join(f"{n}: {value:.0f}" for n, value in zip(numbers, exact, strict=True)).replace("-", "−")
        chart = lines(
            [float(n) for n in numbers],
            {_("by lot"): found, _("exactly"): exact},
            exact=0.0,
            title=_("Mean profit of the winner"),
            xlabel=_("players"),
            ylabel="DM",
            alt=_("Profit by number of players: {said}.").format(said=said),
        )
        return chart, _("Exactly, by number of players: {said} DM.").format(said=said)

    return lab(show, Number("error", _("Largest error"), 100, 2_000, ERROR, 100, "DM"), title=_("More bidders"), button=_("Hold the auctions"))  # fmt: skip


# Modify


def modify_bet() -> Bet:
    """By how much should one bid less?"""
    return Bet(
        _("By how many DM must all {n} players bid less than their estimates, so that the winner comes out even on average?").format(n=PLAYERS),
        low=0,
        high=600,
        step=10,
        unit="DM",
        name="aa-worth-modify",
    )  # fmt: skip


def bid_less(bet: Bet) -> Lab:
    """Everybody bids less than the estimate."""

    def show(players: int, error: int) -> tuple[Chart, str]:
        shades = [0, 50, 100, 150, 200, 250, 300, 400]
        guesses = estimates(0, error, int(players), AUCTIONS, seed=7)
        found = [mean(rising(0, guesses, shade)) for shade in shades]
        even = fair_shade(int(players), int(error))
        said = _("Exactly {even} DM less brings the winner out even.").format(even=f"{float(even):.0f}")
        chart = lines(
            [float(x) for x in shades],
            {_("mean profit"): found},
            bet=bet.value,
            exact=0.0,
            title=_("What the winner earns"),
            xlabel=_("DM bid less"),
            ylabel="DM",
            alt=said,
        )
        return chart, said

    return lab(
        show,
        Number("players", _("Players"), 3, 6, PLAYERS),
        Number("error", _("Largest error"), 100, 2_000, ERROR, 100, "DM"),
        title=_("Bid less"),
        button=_("Try"),
    )  # fmt: skip


# Make


def cases() -> list[Case]:
    """Which bid to make: printed prices, the highest bid so far, one's limit, and whether one is the caller."""
    row = [100, 300, 500, 700, 900]
    return [
        Case((row, 0, 450, False), 1, _("The first bid costs 100: worth it.")),
        Case((row, 1, 450, False), 2, _("More than bid 1 is bid 2, for 300.")),
        Case((row, 2, 450, False), 0, _("Bid 3 would cost 500: pass.")),
        Case((row, 2, 450, True), 2, _("The caller may match bid 2, for 300.")),
        Case((row, 2, 250, True), 0, _("Even matching costs 300: pass.")),
        Case((row, 5, 2000, False), 0, _("There is no bid above 5.")),
        Case((row, 5, 2000, True), 5, _("The caller may match bid 5.")),
        Case((row, 0, 50, False), 0, _("Even bid 1 is too dear.")),
    ]


def checked(bid: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(bid, cases())


def make(bid: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a rule of bidding less is tried."""
    return notebook_or_page(lambda: checked(bid), builder)


def builder() -> Lab:
    """One shade for 3, 4, 5 and 6 players: as even as possible."""

    def judge(fixed: int, each: int) -> Table:
        rows = []
        for players in (3, 4, 5, 6):
            shade = int(fixed) + int(each) * players
            profit = float(curse(players, ERROR, shade))
            rows.append(
                (players, shade, f"{profit:.0f}".replace("-", "−"), _("even") if abs(profit) <= 25 else _("not yet"))
            )
        return Table(
            [_("players"), _("bid less by"), _("winner earns"), ""],
            rows,
            _("Errors within ± {error} DM").format(error=ERROR),
        )

    return lab(
        judge,
        Number("fixed", _("Fixed part"), -500, 500, 0, 10, "DM"),
        Number("each", _("For every player"), 0, 200, 50, 5, "DM"),
        title=_("Build a rule for bidding less"),
        button=_("Judge"),
    )  # fmt: skip


# Exercises and exit ticket


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    steps, value = worth(Errand((), "Hamburg"), LOT, STEP)
    return [
        exercise(
            1,
            _("What is {contract} worth to an empty truck in Hamburg, if a step is worth {step} DM?").format(contract=contracts()[str(LOT)], step=STEP),
            _("How many steps to its loading city, and on to its end?"),
            _("{revenue} − {step} · {steps} = {value} DM.").format(revenue=revenue(LOT), step=STEP, steps=steps, value=str(value).replace("-", "−")),
        ),
        exercise(
            2,
            _("Two players estimate within ± 100 DM. The winner pays the lower estimate. What does the winner earn on average?"),
            _("Where does the lower of two even numbers between −100 and 100 lie on average?"),
            _("{exact} DM: the lower one lies at −100/3 on average.").format(exact=Fraction(100, 3)),
        ),
        exercise(
            3,
            _("A bidder says: “My estimates are right on average, so I bid them.” What is wrong?"),
            _("On average over which auctions?"),
            _("Right on average over all auctions, but not over those that are won. Winning is news: all others thought less of the contract."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Why is the same contract worth more to one player than to another?"),
                2,
                _("The revenue is the same; the steps it adds are not."),
                choices=(_("Its revenue differs."), _("Its bids differ."), _("It adds fewer steps to one tour than to the other.")),
            ),
            Question(
                _("What is the winner’s curse?"),
                0,
                _("The highest estimate is usually too high."),
                choices=(
                    _("Whoever wins has usually overestimated."),
                    _("Whoever calls an auction loses it."),
                    _("Whoever wins must pay twice."),
                ),
            ),
            Question(
                _("Five players, errors within ± 600 DM, everybody bids the estimate: what does the winner lose on average, in DM?"),
                -float(curse(5, 600)),
                _("600 · (5 − 3) / (5 + 1)."),
                tolerance=1,
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )  # fmt: skip
