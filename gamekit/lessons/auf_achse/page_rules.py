# ruff: noqa: E501  sentences are not broken
"""Lesson 1 of Auf Achse as its notebook shows it: the rules, step by step. Situations are in surprises.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.game import load
from gamekit.lessons.auf_achse.surprises import GROUPS, NAME, surprises
from gamekit.lessons.auf_achse.travel import Journey, board, cities, city, named
from gamekit.lessons.desk import Shown, exercise, look, say
from gamekit.lessons.frame import Case, Showcase, Verdict, check, notebook_or_page
from gamekit.show import Bet, Choice, Lab, Number, Question, Quiz, Stepper, Table, YesNo, lab, play
from gamekit.words import _

FROM: Final = "Berlin"


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


def ends(space: int, points: int, deliver: str = "") -> list[int]:
    """Where a lone truck may end, by the rules; with goods for a city on board, or without."""
    trip = Journey(deliver, deliver=True) if deliver else Journey(cities()[0], deliver=False)
    return trip.ends(space, points)


def run(bet: Bet) -> Lab:
    """Every end of every roll."""

    def show(origin: str, points: int) -> tuple[Table, str]:
        found = ends(city(origin), int(points))
        rows = [(named(v), int(board().tables.distance[city(origin), v])) for v in found]
        said = _("{n} spaces.").format(n=len(found))
        if bet.value is not None and origin == FROM and int(points) == 3:
            said += " " + _("You predicted {bet}.").format(bet=f"{bet.value:g}")
        return Table(
            [_("space"), _("steps away")], rows, _("From {city} with a {n}").format(city=origin, n=int(points))
        ), said

    return lab(
        show,
        Choice("origin", _("From"), {name: name for name in sorted(cities())}, FROM),
        Number("points", _("Roll"), 1, 6, 3),
        title=_("Where a roll may lead"),
        button=_("Look"),
    )  # fmt: skip


def explain() -> Shown:
    """What the numbers of ends show."""
    counts = [len(ends(city(FROM), points)) for points in range(1, 7)]
    return say(
        _("*From {city}:* {counts} ends for a 1, 2, 3, 4, 5 and 6.").format(city=FROM, counts=", ".join(map(str, counts))),
        _("Every point is used, and within a move a truck never turns back along the road it has just come. At a city it may take any other road, so the ends multiply there. With a 6 all ends of smaller rolls are allowed as well."),
        _("The map is a reconstruction; the published rules name only some of its cities."),
    )  # fmt: skip


def situations(group: str) -> Showcase:
    """The situations of one group, to choose from."""
    return Showcase([surprises()[key] for key in GROUPS[group]], f"aa-rules-{group}")


# Modify


def modify_bet() -> Bet:
    """With goods for a city on the way?"""
    return Bet(
        _("The truck in {city} rolls a 5 and has goods for Leipzig on board. How many ends are added, because points may be left over there?").format(city=FROM),
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
        said = _("Added: {names}.").format(
            names=", ".join(new) if new else _("nothing, the city is an end anyway or out of reach")
        )
        return Table(["", _("ends")], rows, _("From {city} with a {n}").format(city=origin, n=int(points))), said

    names = {name: name for name in sorted(cities())}
    return lab(
        show,
        Choice("origin", _("From"), names, FROM),
        Choice("goal", _("Goods for"), names, "Leipzig"),
        Number("points", _("Roll"), 1, 6, 5),
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


# Exercises and exit ticket


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    t = board().tables
    return [
        exercise(
            1,
            _("A truck stands on the space between Hamburg and Flensburg and rolls a 3. Where may its move end?"),
            _("There are two directions, and one is a dead end."),
            _("{ends}.").format(ends=", ".join(named(v) for v in ends(int(t.cities), 3))),
        ),
        exercise(
            2,
            _("You have 400 DM and draw “Police check” (500 DM). What happens, now and later?"),
            _("There are no loans."),
            _("The card stays open in front of you. As soon as you can pay 1,000 DM, you must; if that never happens, it costs nothing."),
        ),
        exercise(
            3,
            _("Why may others bid only more than the highest bid, while the caller may match it?"),
            _("What would happen to a player who never called an auction?"),
            _("The caller has spent a turn to reach the city exactly. The right to match is the reward, and it makes calling worthwhile even when others know the contract’s worth."),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("A truck reaches a city with its last point. What may its player do there, once a turn?"),
                0,
                _("Only the turn’s own roll counts, not a move given by an event."),
                choices=(_("Call an auction."), _("Roll again."), _("Move the roadworks.")),
                rules=("AA-20",),
            ),
            Question(
                _("How many goods does a truck with one large trailer carry?"),
                int(board().tables.capacity + board().tables.large_capacity),
                _("Six on the truck and six on the trailer."),
                tolerance=0.0,
                rules=("AA-17",),
            ),
            Question(
                _("When does the game end?"),
                2,
                _("Both conditions must hold."),
                choices=(
                    _("When the stack is empty."),
                    _("When somebody has no contract."),
                    _("When no public contract is left and somebody has delivered the last contract of all."),
                ),
                rules=("AA-26",),
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
