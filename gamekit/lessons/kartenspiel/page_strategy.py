"""Lesson 3 of the card game as its notebook shows it: the first card, the strategies, your own, the coach.

The exact plans are in climbing.py, strategies and contests in planner.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from gamekit.game import load
from gamekit.games.kartenspiel.rules import KM_KINDS
from gamekit.lab.simulate import Tell
from gamekit.lessons.frame import notebook_or_page
from gamekit.lessons.kartenspiel.climbing import Plan
from gamekit.lessons.kartenspiel.planner import COACH, Match, contest, look, planned, with_coach
from gamekit.lessons.kartenspiel.run_quiz import hand, name_of
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, YesNo, lab, play
from gamekit.words import _

__all__ = [
    "bet",
    "builder",
    "compare",
    "compare_at_limits",
    "compare_bet",
    "duel",
    "first_cards",
    "hand_picture",
    "look",
    "make",
    "modify_bet",
    "table",
]

NAME: Final = "kartenspiel"
HAND: Final = "10 20 40 50 70 90 100 R 60 L"
HANDS: Final = {
    HAND: "10 – 20 – 40 – 50 – 60 – 70 – 90 – 100 – rest – lost freight",
    "10 20 30 50 80 120 R R": "10 – 20 – 30 – 50 – 80 – 120 – rest – rest",
    "40 60 80 110 120": "40 – 60 – 80 – 110 – 120",
    "70 70 70 80 80 R": "70 – 70 – 70 – 80 – 80 – rest",
    "110 120 120 R R R": "110 – 120 – 120 – rest – rest – rest",
}


def table() -> Stepper:
    """A game against the climber, to see what a run is made of."""
    return play(load(NAME, 2), seed=21, seats=[None, "climber"], name="ks-strategy-table")


# The first card


def hand_picture() -> Any:
    """The hand of the bet."""
    from ipywidgets import HTML

    return HTML(f'<div class="gk-look">{hand(sorted(kinds(HAND)))}</div>')


def bet() -> Bet:
    """Which card first?"""
    return Bet(
        _("Two players, the counter stands at 0. Which kilometre card do you lay first?"),
        low=10,
        high=100,
        step=10,
        unit="km",
        name="ks-strategy-first",
    )


def first_cards(bet: Bet) -> Lab:
    """What each first card of a hand is worth, exactly and by playing."""

    def run(hand: str, limit: int, stages: int, progress: Tell) -> list[Any]:
        from gamekit.lessons.kartenspiel.lengths import stage_lengths
        from gamekit.show import bars

        progress(0.1)
        ends = stage_lengths(load(NAME, 2, limit=int(limit))).ends
        plan = Plan(kinds(hand), ends)
        firsts = {kind: worth for kind, worth in plan.firsts.items() if kind < KM_KINDS}
        progress(0.5)
        best = max(firsts, key=firsts.__getitem__)
        line = " – ".join(name_of(kind) for kind in plan.line())
        said = _(
            "Best first card: {card}, worth {km} km on average. The plan, as long as the stage goes on: {line}."
        ).format(card=name_of(best), km=f"{firsts[best]:.1f}", line=line)
        chart = bars(
            {name_of(kind): plan.simulated(kind, int(stages)) for kind in firsts},
            exact={name_of(kind): worth for kind, worth in firsts.items()},
            alt=_("What each first card is worth on average. {said}").format(said=said),
            title=_("Kilometres on average, by first card"),
            xlabel=_("kilometres"),
        )
        return [chart, said, *_first_bet(bet, firsts, best, hand)]

    return lab(
        run,
        Choice("hand", _("Hand"), HANDS, HAND),
        Number("limit", _("Limit of a stage"), 50, 150, 150, 50, "km"),
        Number("stages", _("Stages played for each card"), 500, 20_000, 4_000, 500),
        title=_("Which card first?"),
        button=_("Calculate"),
    )


def _first_bet(bet: Bet, firsts: dict[int, float], best: int, hand: str) -> list[str]:
    """The bet beside the result."""
    if bet.value is None or hand != HAND:
        return []
    kind = int(bet.value) // 10 - 1
    if kind not in firsts:
        return [_("You predicted {card}, but this hand has no such card.").format(card=f"{bet.value:g}")]
    if kind == best:
        return [_("You predicted {card}: the best card.").format(card=name_of(kind))]
    return [
        _("You predicted {card}: {km} km on average, {less} km less than the best card.").format(
            card=name_of(kind), km=f"{firsts[kind]:.1f}", less=f"{firsts[best] - firsts[kind]:.1f}"
        )
    ]


# Strategies against each other


def compare_bet() -> Bet:
    """How often does the climber beat the planner?"""
    return Bet(
        _(
            "“Safe climber” lays its cards in the smallest steps, “Greedy” always the highest that climbs. How many "
            "games of 100 does Safe climber win?"
        ),
        low=0,
        high=100,
        name="ks-strategy-compare",
    )


def compare(bet: Bet) -> Lab:
    """Two strategies of the game against each other."""
    titles = strategy_titles()

    def run(first: str, second: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        asked = bet.value if (first, second) == ("climber", "greedy") else None
        return compared(first, second, {}, games, asked, progress, cancel)

    return lab(
        run,
        Choice("first", _("A plays"), titles, "climber"),
        Choice("second", _("B plays"), titles, "greedy"),
        Number("games", _("Games"), 1_000, 50_000, 5_000, 1_000),
        title=_("Two strategies"),
        button=_("Play them"),
    )


def modify_bet() -> Bet:
    """Does a higher limit help the climber?"""
    return Bet(
        _(
            "At 150 km Spoiler wins 87 games of 100 against Safe climber. How many does it win if a stage ends at "
            "300 km?"
        ),
        low=0,
        high=100,
        name="ks-strategy-limit",
    )


def compare_at_limits(bet: Bet) -> Lab:
    """Two strategies under another limit."""
    titles = strategy_titles()

    def run(first: str, second: str, limit: int, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        asked = bet.value if (first, second, limit) == ("spoiler", "climber", 300) else None
        return compared(first, second, {"limit": int(limit)}, games, asked, progress, cancel)

    return lab(
        run,
        Choice("first", _("A plays"), titles, "spoiler"),
        Choice("second", _("B plays"), titles, "climber"),
        Number("limit", _("Limit of a stage"), 50, 600, 300, 50, "km"),
        Number("games", _("Games"), 1_000, 50_000, 5_000, 1_000),
        title=_("Two strategies under another limit"),
        button=_("Play them"),
    )


def strategy_titles() -> dict[str, str]:
    """Every strategy of the game."""
    return {name: strategy.title for name, strategy in load(NAME, 2).strategies.items()}


def compared(
    first: str,
    second: str,
    options: Mapping[str, Any],
    games: int,
    bet: float | None,
    progress: Tell | None,
    cancel: threading.Event | None,
) -> list[Any]:
    """Win rates and kilometres of two strategies."""
    from gamekit.lab.simulate import simulate
    from gamekit.show import bars

    titles = strategy_titles()
    found = simulate(
        load(NAME, 2, **options), [first, second], int(games), seed=1, progress=progress or False, cancel=cancel
    )
    names = [_("A: {title}").format(title=titles[first]), _("B: {title}").format(title=titles[second])]
    wins = {name: found.win_rate(p) for p, name in enumerate(names)}
    said = " ".join(
        _("{name} wins {wins} % of the games ({low} to {high}) and drives {km} km on average.").format(
            name=name,
            wins=f"{100 * wins[name].value:.1f}",
            low=f"{100 * wins[name].low:.1f}",
            high=f"{100 * wins[name].high:.1f}",
            km=f"{found.mean_return(p).value:,.0f}",
        )
        for p, name in enumerate(names)
    )
    chart = bars(
        {name: tuple(100 * x for x in rate) for name, rate in wins.items()},
        alt=_("Wins in {games:,} games. {said}").format(games=found.games, said=said),
        title=_("Wins in {games:,} games").format(games=found.games),
        xlabel=_("percent of the games"),
        bet=bet,
    )
    return [chart, said]


# Your own


def make(strategy: Callable[..., Any]) -> Any:
    """The student's strategy in a tournament; on a web page a builder for one."""
    return notebook_or_page(lambda: contest_of(strategy), builder)


def contest_of(strategy: Callable[..., Any]) -> Lab:
    """A strategy against all rivals, at a click."""

    def run(games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        return contest_shown(contest(strategy, int(games), progress=progress, cancel=cancel))

    return lab(
        run,
        Number("games", _("Games against each rival"), 20, 400, 100, 20),
        title=_("Your strategy against all others"),
        button=_("Enter the tournament"),
    )


def builder() -> Lab:
    """A strategy from four decisions, and its tournament."""
    habits = {
        "low": _("the lowest kilometre card"),
        "delay": _("lost freight, a rest, else the lowest card"),
        "high": _("the highest kilometre card"),
    }

    def run(
        first: int, step: int, rest: bool, counter: str, games: int, progress: Tell, cancel: threading.Event
    ) -> list[Any]:
        return contest_shown(
            contest(planned(int(first), int(step), rest, counter), int(games), progress=progress, cancel=cancel)
        )

    return lab(
        run,
        Number("first", _("Begin a run with at least"), 10, 120, 40, 10, "km"),
        Number("step", _("Climb by at most"), 10, 110, 30, 10, "km"),
        YesNo("rest", _("Lay a rest card rather than a larger step"), True),
        Choice("counter", _("For the counter"), habits, "low"),
        Number("games", _("Games against each rival"), 20, 400, 100, 20),
        title=_("Build a strategy"),
        button=_("Enter the tournament"),
    )


def contest_shown(matches: list[Match]) -> list[Any]:
    """A chart and a table of a tournament."""
    from gamekit.show import bars

    rows = [
        (match.rival, *(f"{100 * x:.0f} %" for x in match.wins), f"{match.own.value:.0f}", f"{match.theirs.value:.0f}")
        for match in matches
    ]
    said = " ".join(
        _("Against {rival}: {wins} % won.").format(rival=m.rival, wins=f"{100 * m.wins.value:.0f}") for m in matches
    )
    chart = bars(
        {match.rival: tuple(100 * x for x in match.wins) for match in matches},
        alt=_("How often your strategy wins. {said}").format(said=said),
        title=_("Games your strategy wins"),
        xlabel=_("percent of the games"),
    )
    head = [_("rival"), _("you win"), _("from"), _("to"), _("your km"), _("its km")]
    return [chart, Table(head, rows, _("Games for two players, with 95 % intervals"))]


# The coach


def duel() -> Stepper:
    """A game against the coach."""
    return play(with_coach(load(NAME, 2)), seed=8, seats=[None, COACH], name="ks-strategy-duel")
