# ruff: noqa: E501  sentences are not broken
"""Lesson 3 of Auf Achse, turns to München: its exercises in three levels, and its exit ticket."""

from __future__ import annotations

from gamekit.lessons.auf_achse.travel import GOAL, START, board, journey, on_a_road, solve
from gamekit.lessons.desk import Shown, exercise
from gamekit.show import Question, Quiz
from gamekit.words import _


def exercises() -> list[Shown]:
    """Three exercises with computed solutions."""
    exact = solve(journey(GOAL, True))
    gap = exact.from_city(START) - solve(journey(GOAL, False)).from_city(START)
    return [
        exercise(
            1,
            _("A truck stands two spaces before its delivery city on a straight road. How many turns does it need on average?"),
            _("Only one side of the die is too small."),
            _("{p}: one turn, and one more if it rolls a 1.").format(p=on_a_road(2)),
        ),
        exercise(
            2,
            _("Show that up to seven spaces the expected turns are a power of 7/6."),
            _("Compare E(n) and E(n + 1): which of their terms differ?"),
            _("From E(n) to E(n + 1) exactly one term 0 gives way to E(n), so E(n + 1) = E(n) + E(n)/6. E(7) = {p}.").format(p=on_a_road(7)),
        ),
        exercise(
            3,
            _("How many turns does it cost to have to arrive exactly, from {start} to {goal}? And why is it not much more?").format(start=START, goal=GOAL),
            _("What does a 6 do? And how many ways are there to lose or win a step on the way?"),
            _("{gap} turns. A 6 always finishes from six steps away or less, and at every fork a longer way can make the number of steps fit.").format(gap=f"{gap:.3f}"),
        ),
    ]  # fmt: skip


def exit_ticket() -> Quiz:
    """Three questions to leave by."""
    return Quiz(
        [
            Question(
                _("What does a policy say in a Markov decision process?"),
                0,
                _("It names an action for every state, here an end for every space and roll."),
                choices=(
                    _("What to do in every state."),
                    _("How likely every state is."),
                    _("The shortest way in steps."),
                ),
            ),
            Question(
                _("One space before the delivery city: how many turns does it take?"),
                1,
                _("Every roll reaches it, for points may be left over there."),
                tolerance=0.0,
            ),
            Question(
                _("How many turns does it take from {start} to deliver in {goal}? (to one decimal)").format(
                    start=START, goal=GOAL
                ),
                round(solve(journey(GOAL, False)).from_city(START), 1),
                _("{turns}, exactly computed.").format(turns=f"{solve(journey(GOAL, False)).from_city(START):.3f}"),
                tolerance=0.2,
            ),
        ],
        title=_("Exit ticket"),
        game=board(),
    )
