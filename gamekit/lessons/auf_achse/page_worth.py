# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Auf Achse as its notebook shows it: what is a contract worth?

What is computed stands in worth.py; exercises and exit ticket are in exercises_worth.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from gamekit.drawing import listed
from gamekit.lab.estimate import mean, share
from gamekit.lessons.auf_achse.exercises_worth import exercises as exercises
from gamekit.lessons.auf_achse.exercises_worth import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.tours import Errand
from gamekit.lessons.auf_achse.travel import board
from gamekit.lessons.auf_achse.wording import city_choices, signed
from gamekit.lessons.auf_achse.worth import (
    LOT,
    STEP,
    alone,
    auction,
    contracts,
    curse,
    estimates,
    fair_shade,
    held,
    prices,
    revenue,
    rising,
    worth,
)
from gamekit.lessons.desk import Shown, hundred, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, lab, play
from gamekit.words import _

AUCTIONS: Final = 20_000
BY_RULES: Final = 300
ERROR: Final = 600
PLAYERS: Final = 5
EVEN: Final = 25
"""A profit or loss up to so many DM counts as even."""


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game with auctions."""
    return play(board(), seats=[None, "planner"], seed=44, viewer="0", name="aa-worth-table")


def bet() -> Bet:
    """What does the winner of an auction earn?"""
    return Bet(
        _("{n} players estimate what a contract is worth. Each may be wrong by up to {error} DM either way, and each bids up to this estimate. What does the winner earn on average, in DM? (A loss is negative.)").format(n=PLAYERS, error=ERROR),
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
            rows.append((name, steps, signed(value)))
        head = [_("player"), _("steps more"), _("worth, DM")]
        said = _(
            "By itself the contract takes {a} steps from {one} and {b} from {other}. Its revenue is {revenue:,} DM; the bids are {bids} DM."
        ).format(
            a=alone(one, c),
            one=one,
            b=alone(other, c),
            other=other,
            revenue=revenue(c),
            bids=listed(f"{price:,}" for price in prices(c)),
        )
        return Table(head, rows, _("The same contract for three players")), said

    return lab(
        show,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Choice("one", _("One player is in"), city_choices(), "Hamburg"),
        Choice("other", _("another in"), city_choices(), "Wien"),
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
            found=signed(found.value, ".1f"), exact=signed(float(exact), ".1f"), lost=f"{100 * lost.value:.0f}"
        )  # fmt: skip
        chart = bars(
            {label: found},
            exact={label: float(exact)},
            bet=bet.value,
            title=_("Mean profit of the winner"),
            xlabel="DM",
            alt=said,
        )
        return chart, said + (
            "" if bet.value is None else " " + _("You predicted {bet} DM.").format(bet=signed(bet.value, "g"))
        )

    return lab(
        hold,
        Number("players", _("Players"), 2, 6, PLAYERS),
        Number("error", _("Largest error of an estimate"), 100, 2_000, ERROR, 100, "DM"),
        Number("shade", _("Everybody bids less than the estimate by"), 0, 1_000, 0, 50, "DM"),
        title=_("Auctions with smoothly rising prices"),
        button=_("Hold {n:,} auctions").format(n=AUCTIONS),
    )  # fmt: skip


# Explain


def explain() -> Shown:
    """The winner's curse, exactly."""
    rows = ", ".join(
        _("{profit} DM with {n} players").format(n=n, profit=signed(float(curse(n, ERROR)))) for n in range(2, 7)
    )
    return say(
        _("*Each estimate is right on average. The highest of several is not.* Whoever wins is the one whose error is highest."),
        _("Let n estimates be spread evenly within ± w around the truth. Then the second highest lies w (n − 3) / (n + 1) above the truth on average, and at that price the last rival gives up. So much too much the winner pays."),
        _("*With w = {error} DM the winner earns* {rows}.").format(error=ERROR, rows=rows),
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
        said = _("The contract is really worth {value:,} DM, its third bid. By the rules the winner earns {real} DM on average, with smoothly rising prices {smooth} DM.").format(
            value=value, real=signed(real.value), smooth=signed(smooth.value)
        )  # fmt: skip
        return bars(values, title=_("Mean profit of the winner"), xlabel="DM", alt=said), said

    return lab(
        hold,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Number("players", _("Players"), 2, 6, PLAYERS),
        Number("error", _("Largest error"), 100, 2_000, ERROR, 100, "DM"),
        Number("shade", _("Everybody bids less by"), 0, 1_000, 0, 50, "DM"),
        title=_("Auctions by the rules of the game"),
        button=_("Hold {n:,} auctions").format(n=BY_RULES),
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
        said = _("Of 100 auctions the caller wins {mine}, the others win {theirs}, clockwise.").format(
            mine=f"{100 * wins[0] / BY_RULES:.0f}", theirs=listed(f"{100 * won / BY_RULES:.0f}" for won in wins[1:])
        )
        chart = bars(
            {name: hundred(one) for name, one in shares.items()},
            title=_("Who wins the auctions"),
            xlabel=_("of 100 auctions"),
            alt=said,
        )
        return chart, said

    return lab(
        hold,
        Choice("lot", _("Contract"), contracts(), str(LOT)),
        Number("players", _("Players"), 2, 6, 4),
        Number("error", _("Largest error"), 100, 2_000, 300, 100, "DM"),
        title=_("The caller wins ties"),
        button=_("Hold {n:,} auctions").format(n=BY_RULES),
    )  # fmt: skip


def more_players() -> Lab:
    """Investigate: the curse grows with the number of bidders."""

    def show(error: int) -> tuple[Chart, str]:
        found, exact = {}, {}
        for n in range(2, 7):
            name = _("{n} players").format(n=n)
            found[name] = mean(rising(0, estimates(0, error, n, AUCTIONS, seed=n), 0))
            exact[name] = float(curse(n, int(error)))
        said = _("Exactly, the winner earns {said} with 2 to 6 players.").format(
            said=listed(_("{sum} DM").format(sum=signed(value)) for value in exact.values())
        )
        return bars(found, exact=exact, title=_("Mean profit of the winner"), xlabel="DM", alt=said), said

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
        shades = sorted({0, 100, 200, 300, 400, round(bet.value or 0)})
        guesses = estimates(0, error, int(players), AUCTIONS, seed=7)
        found = [mean(rising(0, guesses, shade)) for shade in shades]
        even = fair_shade(int(players), int(error))
        said = _("The winner comes out even if everybody bids exactly {even} DM less.").format(
            even=f"{float(even):.0f}"
        )
        if bet.value is not None:
            said += " " + _("You predicted {bet} DM: then the winner earns {profit} DM on average.").format(
                bet=f"{bet.value:g}", profit=signed(float(curse(int(players), int(error), int(bet.value))))
            )
        names = {_("{sum} DM less").format(sum=shade): shade for shade in shades}
        chart = bars(
            dict(zip(names, found, strict=True)),
            exact={name: float(curse(int(players), int(error), shade)) for name, shade in names.items()},
            title=_("What the winner earns if everybody bids less"),
            xlabel="DM",
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
            rows.append((players, shade, signed(profit), _("even") if abs(profit) <= EVEN else _("not yet")))
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
