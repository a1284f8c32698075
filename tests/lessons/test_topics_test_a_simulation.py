"""Test a simulation: the right program plays by the rules, each bug is seen by the tests that say so, figures hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.kartenspiel.runs import run_value
from gamekit.games.kartenspiel.state import REST
from tests.lessons.notebooks import notebook

NAME = "topics/test_a_simulation"
MODEL = notebook(NAME)
EVERY = MODEL.NINE
BUGS = [*MODEL.BUGS, *MODEL.EIGHTH]
TRIES = 20
NOTICED = MODEL.count_noticed(EVERY, [MODEL.RIGHT, *BUGS], TRIES, 1_000)  # of other games than those of the lesson
RULES = gk.load("kartenspiel", players=2, stages=1)
WOLVES = {"mean km of A", "A as often as B"}


def mean_of_a() -> Fraction:
    """The mean of A's kilometres by drawing one card after the other, with chances instead of orders."""

    def draw(pile: tuple[int, ...], a: tuple[int, ...], counter: int, drawn: int) -> Fraction:
        if drawn % 3 == 0 and (counter >= MODEL.GAME.END or not pile):
            return Fraction(worth_by_rules(a))
        found = Fraction(0)
        for card in set(pile):
            rest = list(pile)
            rest.remove(card)
            on_run, on_counter = (card,) * (drawn % 3 == 0), card * (drawn % 3 == 2)
            chance = Fraction(pile.count(card), len(pile))
            found += chance * draw(tuple(rest), a + on_run, counter + on_counter, drawn + 1)
        return found

    return draw(tuple(MODEL.GAME.DECK), (), 0, 0)


def worth_by_rules(run: Any) -> int:
    """What the card game itself gives for a run of these kilometres."""
    km = list(RULES.tables.km[:REST])
    kinds = np.array([km.index(card) for card in run] or [0], np.int32)
    return int(run_value(kinds, len(run), RULES.tables.km))


@pytest.mark.rule("KS-12")
@pytest.mark.rule("KS-13")
def test_a_run_is_worth_what_the_rules_say_read_from_either_end() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        run = [int(card) for card in rng.choice(MODEL.GAME.DECK, rng.integers(0, 7))]
        assert MODEL.GAME.worth(run) == MODEL.tail(run) == worth_by_rules(run)


@pytest.mark.rule("KS-20")
@pytest.mark.rule("KS-27")
def test_a_stage_of_the_right_program_ends_and_is_won_as_the_rules_say() -> None:
    assert RULES.tables.limit == MODEL.GAME.END == 150
    for stage in MODEL.GAME.simulate(300, 2):
        sums = np.cumsum(stage.counter)
        assert (sums[:-1] < 150).all()
        assert sums[-1] >= 150 or not stage.pile
        assert len(stage.runs[0]) == len(stage.runs[1]) == len(stage.counter)
        assert sorted(stage.runs[0] + stage.runs[1] + stage.counter + stage.pile) == MODEL.GAME.DECK
        winners = [player for player in (0, 1) if stage.km[player] == max(stage.km)]
        assert stage.wins == [(player in winners) / len(winners) for player in (0, 1)]


def test_the_exact_mean_is_that_of_chances_and_of_the_right_program() -> None:
    assert pytest.approx(float(mean_of_a())) == MODEL.EXACT
    assert MODEL.exact_mean(MODEL.RIGHT) == pytest.approx(MODEL.EXACT)
    assert len(MODEL.ORDERS) == 5_040
    assert all(sorted(order) == MODEL.GAME.DECK for order in MODEL.ORDERS)


@pytest.mark.parametrize(
    ("bug", "tests"),
    [
        ("one round too many", {"ends in time"}),
        ("counter card put back", {"mean km of A", "all cards once"}),
        ("ties go to A", {"ties half and half"}),
        ("seed in the loop", {"mean km of A", "not all alike"}),
        ("whole numbers only", {"wins add up to 1", "ties half and half"}),
        ("runs shared by all stages", {"all cards once", "km counted anew"}),
        ("finished stages only", {"as many as asked"}),
        ("equal counts as climbing", {"mean km of A", "km counted anew"}),
    ],
)
def test_each_bug_is_caught_by_the_tests_that_look_where_it_is(bug: str, tests: set[str]) -> None:
    found = {test for test in EVERY if test != "A as often as B" and NOTICED[bug][test] > TRIES / 2}
    assert found == tests
    assert all(NOTICED[bug][test] == TRIES for test in tests - WOLVES), "an invariant is broken in every try"
