"""Lesson 1 of the card game as its notebook shows it: situations, quiz, changing a card, changing a rule.

Situations are in surprises.py and worked_runs.py, the quiz in run_quiz.py, other rules in variants.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.game import load
from gamekit.lessons.frame import Showcase, Verdict, check, notebook_or_page
from gamekit.lessons.kartenspiel.run_quiz import picture, reasons, run_quiz
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.lessons.kartenspiel.surprises import surprises
from gamekit.lessons.kartenspiel.variants import Variant, built, cases, choices, written
from gamekit.lessons.kartenspiel.worked_runs import worth
from gamekit.show import Bet, Choice, Lab, Quiz, Stepper, YesNo, lab, play
from gamekit.words import _

RUN: Final = "30 50 40 60 60 70 90"
GROUPS: Final = {
    "runs": tuple(f"run-{number}" for number in range(1, 9)),
    "counter": ("negative", "stays", "paid", "passed", "rests"),
    "cards": ("barriers", "order", "one-card", "both-empty"),
    "ends": ("tie", "start"),
}


class Drawing:
    """A judged run with its text alternative, as a lab panel shows it."""

    def __init__(self, cards: str) -> None:
        self.svg = picture(kinds(cards), judged=True)
        self.alt = _("A run: {cards}").format(cards=cards)


def table() -> Stepper:
    """A game for two to make the first moves in."""
    return play(load("kartenspiel", 2), seed=4, name="ks-rules-table")


def bet() -> Bet:
    """What is the run worth?"""
    return Bet(_("What is this run worth?"), low=0, high=500, step=10, unit="km", name="ks-rules-bet")


def run_picture() -> Any:
    """The run of the bet."""
    from ipywidgets import HTML

    return HTML(f'<div class="gk-look">{picture(kinds(RUN))}</div>')


def answer(bet: Bet) -> Lab:
    """The run of the bet, judged card by card."""

    def run() -> list[Any]:
        return [Drawing(RUN), reasons(kinds(RUN)), compared(bet, worth(RUN))]

    return lab(run, title=_("The run, card by card"), button=_("Judge the run"))


def compared(bet: Bet, right: int) -> str:
    """The bet beside the result."""
    if bet.value is None:
        return _(
            "The run is worth {right} km. You have not stored a prediction; go back and make one, it is worth it."
        ).format(right=right)
    if bet.value == right:
        return _("The run is worth {right} km, as you predicted.").format(right=right)
    return _("The run is worth {right} km; you predicted {bet} km.").format(right=right, bet=f"{bet.value:g}")


def situations(group: str) -> Showcase:
    """The situations of one group, to choose from."""
    by_key = {one.key: one for one in surprises()}
    return Showcase([by_key[key] for key in GROUPS[group]], f"ks-rules-{group}")


def quiz() -> Quiz:
    """The endless quiz."""
    return run_quiz(seed=3)


# Investigate: one card of the run changes


def change_a_card() -> Lab:
    """What one other card does to the run."""
    places = {str(place + 1): _("card {number}").format(number=place + 1) for place in range(len(RUN.split()))}
    cards = {str(km): f"{km} km" for km in range(10, 130, 10)} | {"R": _("rest"), "B": _("barrier (−1)")}

    def run(place: str, card: str) -> list[Any]:
        changed = RUN.split()
        changed[int(place) - 1] = card
        cards = " ".join(changed)
        difference = worth(cards) - worth(RUN)
        return [
            Drawing(cards),
            reasons(kinds(cards)),
            told(worth(cards), difference),
        ]

    return lab(
        run,
        Choice("place", _("Change"), places, "3"),
        Choice("card", _("into"), cards, "R"),
        title=_("One card changes"),
        button=_("Judge the new run"),
    )


def told(value: int, difference: int) -> str:
    """What the changed run is worth, beside the run as it was."""
    if difference == 0:
        return _("The new run is worth {value} km, as much as before.").format(value=value)
    more = _("The new run is worth {value} km, {difference} km more than before.")
    less = _("The new run is worth {value} km, {difference} km less than before.")
    return (more if difference > 0 else less).format(value=value, difference=abs(difference))


# Modify: one rule changes


def modify_bet() -> Bet:
    """What would it be worth if equal cards did not break?"""
    return Bet(
        _("If equal cards did not break a run, what would 30 – 50 – 40 – 60 – 60 – 70 – 90 be worth?"),
        low=0,
        high=500,
        step=10,
        unit="km",
        name="ks-rules-modify",
    )


def change_a_rule(bet: Bet) -> Lab:
    """The same runs under other rules."""
    runs = [RUN, "20 50 40 60 60 R 70 80", "40 50 R R 60 120 R", "70 R 80 100 B 110 R 120"]

    def run(equal: bool, rest: bool, two: bool, action: bool) -> list[Any]:
        from gamekit.show import Table

        variant = Variant(not equal, rest, not two, not action)
        rows = [[" – ".join(map(str, written(one))), worth(one), variant.worth(written(one))] for one in runs]
        head = [_("run"), _("real rules, km"), _("your rules, km")]
        said = (
            []
            if bet.value is None
            else [_("Your prediction for the first run: {bet} km.").format(bet=f"{bet.value:g}")]
        )
        return [
            Table(head, rows, _("Four runs under the real rules and under yours (R is a rest, A an action card)")),
            *said,
        ]

    return lab(
        run,
        YesNo("equal", _("Equal cards do not break"), True),
        YesNo("rest", _("A single rest breaks"), False),
        YesNo("two", _("Two rests do not break"), False),
        YesNo("action", _("Action cards do not break"), False),
        title=_("Other rules for a run"),
        button=_("Judge by these rules"),
    )


# Make: the rule as a function


def make(run_worth: Callable[[Any], Any]) -> Any:
    """The student's function, checked; on a web page a builder for the same function."""
    return notebook_or_page(lambda: checked(run_worth), builder)


def checked(run_worth: Callable[[Any], Any]) -> Verdict:
    """A function on all worked runs."""
    return check(run_worth, cases())


def builder() -> Lab:
    """The function built from four decisions."""
    both = choices()

    def run(equal: str, rest: str, two_rests: str, action: str) -> list[Any]:
        verdict = checked(built(equal, rest, two_rests, action))
        return [verdict.table()]

    return lab(
        run,
        Choice("equal", _("A card equal to the last one"), both, both[1]),
        Choice("rest", _("A single rest card"), both, both[0]),
        Choice("two_rests", _("A second rest in a row"), both, both[1]),
        Choice("action", _("An action card"), both, both[1]),
        title=_("Build the rule from four decisions"),
        button=_("Check on the worked runs"),
    )
