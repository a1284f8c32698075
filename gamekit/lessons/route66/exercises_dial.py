# ruff: noqa: E501  sentences are not broken
"""Lesson 2 of Route 66, the speedometer as a chain: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gamekit.games.route66.box import KIND_NAMES
from gamekit.lessons.desk import Shown, exercise
from gamekit.lessons.route66.common import limit, loaded
from gamekit.lessons.route66.dial import SPEEDS, Dial, share_above
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    dial = Dial.of(loaded())
    row = dict(zip(SPEEDS, dial.matrix[SPEEDS.index(70)], strict=True))
    to_stop = row[0]
    two = dial.after(2)
    pi = dial.stationary
    patrol = sum((pi[SPEEDS.index(mph)] * row_to_patrol(mph) for mph in SPEEDS), Fraction(0))
    return [
        exercise(
            1,
            _("Write down the row of the matrix for 70 mph: where can a dial go from there, and how likely?"),
            _("No card can make it faster. Which of the others are patrol cards?"),
            _("To 0 mph with {stop}, by stop or by the patrol; {rest}. It stays at 70 with {stay}.").format(
                stop=to_stop, stay=row[70], rest=", ".join(_("to {mph} with {p}").format(mph=mph, p=p) for mph, p in row.items() if p and mph not in (0, 70))
            ),
        ),
        exercise(
            2,
            _("A dial starts at 0. What is the chance that it shows 40 mph after two turns?"),
            _("Which pairs of cards add up to 40? Both orders count."),
            _("Exactly {p} %: 10 and 30 in either order, 20 and 20.").format(p=f"{100 * two[SPEEDS.index(40)]:.2f}"),
        ),
        exercise(
            3,
            _("How often does the patrol catch a car in the long run, in this model?"),
            _("In the long run, how often does the dial show a speed from which a patrol card leads above the limit?"),
            _("In {p} of 100 turns: the sum, over the speeds from {limit} to {top} mph, of the share of time there times the share of patrol cards that lead above {limit}. That is about once in {turns} turns.").format(
                limit=limit(), top=SPEEDS[-1], p=f"{100 * float(patrol):.2f}", turns=f"{float(1 / patrol):.0f}"
            ),
        ),
    ]  # fmt: skip


def row_to_patrol(mph: int) -> Fraction:
    """The chance that a random card gets a car with this speed caught."""
    t = loaded().tables
    caught = sum(
        int(t.count[kind])
        for kind in range(len(KIND_NAMES))
        if t.patrol[kind] and limit() < mph + int(t.change[kind]) <= SPEEDS[-1]
    )
    return Fraction(caught, int(sum(t.count)))


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    pi = Dial.of(loaded()).stationary
    choices: Sequence[str] = (
        _("It is the same after every further turn."),
        _("All speeds are equally likely."),
        _("The dial stands still."),
    )
    return Quiz(
        [
            Question(
                _("What makes a distribution stationary?"),
                0,
                _("One more turn moves single dials, but as many arrive at each speed as leave it."),
                choices=tuple(choices),
            ),
            Question(
                _("What is the sum of each row of the transition matrix?"),
                1,
                _("From each speed the dial has to go somewhere, staying included."),
                tolerance=0.0,
            ),
            Question(
                _(
                    "In the long run, in about how many of 100 turns is a car above {limit} mph? (to the nearest whole number)"
                ).format(limit=limit()),
                round(100 * float(share_above(pi, limit()))),
                _("{exact} of 100, exactly.").format(exact=f"{100 * float(share_above(pi, limit())):.2f}"),
                tolerance=1,
            ),
        ],
        title=_("Exit ticket"),
        game=loaded(),
    )
