"""Lesson 4 of the card game as its notebook shows it: house rules, and what they move.

Stages are simulated in stages.py; exact lengths come from lengths.py.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamekit.errors import OptionError
from gamekit.game import load
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Tell
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.lessons.kartenspiel.stages import Stages, stages
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, lab, play
from gamekit.words import _

NAME: Final = "kartenspiel"
SWEEPS: Final[dict[str, tuple[int, ...]]] = {
    "limit": (60, 90, 120, 150, 200, 250),
    "rest": (0, 4, 8, 12, 16, 20),
    "action": (0, 1, 2, 3, 4, 5, 6),
    "copies": (3, 4, 5, 6, 7, 8),
}
"""The values that each house rule runs through."""


def titles() -> dict[str, str]:
    """What the house rules are called."""
    return {
        "limit": _("Limit of a stage (km)"),
        "rest": _("Rest cards"),
        "action": _("Action cards of each kind"),
        "copies": _("Copies of every value"),
    }


def strategies() -> dict[str, str]:
    """How all players play."""
    return {name: strategy.title for name, strategy in load(NAME, 2).strategies.items()}


def table() -> Stepper:
    """A short game with house rules to be set under “New game”."""
    return play(load(NAME, 2, stages=1, limit=100, action=2), seed=5, name="ks-house-table")


# Bets


def limit_bet() -> Bet:
    """What happens to the length when the limit doubles?"""
    return Bet(
        _(
            "With safe climbers a stage up to 150 km lasts about 5 rounds. How many rounds does it last if the limit "
            "is 300 km?"
        ),
        low=1,
        high=30,
        step=0.5,
        unit=_("rounds"),
        name="ks-house-limit",
    )


def begins_bet() -> Bet:
    """How large is the first player's advantage?"""
    return Bet(
        _("Player A begins a stage for two. Both play alike. How many stages of 100 does A win?"),
        low=30,
        high=70,
        name="ks-house-begins",
    )


# Two sets of rules side by side


def compare(bet: Bet) -> Lab:
    """The box's rules and yours, side by side."""

    def run(
        players: int,
        strategy: str,
        limit: int,
        rest: int,
        action: int,
        copies: int,
        games: int,
        progress: Tell,
        cancel: threading.Event,
    ) -> list[Any]:
        chosen: dict[str, int] = {"limit": int(limit), "rest": int(rest), "action": int(action)}
        if copies:
            chosen["copies"] = int(copies)
        box = stages(int(players), strategy, int(games), progress=lambda x: progress(x / 2), cancel=cancel)
        yours = stages(
            int(players), strategy, int(games), progress=lambda x: progress((1 + x) / 2), cancel=cancel, **chosen
        )
        if not yours.simulation.games:
            raise OptionError(_("No stage was driven."))
        return compared(box, yours, bet)

    return lab(
        run,
        Number("players", _("Players"), 2, 5, 2),
        Choice("strategy", _("Everybody plays"), strategies(), "climber"),
        Number("limit", _("Limit of a stage"), 50, 600, 300, 10, "km"),
        Number("rest", _("Rest cards"), 0, 20, 12),
        Number("action", _("Action cards of each kind"), 0, 6, 5),
        Number("copies", _("Copies of every value (0: as in the box)"), 0, 8, 0),
        Number("games", _("Stages"), 1_000, 20_000, 4_000, 1_000),
        title=_("The rules of the box and yours"),
        button=_("Drive the stages"),
    )


def compared(box: Stages, yours: Stages, bet: Bet) -> list[Any]:
    """Rounds, kilometres and the first player's wins under two sets of rules."""
    from gamekit.show import distribution

    head = [_("with 95 % interval"), _("rules of the box"), _("your rules")]
    names = [_("rounds of a stage"), _("kilometres of a run"), _("stages A wins, in percent")]
    rows = list(zip(names, figures(box), figures(yours), strict=True))
    last = int(yours.rounds.quantile(0.995))
    said = _("Under your rules a stage lasts {mean} rounds on average, under those of the box {box}.").format(
        mean=f"{yours.rounds.mean.value:.2f}", box=f"{box.rounds.mean.value:.2f}"
    )
    chart = distribution(
        {float(r): yours.rounds.probability(r) for r in range(1, last + 1)},
        alt=_("How many rounds a stage lasts under your rules. {said}").format(said=said),
        title=_("Rounds of a stage under your rules"),
        xlabel=_("rounds"),
        bet=bet.value,
    )
    return [chart, Table(head, rows, _("Single stages, all players alike")), said]


def figures(found: Stages) -> list[str]:
    """Rounds, kilometres and the first player's wins under one set of rules, with their intervals."""
    wins = found.simulation.win_rate(0)
    percent = Estimate(100 * wins.value, 100 * wins.low, 100 * wins.high)
    return [str(found.rounds.mean), str(found.km), str(percent)]


# One rule through all its values


def sweep() -> Lab:
    """One house rule through its values: how the length and the kilometres move."""
    shown = {
        "rounds": _("rounds of a stage"),
        "km": _("kilometres of a run"),
        "begins": _("A’s lead in wins, in percentage points"),
    }

    def run(rule: str, what: str, strategy: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        from gamekit.show import lines

        values = SWEEPS[rule]
        found = []
        for number, value in enumerate(values):
            progress(number / len(values))
            found.append(
                stages(2, strategy, int(games), seed=number + 1, cancel=cancel, **dict[str, Any]({rule: value}))
            )
        measured = [measure(one, what) for one in found]
        series: dict[str, Sequence[Any]] = {_("simulated"): measured}
        exact = [one.exact.mean if one.exact is not None else math.nan for one in found]
        if what == "rounds" and not all(map(math.isnan, exact)):
            series[_("exact")] = exact
        said = _("From {first} to {last}: {low} to {high}.").format(
            first=values[0], last=values[-1], low=f"{measured[0][0]:.2f}", high=f"{measured[-1][0]:.2f}"
        )
        caption = _("{what} for each value of: {rule}").format(what=shown[what], rule=titles()[rule])
        chart = lines(
            [float(value) for value in values],
            series,
            alt=f"{caption}. {said}",
            title=shown[what].capitalize(),
            xlabel=titles()[rule],
            ylabel=shown[what],
            exact=0.0 if what == "begins" else None,
        )
        head = [titles()[rule], shown[what], _("from"), _("to")]
        rows = [(value, *(f"{x:.2f}" for x in triple)) for value, triple in zip(values, measured, strict=True)]
        return [chart, Table(head, rows, _("With 95 % intervals, two players"))]

    return lab(
        run,
        Choice("rule", _("Change"), titles(), "limit"),
        Choice("what", _("Watch"), shown, "rounds"),
        Choice("strategy", _("Everybody plays"), strategies(), "any-card"),
        Number("games", _("Stages for each value"), 500, 10_000, 2_000, 500),
        title=_("One rule through all its values"),
        button=_("Drive the stages"),
    )


def measure(found: Stages, what: str) -> tuple[float, float, float]:
    """One figure of many stages with its interval."""
    measured = {"rounds": found.rounds.mean, "km": found.km, "begins": found.begins}[what]
    scale = 100 if what == "begins" else 1
    return scale * measured.value, scale * measured.low, scale * measured.high


# Who begins


def begins(bet: Bet) -> Lab:
    """How often the first player wins a stage."""

    def run(strategy: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        from gamekit.show import bars

        found = stages(2, strategy, int(games), progress=progress, cancel=cancel)
        wins = {_("A begins"): found.simulation.win_rate(0), _("B"): found.simulation.win_rate(1)}
        first = found.simulation.win_rate(0)
        said = _("A wins {value} % of {games:,} stages ({low} to {high}).").format(
            value=f"{100 * first.value:.2f}",
            games=found.simulation.games,
            low=f"{100 * first.low:.2f}",
            high=f"{100 * first.high:.2f}",
        )
        chart = bars(
            {name: tuple(100 * x for x in rate) for name, rate in wins.items()},
            exact={_("A begins"): 50.0, _("B"): 50.0},
            alt=_("Wins of the player who begins. {said} Exactly: 50 %.").format(said=said),
            title=_("Stages won, in percent (shared ones count half)"),
            xlabel=_("percent"),
            bet=bet.value,
        )
        return [chart, said]

    return lab(
        run,
        Choice("strategy", _("Both play"), strategies(), "climber"),
        Number("games", _("Stages"), 1_000, 50_000, 10_000, 1_000),
        title=_("Does it help to begin?"),
        button=_("Drive the stages"),
    )


# Make: a limit for every number of players


@dataclass(frozen=True)
class Wish:
    """What the student's house rule is asked for: about so many rounds with so many players."""

    players: int
    rounds: float


WISHES: Final = (Wish(2, 2.4), Wish(3, 2.4), Wish(4, 2.4), Wish(5, 2.4))
NEAR: Final = 0.25
TRIES: Final = 4_000


def make(limit_for: Callable[[int], int]) -> Any:
    """The student's rule for the limit, tried out; on a web page a builder for the same rule."""
    return notebook_or_page(lambda: checked(limit_for), builder)


def checked(limit_for: Callable[[int], int]) -> Verdict:
    """Does a stage last about as long for every number of players?"""

    def close_enough(players: int) -> bool:
        return abs(mean_rounds(players, limit_for(players)) - wish_of(players).rounds) <= NEAR

    close_enough.__name__ = getattr(limit_for, "__name__", "limit_for")
    return check(close_enough, [Case((wish.players,), True, reason(wish, limit_for)) for wish in WISHES])


def mean_rounds(players: int, limit: int) -> float:
    """How long stages last under a limit, players laying any card."""
    return stages(players, games=TRIES, limit=int(limit)).rounds.mean.value


def wish_of(players: int) -> Wish:
    """What is asked for with so many players."""
    return next(wish for wish in WISHES if wish.players == players)


def reason(wish: Wish, limit_for: Callable[[int], int]) -> str:
    """What the rule brings for one number of players, in words."""
    try:
        limit = int(limit_for(wish.players))
        rounds = mean_rounds(wish.players, limit)
    except (OptionError, TypeError, ValueError) as error:
        return str(error)
    return _(
        "{players} players, limit {limit} km: {rounds} rounds on average; wanted are {wanted}, give or take {near}."
    ).format(players=wish.players, limit=limit, rounds=f"{rounds:.2f}", wanted=wish.rounds, near=NEAR)


def builder() -> Lab:
    """A limit made of a fixed part and a part for every player."""

    def run(fixed: int, each: int) -> list[Any]:
        rows, good = [], 0
        for wish in WISHES:
            limit = int(fixed) + int(each) * wish.players
            rounds = mean_rounds(wish.players, limit)
            near = abs(rounds - wish.rounds) <= NEAR
            good += near
            rows.append((wish.players, f"{limit} km", f"{rounds:.2f}", _("right") if near else _("not yet")))
        caption = _("{right} of {all} right; wanted are {wanted} rounds, give or take {near}").format(
            right=good, all=len(WISHES), wanted=WISHES[0].rounds, near=NEAR
        )
        return [Table([_("players"), _("limit"), _("rounds on average"), ""], rows, caption)]

    return lab(
        run,
        Number("fixed", _("Fixed part"), 0, 200, 50, 10, "km"),
        Number("each", _("For every player"), 0, 120, 50, 5, "km"),
        title=_("Build a limit"),
        button=_("Try it with 2, 3, 4 and 5 players"),
    )
