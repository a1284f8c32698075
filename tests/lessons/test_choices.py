"""Multiple choice: neither the place of the right answer nor its length gives it away."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.core.i18n.translation import use_language
from gamekit.lessons import worksheets
from gamekit.lessons.kartenspiel.run_quiz import run_quiz
from gamekit.lessons.kit.situation_viewer import Situations, question_of
from gamekit.widgets import Question, Quiz
from gamekit.widgets.quiz import seed_order, shuffle_choices
from tests.lessons.notebooks import every_notebook, results

FOLDERS = sorted({Path(name).parts[0] for name in every_notebook()})
MANY = 300
WORDS = 15
"""A choice with more letters than so many is a phrase; shorter ones are names and numbers."""
LONGEST = 0.45
"""Of the right answers in words so many may be longer than all others; by lot it would be a third."""
FARTHEST = 1.35
"""So many times as long as the longest other one a right answer in words may be."""


@cache
def asked_in(folder: str) -> tuple[Question, ...]:
    """Every question with choices that stands in the notebooks of a folder, as it is shown."""
    found: list[Question] = []
    for name in every_notebook():
        if Path(name).parts[0] == folder:
            for _cell, shown, _space in results(name):
                found += questions_of(shown)
    return tuple(one for one in found if one.choices)


def questions_of(shown: Any) -> list[Question]:
    if isinstance(shown, Situations):
        orders = (seed_order(f"{shown.key}-{number}/0") for number in range(len(shown.shown)))
        return [shuffle_choices(question_of(one), order) for one, order in zip(shown.shown, orders, strict=True)]
    return list(shown.questions) if isinstance(shown, Quiz) and not shown.data()["endless"] else []


def is_even(counts: Counter[int], places: int) -> bool:
    """Whether right answers lie about equally often in each place: within four standard errors."""
    n = sum(counts.values())
    error = (n * (places - 1)) ** 0.5 / places
    return all(abs(counts[place] - n / places) <= 4 * error for place in range(places))


@pytest.mark.thorough
def test_the_right_answers_of_all_lessons_lie_in_every_place_about_equally_often() -> None:
    asked = [one for folder in FOLDERS for one in asked_in(folder)]
    for places in {len(one.choices or ()) for one in asked}:
        assert is_even(Counter(int(one.answer) for one in asked if len(one.choices or ()) == places), places)
    assert len(asked) > 80


def test_the_right_answers_of_an_endless_quiz_lie_in_every_place_equally_often() -> None:
    made = run_quiz(seed=3)
    asked = list({(one.text, one.picture, one.choices): one for one in (made._next() for _ in range(MANY))}.values())
    places = len(asked[0].choices)
    assert is_even(Counter(one.answer for one in asked), places)
    for choice in {choice for one in asked for choice in one.choices}:
        with_it = [one.choices.index(choice) for one in asked if choice in one.choices]
        assert len(with_it) < 40 or is_even(Counter(with_it), places), "no choice has a place of its own"


@pytest.mark.parametrize(
    "folder", [pytest.param(one, marks=pytest.mark.thorough) if one == "topics" else one for one in FOLDERS]
)
def test_the_right_answer_is_not_the_longest_too_often_and_never_by_far(folder: str) -> None:
    worded = [one for one in asked_in(folder) if max(map(len, one.choices or ())) > WORDS]
    assert [one.text for one in worded if lead(one) > FARTHEST] == []
    long = [one.text for one in worded if lead(one) > 1]
    assert len(long) <= max(1, LONGEST * len(worded)), long


def lead(question: Question) -> float:
    """How many times as long the right answer is as the longest other one."""
    choices = question.choices or ()
    right = choices[int(question.answer)]
    return len(right) / max(len(one) for one in choices if one != right)


def test_an_endless_quiz_asks_the_same_in_the_same_order_in_all_languages() -> None:
    asked = []
    for code in ("en", "de", "fr"):
        with use_language(code):
            made = run_quiz(seed=3)
            asked.append([(one.answer, len(one.choices)) for one in (made._next() for _ in range(15))])
    assert asked[0] == asked[1] == asked[2]


def test_reasons_go_with_their_choices_and_each_place_in_a_quiz_has_an_order_of_its_own() -> None:
    asked = Question("Which?", 0, choices=("right", "b", "c", "d"), reasons={1: "why b", 3: "why d"})
    shown = Quiz([asked] * 40, key="cell-07.1").questions
    for one in shown:
        assert one.choices is not None
        assert one.choices[int(one.answer)] == "right"
        assert {one.choices[place]: why for place, why in one.reasons.items()} == {"b": "why b", "d": "why d"}
    assert len({one.choices for one in shown}) > 12
    assert shown == Quiz([asked] * 40, key="cell-07.1").questions
    assert shuffle_choices(Question("How many?", 7), seed_order("any")).answer == 7


def test_the_right_answers_on_paper_lie_in_every_place() -> None:
    sheets = [sheet for name in gk.game_names() for sheet in worksheets.sheets(name)]
    for places in {len(sheet.choices) for sheet in sheets}:
        assert is_even(Counter(sheet.answer for sheet in sheets if len(sheet.choices) == places), places)
