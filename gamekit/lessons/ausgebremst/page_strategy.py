# ruff: noqa: E501  sentences are not broken
"""Lesson 5 of Ausgebremst as its notebook shows it: strategies against each other, and house rules.

Matches and strategies from a score are in drivers.py. Exercises and the exit ticket are in exercises_strategy.py.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from gamekit.errors import GamekitError
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Tell
from gamekit.lessons.ausgebremst.drivers import (
    PLAYERS,
    RIVALS,
    Score,
    finishing,
    from_sliders,
    house,
    one_against,
    own,
    race,
    titles,
    tournament,
)
from gamekit.lessons.ausgebremst.exercises_strategy import exercises as exercises
from gamekit.lessons.ausgebremst.exercises_strategy import exit_ticket as exit_ticket
from gamekit.lessons.ausgebremst.lines import title
from gamekit.lessons.ausgebremst.points import deck
from gamekit.lessons.ausgebremst.wording import circuits
from gamekit.lessons.desk import Shown, hundred, look, of_hundred, plain, say
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.matches import part
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, heat, lab, play
from gamekit.words import _

GAMES: Final = 4_000
CELL: Final = 800
"""Races of each field of the tournament."""
MATCH: Final = 24
"""Races of a written strategy against each rival."""
HERO, CROWD = "blocker", "ideal_line"
FAIR: Final = 1 / PLAYERS


def start() -> Shown:
    """The look of the page."""
    return look()


def play_against() -> Stepper:
    """A race against three strategies, with the coach at hand."""
    return play(race(), seats=[None, "ideal_line", "blocker", "careful"], seed=30, viewer="0", name="ab-strategy-table")


def who() -> Shown:
    """The strategies in words."""
    known = race().strategies
    return say(*(f"*{known[name].title}.* {known[name].description}" for name in RIVALS))


def bet() -> Bet:
    """One blocker among three who only drive."""
    return Bet(
        _(
            "One blocker races against three drivers who only keep to the ideal line. In how many of 100 races does the blocker score most?"
        ),
        low=0,
        high=100,
        unit=_("of 100"),
        name="ab-strategy-bet",
    )


def run(bet: Bet) -> Lab:
    """One against three, from every seat."""

    def go(mine: str, rival: str, number: str, games: float, progress: Tell, cancel: threading.Event) -> list[Any]:
        won, points, theirs = one_against(mine, rival, int(games), int(number), 1, progress, cancel)
        names = titles()
        one = _("{mine} against 3\u00a0× {rival}").format(mine=names[mine], rival=names[rival])
        asked = (mine, rival, number) == (HERO, CROWD, "1")
        chart = bars(
            {one: hundred(won)},
            exact={one: 100 * FAIR} if mine == rival else None,
            bet=bet.value if asked else None,
            title=_("Races won on {circuit}").format(circuit=title(int(number))),
            xlabel=_("of 100 races"),
            alt=_("{one}: {won} of 100 races.").format(one=one, won=of_hundred(won)),
        )
        said = _("It wins {won} of 100 races, with {points:.2f} points a race against {theirs:.2f}.").format(
            won=of_hundred(won), points=points.value, theirs=theirs.value
        )
        return [
            chart,
            said,
            compared(bet, won)
            if asked
            else _("Four equal drivers win {fair} of 100 each.").format(fair=f"{100 * FAIR:g}"),
        ]

    return lab(
        go,
        Choice("mine", _("One"), titles(), HERO),
        Choice("rival", _("against three"), titles(), CROWD),
        Choice("number", _("Circuit"), circuits(), "1"),
        Number("games", _("Races"), 100, 20_000, GAMES, step=100),
        title=_("One against three"),
        button=_("Race"),
    )


def compared(bet: Bet, won: Estimate) -> str:
    """The bet beside the result."""
    if bet.value is None:
        return _("You have not stored a prediction yet.")
    inside = won.covers(bet.value / 100)
    text = _("You predicted {bet}: inside the interval.") if inside else _("You predicted {bet}: outside the interval.")
    return text.format(bet=f"{bet.value:g}")


def explain() -> Shown:
    """The check that the exact answer is known for."""
    won, _points, _theirs = one_against(CROWD, CROWD, 2_000, 1, 5)
    return say(
        _("Is the method fair? One answer is known exactly: four equal drivers, from every seat, win a quarter each."),
        _("The simulation says {won} of 100: {verdict}.").format(
            won=of_hundred(won), verdict=_("25 lies inside") if won.covers(FAIR) else _("25 lies outside")
        ),
    )


def all_against_all() -> Lab:
    """The tournament."""

    def go(number: str, games: float, progress: Tell, cancel: threading.Event) -> list[Any]:
        rows = tournament(int(games), int(number), progress, cancel)
        if len(rows) < len(RIVALS):
            return [_("Stopped.")]
        names = list(titles().values())
        best = max(range(len(RIVALS)), key=lambda i: min(cell.value for cell in rows[i]))
        wide = max(100 * (cell.high - cell.low) / 2 for row in rows for cell in row)
        said = _("The strategy that does best against its worst rivals is {best}.").format(best=names[best])
        chart = heat(
            [[100 * cell.value for cell in row] for row in rows],
            names,
            names,
            title=_("Races of 100 that one wins against three, on {circuit}").format(circuit=title(int(number))),
            ylabel=_("one"),
            xlabel=_("against three"),
            form="{:.0f}",
            alt=said,
        )
        return [chart, said, _("Each figure may be wrong by up to {n:.0f}, with 95 % confidence.").format(n=wide)]

    return lab(
        go,
        Choice("number", _("Circuit"), circuits(), "1"),
        Number("games", _("Races for each field"), 100, 4_000, CELL, step=100),
        title=_("All against all"),
        button=_("Play the tournament"),
    )


# Investigate


def who_finishes() -> Lab:
    """How many careful drivers arrive, on each circuit?"""

    def go(players: str, progress: Tell, cancel: threading.Event) -> Chart:
        found = {}
        for number in range(1, 9):
            told = part(progress, number - 1, 8)
            played = house({"players": int(players), "circuit": number}, 1_000, told, cancel)
            found[circuits()[str(number)]] = hundred(finishing(played))
        return bars(
            found,
            title=_("Careful drivers who finish"),
            xlabel=_("of 100 drivers"),
            alt=", ".join(f"{name} {value[0]:.0f}" for name, value in found.items()),
        )

    return lab(
        go,
        Choice("players", _("Drivers"), {str(n): str(n) for n in range(3, 7)}, "4"),
        title=_("Who arrives?"),
        button=_("Race on all circuits"),
    )


def start_row() -> Lab:
    """What is a place on the grid worth?"""

    def go(strategy: str, progress: Tell, cancel: threading.Event) -> list[Any]:
        from gamekit.lab.simulate import simulate
        from gamekit.lab.whatif import variant

        game = variant(race(), {"draw_grid": False, "players": 6})
        played = simulate(game, strategy, GAMES, seed=2, progress=progress, cancel=cancel)
        wins = {
            _("place {n}, row {row}").format(n=p + 1, row=p // 2 + 1): hundred(played.win_rate(p)) for p in range(6)
        }
        chart = bars(
            wins,
            exact=None,
            title=_("Wins by place on the grid, six equal drivers"),
            xlabel=_("of 100 races"),
            alt=", ".join(f"{name} {value[0]:.1f}" for name, value in wins.items()),
        )
        return [chart, _("If the grid did not matter, each would win {n:.1f} of 100.").format(n=100 / 6)]

    return lab(
        go,
        Choice("strategy", _("All are"), titles(), "careful"),
        title=_("What a starting place is worth"),
        button=_("Race"),
    )


def spite() -> Lab:
    """Does blocking pay?"""

    def go(number: str, progress: Tell, cancel: threading.Event) -> list[Any]:
        rows = {}
        for k, name in enumerate(RIVALS[1:]):
            won, points, _theirs = one_against(name, "careful", 2_000, int(number), 3, part(progress, k, 3), cancel)
            rows[titles()[name]] = (won, points)
        chart = bars(
            {name: hundred(won) for name, (won, _points) in rows.items()},
            title=_("One against three careful budgeters on {circuit}").format(circuit=title(int(number))),
            xlabel=_("of 100 races"),
            alt=", ".join(f"{name} {of_hundred(won)}" for name, (won, _points) in rows.items()),
        )
        return [
            chart,
            Table(
                [_("strategy"), _("points in a race")],
                [[name, str(points)] for name, (_won, points) in rows.items()],
                _("Points, with 95 % intervals"),
            ),
        ]

    return lab(go, Choice("number", _("Circuit"), circuits(), "3"), title=_("Does blocking pay?"), button=_("Race"))


# Modify


def modify_bet() -> Bet:
    """The fast deck for everybody."""
    return Bet(
        _(
            "If everybody drove the basic game with the 19 cards of the fast set-up, how many of 100 drivers would finish on circuit 3?"
        ),
        low=0,
        high=100,
        unit=_("of 100"),
        name="ab-strategy-modify",
    )


def house_rules(bet: Bet) -> Lab:
    """Other rules."""
    decks = {"slow": _("slow, 24 cards (the real one)"), "medium": _("medium, 22 cards"), "fast": _("fast, 19 cards")}
    prizes = {"real": "9 6 4 3 2 1", "all": "9 0 0 0 0 0", "flat": "6 5 4 3 2 1"}

    def go(cards: str, points: str, players: str, number: str, progress: Tell, cancel: threading.Event) -> list[Any]:
        changes: dict[str, Any] = {
            "players": int(players),
            "circuit": int(number),
            "cards.slow": list(deck(cards)),
            "points.places": [int(p) for p in prizes[points].split()],
        }
        real = {"players": 4, "circuit": int(number)}
        before, after = (house(one, 2_000, part(progress, k, 2), cancel) for k, one in enumerate((real, changes)))
        found = {_("real rules"): hundred(finishing(before)), _("your rules"): hundred(finishing(after))}
        asked = (cards, points, players, number) == ("fast", "real", "4", "3")
        chart = bars(
            found,
            bet=bet.value if asked else None,
            title=_("Drivers who finish on {circuit}").format(circuit=title(int(number))),
            xlabel=_("of 100 drivers"),
            alt=", ".join(f"{name} {value[0]:.1f}" for name, value in found.items()),
        )
        rows = [
            [name, str(played.mean("round_number")), str(played.mean_return(0))]
            for name, played in ((_("real rules"), before), (_("your rules"), after))
        ]
        return [
            chart,
            Table(
                ["", _("rounds of a race"), _("points of driver A")], rows, _("Length and points, with 95 % intervals")
            ),
        ]

    return lab(
        go,
        Choice("cards", _("Deck"), decks, "fast"),
        Choice("points", _("Points for the places"), prizes, "real"),
        Choice("players", _("Drivers"), {str(n): str(n) for n in range(3, 7)}, "4"),
        Choice("number", _("Circuit"), circuits(), "3"),
        title=_("House rules"),
        button=_("Race under both"),
    )


# Make


def make(score: Score) -> Any:
    """The student's score as a strategy against all; on a web page a score from sliders."""
    return notebook_or_page(lambda: judged(score), builder)


def judged(score: Score) -> Shown:
    """How a strategy does against three of each rival. Never fails; says what is wrong instead."""
    try:
        found = driven(score)
    except GamekitError as error:
        return say(str(error), kind="bad")
    told = [
        _("Against three {rival}: {won} of 100 races, {points:.1f} points to {theirs:.1f}.").format(
            rival=name, won=of_hundred(won), points=points.value, theirs=theirs.value
        )
        for name, (won, points, theirs) in found.items()
    ]
    return say(*told, *verdict(found), kind="good" if enough(found) else "")


Matches = dict[str, tuple[Estimate, Estimate, Estimate]]
"""For each rival: races won, own points, points of the rival."""


def driven(score: Score, progress: Tell | None = None) -> Matches:
    """A strategy from a score against three of each rival."""
    return {
        titles()[rival]: one_against(own(score), rival, MATCH, 1, 8, part(progress, k, len(RIVALS)))
        for k, rival in enumerate(RIVALS)
    }


def enough(found: Matches) -> bool:
    """Whether it wins a quarter against everybody."""
    return all(won.value >= FAIR for won, _points, _theirs in found.values())


def verdict(found: Matches) -> tuple[str, str]:
    """What is said of the matches."""
    said = _("*At least a quarter against all four.*") if enough(found) else _("Not yet a quarter against everybody.")
    return said, _("{n} races each are few; look at the intervals before you trust a difference.").format(n=MATCH)


def builder() -> Lab:
    """A strategy from three sliders."""

    def go(speed: float, thrift: float, spite: float, progress: Tell) -> list[Any]:
        found = driven(from_sliders(speed, thrift, spite), progress)
        chart = bars(
            {name: hundred(won) for name, (won, _points, _theirs) in found.items()},
            title=_("Races your driver wins against three of each"),
            xlabel=_("of 100 races"),
            alt=", ".join(f"{name} {of_hundred(won)}" for name, (won, _points, _theirs) in found.items()),
        )
        rows = [[name, f"{mine.value:.1f}", f"{theirs.value:.1f}"] for name, (_won, mine, theirs) in found.items()]
        head = [_("against three"), _("your points"), _("its points")]
        return [chart, Table(head, rows, _("Points in a race")), *map(plain, verdict(found))]

    return lab(
        go,
        Number("speed", _("Love of large cards"), 0, 5, 1, step=0.5),
        Number("thrift", _("Fear of losing points"), 0, 10, 0, step=0.5),
        Number("spite", _("Joy of being in the way"), 0, 5, 0, step=0.5),
        title=_("Build a driver"),
        button=_("Race against all"),
    )
