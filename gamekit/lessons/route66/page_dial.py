# ruff: noqa: E501  sentences are not broken
"""Lesson 2 of Route 66 as its notebook shows it: the speedometer as a Markov chain.

The chain itself is in dial.py, the make part in make_dial.py, exercises and exit ticket in exercises_dial.py.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.game import Game
from gamekit.games.route66.box import KIND_NAMES
from gamekit.lab.estimate import mean, share
from gamekit.lab.simulate import Tell, simulate
from gamekit.lessons.desk import Shown, hundred, look, say
from gamekit.lessons.route66.common import limit, loaded
from gamekit.lessons.route66.dial import SPEEDS, Dial, after_card, mean_spaces, mean_speed, share_above
from gamekit.lessons.route66.exercises_dial import exercises as exercises
from gamekit.lessons.route66.exercises_dial import exit_ticket as exit_ticket
from gamekit.lessons.route66.make_dial import make as make
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, distribution, heat, lab, lines, play
from gamekit.words import _

DIALS: Final = 10_000
LONG: Final = 60
"""After so many turns nobody can tell where a dial began."""
GAMES: Final = 4_000


def game(**options: Any) -> Game:
    """The game for four."""
    return loaded(**options)


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game in which to watch one speedometer."""
    return play(game(), seats=[None, "random", "random", "random"], seed=21, viewer="0", name="r66-dial-table")


def bet() -> Bet:
    """How often is a car too fast?"""
    return Bet(
        _(
            "A random card comes to your speedometer every turn. In how many of 100 turns does it show more than {limit} mph in the long run?"
        ).format(limit=limit()),
        low=0,
        high=100,
        unit="of 100",
        name="r66-dial-bet",
    )


def one_card() -> Lab:
    """Where each card leads from one speed."""

    def run(mph: float) -> list[Any]:
        rows = []
        for kind, name in enumerate(KIND_NAMES):
            after = after_card(game(), int(mph), kind)
            rows.append(
                [
                    name.replace("-", "−"),
                    int(game().tables.count[kind]),
                    f"{after}\u00a0mph",
                    what(int(mph), after, kind),
                ]
            )
        head = [_("card"), _("copies"), _("then"), ""]
        return [Table(head, rows, _("From {mph} mph").format(mph=int(mph))), row_said(int(mph))]

    return lab(run, Number("mph", _("Speed now"), 0, 70, 50, step=5, unit="mph"), title=_("One card"), button=_("Look"))


def what(mph: int, after: int, kind: int) -> str:
    """What a card does, in words."""
    t = game().tables
    planned = mph + int(t.change[kind])
    if t.stops[kind]:
        return _("stop")
    if not 0 <= planned <= SPEEDS[-1]:
        return _("does not fit: the speed stays")
    if after == 0 and planned != 0:
        return _("caught by the patrol")
    return _("faster") if after > mph else _("slower")


def row_said(mph: int) -> str:
    """A row of the transition matrix in words."""
    row = Dial.of(game()).matrix[SPEEDS.index(mph)]
    said = ", ".join(_("{mph} mph with {p}").format(mph=to, p=p) for to, p in zip(SPEEDS, row, strict=True) if p)
    return _("One row of the matrix: {row}.").format(row=said)


# Run


def run(bet: Bet) -> Lab:
    """Turn many dials by lot, and look how many are above the limit after each number of turns."""

    def turn(turns: int, dials: int) -> tuple[Chart, Chart, str]:
        dial = Dial.of(game())
        speeds = dial.thrown(turns, dials, seed=1)
        simulated = {float(mph): share(float((speeds == mph).sum()), dials) for mph in SPEEDS}
        exact = {float(mph): float(p) for mph, p in zip(SPEEDS, dial.after(turns), strict=True)}
        shown = distribution(
            simulated,
            exact=exact,
            title=_("What the dials show after {turns} turns").format(turns=turns),
            xlabel=_("mph"),
            ylabel=_("share of the dials"),
            alt=told(exact),
        )
        found = share(float((speeds > limit()).sum()), dials)
        true = share_above(list(dial.after(turns)), limit())
        label = _("above {limit} mph").format(limit=limit())
        chart = bars(
            {label: hundred(found)},
            exact={label: 100 * float(true)},
            bet=bet.value,
            title=_("Too fast after {turns} turns").format(turns=turns),
            xlabel=_("of 100 dials"),
            alt=_("By lot {found} of 100 dials, exactly {exact} of 100.").format(
                found=f"{100 * found.value:.1f}", exact=f"{100 * true:.2f}"
            ),
        )
        return shown, chart, compared(bet, float(true))

    return lab(
        turn,
        Number("turns", _("Turns"), 1, 200, LONG),
        Number("dials", _("Dials"), 100, 100_000, DIALS, step=100),
        title=_("Turn many dials"),
        button=_("Turn"),
    )


def told(chances: dict[float, float]) -> str:
    """A distribution of speeds in words."""
    return (
        ", ".join(_("{mph} mph {p} %").format(mph=f"{mph:g}", p=f"{100 * p:.1f}") for mph, p in chances.items()) + "."
    )


def compared(bet: Bet, exact: float) -> str:
    """The bet beside the exact answer."""
    size = f"{100 * exact:.1f}"
    if bet.value is None:
        return _("Exactly {exact} of 100 dials are too fast then. You have not stored a prediction yet.").format(
            exact=size
        )
    return _("Exactly {exact} of 100 dials are too fast then; you predicted {bet} for the long run.").format(
        exact=size, bet=f"{bet.value:g}"
    )


# Explain


def matrix() -> Chart:
    """The transition matrix as a heat map."""
    rows = [[100 * float(p) for p in row] for row in Dial.of(game()).matrix]
    names = [str(mph) for mph in SPEEDS]
    most = {mph: SPEEDS[int(np.argmax(row))] for mph, row in zip(SPEEDS, rows, strict=True)}
    return heat(
        rows,
        names,
        names,
        title=_("The transition matrix in percent: from the speed at the left to the speed below"),
        xlabel=_("mph a turn later"),
        ylabel=_("mph now"),
        form="{:.0f}",
        alt=_(
            "The chance of each speed a turn later. The likeliest from 0 mph is {zero} mph, from 30 mph {thirty} mph, from 70 mph {seventy} mph."
        ).format(zero=most[0], thirty=most[30], seventy=most[70]),
    )


def explain() -> Shown:
    """The stationary distribution, exactly."""
    pi = Dial.of(game()).stationary
    above, still = share_above(pi, limit()), pi[0]
    return say(
        _(
            "Exactly one distribution does not change from turn to turn. The equations of its fifteen shares have whole numbers in them, so its shares are fractions."
        ),
        _("*Above {limit} mph:* {fraction}, that is {share} of 100 turns.").format(
            limit=limit(), fraction=above, share=f"{100 * float(above):.2f}"
        ),
        _(
            "*At 0 mph:* {share} of 100 turns. Stop cards and the patrol lead there, and many cards do not fit and leave it as it is."
        ).format(share=f"{100 * float(still):.1f}"),
        _("*On average* the dial shows {mph} mph, and a car moves {spaces} spaces a turn.").format(
            mph=f"{mean_speed(pi):.1f}", spaces=f"{mean_spaces(pi):.2f}"
        ),
        _("The copies of each speed card are a reconstruction; the published rules give only their total of fifty."),
    )


def forgetting() -> Chart:
    """How the start is forgotten."""
    dial = Dial.of(game())
    turns = list(range(26))
    series = {
        _("from {mph} mph").format(mph=mph): [
            100 * float(share_above(list(dial.after(n, mph)), limit())) for n in turns
        ]
        for mph in (0, 35, limit(), SPEEDS[-1])
    }
    final = 100 * float(share_above(dial.stationary, limit()))
    return lines(
        turns,
        series,
        exact=final,
        title=_("Too fast after so many turns, exactly, from four starts"),
        xlabel=_("turns"),
        ylabel=_("of 100 dials"),
        alt=_("From every start the share comes close to {final} of 100 within about fifteen turns.").format(
            final=f"{final:.1f}"
        ),
    )


# Investigate


def waiting() -> Lab:
    """Investigate: how long until the first time above a speed?"""

    def wait(mph: float, begin: float) -> tuple[Chart, str]:
        dial = Dial.of(game())
        exact = float(dial.waiting(lambda speed: speed > mph)[int(begin)])
        turns = dial.thrown_until(lambda speed: speed > mph, DIALS, seed=3, start=int(begin))
        found, half = mean(turns), float(np.median(turns))
        label = _("mean number of turns")
        chart = bars(
            {label: found, _("half of the dials need at most"): half},
            exact={label: exact},
            title=_("Turns from {begin} mph until above {mph} mph").format(begin=int(begin), mph=int(mph)),
            xlabel=_("turns"),
            alt=_("By lot {found} turns on average, exactly {exact}; half of the dials need at most {half}.").format(
                found=found, exact=f"{exact:.2f}", half=f"{half:g}"
            ),
        )
        return chart, _("Exactly {exact} turns on average; half of the dials need at most {half}.").format(
            exact=f"{exact:.2f}", half=f"{half:g}"
        )

    return lab(
        wait,
        Number("mph", _("Until above"), 10, 65, 55, step=5, unit="mph"),
        Number("begin", _("From"), 0, 70, 0, step=5, unit="mph"),
        title=_("Waiting for speed"),
        button=_("Wait"),
    )


def real_games() -> Lab:
    """Investigate: the dials of real games, after so many rounds."""

    def watch(rounds: float, strategy: str, progress: Tell) -> tuple[Chart, str]:
        g = game(rounds=int(rounds))
        played = simulate(g, strategy, GAMES, seed=5, progress=progress, statistics=["speed[0]"])
        speeds = played.distribution("speed[0]")
        simulated = {float(mph): speeds.probability(mph) for mph in SPEEDS}
        exact = {float(mph): float(p) for mph, p in zip(SPEEDS, Dial.of(g).stationary, strict=True)}
        chart = distribution(
            simulated,
            exact=exact,
            title=_("Real games after {rounds} rounds, beside the model").format(rounds=int(rounds)),
            xlabel=_("mph"),
            ylabel=_("share of the games"),
            alt=told({mph: value.value for mph, value in simulated.items()}),
        )
        above = speeds.at_least(limit() + 5)
        return chart, _("Above {limit} mph: {found} of 100 in real games, {exact} of 100 in the model.").format(
            limit=limit(),
            found=f"{100 * above.value:.1f} ({100 * above.low:.1f} to {100 * above.high:.1f})",
            exact=f"{100 * float(share_above(Dial.of(g).stationary, limit())):.1f}",
        )

    strategies = {name: one.title for name, one in game().strategies.items()}
    return lab(
        watch,
        Number("rounds", _("Rounds"), 1, 30, 12),
        Choice("strategy", _("All players are"), strategies, "random"),
        title=_("Real games"),
        button=_("Play"),
    )


def tighter_limit() -> Lab:
    """Investigate: the speed limit."""

    def look_at(mph: float) -> tuple[Chart, str]:
        rows = {}
        for one in (30, 45, limit(), 65, SPEEDS[-1], int(mph)):
            pi = Dial.of(game(limit=one)).stationary
            rows[one] = 100 * float(share_above(pi, limit()))
        chart = bars(
            {_("limit {mph}").format(mph=one): value for one, value in sorted(rows.items())},
            title=_("In the long run above {mph} mph, exactly").format(mph=limit()),
            xlabel=_("of 100 turns"),
            alt=", ".join(
                _("limit {mph}: {value} of 100").format(mph=one, value=f"{value:.1f}")
                for one, value in sorted(rows.items())
            ),
        )
        pi = Dial.of(game(limit=int(mph))).stationary
        return chart, _(
            "With a limit of {mph} mph the mean speed is {mean} mph, and {above} of 100 turns are above {old} mph."
        ).format(old=limit(), mph=int(mph), mean=f"{mean_speed(pi):.1f}", above=f"{rows[int(mph)]:.1f}")

    return lab(
        look_at,
        Number("mph", _("Speed limit"), 0, 70, 40, step=5, unit="mph"),
        title=_("Another limit"),
        button=_("Compute"),
    )


# Modify


def modify_bet() -> Bet:
    """Without stop cards?"""
    return Bet(
        _(
            "If the stop cards were taken out of the pack, in how many of 100 turns would a dial show more than {limit} mph in the long run?"
        ).format(limit=limit()),
        low=0,
        high=100,
        unit="of 100",
        name="r66-dial-modify",
    )


def other_pack(bet: Bet) -> Lab:
    """Other numbers of three kinds of card."""

    def look_at(stop: float, fives: float, fast: float) -> tuple[Chart, Chart, str]:
        pack = f"stop {int(stop)}, +5 {int(fives)}, -5 {int(fives)}, +30 {int(fast)}"
        yours, real = Dial.of(game(speed_cards=pack)), Dial.of(game())
        speeds = yours.thrown(LONG, DIALS, seed=2)
        label = _("your pack")
        above = float(share_above(yours.stationary, limit()))
        chart = bars(
            {
                _("real pack, exactly"): 100 * float(share_above(real.stationary, limit())),
                label: hundred(share(float((speeds > limit()).sum()), DIALS)),
            },
            exact={label: 100 * above},
            bet=bet.value,
            title=_("In the long run above {limit} mph").format(limit=limit()),
            xlabel=_("of 100 turns"),
            alt=_("Your pack: exactly {above} of 100 turns.").format(above=f"{100 * above:.1f}"),
        )
        exact = {float(mph): float(p) for mph, p in zip(SPEEDS, yours.stationary, strict=True)}
        shown = distribution(
            {float(mph): share(float((speeds == mph).sum()), DIALS) for mph in SPEEDS},
            exact=exact,
            title=_("What dials show with your pack"),
            xlabel=_("mph"),
            ylabel=_("share of the dials"),
            alt=told(exact),
        )
        return (
            chart,
            shown,
            _("With your pack {above} of 100 turns are above {limit} mph, and the mean speed is {mean} mph.").format(
                above=f"{100 * above:.1f}", limit=limit(), mean=f"{mean_speed(yours.stationary):.1f}"
            ),
        )

    return lab(
        look_at,
        Number("stop", _("Stop cards"), 0, 20, 0),
        Number("fives", _("+5 and −5 cards, of each"), 0, 20, 6),
        Number("fast", _("+30 cards"), 0, 20, 4),
        title=_("Another pack"),
        button=_("Compute and turn"),
    )
