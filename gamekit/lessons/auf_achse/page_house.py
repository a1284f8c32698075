# ruff: noqa: E501  sentences are not broken
"""Lesson 6 of Auf Achse as its notebook shows it: strategies against each other, and house rules."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from gamekit.errors import OptionError
from gamekit.game import load
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Simulation, simulate
from gamekit.lessons.auf_achse.travel import NAME, board
from gamekit.lessons.desk import Shown, exercise, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, Stepper, Table, YesNo, bars, lab, lines, play
from gamekit.words import _

Progress = Callable[[float], object]
GAMES: Final = 4_000
FEW: Final = 1_000
ROUNDS: Final = "round_number"
WISHED: Final = 30.0
NEAR: Final = 3.0


def start() -> Shown:
    """The look of the page."""
    return look()


def strategies() -> dict[str, str]:
    """How players may play."""
    return {name: one.title for name, one in board().strategies.items()}


def table() -> Stepper:
    """A game against three strategies."""
    return play(load(NAME, 4), seats=[None, "nearest", "planner", "bargain"], seed=8, viewer="0", name="aa-house-table")


def bet() -> Bet:
    """How often does the planner win?"""
    return Bet(
        _("One of four players plans for the most money a step, the three others drive to whatever is nearest. How many of 100 games does the planner win?"),
        low=0,
        high=100,
        unit=_("games"),
        name="aa-house-bet",
    )  # fmt: skip


def played(
    names: list[str],
    games: int,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Simulation:
    """Many games of these strategies."""
    beside: dict[str, Any] = {"progress": progress or False}
    if cancel is not None:
        beside["cancel"] = cancel
    return simulate(load(NAME, len(names), **options), names, games, seed=1, statistics=[ROUNDS], **beside)


def hundred(estimate: Estimate) -> tuple[float, float, float]:
    """A share as so many of 100, with its interval."""
    return 100 * estimate.value, 100 * estimate.low, 100 * estimate.high


# Run


def run(bet: Bet) -> Lab:
    """Four strategies at one table."""

    def compete(a: str, b: str, c: str, d: str, games: int, progress: Progress, cancel: threading.Event) -> list[Any]:
        names = [a, b, c, d]
        found = played(names, int(games), progress, cancel)
        if not found.games:
            raise OptionError(_("No game was played."))
        labels = [f"{PLAYER_LETTERS[p]}: {strategies()[name]}" for p, name in enumerate(names)]
        wins = {label: hundred(found.win_rate(p)) for p, label in enumerate(labels)}
        said = ", ".join(f"{label} {value[0]:.1f}" for label, value in wins.items())
        chart = bars(
            wins,
            bet=bet.value,
            title=_("Of 100 games, so many are won by"),
            xlabel=_("games"),
            alt=_("Wins of 100 games: {said}.").format(said=said),
        )
        rows = [(label, *money(found.mean_return(p))) for p, label in enumerate(labels)]
        head = [_("player"), _("money at the end, DM"), _("95 % interval")]
        return [chart, Table(head, rows, _("On average, over {n:,} games").format(n=found.games)), said + "."]

    choices = strategies()
    return lab(
        compete,
        Choice("a", "A", choices, "planner"),
        Choice("b", "B", choices, "nearest"),
        Choice("c", "C", choices, "nearest"),
        Choice("d", "D", choices, "nearest"),
        Number("games", _("Games"), 500, 20_000, GAMES, 500),
        title=_("Four strategies at one table"),
        button=_("Play"),
    )


def money(estimate: Estimate) -> tuple[str, str]:
    """A sum with its interval."""
    return f"{estimate.value:,.0f}", f"{estimate.low:,.0f} – {estimate.high:,.0f}"


# Explain


def explain() -> Shown:
    """What can be said exactly."""
    t = load(NAME, 4).tables
    total = sum(int(x) for x in t.revenue[: t.contracts])
    return say(
        _("*All 52 contracts together bring {total:,} DM.* With four players, 12 are dealt and {public} are public: on average they bring {share:,.0f} DM. More than that nobody can earn with contracts, however clever; strategies decide who gets it, how soon, and what is paid for it.").format(total=total, public=int(t.public), share=total * (12 + int(t.public)) / 52),
        _("*Alike players win equally often*, apart from who begins: that is drawn by lot, so each of four wins exactly 25 of 100 games on average."),
        _("Map and contracts are reconstructed, and so are these sums."),
    )  # fmt: skip


# Investigate


def public() -> Lab:
    """Investigate: how long is a game?"""

    def show(strategy: str, players: int, games: int, progress: Progress, cancel: threading.Event) -> list[Any]:
        numbers = [4, 8, 12, 16, 20]
        found = []
        for i, number in enumerate(numbers):
            progress(i / len(numbers))
            found.append(played([strategy] * int(players), int(games), None, cancel, public=number).mean(ROUNDS))
        said = ", ".join(f"{number}: {value.value:.1f}" for number, value in zip(numbers, found, strict=True))
        chart = lines(
            [float(n) for n in numbers],
            {_("rounds"): found},
            title=_("Rounds of a game"),
            xlabel=_("public contracts"),
            ylabel=_("rounds"),
            alt=_("Rounds by number of public contracts: {said}.").format(said=said),
        )
        return [chart, _("Rounds by number of public contracts: {said}.").format(said=said)]

    return lab(
        show,
        Choice("strategy", _("All players are"), strategies(), "planner"),
        Number("players", _("Players"), 2, 6, 4),
        Number("games", _("Games for each number"), 200, 4_000, FEW, 200),
        title=_("More public contracts"),
        button=_("Play"),
    )


def children() -> Lab:
    """Investigate: what does the auction take from the players?"""

    def show(strategy: str, games: int, progress: Progress, cancel: threading.Event) -> list[Any]:
        both = {
            _("auctions"): played([strategy] * 4, int(games), progress, cancel),
            _("children’s game"): played([strategy] * 4, int(games), progress, cancel, children=True, cash=5000),
        }
        values = {name: one.mean_return(0) for name, one in both.items()}
        said = ", ".join(f"{name} {value.value:,.0f} DM" for name, value in values.items())
        rows = [(name, f"{one.mean(ROUNDS).value:.1f}", *money(one.mean_return(0))) for name, one in both.items()]
        head = [_("rules"), _("rounds"), _("money at the end, DM"), _("95 % interval")]
        return [
            bars(values, title=_("Money of a player at the end"), xlabel="DM", alt=said + "."),
            Table(head, rows, _("Both begun with 5,000 DM, all players alike")),
            said + ".",
        ]

    return lab(
        show,
        Choice("strategy", _("All players are"), strategies(), "nearest"),
        Number("games", _("Games"), 500, 10_000, 2_000, 500),
        title=_("With and without auctions"),
        button=_("Play"),
    )


def crowded() -> Lab:
    """Investigate: the same strategy in different company."""

    def show(mine: str, theirs: str, games: int, progress: Progress, cancel: threading.Event) -> list[Any]:
        values, fair = {}, {}
        for players in (2, 3, 4, 5, 6):
            progress((players - 2) / 5)
            name = _("{n} players").format(n=players)
            values[name] = hundred(played([mine] + [theirs] * (players - 1), int(games), None, cancel).win_rate(0))
            fair[name] = 100 / players
        said = ", ".join(f"{name} {value[0]:.1f}" for name, value in values.items())
        chart = bars(
            values,
            exact=fair,
            title=_("Of 100 games, A wins (marked: an equal share)"),
            xlabel=_("games"),
            alt=said + ".",
        )
        return [chart, said + "."]

    return lab(
        show,
        Choice("mine", "A", strategies(), "planner"),
        Choice("theirs", _("all others"), strategies(), "nearest"),
        Number("games", _("Games for each number"), 200, 4_000, FEW, 200),
        title=_("Two to six players"),
        button=_("Play"),
    )


# Modify


def modify_bet() -> Bet:
    """What does more money at the start do?"""
    return Bet(
        _("With no money at the start instead of 5,000 DM, how many of 100 games does the planner win against three who drive to the nearest?"),
        low=0,
        high=100,
        unit=_("games"),
        name="aa-house-modify",
    )  # fmt: skip


def other_rules(bet: Bet) -> Lab:
    """House rules: money, public contracts, the children's game."""

    def show(
        cash: int, number: int, simple: bool, games: int, progress: Progress, cancel: threading.Event
    ) -> list[Any]:
        names = ["planner", "nearest", "nearest", "nearest"]
        house = played(names, int(games), progress, cancel, cash=int(cash), public=int(number), children=bool(simple))
        box = played(names, int(games), progress, cancel)
        values = {_("rules of the box"): hundred(box.win_rate(0)), _("your rules"): hundred(house.win_rate(0))}
        said = ", ".join(f"{name} {value[0]:.1f}" for name, value in values.items())
        chart = bars(values, bet=bet.value, title=_("Of 100 games the planner wins"), xlabel=_("games"), alt=said + ".")
        return [
            chart,
            _("Of 100 games the planner wins: {said}. A game lasts {rounds} rounds under your rules.").format(
                said=said, rounds=f"{house.mean(ROUNDS).value:.1f}"
            ),
        ]

    return lab(
        show,
        Number("cash", _("Money at the start"), 0, 20_000, 0, 500, "DM"),
        Number("number", _("Public contracts"), 1, 40, 20),
        YesNo("simple", _("Children’s game"), False),
        Number("games", _("Games"), 500, 10_000, 2_000, 500),
        title=_("House rules"),
        button=_("Play"),
    )  # fmt: skip


# Make


def rounds(players: int, number: int) -> float:
    """How long a game of planners lasts."""
    return played(["planner"] * players, 400, public=int(number)).mean(ROUNDS).value


def checked(public_for: Callable[[int], Any]) -> Verdict:
    """Does a game last about as long for every number of players?"""

    def long_enough(players: int) -> bool:
        return abs(rounds(players, int(public_for(players))) - WISHED) <= NEAR

    long_enough.__name__ = getattr(public_for, "__name__", "public_for")
    return check(long_enough, [Case((n,), True, reason(n, public_for)) for n in (2, 3, 4, 5)])


def reason(players: int, public_for: Callable[[int], Any]) -> str:
    """What the rule brings for one number of players."""
    try:
        number = int(public_for(players))
        found = rounds(players, number)
    except (OptionError, TypeError, ValueError) as error:
        return str(error)
    return _(
        "{players} players, {number} public contracts: {found} rounds; wanted are {wanted}, give or take {near}."
    ).format(players=players, number=number, found=f"{found:.1f}", wanted=f"{WISHED:g}", near=f"{NEAR:g}")


def make(public_for: Callable[[int], Any]) -> Any:
    """The student's house rule, tried out; on a web page a builder for it."""
    return notebook_or_page(lambda: checked(public_for), builder)


def builder() -> Lab:
    """A fixed part, and a part for every player."""

    def judge(fixed: int, each: int) -> list[Any]:
        return [checked(lambda players: int(fixed) + int(each) * players).table()]

    return lab(
        judge,
        Number("fixed", _("Fixed part"), 0, 30, 4),
        Number("each", _("For every player"), 0, 8, 4),
        title=_("Build a rule for the number of public contracts"),
        button=_("Try it with 2 to 5 players"),
    )


# Exercises and exit ticket


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    t = load(NAME, 4).tables
    total = sum(int(x) for x in t.revenue[: t.contracts])
    return [
        exercise(
            1,
            _("What is the mean revenue of a contract in this box?"),
            _("There are 52."),
            _("{mean:,.0f} DM.").format(mean=total / 52),
        ),
        exercise(
            2,
            _("A strategy wins 28 of 100 games against three others that are all alike. Is it better than they are?"),
            _("What would it win if it were just as good, and how far off may 100 games be?"),
            _("25 would be its share. With 100 games the 95 % interval is about 9 games to each side: nothing is shown. With 4,000 games it is about 1.4, and then it would be."),
        ),
        exercise(
            3,
            _("Why can a strategy win often at one table and seldom at another?"),
            _("What do the others leave over?"),
            _("It lives on what the others do: whoever pays little for contracts gains as long as nobody else bids, and starves when somebody does."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("Four equal strategies play many games. How many of 100 does each win on average?"),
                25,
                _("Somebody wins every game, and nobody is better."),
                tolerance=0.0,
            ),
            Question(
                _("What makes a game longer?"),
                0,
                _("The game ends only when no public contract is left and somebody has delivered the last."),
                choices=(_("More public contracts."), _("More money at the start."), _("More trailers.")),
            ),
            Question(
                _("Two intervals of win rates overlap widely. What follows?"),
                1,
                _("More games make the intervals narrower."),
                choices=(
                    _("The strategies are equally good."),
                    _("The games played do not show which is better."),
                    _("The simulation is wrong."),
                ),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
