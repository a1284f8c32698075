# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Auf Achse as its notebook shows it: the rules, step by step. Situations are in surprises.py, exercises in exercises_rules.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.game import load
from gamekit.lessons.auf_achse.exercises_rules import exercises as exercises
from gamekit.lessons.auf_achse.exercises_rules import exit_ticket as exit_ticket
from gamekit.lessons.auf_achse.surprises import GROUPS, NAME, surprises
from gamekit.lessons.auf_achse.travel import board, city, ends, named
from gamekit.lessons.auf_achse.wording import city_choices, with_bet
from gamekit.lessons.desk import Shown, look, say
from gamekit.lessons.frame import Case, Showcase, Verdict, check, notebook_or_page
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, YesNo, lab, play
from gamekit.words import _

FROM: Final = "Berlin"
GOODS_FOR: Final = "Leipzig"
ASKED: Final = 5
"""The roll of the second prediction."""


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A game for three to make the first moves in."""
    return play(load(NAME, 3), seats=[None, "nearest", "bargain"], seed=15, viewer="0", name="aa-rules-table")


def bet() -> Bet:
    """How many ends does a roll have?"""
    return Bet(
        _("A truck alone on the map stands in {city} and rolls a 3. On how many different spaces may its move end?").format(city=FROM),
        low=0,
        high=40,
        unit=_("spaces"),
        name="aa-rules-bet",
    )  # fmt: skip


def run(bet: Bet) -> Lab:
    """Every end of every roll."""

    def show(origin: str, points: int) -> tuple[Table, str]:
        found = ends(city(origin), int(points))
        rows = [(named(v), int(board().tables.distance[city(origin), v])) for v in found]
        said = _("{n} spaces.").format(n=len(found))
        if origin == FROM and int(points) == 3:
            said = with_bet(said, bet)
        return Table(
            [_("space"), _("steps away")], rows, _("From {city} with a {n}").format(city=origin, n=int(points))
        ), said

    return lab(
        show,
        Choice("origin", _("From"), city_choices(), FROM),
        Number("points", _("Roll"), 1, 6, 3),
        title=_("Where a roll may lead"),
        button=_("Look"),
    )  # fmt: skip


def explain() -> Shown:
    """What the numbers of ends show."""
    counts = {points: len(ends(city(FROM), points)) for points in range(1, 7)}
    return say(
        _("*So many ends has a roll in {city}:* {counts}.").format(city=FROM, counts=", ".join(_("{n} with a {points}").format(n=n, points=points) for points, n in counts.items())),
        _("Every point is used, and within a move a truck does not turn back along the road it has just come, except at a dead end. At a city it may take any other road, so the ends multiply there. With a 6 all ends of smaller rolls are allowed as well."),
        _("The map is a reconstruction; the published rules name only some of its cities."),
    )  # fmt: skip


def situations(group: str) -> Showcase:
    """The situations of one group, to choose from."""
    return Showcase([surprises()[key] for key in GROUPS[group]], f"aa-rules-{group}")


# Modify


def modify_bet() -> Bet:
    """With goods for a city on the way?"""
    return Bet(
        _("The truck in {city} rolls a {n} and has goods for {goal} on board. How many ends are added, because points may be left over there?").format(city=FROM, n=ASKED, goal=GOODS_FOR),
        low=0,
        high=10,
        unit=_("spaces"),
        name="aa-rules-modify",
    )  # fmt: skip


def with_goods(bet: Bet) -> Lab:
    """What goods on board change."""

    def show(origin: str, goal: str, points: int) -> tuple[Table, str]:
        without, loaded = ends(city(origin), int(points)), ends(city(origin), int(points), goal)
        new = [named(v) for v in loaded if v not in without]
        rows = [(_("without goods"), len(without)), (_("with goods for {goal}").format(goal=goal), len(loaded))]
        said = _("Nothing is added: the city is an end anyway, or out of reach.")
        if new:
            said = _("Added: {names}.").format(names=", ".join(new))
        if (origin, goal, int(points)) == (FROM, GOODS_FOR, ASKED):
            said = with_bet(said, bet)
        return Table(["", _("ends")], rows, _("From {city} with a {n}").format(city=origin, n=int(points))), said

    return lab(
        show,
        Choice("origin", _("From"), city_choices(), FROM),
        Choice("goal", _("Goods for"), city_choices(), GOODS_FOR),
        Number("points", _("Roll"), 1, 6, ASKED),
        title=_("Goods on board"),
        button=_("Compare"),
    )  # fmt: skip


# Make


def cases() -> list[Case]:
    """Who wins an auction: the bids in order as (player, bid), 0 for a pass; player A has called."""
    return [
        Case(([("B", 0), ("C", 0)],), "A", _("Nobody bids: the caller has it free.")),
        Case(([("B", 1), ("C", 0), ("A", 0)],), "B", _("The caller passes too.")),
        Case(
            ([("B", 1), ("C", 2), ("A", 2), ("B", 0), ("C", 0)],), "A", _("The caller matches bid 2 and wins the tie.")
        ),
        Case(([("B", 3), ("C", 4), ("A", 0), ("B", 5), ("C", 0)],), "B", _("Bid 5 cannot be topped.")),
        Case(([("B", 0), ("C", 5), ("A", 5)],), "A", _("Even bid 5 may be matched by the caller.")),
    ]


def checked(winner: Callable[..., Any]) -> Verdict:
    """A student's function on all cases."""
    return check(winner, cases())


def make(winner: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a rule is put together."""
    return notebook_or_page(lambda: checked(winner), builder)


def builder() -> Lab:
    """The winner's rule from two decisions."""

    def judge(ties: str, nobody: bool) -> list[Any]:
        def winner(bids: list[tuple[str, int]]) -> str:
            best, holder = 0, "A" if nobody else ""
            for player, bid in bids:
                if bid > best or (bid == best and bid > 0 and ties == "later"):
                    best, holder = bid, player
            return holder

        return [checked(winner).table()]

    return lab(
        judge,
        Choice("ties", _("Of two equal bids"), {"earlier": _("the earlier wins"), "later": _("the later, which is the caller’s, wins")}, "earlier"),
        YesNo("nobody", _("If nobody bids, the caller wins"), False),
        title=_("Build the rule from two decisions"),
        button=_("Check"),
    )  # fmt: skip
