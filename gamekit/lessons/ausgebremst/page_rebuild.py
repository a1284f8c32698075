# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Ausgebremst as its notebook shows it: a lost board rebuilt from eight numbers.

The equations are solved in rebuild.py. Exercises and the exit ticket are in exercises_rebuild.py.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamekit.lessons.ausgebremst.exercises_rebuild import exercises as exercises
from gamekit.lessons.ausgebremst.exercises_rebuild import exit_ticket as exit_ticket
from gamekit.lessons.ausgebremst.lines import game
from gamekit.lessons.ausgebremst.rebuild import (
    FIRST,
    LAPS,
    MISPRINT,
    RIGHT,
    SECOND,
    Solution,
    chain,
    fourth,
    laps_of,
    pairs,
    spoken,
    stop_costs,
    suspects,
    told,
    with_stop,
    without_stop,
)
from gamekit.lessons.ausgebremst.still import Picture, picture
from gamekit.lessons.desk import Shown, look, say
from gamekit.lessons.frame import Case, Verdict, check, notebook_or_page
from gamekit.show import Bet, Choice, Lab, Number, Stepper, Table, lab, play
from gamekit.words import _


def start() -> Shown:
    """The look of the page."""
    return look()


def table() -> Stepper:
    """A race on the circuit whose row is wrong."""
    return play(
        game(MISPRINT),
        seats=[None, "ideal_line", "ideal_line", "ideal_line"],
        seed=3,
        viewer="0",
        name="ab-rebuild-table",
    )


def names() -> dict[str, str]:
    """The circuits to choose from."""
    return {str(number): f"{number}. {'-'.join(pair)}" for number, pair in pairs().items()}


def printed() -> Shown:
    """The eight numbers."""
    from gamekit.lessons.desk import table as shown

    free = without_stop()
    rows = [[number, "-".join(pair), with_stop()[number], free[number]] for number, pair in pairs().items()]
    head = [_("no."), _("circuit"), _("race with one stop"), _("race without a stop")]
    return shown(
        head,
        rows,
        _("Spaces of a whole race from the first row; without a stop it is 84 less the printed pit cards and reserve"),
        left=(1,),
    )


def bet() -> Bet:
    """The fourth from three."""
    lengths = with_stop()
    return Bet(
        _(
            "Bleifuß-Drom is {a} spaces long, Nürburg-Drom {b}, Bleifuß-Circuit {c}, each with a stop. How long is Nürburg-Circuit?"
        ).format(a=lengths[1], b=lengths[5], c=lengths[4]),
        low=60,
        high=100,
        unit=_("spaces"),
        name="ab-rebuild-bet",
    )


def run(bet: Bet) -> Lab:
    """Three boards of the four."""

    def calculate() -> list[Any]:
        lengths = with_stop()
        found = fourth(lengths[1], lengths[5], lengths[4])
        head = [_("circuit"), _("spaces")]
        rows: list[list[object]] = [
            ["Nürburg-Drom", lengths[5]],
            ["− Bleifuß-Drom", f"− {lengths[1]}"],
            ["+ Bleifuß-Circuit", f"+ {lengths[4]}"],
            ["= Nürburg-Circuit", found],
        ]
        said = _("Printed is {printed}.").format(printed=lengths[7])
        if bet.value is not None:
            said += " " + _("You predicted {bet}.").format(bet=f"{bet.value:g}")
        return [Table(head, rows, _("Three lengths give the fourth")), said]

    return lab(calculate, title=_("Three give the fourth"), button=_("Calculate"))


def explain() -> Shown:
    """The system and its solution."""
    laps = laps_of(without_stop())
    good = Solution({n: lap for n, lap in laps.items() if n != MISPRINT})
    halves = ", ".join(f"{half} {spoken(good.halves[half])}" for half in (*FIRST, *SECOND))
    costs = stop_costs()
    return say(
        _("Without circuit 7 the equations hold together. With Bleifuß = 12 the halves are: *{halves}*.").format(
            halves=halves
        ),
        _(
            "A stop then costs {circuit} spaces more on Circuit, {drom} on Drom and {ring} on Ring, whichever circuit one takes."
        ).format(circuit=costs["Circuit"][0], drom=costs["Drom"][0], ring=costs["Ring"][0]),
        _(
            "Circuit 7 would need *{told}* spaces a lap; the printed figures give {printed}, which is not even a whole number."
        ).format(told=spoken(told(laps, MISPRINT) or Fraction(0)), printed=spoken(laps[MISPRINT])),
    )


def rebuilt() -> Picture:
    """The board that came out."""
    return picture(MISPRINT, _("Nürburg-Circuit as it is drawn here: 25 spaces a lap on the shortest line."))


# Investigate


def leave_one_out() -> Lab:
    """Without which row does everything fit?"""

    def leave(number: str) -> list[Any]:
        out = int(number)
        laps = laps_of(without_stop())
        rest = Solution({n: lap for n, lap in laps.items() if n != out})
        rows = [
            [chain([n]), spoken(laps[n]), spoken(laps[n] - gap), "✓" if not gap else "✗"]
            for n, gap in rest.checks.items()
        ]
        head = [_("equation that checks"), _("printed"), _("by the others"), ""]
        verdict = _("All other rows hold together.") if rest.fits else _("Something still does not fit.")
        return [Table(head, rows, _("Without circuit {number}").format(number=out)), verdict]

    return lab(
        leave, Choice("number", _("Leave out"), names(), "1"), title=_("Leave one row out"), button=_("Solve the rest")
    )


def free_number() -> Lab:
    """The equations do not fix the halves."""

    def choose(bleifuss: float) -> list[Any]:
        laps = laps_of(without_stop() | {MISPRINT: RIGHT})
        found = Solution(laps, int(bleifuss))
        rows = [[half, spoken(found.halves[half])] for half in (*FIRST, *SECOND)]
        sums = [["-".join(pair), spoken(found.halves[pair[0]] + found.halves[pair[1]])] for pair in pairs().values()]
        return [
            Table([_("half"), _("spaces of a lap")], rows, _("A solution")),
            Table([_("circuit"), _("spaces of a lap")], sums, _("The sums stay as they are")),
        ]

    return lab(choose, Number("bleifuss", "Bleifuß", 6, 18, 14), title=_("The free number"), button=_("Solve"))


def another_misprint() -> Lab:
    """An error in another row: can it be found?"""

    def spoil(number: str, by: float) -> list[Any]:
        laps = laps_of(without_stop() | {MISPRINT: RIGHT})
        laps[int(number)] += Fraction(int(by), LAPS)
        found = suspects(laps)
        if int(by) == 0:
            return [_("Nothing is wrong, so nothing can be found.")]
        if len(found) == 1:
            return [
                _("Only without circuit {names} everything fits: the misprint is found.").format(names=chain(found))
            ]
        return [
            _(
                "Everything fits without any one of these: {names}. The misprint is in one of them, but nobody can say in which."
            ).format(names=chain(found))
        ]

    return lab(
        spoil,
        Choice("number", _("Misprint in"), names(), "1"),
        Number("by", _("Spaces too many or too few"), -6, 6, 2),
        title=_("Another misprint"),
        button=_("Search"),
    )


# Modify


def modify_bet() -> Bet:
    """How many rows are needed?"""
    return Bet(
        _("There are six halves. How many of the eight rows must be known, at least, to calculate all the others?"),
        low=1,
        high=8,
        unit=_("rows"),
        name="ab-rebuild-modify",
    )


def fewer_rows(bet: Bet) -> Lab:
    """Take rows away until nothing can be calculated any more."""

    def take(**kept: bool) -> list[Any]:
        laps = laps_of(without_stop() | {MISPRINT: RIGHT})
        known = {n: laps[n] for n in laps if kept[f"row{n}"]}
        rows = []
        for n in laps:
            if n in known:
                rows.append([chain([n]), spoken(laps[n]), _("known")])
            else:
                value = told({**known, n: laps[n]}, n) if known else None
                rows.append(
                    [
                        chain([n]),
                        "?" if value is None else spoken(value),
                        _("calculated") if value is not None else _("stays unknown"),
                    ]
                )
        missing = sum(row[1] == "?" for row in rows)
        said = _("{known} rows are known; {missing} of the others stay unknown.").format(
            known=len(known), missing=missing
        )
        if bet.value is not None:
            said += " " + _("You predicted {bet} rows.").format(bet=f"{bet.value:g}")
        return [
            Table([_("circuit"), _("spaces of a lap"), ""], rows, _("What follows from the rows that are left")),
            said,
        ]

    from gamekit.show import YesNo

    controls = [YesNo(f"row{n}", name, n not in (6, 8)) for n, name in ((int(k), v) for k, v in names().items())]
    return lab(take, *controls, title=_("Fewer rows"), button=_("Calculate"))


# Make


def cases() -> list[Case]:
    """What a function `fourth` is tried on."""
    free, stop = without_stop() | {7: RIGHT}, with_stop()
    return [
        Case(
            (stop[1], stop[5], stop[4]),
            fourth(stop[1], stop[5], stop[4]),
            _("Nürburg-Circuit with a stop: 80 − 74 + 73"),
        ),
        Case((free[1], free[5], free[4]), RIGHT, _("without a stop: 79 − 73 + 70")),
        Case((24, 26, 23), 25, _("one lap: the same sum")),
        Case((10, 10, 10), 10, _("four equal circuits")),
    ]


def make(function: Callable[..., Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same function."""
    return notebook_or_page(lambda: checked(function), builder)


def checked(function: Callable[..., Any]) -> Verdict:
    """A function on all cases."""
    return check(function, cases())


def builder() -> Lab:
    """The sum, built from three signs."""
    signs = {"1": "+", "0": _("leave out"), "-1": "−"}

    def build(first: str, second: str, third: str) -> list[Any]:
        def fourth(bleifuss_drom: int, nuerburg_drom: int, bleifuss_circuit: int) -> int:
            return int(first) * bleifuss_drom + int(second) * nuerburg_drom + int(third) * bleifuss_circuit

        return [checked(fourth).table()]

    return lab(
        build,
        Choice("first", "Bleifuß-Drom", signs, "1"),
        Choice("second", "Nürburg-Drom", signs, "1"),
        Choice("third", "Bleifuß-Circuit", signs, "0"),
        title=_("Build the sum"),
        button=_("Try it"),
    )
