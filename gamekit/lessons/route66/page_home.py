# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Route 66 as its notebook shows it: collecting states – is slow really better?

The way home is calculated in home.py, hands and collections in sets.py. The make part is in make_home.py, exercises
and exit ticket in exercises_home.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from gamekit.errors import OptionError
from gamekit.games.route66.state import STATES
from gamekit.kernel import CHANCE
from gamekit.lab.estimate import Estimate, mean, share
from gamekit.lab.simulate import Tell, simulate
from gamekit.lessons.desk import Shown, look, say, table
from gamekit.lessons.route66 import sets
from gamekit.lessons.route66.common import PLAYERS, loaded
from gamekit.lessons.route66.dial import SPEEDS
from gamekit.lessons.route66.exercises_home import exercises as exercises
from gamekit.lessons.route66.exercises_home import exit_ticket as exit_ticket
from gamekit.lessons.route66.home import FASTEST, ByChance, Timetable, empty_road, steady
from gamekit.lessons.route66.make_home import TURNS as TURNS
from gamekit.lessons.route66.make_home import make as make
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.show import Bet, Chart, Lab, Number, Stepper, Table, YesNo, bars, distribution, lab, lines, play
from gamekit.words import _

BET_SPACES: Final = (1, 3)
CARS: Final = 4_000
DEALS: Final = 5_000
GAMES: Final = 3_000


def start() -> Shown:
    """The look of the page."""
    return look()


def on_the_way_home() -> Stepper:
    """A real game, from A’s first decision after a car has turned in Los Angeles."""
    session = loaded(3).session(seed=9)
    strategies = loaded(3).strategies
    while not session.over and (session.position.tide == 0 or session.player != 0):  # type: ignore[attr-defined]
        if session.player == CHANCE:
            session.roll()
            continue
        legal = session.legal()
        choose = strategies["racer"].choose
        rng = np.random.default_rng(session.step)
        session.play(
            int(
                choose(
                    session.position, session.game.tables, session.player, np.array(legal, np.int32), len(legal), rng
                )
            )
        )
    return play(session, seats=[None, "racer", "collector"], viewer="0", name="r66-home-table")


def bet() -> Bet:
    """How much better is one space a turn than three?"""
    return Bet(
        _(
            "One car drives home alone, one space each turn; another one drives three spaces each turn. How many times as many cards does the slow one bring home?"
        ),
        low=0.5,
        high=6,
        step=0.25,
        unit="times",
        name="r66-home-bet",
    )


def ratio() -> float:
    """The answer: cards at one space a turn over cards at three."""
    slow, fast = (steady(empty_road(), spaces)[0] for spaces in BET_SPACES)
    return slow / fast


# Run


def run(bet: Bet) -> Lab:
    """Drive home at every steady speed."""

    def go(players: float, twos: bool) -> list[Any]:
        g = empty_road(int(players), twos=twos)
        rows = [(spaces, f"{10 * spaces} mph", *steady(g, spaces)) for spaces in range(1, FASTEST + 1)]
        chart = bars(
            {_("{spaces} a turn").format(spaces=row[0]): float(row[2]) for row in rows},
            title=_("Cards brought home, exactly"),
            xlabel=_("cards"),
            alt=", ".join(
                _("{spaces} spaces a turn: {cards} cards in {turns} turns").format(
                    spaces=row[0], cards=row[2], turns=row[3]
                )
                for row in rows
            ),
        )
        shown = Table([_("spaces a turn"), _("speed"), _("cards"), _("turns")], rows, _("One car alone on the road"))
        return [chart, shown, compared(bet)]

    return lab(
        go,
        Number("players", _("Players whose cards are laid out"), 2, 5, PLAYERS),
        YesNo("twos", _("“2” spaces bring two cards"), True),
        title=_("One car, one speed"),
        button=_("Drive home"),
    )


def compared(bet: Bet) -> str:
    """The bet beside the exact answer."""
    size = f"{ratio():.2f}"
    if bet.value is None:
        return _(
            "With four players’ cards one space brings {size} times as many cards as three. You have not stored a prediction yet."
        ).format(size=size)
    return _(
        "With four players’ cards one space brings {size} times as many cards as three; you predicted {bet} times."
    ).format(size=size, bet=f"{bet.value:g}")


# Explain


def explain() -> Shown:
    """Why the speeds differ as they do."""
    g = empty_road()
    t = g.tables
    spaces = int(t.los_angeles) - 1
    marked = sum(int(t.cards[place]) == 2 for place in range(1, spaces + 1))
    slow, three, seven = (steady(g, n) for n in (1, 3, 7))
    laid = int(sum(t.copies)) * g.players
    stops_on_two = three[0] - (three[1] - 1)
    return say(
        _(
            "The road has {spaces} spaces. At one space a turn a car stops on each of them, {marked} of which are marked “2”: that would be {wish} cards. But only {laid} are laid out, and a state’s cards can run out: it gets {cards}."
        ).format(spaces=spaces, marked=marked, wish=spaces + marked, laid=laid, cards=slow[0]),
        _(
            "At three spaces a turn it stops {stops} times and finds a “2” on {twos} of its stops. Is that chance? No: it follows from where the middle spaces of the states lie."
        ).format(stops=three[1] - 1, twos=stops_on_two),
        _("At seven spaces a turn there are {stops} stops, and {cards} cards.").format(
            stops=seven[1] - 1, cards=seven[0]
        ),
        _(
            "*So one space a turn brings {ratio} times as many cards as three.* It also takes {turns} turns instead of {fewer}; but nothing is won by being home early."
        ).format(ratio=f"{ratio():.2f}", turns=slow[1], fewer=three[1]),
        _("The road, its marks and the cards of each state are a reconstruction."),
    )


def chance_dial() -> Lab:
    """The dial left to chance: expected cards, exactly and by lot."""

    def go(mph: float, cars: float) -> tuple[Chart, str]:
        way = ByChance(empty_road())
        cards = way.driven(int(cars), seed=4, mph=int(mph))
        exact, found = way.cards(int(mph)), mean(cards)
        values, counts = np.unique(cards, return_counts=True)
        chart = distribution(
            {float(v): share(float(n), len(cards)) for v, n in zip(values, counts, strict=True)},
            title=_("Cards of {cars} cars whose dials are left to chance").format(cars=len(cards)),
            xlabel=_("cards"),
            ylabel=_("share of the cars"),
            alt=_("Mean by lot {found}, exactly {exact}; from {least} to {most} cards.").format(
                found=found, exact=f"{exact:.2f}", least=int(values[0]), most=int(values[-1])
            ),
        )
        return chart, _("By lot {found} cards on average, exactly {exact}.").format(found=found, exact=f"{exact:.3f}")

    return lab(
        go,
        Number("mph", _("Speed in Los Angeles"), 0, 70, 0, step=5, unit="mph"),
        Number("cars", _("Cars"), 100, 20_000, CARS, step=100),
        title=_("The dial left to chance"),
        button=_("Drive home"),
    )


def by_start() -> Chart:
    """Expected cards by the speed in Los Angeles."""
    way = ByChance(empty_road())
    values = [way.cards(mph) for mph in SPEEDS]
    return lines(
        list(SPEEDS),
        {_("dial left to chance, exactly"): values},
        title=_("Expected cards by the speed with which one turns in Los Angeles"),
        xlabel=_("mph in Los Angeles"),
        ylabel=_("cards"),
        alt=_("From {slow} cards at 0 mph down to {fast} at 70 mph.").format(
            slow=f"{values[0]:.1f}", fast=f"{values[-1]:.1f}"
        ),
    )


# Investigate


def with_others() -> Lab:
    """Investigate: is slow still better when others are on the road?"""

    def go(crawlers: float, progress: Tell) -> tuple[Chart, str]:
        g = loaded()
        who = ["collector"] * int(crawlers) + ["racer"] * (PLAYERS - int(crawlers))
        played = simulate(g, who, GAMES, seed=6, progress=progress)
        names = {"collector": _("{letter} crawls home"), "racer": _("{letter} races home")}
        values = {names[who[p]].format(letter=PLAYER_LETTERS[p]): played.mean_return(p) for p in range(PLAYERS)}
        chart = bars(
            values,
            title=_("Cards in real games, {n} of four players crawl").format(n=int(crawlers)),
            xlabel=_("cards"),
            alt=", ".join(f"{name}: {value}" for name, value in values.items()),
        )
        total: Estimate = mean(played.returns.sum(axis=1))
        return chart, _("All four together: {total} cards a game.").format(total=total)

    return lab(
        go,
        Number("crawlers", _("Players who crawl home"), 0, PLAYERS, 1),
        title=_("With others on the road"),
        button=_("Play"),
    )


def timetable() -> Lab:
    """Investigate: the best plan for so many turns."""

    def go(turns: float) -> tuple[Chart, str, str]:
        found = Timetable(empty_road())
        all_turns = list(range(found.fewest, 56))
        best = [float(found.best(n)) for n in all_turns]
        chart = lines(
            all_turns,
            {_("best plan"): best},
            title=_("The most cards in so many turns, exactly"),
            xlabel=_("turns"),
            ylabel=_("cards"),
            alt=_("From {least} cards in {few} turns to {most} in {many}.").format(
                least=f"{best[0]:g}", few=all_turns[0], most=f"{best[-1]:g}", many=all_turns[-1]
            ),
        )
        plan = found.plan(int(turns))
        said = _("A best plan for {turns} turns: {plan} spaces. It brings {cards} cards.").format(
            turns=int(turns), plan=" – ".join(map(str, plan)), cards=found.best(int(turns))
        )
        return (
            chart,
            said,
            _("A steady {spaces} a turn needs {turns} turns and brings {cards} cards.").format(**closest(int(turns))),
        )

    return lab(go, Number("turns", _("Turns"), 8, 55, TURNS), title=_("The best timetable"), button=_("Plan"))


def closest(turns: int) -> dict[str, int]:
    """The slowest steady speed that is home in so many turns."""
    for spaces in range(1, FASTEST + 1):
        cards, needed = steady(empty_road(), spaces)
        if needed <= turns:
            return {"spaces": spaces, "turns": needed, "cards": cards}
    raise OptionError(f"Nobody is home in {turns} turns.")


def hands() -> Lab:
    """Investigate: the states in a hand, and how long until all have been seen."""

    def go(cards: float) -> tuple[Chart, Table]:
        g = empty_road()
        counts = sets.copies(g)
        drawn = int(cards)
        dealt = sets.dealt(g, drawn, DEALS, seed=7)
        seen = np.array([len(set(row)) for row in dealt])
        exact = sets.different(counts, drawn)
        points = [k for k, p in enumerate(exact) if p]
        chart = distribution(
            {float(k): share(float((seen == k).sum()), DEALS) for k in points},
            exact={float(k): float(exact[k]) for k in points},
            title=_("Different states among {cards} cards").format(cards=drawn),
            xlabel=_("different states"),
            alt=", ".join(_("{k} states {p} %").format(k=k, p=f"{100 * float(exact[k]):.1f}") for k in points),
        )
        rows = []
        for put_back in (False, True):
            way = _("each card put back") if put_back else _("not put back")
            true = sets.mean_with_putting_back(counts) if put_back else sets.mean_until_all(counts)
            rows.append([way, f"{float(true):.2f}", str(mean(sets.until_all(g, DEALS, 8, put_back)))])
        equal = sets.mean_with_putting_back([1] * STATES)
        rows.append([_("put back, all states equally frequent"), f"{float(equal):.2f}", ""])
        return chart, Table(
            ["", _("exactly"), _("by lot")], rows, _("Mean number of cards until all eight states have been seen")
        )

    return lab(go, Number("cards", _("Cards drawn"), 1, 30, 9), title=_("How many states?"), button=_("Draw"))


# Modify


def modify_bet() -> Bet:
    """Without "2" spaces?"""
    return Bet(
        _(
            "If spaces marked “2” brought one card like all others: how many cards would a car with a dial left to chance bring home on average?"
        ),
        low=0,
        high=40,
        step=0.5,
        unit="cards",
        name="r66-home-modify",
    )


def other_road(bet: Bet) -> Lab:
    """House rules for the way home."""

    def go(twos: bool, stop: float, fast: float) -> tuple[Chart, str]:
        real, yours = (
            ByChance(empty_road()),
            ByChance(empty_road(twos=twos, speed_cards=f"stop {int(stop)}, +30 {int(fast)}")),
        )
        found, exact = mean(yours.driven(CARS, seed=2)), yours.cards(0)
        label = _("your rules, by lot")
        chart = bars(
            {_("real rules, exactly"): real.cards(0), label: found},
            exact={label: exact},
            bet=bet.value,
            title=_("Cards brought home with the dial left to chance"),
            xlabel=_("cards"),
            alt=_("Real rules {real} cards, your rules exactly {yours}.").format(
                real=f"{real.cards(0):.2f}", yours=f"{exact:.2f}"
            ),
        )
        return chart, _("Exactly {yours} cards with your rules, {real} with the real ones.").format(
            yours=f"{exact:.2f}", real=f"{real.cards(0):.2f}"
        )

    return lab(
        go,
        YesNo("twos", _("“2” spaces bring two cards"), False),
        Number("stop", _("Stop cards"), 0, 20, 4),
        Number("fast", _("+30 cards"), 0, 20, 4),
        title=_("Another way home"),
        button=_("Drive home"),
    )


# Make


def every_speed() -> Shown:
    """Cards and turns of every steady speed, for two to five players."""
    head = [_("spaces a turn"), *(_("{n} players").format(n=n) for n in range(2, 6)), _("turns")]
    rows: list[Sequence[object]] = [
        [spaces, *(steady(empty_road(n), spaces)[0] for n in range(2, 6)), steady(empty_road(), spaces)[1]]
        for spaces in range(1, FASTEST + 1)
    ]
    return table(head, rows, _("Cards of one car alone, by its steady speed and the number of sets laid out"))
