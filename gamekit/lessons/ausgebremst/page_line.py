"""Lesson 2 of Ausgebremst as its notebook shows it: the racing line as a shortest path.

The graph questions are answered in lines.py. Exercises and the exit ticket are in exercises_line.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.state import LANES, PIT, STRIDE
from gamekit.games.ausgebremst.track import ideal_lap
from gamekit.lessons.ausgebremst.exercises_line import exercises as exercises
from gamekit.lessons.ausgebremst.exercises_line import exit_ticket as exit_ticket
from gamekit.lessons.ausgebremst.lines import (
    SINK,
    circuit,
    count,
    detours,
    faithful,
    game,
    lane_of,
    lap,
    passed,
    shortest,
    steps,
    title,
)
from gamekit.lessons.ausgebremst.still import picture
from gamekit.lessons.ausgebremst.wording import circuits
from gamekit.lessons.desk import Shown, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Choice, Lab, Stepper, Table, bars, lab, play
from gamekit.words import _

BETS_ON: Final = 1


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A race in which to look for the line."""
    return play(
        game(BETS_ON), seats=[None, "ideal_line", "blocker", "careful"], seed=12, viewer="0", name="ab-line-table"
    )


def lanes() -> dict[str, str]:
    """The lanes as seen from the infield."""
    return {"0": _("the inside lane"), "1": _("the middle lane"), "2": _("the outside lane")}


def bet() -> Bet:
    """What does the outside cost?"""
    return Bet(
        _("How many spaces more than the shortest lap does a lap cost that stays outside wherever it can?"),
        low=0,
        high=20,
        unit=_("spaces"),
        name="ab-line-bet",
    )


def run(bet: Bet) -> Lab:
    """Two laps beside each other."""

    def drive(number: str, lane: str) -> list[Any]:
        n, way = int(number), faithful(int(number), lane_of(int(number), int(lane)))
        best = ideal_lap(circuit(n))
        more = len(way) - len(best)
        alt = _("{title}: the shortest lap has {best} spaces, {lane} {way}.").format(
            title=title(n), best=len(best), lane=lanes()[lane], way=len(way)
        )
        drawn = picture(n, alt, {_("shortest: {n}").format(n=len(best)): best, f"{lanes()[lane]}: {len(way)}": way})
        about_bet = n == BETS_ON and lane == "2"
        return [drawn, alt, compared(bet, more) if about_bet else _("That is {more} more.").format(more=more)]

    return lab(
        drive,
        Choice("number", _("Circuit"), circuits(), str(BETS_ON)),
        Choice("lane", _("Compare with"), lanes(), "2"),
        title=_("Two laps"),
        button=_("Drive"),
    )


def compared(bet: Bet, more: int) -> str:
    """The bet beside the result."""
    if bet.value is None:
        return _("Outside a lap costs {more} spaces more. You have not stored a prediction yet.").format(more=more)
    return _("Outside a lap costs {more} spaces more; you predicted {bet}.").format(more=more, bet=f"{bet.value:g}")


def explain() -> Shown:
    """Why the line is a shortest path, with the figures of circuit 1."""
    road = lap(BETS_ON)
    best = shortest(BETS_ON)
    return say(
        _("One lap of {title} has {spaces} spaces and {edges} arrows from a space to one that may follow it.").format(
            title=title(BETS_ON), spaces=road.number_of_nodes() - 1, edges=road.number_of_edges()
        ),
        _("Shortest lap: *{best} spaces*. Three laps and the first step over the line make {race}.").format(
            best=len(best), race=3 * len(best) + 1
        ),
        _("With the pit stop that is {spaces}: the length printed in the rules.").format(
            spaces=game().box.circuits[0].spaces
        ),
    )


def all_laps() -> Table:
    """Every circuit, every lane."""
    rows = []
    for number in range(1, 9):
        lengths = [len(faithful(number, lane_of(number, k))) for k in range(LANES)]
        rows.append([f"{number}. {title(number)}", len(shortest(number)), *lengths])
    return Table([_("circuit"), _("shortest"), *lanes().values()], rows, _("Spaces of a lap"))


def laps_of_all() -> Lab:
    """The table of all circuits."""
    return lab(all_laps, title=_("All circuits"), button=_("Measure"))


# Investigate


def detour_map() -> Lab:
    """What each space costs."""

    def look_at(number: str) -> list[Any]:
        n = int(number)
        extra = detours(n)
        dear = max(extra.values())
        names = ", ".join(space_name(space) for space, more in extra.items() if more == dear)
        alt = _("{title}: what passing a space costs. Most, {dear} spaces: {names}.").format(
            title=title(n), dear=dear, names=names
        )
        free = sum(more == 0 for more in extra.values())
        said = _("{free} of {all} spaces lie on a shortest lap and cost nothing.").format(free=free, all=len(extra))
        return [picture(n, alt, marks=extra), alt, said]

    return lab(
        look_at, Choice("number", _("Circuit"), circuits(), "1"), title=_("What each space costs"), button=_("Measure")
    )


def roadworks() -> Lab:
    """A space is closed: what does that cost?"""
    names = {str(n): space_name(n) for n in sorted(lap(BETS_ON), key=lambda n: (n % STRIDE, n)) if 0 <= n < PIT}

    def close_it(space: str) -> list[Any]:
        closed = int(space)
        before, after = shortest(BETS_ON), shortest(BETS_ON, without=[closed])
        if not after:
            alt = _("Without {name} there is no way round at all.").format(name=space_name(closed))
            return [picture(BETS_ON, alt, marks={closed: "×"}), alt]
        alt = _("Without {name} the shortest lap has {after} spaces instead of {before}.").format(
            name=space_name(closed), after=len(after), before=len(before)
        )
        return [
            picture(
                BETS_ON,
                alt,
                {_("shortest without {name}: {n}").format(name=space_name(closed), n=len(after)): after},
                {closed: "×"},
            ),
            alt,
        ]

    return lab(
        close_it,
        Choice("space", _("Closed space"), names, str(2 * STRIDE + 8)),
        title=_("Roadworks"),
        button=_("Close it"),
    )


def through() -> Lab:
    """How many of the shortest laps pass a space."""

    def look_at(number: str) -> list[Any]:
        n = int(number)
        shares = passed(n)
        first = sorted(shares, key=lambda space: (-shares[space], space))
        many = count(n)
        kinds = circuit(n).graph().nodes
        chicanes = [space for space in first if kinds[space]["kind"] == "chicane"]
        chosen = chicanes + [space for space in first if space not in chicanes and 0 < shares[space] < 1][:8]
        chart = bars(
            {space_name(space): 100 * shares[space] for space in chosen},
            title=_("Share of the {many} shortest laps that pass a space").format(many=f"{many:,}"),
            xlabel=_("of 100 shortest laps"),
            alt=", ".join(f"{space_name(space)} {100 * shares[space]:.0f} %" for space in chosen),
        )
        needed = [space_name(space) for space in first if shares[space] == 1]
        return [chart, _("Every one of them passes: {names}.").format(names=", ".join(needed))]

    return lab(
        look_at,
        Choice("number", _("Circuit"), circuits(), "3"),
        title=_("Spaces that everybody needs"),
        button=_("Count"),
    )


# Modify


def modify_bet() -> Bet:
    """Without solid lines?"""
    return Bet(
        _("On circuit 3 there are {n} different shortest laps. How many would there be without solid lines?").format(
            n=f"{count(3):,}"
        ),
        low=0,
        high=200_000,
        step=100,
        unit=_("laps"),
        name="ab-line-modify",
    )


def without_lines(bet: Bet) -> Lab:
    """The solid lines are painted over."""

    def paint(number: str) -> list[Any]:
        n = int(number)
        rows = [
            [_("with solid lines"), len(shortest(n)), f"{count(n):,}"],
            [_("without"), len(shortest(n, lines=False)), f"{count(n, lines=False):,}"],
        ]
        said = []
        if n == 3 and bet.value is not None:
            said = [_("You predicted {bet} laps.").format(bet=f"{bet.value:,.0f}")]
        return [Table([title(n), _("spaces of the shortest lap"), _("different shortest laps")], rows, title(n)), *said]

    return lab(
        paint,
        Choice("number", _("Circuit"), circuits(), "3"),
        title=_("Solid lines painted over"),
        button=_("Count again"),
    )


# Make

SMALL: Final = {0: [1, 2], 1: [3], 2: [3, 4], 3: [5], 4: [5], 5: []}


def cases() -> list[Case]:
    """What a function `steps` is tried on."""
    road = {u: list(lap(BETS_ON).successors(u)) for u in lap(BETS_ON) if u != SINK}
    circle = {0: [1], 1: [2], 2: [0], 3: [0]}
    return [
        Case((SMALL, 0, 5), 3, _("for instance 0, 1, 3, 5")),
        Case((SMALL, 0, 0), 0, _("already there")),
        Case((SMALL, 5, 0), -1, _("arrows only lead forward: there is no way")),
        Case((circle, 0, 2), 2, _("round a circle once, not for ever")),
        Case((circle, 1, 3), -1, _("nothing leads to 3, however often you go round")),
        Named(
            (road, 2 * STRIDE, SINK),
            steps(road, 2 * STRIDE, SINK),
            _("circuit 1, from R1 over the line: the shortest lap"),
        ),
    ]


class Named(Case):
    """A case whose graph is too large to be printed."""

    def spoken(self) -> str:
        """The call in short."""
        return "circuit_1, R1, line"


def make(function: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same function."""
    return notebook_or_page(lambda: checked(function), builder)


def checked(function: Callable[..., Any]) -> Verdict:
    """A function on all cases."""
    return check(function, cases())


def builder() -> Lab:
    """The search, built from three decisions."""

    def build(order: str, seen: str, answer: str) -> list[Any]:
        return [checked(search(order, seen, answer)).table()]

    return lab(
        build,
        Choice("order", _("Next comes the space that was found"), {"first": _("first"), "last": _("last")}, "last"),
        Choice(
            "seen",
            _("A space that was found before"),
            {"again": _("is put on the list again"), "skip": _("is skipped")},
            "again",
        ),
        Choice(
            "answer",
            _("The answer is"),
            {"all": _("how many spaces were looked at"), "way": _("the steps to the goal")},
            "all",
        ),
        title=_("Build the search"),
        button=_("Try it"),
    )


def search(order: str, seen: str, answer: str) -> Callable[..., int]:
    """The search that these decisions make; it gives up after 2,000 spaces."""

    def steps(follow: dict[int, Sequence[int]], start: int, goal: int) -> int:
        waiting, found = [(start, 0)], {start}
        for looked in range(2000):
            if not waiting:
                return -1
            space, taken = waiting.pop(0 if order == "first" else -1)
            if space == goal:
                return taken if answer == "way" else looked
            for other in follow.get(space, ()):
                if seen == "skip" and other in found:
                    continue
                found.add(other)
                waiting.append((other, taken + 1))
        return 2000

    return steps
