"""The card game: what its lessons ask on the way, held against the rules."""

from __future__ import annotations

from itertools import combinations

import pytest

import gamekit as gk
from gamekit.core.kernel import is_interpreted
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kartenspiel.reference import run_after
from tests.lessons.notebooks import answers_of, notebook

TWO = gk.load("kartenspiel", players=2)
built_only = pytest.mark.skipif(is_interpreted(), reason="a million collections take minutes in plain Python")


def test_what_a_run_is_worth_is_asked_as_the_rules_say() -> None:
    name = "kartenspiel/01-rules"
    answers, model = answers_of(name), notebook(name)
    asked: dict[str, list[int | str]] = {
        "What is 40 – 60 – 60 – 70 worth?": [40, 60, 60, 70],
        "What is 70 – rest – 80 – rest – 60 worth?": [70, "R", 80, "R", 60],
        "What is 50 – 80 – barrier worth, if the stage ends now?": [50, 80, "A"],
    }
    assert {one: f"{run_after(cards)[0]} km" for one, cards in asked.items()} == {
        one: right for one, right in answers.items() if one
    }
    real = [model.run_worth(cards) for cards in model.RUNS]
    assert real == [run_after(cards)[0] for cards in model.RUNS]


@built_only
def test_which_card_first_and_which_strategy_are_asked_as_computed() -> None:
    answers = answers_of("kartenspiel/03-when-to-stop-climbing")
    mean, leap, first = (answers[one] for one in answers if one)
    assert (mean, leap, first) == (f"{0.25 * 60 + 0.75 * 180:.0f} km", "The next card breaks the run.", "40")
    hand = (10, 20, 40, 50, 60, 70, 90, 100, "R", "A")
    km = [card for card in hand if isinstance(card, int)]
    assert all(run_after([100, other]) == (other, other, 0) for other in km if other != 100)
    # six rounds for sure: the best of all orders of six cards of eight, with a rest or without
    best = max((sum(cards), -cards[0]) for cards in combinations(km, 6))
    assert best == (410, -40)
    assert all(run_after([*cards[:k], "R", *cards[k:]])[0] < 410 for cards in combinations(km, 5) for k in range(6))

    def wins(first: str, second: str) -> Estimate:
        return gk.simulate(TWO, [first, second], 20_000, seed=7, progress=False).win_rate(0)

    order = ["planner", "spoiler", "climber", "greedy", "any-card"]
    assert all(wins(better, worse).low > 0.5 for better, worse in combinations(order, 2))
