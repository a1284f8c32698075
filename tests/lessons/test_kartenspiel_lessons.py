"""The card game's lessons: their model cells against the rules and the exact lab."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.core.kernel import is_interpreted
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kartenspiel import run_quiz
from gamekit.lessons.kartenspiel.reference import run_after, unseen_by, views_by_lot
from gamekit.lessons.kartenspiel.stage_length import stage_lengths
from tests.lessons.notebooks import notebook

COUNTING = "kartenspiel/02-counting-cards"
TWO = gk.load("kartenspiel", players=2, stages=1)
built_only = pytest.mark.skipif(is_interpreted(), reason="a million collections take minutes in plain Python")
CARDS = st.lists(st.sampled_from([*range(10, 130, 10), "R", "A"]), max_size=9)


def close_to(estimate: Estimate, truth: float) -> bool:
    """Whether the truth lies inside the interval of 99.9 %: 1.68 times as wide as that of 95 %."""
    return abs(estimate.value - truth) <= 1.68 * (estimate.high - estimate.low) / 2


def rounds(**options: Any) -> float:
    """How many rounds a stage of two players who lay any card lasts on average, exactly."""
    return stage_lengths(gk.load("kartenspiel", players=2, **options)).mean


# Lesson 1


@given(CARDS)
def test_the_rule_printed_in_lesson_1_says_what_the_rules_say(cards: list[int | str]) -> None:
    assert notebook("kartenspiel/01-rules").run_worth(cards) == run_after(cards)[0]


def test_the_right_answer_of_the_run_quiz_is_neither_mostly_the_least_nor_mostly_the_most() -> None:
    rng, places = np.random.default_rng(2), [0] * run_quiz.OFFERED
    for _again in range(800):
        question = run_quiz.question(rng)
        values = [int(choice.split()[0]) for choice in question.choices or ()]
        assert values == sorted(set(values))
        assert len(values) == run_quiz.OFFERED
        places[int(question.answer)] += 1
    assert min(places) > 0.15 * 800
    assert max(places) < 0.4 * 800


# Lesson 2


@pytest.mark.rule("KS-28")
def test_cards_not_seen_are_counted_as_the_rules_count_them() -> None:
    model = notebook(COUNTING)
    for view in views_by_lot(model.game, 400, seed=5):
        assert list(model.unseen(view, 0)) == unseen_by(model.game, view, 0)


def test_a_hand_is_hypergeometric_and_dealing_agrees() -> None:
    model = notebook(COUNTING)
    none = {size: model.chance_of(0, "rest cards", size) for size in (5, 6)}
    assert [f"{100 * float(chance):.1f} %" for chance in none.values()] == ["55.2 %", "48.8 %"]
    for group in model.GROUPS:
        assert sum(model.chance_of(k, group, 10) for k in range(11)) == 1
        dealt = model.deal(group, 10, 20_000, np.random.default_rng(3))
        for k in range(4):
            assert abs((dealt == k).mean() - float(model.chance_of(k, group, 10))) < 0.016


@built_only
def test_stages_by_lot_last_as_long_as_the_exact_walk_and_as_real_stages() -> None:
    model = notebook(COUNTING)
    by_lot = model.stages(2, 150, 40_000, np.random.default_rng(1))
    assert abs(by_lot.mean() - rounds()) < 0.02
    played = gk.simulate(TWO, "any-card", 20_000, statistics=["round_number"], progress=False)
    assert close_to(played.distribution("round_number").mean, rounds())
    for players, said in ((2, 2.38), (5, 1.95)):
        lasted = model.stages(players, 50 + 50 * players, 40_000, np.random.default_rng(players))
        assert abs(lasted.mean() - said) < 0.02


@built_only
def test_the_first_round_ends_a_stage_for_two_as_counting_pairs_says() -> None:
    model = notebook(COUNTING)
    worth = np.repeat(model.WORTH, model.DECK)
    pairs = sum(worth[i] + worth[j] >= 150 for i in range(109) for j in range(i))
    assert (pairs, comb(109, 2)) == (1096, 5886)
    assert stage_lengths(TWO, most=1).ends[0] == pytest.approx(pairs / comb(109, 2))


# No seat is better


@pytest.mark.parametrize("strategy", ["any-card", "climber"])
def test_it_does_not_help_to_begin(strategy: str) -> None:
    found = gk.simulate(TWO, strategy, 500 if is_interpreted() else 40_000, seed=3, progress=False)
    assert close_to(found.advantage(0, 1), 0.0)
