"""The card game: what its lessons ask on the way, held against the rules."""

from __future__ import annotations

import gamekit as gk
from gamekit.lessons.kartenspiel.reference import run_after
from tests.lessons.notebooks import answers_of, notebook

TWO = gk.load("kartenspiel", players=2)


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
