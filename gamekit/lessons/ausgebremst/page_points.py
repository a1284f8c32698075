# ruff: noqa: E501  sentences are not broken
"""Lesson 4 of Ausgebremst as its notebook shows it: 84 points, hands and set-ups.

Counting is in points.py, matches between set-ups in setups.py. Exercises and the exit ticket are in exercises_points.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from gamekit.lab.estimate import share
from gamekit.lab.simulate import Tell
from gamekit.lessons.ausgebremst.exercises_points import exercises as exercises
from gamekit.lessons.ausgebremst.exercises_points import exit_ticket as exit_ticket
from gamekit.lessons.ausgebremst.lines import circuit, game, title
from gamekit.lessons.ausgebremst.points import (
    POINTS,
    SET_UPS,
    VALUES,
    Deck,
    all_used,
    chance,
    dealt,
    deck,
    mean_turns,
    one_used,
    set_ups_of_84,
    stops,
    sums,
    turns,
    worth,
)
from gamekit.lessons.ausgebremst.setups import match
from gamekit.lessons.ausgebremst.wording import circuits
from gamekit.lessons.desk import Shown, hundred, look, of_hundred, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Chart, Choice, Lab, Number, Stepper, Table, bars, distribution, lab, play
from gamekit.words import _

ROOM: Final = 8
HAND: Final = 3
HANDS: Final = 10_000
GAMES: Final = 1_000


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A race in which to spend points."""
    return play(game(1), seats=[None, "careful", "careful", "ideal_line"], seed=8, viewer="0", name="ab-points-table")


def titles() -> dict[str, str]:
    """The set-ups to choose from."""
    return {"fast": _("fast"), "medium": _("medium"), "slow": _("slow (the basic deck)")}


def bet() -> Bet:
    """Can all three be used?"""
    return Bet(
        _(
            "A car blocks the chicane, and you have {room} free spaces in front of it. In how many of 100 hands of three can you use all three cards in full?"
        ).format(room=ROOM),
        low=0,
        high=100,
        unit=_("of 100"),
        name="ab-points-bet",
    )


def run(bet: Bet) -> Lab:
    """Deal hands."""

    def deal(room: float, tries: float) -> list[Any]:
        n, space = int(tries), int(room)
        found = share(dealt(deck("slow"), HAND, lambda hand: all_used(hand, space), n, 1), n)
        exact = chance(deck("slow"), HAND, lambda hand: all_used(hand, space))
        label = _("all three in full")
        chart = bars(
            {label: hundred(found)},
            exact={label: 100 * float(exact)},
            bet=bet.value if space == ROOM else None,
            title=_("Hands of three, {room} free spaces").format(room=space),
            xlabel=_("of 100 hands"),
            alt=_("Dealt {found}, exactly {exact} of 100 hands.").format(
                found=f"{100 * found.value:.1f}", exact=f"{100 * float(exact):.2f}"
            ),
        )
        return [
            chart,
            _("Exactly {fraction}, that is {percent} of 100 hands; dealt {found}.").format(
                fraction=exact, percent=f"{100 * float(exact):.2f}", found=of_hundred(found)
            ),
        ]

    return lab(
        deal,
        Number("room", _("Free spaces"), 3, 18, ROOM),
        Number("tries", _("Hands dealt"), 100, 50_000, HANDS, step=100),
        title=_("Deal hands"),
        button=_("Deal"),
    )


def explain() -> Shown:
    """The count of the bet."""
    exact = chance(deck("slow"), HAND, lambda hand: all_used(hand, ROOM))
    one = chance(deck("slow"), HAND, lambda hand: one_used(hand, ROOM // 2))
    return say(
        _(
            "24 cards make 24 · 23 · 22 / 6 = *2024* different hands. In {good} of them the three cards add up to {room} or less: {exact}, that is {percent} of 100."
        ).format(good=int(exact * 2024), room=ROOM, exact=exact, percent=f"{100 * float(exact):.1f}"),
        _(
            "*At least one* card is usable with half as much room, {half} spaces, in {percent} of 100 hands. So one can nearly always do something, and seldom everything."
        ).format(half=ROOM // 2, percent=f"{100 * float(one):.1f}"),
    )


# Turns


def alone() -> Lab:
    """How many turns does a race take, alone on the track?"""

    def drive(number: str, stop: str) -> list[Any]:
        n = int(number)
        entry = game(n).box.circuits[n - 1]
        far = entry.spaces if stop == "1" else game(n).tables.left[n - 1, 0, circuit(n).grid()[0]]
        rows = {name: turns(deck(name), int(far)) for name in SET_UPS}
        means = {titles()[name]: float(mean_turns(deck(name), int(far))) for name in SET_UPS}
        chart = bars(
            means,
            title=_("Turns for {far} spaces, alone on the track, exactly").format(far=far),
            xlabel=_("turns, on average"),
            alt=", ".join(f"{name} {mean:.2f}" for name, mean in means.items()),
        )
        shown = distribution(
            exact={float(k): float(p) for k, p in rows["medium"].items()},
            title=_("Medium set-up: how many turns"),
            xlabel=_("turns"),
            ylabel=_("chance"),
            alt=", ".join(f"{k}: {100 * float(p):.1f} %" for k, p in rows["medium"].items()),
        )
        return [chart, shown]

    return lab(
        drive,
        Choice("number", _("Circuit"), circuits(), "1"),
        Choice("stop", _("Pit stop"), {"1": _("one"), "0": _("none")}, "1"),
        title=_("Alone on the track"),
        button=_("Count"),
    )


# Investigate


def pit_reach() -> Lab:
    """Can some of the cards end in the pit lane?"""

    def count(before: float, pits: str, cards: str) -> list[Any]:
        size = int(cards)
        exact = {
            titles()[name]: chance(deck(name), size, lambda hand: stops(hand, int(before), int(pits)))
            for name in SET_UPS
        }
        found = {
            titles()[name]: hundred(
                share(dealt(deck(name), size, lambda hand: stops(hand, int(before), int(pits)), HANDS, 2), HANDS)
            )
            for name in SET_UPS
        }
        chart = bars(
            found,
            exact={name: 100 * float(value) for name, value in exact.items()},
            title=_("Hands that can stop, entry {n} spaces ahead").format(n=int(before)),
            xlabel=_("of 100 hands"),
            alt=", ".join(f"{name} {100 * float(value):.1f}" for name, value in exact.items()),
        )
        return [
            chart,
            Table(
                [_("set-up"), _("exactly")],
                [[name, str(value)] for name, value in exact.items()],
                _("The same as fractions"),
            ),
        ]

    return lab(
        count,
        Number("before", _("Spaces to the entry"), 0, 17, 11),
        Choice("pits", _("Spaces of the pit lane"), {"5": "5 (Drom, Ring)", "7": "7 (Circuit)"}, "5"),
        Choice("cards", _("Cards in hand"), {"2": "2", "3": "3"}, "3"),
        title=_("Into the pit lane"),
        button=_("Count"),
    )


def duel() -> Lab:
    """Fast, medium or slow?"""

    def race(number: str, stop: str, games: float, progress: Tell, cancel: threading.Event) -> list[Any]:
        played = match(int(number), stop == "1", int(games), 1, progress, cancel)
        wins = {titles()[name]: hundred(played.win_rate(p)) for p, name in enumerate(SET_UPS)}
        points = {titles()[name]: played.mean_return(p) for p, name in enumerate(SET_UPS)}
        chart = bars(
            wins,
            title=_("Wins on {circuit}").format(circuit=title(int(number))),
            xlabel=_("of 100 races"),
            alt=", ".join(f"{name} {value[0]:.1f}" for name, value in wins.items()),
        )
        rows = [[name, str(value)] for name, value in points.items()]
        return [chart, Table([_("set-up"), _("points in a race")], rows, _("Points, with 95 % intervals"))]

    return lab(
        race,
        Choice("number", _("Circuit"), circuits(), "1"),
        Choice("stop", _("Drivers"), {"0": _("never stop"), "1": _("stop for their pit cards")}, "1"),
        Number("games", _("Races"), 100, 20_000, GAMES, step=100),
        title=_("Fast, medium or slow?"),
        button=_("Race"),
    )


def usable() -> Lab:
    """How much room does a hand need?"""

    def count(cards: str) -> Chart:
        size = int(cards)
        rooms = list(range(1, 6 * size + 1))
        from gamekit.show import lines

        shares = {titles()[name]: [100 * fitting(name, size, room) for room in rooms] for name in SET_UPS}
        return lines(
            rooms,
            shares,
            title=_("All {n} cards can be used in full").format(n=size),
            xlabel=_("free spaces"),
            ylabel=_("of 100 hands"),
            alt=_("With more room more hands can be used; the slow set-up needs least room, the fast one most."),
        )

    return lab(
        count,
        Choice("cards", _("Cards in hand"), {"2": "2", "3": "3"}, "3"),
        title=_("How much room a hand needs"),
        button=_("Count"),
    )


def fitting(name: str, size: int, room: int) -> float:
    """The chance that all cards of a hand can be used in full."""
    return float(chance(deck(name), size, lambda hand: all_used(hand, room)))


# Modify


def modify_bet() -> Bet:
    """The fastest set-up."""
    return Bet(
        _(
            "If any choice out of the 28 cards were allowed, as long as it is worth 84 points: how few cards could it have?"
        ),
        low=10,
        high=24,
        unit=_("cards"),
        name="ab-points-modify",
    )


def own_set_up(bet: Bet) -> Lab:
    """A set-up of one's own."""
    most = deck("box")

    def build(**counts: float) -> list[Any]:
        own: Deck = tuple(int(counts[f"n{value}"]) for value in VALUES)
        if worth(own) != POINTS:
            return [
                _("These cards are worth {points} points; a set-up has {wanted}.").format(
                    points=worth(own), wanted=POINTS
                )
            ]
        everybody = {**{titles()[name]: deck(name) for name in SET_UPS}, _("yours"): own}
        rows = [
            [
                name,
                sum(one),
                f"{float(mean_turns(one, 74)):.2f}",
                f"{100 * float(chance(one, HAND, lambda hand: all_used(hand, ROOM))):.1f}",
            ]
            for name, one in everybody.items()
        ]
        head = [
            _("set-up"),
            _("cards"),
            _("turns for 74 spaces"),
            _("usable hands of 100, with {room} free spaces").format(room=ROOM),
        ]
        few = min(map(sum, set_ups_of_84()))
        said = _("The fewest cards that make 84 points: {few}.").format(few=few)
        if bet.value is not None:
            said += " " + _("You predicted {bet}.").format(bet=f"{bet.value:g}")
        return [Table(head, rows, _("Your set-up beside the three of the game, exactly")), said]

    start = (4, 4, 4, 1, 4, 6)
    controls = [
        Number(f"n{value}", _("Cards with a {value}").format(value=value), 0, most[value - 1], start[value - 1])
        for value in VALUES
    ]
    return lab(build, *controls, title=_("A set-up of your own"), button=_("Count"))


# Make


def cases() -> list[Case]:
    """What a function `sums` is tried on."""
    return [
        Case(([4],), [4], _("one card, one distance")),
        Case(([2, 5],), [2, 5, 7], _("each alone, and both")),
        Case(([1, 2, 3],), [1, 2, 3, 4, 5, 6], _("3 comes about in two ways, but is one distance")),
        Case(([6, 6, 6],), [6, 12, 18], _("equal cards")),
        Case(([1, 3, 3],), sums([1, 3, 3]), _("ascending, nothing twice")),
        Case(([],), [], _("an empty hand goes nowhere")),
    ]


def make(function: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same function."""
    return notebook_or_page(lambda: checked(function), builder)


def checked(function: Callable[..., Any]) -> Verdict:
    """A function on all cases."""
    return check(function, cases())


def builder() -> Lab:
    """The sums, built from three decisions."""

    def build(begin: str, add: str, twice: str) -> list[Any]:
        return [checked(summing(begin == "0", add == "all", twice == "once")).table()]

    return lab(
        build,
        Choice("begin", _("Begin with"), {"none": _("an empty list"), "0": _("a list that holds 0")}, "none"),
        Choice(
            "add",
            _("For every card, add it to"),
            {"last": _("the last sum"), "all": _("all sums so far, and keep those")},
            "last",
        ),
        Choice(
            "twice",
            _("A sum that is there already"),
            {"again": _("is written down again"), "once": _("is left out")},
            "again",
        ),
        title=_("Build the list of distances"),
        button=_("Try it"),
    )


def summing(zero: bool, everywhere: bool, once: bool) -> Callable[[list[int]], list[int]]:
    """The function that these decisions make."""

    def sums(hand: list[int]) -> list[int]:
        found = [0] if zero else []
        for card in hand:
            found += [card + other for other in (found if everywhere else found[-1:])]
        found = found[1:] if zero else found
        return sorted(set(found) if once else found)

    return sums
