"""The card game's lessons: their model cells against the rules and the exact lab."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import hypergeom

import gamekit as gk
from gamekit.core.kernel import is_interpreted
from gamekit.games.kartenspiel.knowledge import count_unseen
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kartenspiel import run_quiz
from gamekit.lessons.kartenspiel.reference import run_after
from tests.lessons.notebooks import notebook

COUNTING = "kartenspiel/02-counting-cards"
TWO = gk.load("kartenspiel", players=2, stages=1)
CARDS = st.lists(st.sampled_from([*range(10, 130, 10), "R", "A"]), max_size=9)


def close_to(estimate: Estimate, truth: float) -> bool:
    """Whether the truth lies inside the interval of 99.9 %: 1.68 times as wide as that of 95 %."""
    return abs(estimate.value - truth) <= 1.68 * (estimate.high - estimate.low) / 2


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
    session, rng = model.game.session(5), np.random.default_rng(5)
    while session.step < 400 and not session.over:
        session.play(session.drawn() if session.player < 0 else int(rng.choice(session.legal())))
        counted: Any = session.view(0).copy()
        count_unseen(counted, model.game.tables, 0)
        assert list(model.unseen(session.view(0), 0)) == list(counted.pile)


def test_a_hand_is_hypergeometric_and_dealing_agrees() -> None:
    model = notebook(COUNTING)
    for group, kinds in model.GROUPS.items():
        known = hypergeom(model.ALL, model.DECK[kinds].sum(), 10)
        dealt = model.deal(group, 10, 20_000, np.random.default_rng(3))
        for k in range(4):
            assert float(model.chance_of(k, group, 10)) == pytest.approx(known.pmf(k))
            assert abs((dealt == k).mean() - float(model.chance_of(k, group, 10))) < 0.016


# No seat is better


@pytest.mark.parametrize("strategy", ["any-card", "climber"])
def test_it_does_not_help_to_begin(strategy: str) -> None:
    found = gk.simulate(TWO, strategy, 500 if is_interpreted() else 40_000, seed=3, progress=False)
    assert close_to(found.advantage(0, 1), 0.0)
