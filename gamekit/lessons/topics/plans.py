"""The plans of the lesson *write a strategy*, and how a tournament is drawn and told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from gamekit.game import Game, load
from gamekit.lessons.desk import estimate
from gamekit.lessons.plot import Drawing, Plot
from gamekit.lessons.topics import plan
from gamekit.lessons.topics.league import League
from gamekit.show import Table
from gamekit.strategy import Strategy
from gamekit.words import _

SEED: Final = 1
GAMES: Final = 60
"""Games in each seating of the lesson's own tournament."""
CLASS_GAMES: Final = 40
STEPS: Final = (10, 20, 30, 40, 50, 60, 80, 110)
OPPONENT: Final = "steady"
"""The name of the plan that all others are measured by."""
FOLDER: Final = "strategies"
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,23}")
MOST_ENTRANTS: Final = 12

decide: Callable[..., Any] = plan.decide


def habit_names() -> dict[int, str]:
    """Which card goes to the counter by each of the three habits, as a plan is described."""
    return {0: _("the highest card"), 1: _("the card that delays most"), 2: _("whatever does not fit the own run")}


def game(**options: Any) -> Game:
    """The card game for two."""
    return load("kartenspiel", players=2, **options)


def planned(name: str, step: int, habit: int, enough: int) -> Strategy:
    """A plan with its three numbers, as a strategy."""

    def choose(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> Any:
        """Follow the plan."""
        return decide(s, t, player, actions, step, habit, enough)

    described = _("climbs by at most {step} km at once; at the counter {habits}; hurries from {enough} km on").format(
        step=step, habits=habit_names()[habit], enough=enough
    )
    return Strategy(name, name, described, choose)


def house_plans() -> list[Strategy]:
    """The three plans of the lesson, and chance as a fourth player."""
    return [
        planned("patient", 20, 1, 400),
        planned(OPPONENT, 40, 2, 300),
        planned("hasty", 110, 0, 0),
        game().strategies["random"],
    ]


def league_plot(league: League, mine: str = "") -> Drawing:
    """Everybody's share of wins with its interval."""
    ranking = league.ranking()
    plot = Plot(
        _("Tournament, {title}").format(title=league.title),
        "; ".join(f"{name} {estimate(rate)}" for name, rate in ranking) + ".",
        (0.4, len(ranking) + 0.6),
        (0, 1.16),
        x_name=_("{counted:,} matches; red: your bet").format(counted=len(league.counted))
        if mine
        else _("{counted:,} matches").format(counted=len(league.counted)),
        y_name=_("share of games won"),
        percent_y=True,
        bare_x=True,
    )
    for i, (name, rate) in enumerate(ranking):
        plot.bar(i + 1, 0.62, rate.value, "my-bar" if name == mine else "soft-bar")
        plot.interval(i + 1, rate.low, rate.value, rate.high, "over")
        plot.word(i + 1, 1.1, name, "my-word" if name == mine else "word-row", row=i % 2)
    plot.level(0.5, _("an even share"), "nominal")
    return plot.drawing()


def head_to_head(league: League) -> Table:
    """Who beats whom, with intervals."""
    names = [name for name, _ in league.ranking()]
    rows = []
    for name in names:
        cells = [league.against(name, other) for other in names]
        rows.append([name, *("–" if cell is None else estimate(cell) for cell in cells)])
    return Table([_("wins against →"), *names], rows, _("Share of wins of the row against the column"))
