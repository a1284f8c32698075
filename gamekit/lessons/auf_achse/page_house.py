# ruff: noqa: E501  sentences are not broken
"""Lesson 6 of Auf Achse as its notebook shows it: strategies against each other, and house rules.

Exercises and exit ticket are in exercises_house.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from gamekit.drawing import listed
from gamekit.errors import OptionError
from gamekit.game import load
from gamekit.games.auf_achse.names import PRIVATE
from gamekit.lab.estimate import Estimate
from gamekit.lab.simulate import Simulation, Tell, simulate
from gamekit.lessons.auf_achse.exercises_house import exercises as exercises
from gamekit.lessons.auf_achse.exercises_house import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.travel import NAME, board
from gamekit.lessons.auf_achse.worth import all_revenue
from gamekit.lessons.desk import Shown, hundred, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.rulebook import PLAYER_LETTERS
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, YesNo, bars, lab, lines, play
from gamekit.words import _

GAMES: Final = 4_000
FEW: Final = 1_000
ROUNDS: Final = "round_number"
WISHED: Final = 30.0
NEAR: Final = 3.0
TRIED: Final = (2, 3, 4, 5)
"""Numbers of players for which the student’s rule is tried."""


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
    progress: Tell | None = None,
    cancel: threading.Event | None = None,
    **options: Any,
) -> Simulation:
    """Many games of these strategies."""
    beside: dict[str, Any] = {"progress": progress or False}
    if cancel is not None:
        beside["cancel"] = cancel
    return simulate(load(NAME, len(names), **options), names, games, seed=1, statistics=[ROUNDS], **beside)


# Run


def run(bet: Bet) -> Lab:
    """Four strategies at one table."""

    def compete(a: str, b: str, c: str, d: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        names = [a, b, c, d]
        found = played(names, int(games), progress, cancel)
        if not found.games:
            raise OptionError(_("No game was played."))
        labels = [
            _("{letter} ({strategy})").format(letter=PLAYER_LETTERS[p], strategy=strategies()[name])
            for p, name in enumerate(names)
        ]
        wins = {label: hundred(found.win_rate(p)) for p, label in enumerate(labels)}
        said = _("Of 100 games, {wins}.").format(
            wins=listed(_("{label} wins {n}").format(label=label, n=f"{value[0]:.1f}") for label, value in wins.items())
        )
        chart = bars(wins, bet=bet.value, title=_("Who wins the games"), xlabel=_("of 100 games"), alt=said)
        rows = [(label, *money(found.mean_return(p))) for p, label in enumerate(labels)]
        head = [_("player"), _("money at the end, DM"), _("95 % interval")]
        return [chart, Table(head, rows, _("On average, over {n:,} games").format(n=found.games)), said]

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
    total, cards = all_revenue()
    dealt, public = 4 * PRIVATE, int(t.public)
    return say(
        _("*All {cards} contracts together bring {total:,} DM.* With four players, {dealt} are dealt and {public} are public: on average they bring {share:,.0f} DM, and only events that give a contract from the reserve add to that. Together the players cannot earn more with contracts, however clever they are; strategies decide who gets it, how soon, and what is paid for it.").format(cards=cards, total=total, dealt=dealt, public=public, share=total * (dealt + public) / cards),
        _("*Players with the same strategy win equally often.* To begin may be an advantage, but who begins is drawn by lot. So each of four wins exactly 25 of 100 games on average."),
        _("Map and contracts are reconstructed, and so are these sums."),
    )  # fmt: skip


# Investigate


def public() -> Lab:
    """Investigate: how long is a game?"""

    def show(strategy: str, players: int, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        numbers = [4, 8, 12, 16, 20]
        found = []
        for i, number in enumerate(numbers):
            progress(i / len(numbers))
            found.append(played([strategy] * int(players), int(games), None, cancel, public=number).mean(ROUNDS))
        said = _("With {numbers} public contracts a game lasts {rounds} rounds on average.").format(
            numbers=listed(map(str, numbers)), rounds=listed(f"{value.value:.1f}" for value in found)
        )
        chart = lines(
            [float(n) for n in numbers],
            {_("rounds"): found},
            title=_("Rounds of a game"),
            xlabel=_("public contracts"),
            ylabel=_("rounds"),
            alt=said,
        )
        return [chart, said]

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

    def show(strategy: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        cash = int(board().tables.cash)
        both = {
            _("auctions"): played([strategy] * 4, int(games), progress, cancel),
            _("children’s game"): played([strategy] * 4, int(games), progress, cancel, children=True, cash=cash),
        }
        values = {name: one.mean_return(0) for name, one in both.items()}
        said = _("A player has {auctions:,.0f} DM at the end with auctions, {children:,.0f} DM in the children’s game.").format(
            auctions=both[_("auctions")].mean_return(0).value, children=both[_("children’s game")].mean_return(0).value
        )  # fmt: skip
        rows = [(name, f"{one.mean(ROUNDS).value:.1f}", *money(one.mean_return(0))) for name, one in both.items()]
        head = [_("rules"), _("rounds"), _("money at the end, DM"), _("95 % interval")]
        return [
            bars(values, title=_("Money of a player at the end"), xlabel="DM", alt=said),
            Table(
                head,
                rows,
                _("Both games begin with {cash:,} DM, and all players use the same strategy").format(cash=cash),
            ),
            said,
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

    def show(mine: str, theirs: str, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        values, fair = {}, {}
        for players in (2, 3, 4, 5, 6):
            progress((players - 2) / 5)
            name = _("{n} players").format(n=players)
            values[name] = hundred(played([mine] + [theirs] * (players - 1), int(games), None, cancel).win_rate(0))
            fair[name] = 100 / players
        said = _("With 2 to 6 players A wins {wins} of 100 games. The diamond marks what A would win if all were equally good.").format(
            wins=listed(f"{value[0]:.1f}" for value in values.values())
        )  # fmt: skip
        chart = bars(values, exact=fair, title=_("Games won by A"), xlabel=_("of 100 games"), alt=said)
        return [chart, said]

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

    def show(cash: int, number: int, simple: bool, games: int, progress: Tell, cancel: threading.Event) -> list[Any]:
        names = ["planner", "nearest", "nearest", "nearest"]
        house = played(names, int(games), progress, cancel, cash=int(cash), public=int(number), children=bool(simple))
        box = played(names, int(games), progress, cancel)
        values = {_("rules of the box"): hundred(box.win_rate(0)), _("your rules"): hundred(house.win_rate(0))}
        said = _("Of 100 games the planner wins {box} by the rules of the box and {house} by yours. By your rules a game lasts {rounds} rounds.").format(
            box=f"{100 * box.win_rate(0).value:.1f}",
            house=f"{100 * house.win_rate(0).value:.1f}",
            rounds=f"{house.mean(ROUNDS).value:.1f}",
        )  # fmt: skip
        return [
            bars(values, bet=bet.value, title=_("Games won by the planner"), xlabel=_("of 100 games"), alt=said),
            said,
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
    return check(long_enough, [Case((n,), True, reason(n, public_for)) for n in TRIED])


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

    def judge(fixed: int, each: int) -> Table:
        rows = []
        for players in TRIED:
            number = int(fixed) + int(each) * players
            found = rounds(players, number)
            near = abs(found - WISHED) <= NEAR
            rows.append((players, number, f"{found:.1f}", _("right") if near else _("not yet")))
        caption = _("Wanted are {wanted:g} rounds, give or take {near:g}").format(wanted=WISHED, near=NEAR)
        return Table([_("players"), _("public contracts"), _("rounds"), ""], rows, caption)

    return lab(
        judge,
        Number("fixed", _("Fixed part"), 0, 30, 4),
        Number("each", _("For every player"), 0, 8, 4),
        title=_("Build a rule for the number of public contracts"),
        button=_("Try it with 2 to 5 players"),
    )
