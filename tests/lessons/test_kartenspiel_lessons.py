"""The card game's lessons: their model cells against the rules and the exact lab, and every figure in their prose."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.compiling import interpreted
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kartenspiel.asked import run_after, unseen_by, views_by_lot
from gamekit.lessons.kartenspiel.lengths import stage_lengths
from tests.lessons.notebooks import notebook, prose

COUNTING, CLIMBING, HOUSE = (
    "kartenspiel/02-counting-cards",
    "kartenspiel/03-when-to-stop-climbing",
    "kartenspiel/04-house-rules",
)
TWO = gk.load("kartenspiel", players=2, stages=1)
compiled_only = pytest.mark.skipif(interpreted(), reason="a million collections take minutes without compiling")
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


# Lesson 2


def test_the_first_card_beats_70_with_31_of_109() -> None:
    model = notebook(COUNTING)
    assert model.beats(model.DECK, 70) == Fraction(31, 109)
    assert model.beats(model.DECK, 120) == 0
    assert "31}{109} \\approx 28.4" in prose(COUNTING)


@pytest.mark.rule("KS-28")
def test_cards_not_seen_are_counted_as_the_rules_count_them() -> None:
    model = notebook(COUNTING)
    for view in views_by_lot(model.game, 400, seed=5):
        assert list(model.unseen(view, 0)) == unseen_by(model.game, view, 0)


def test_a_hand_is_hypergeometric_and_dealing_agrees() -> None:
    model = notebook(COUNTING)
    none = {size: model.chance_of(0, "rest cards", size) for size in (5, 6)}
    assert [f"{100 * float(chance):.1f} %" for chance in none.values()] == ["55.2 %", "48.8 %"]
    assert "55.2 %" in prose(COUNTING)
    assert "48.8 %" in prose(COUNTING)
    for group in model.GROUPS:
        assert sum(model.chance_of(k, group, 10) for k in range(11)) == 1
        dealt = model.deal(group, 10, 20_000, np.random.default_rng(3))
        for k in range(4):
            assert abs((dealt == k).mean() - float(model.chance_of(k, group, 10))) < 0.016


@compiled_only
def test_stages_by_lot_last_as_long_as_the_exact_walk_and_as_real_stages() -> None:
    model = notebook(COUNTING)
    by_lot = model.stages(2, 150, 40_000, np.random.default_rng(1))
    assert abs(by_lot.mean() - rounds()) < 0.02
    played = gk.simulate(TWO, "any-card", 20_000, statistics=["round_number"], progress=False)
    assert close_to(played.distribution("round_number").mean, rounds())
    assert "2.4 rounds with two players, 1.95 with five" in prose(COUNTING)
    for players, said in ((2, 2.38), (5, 1.95)):
        lasted = model.stages(players, 50 + 50 * players, 40_000, np.random.default_rng(players))
        assert abs(lasted.mean() - said) < 0.02


@compiled_only
def test_the_first_round_ends_a_stage_for_two_as_counting_pairs_says() -> None:
    model = notebook(COUNTING)
    worth = np.repeat(model.WORTH, model.DECK)
    pairs = sum(worth[i] + worth[j] >= 150 for i in range(109) for j in range(i))
    assert (pairs, comb(109, 2)) == (1096, 5886)
    assert stage_lengths(TWO, most=1).ends[0] == pytest.approx(pairs / comb(109, 2))


# Lesson 3


@given(CARDS)
def test_laying_card_by_card_is_what_the_rules_do(cards: list[int | str]) -> None:
    model, run = notebook(CLIMBING), (0, 0, 0)
    for card in cards:
        run = model.lay(run, card)
    assert run[0] == run_after(cards)[0]
    assert run[1] == run_after(cards)[1]


def slow_plan(lay: Any, hand: tuple[Any, ...], run: Any, ends: tuple[float, ...]) -> float:
    """The best a hand can be worth, by trying every order; `ends` are the chances that the stage ends now, next, …"""
    found = []
    for place, card in enumerate(hand):
        now, left = lay(run, card), hand[:place] + hand[place + 1 :]
        stops = 1.0 if len(ends) == 1 or not left else ends[0] / sum(ends)
        found.append(stops * now[0] + ((1 - stops) * slow_plan(lay, left, now, ends[1:]) if stops < 1 else 0))
    return max(found)


@pytest.mark.parametrize("hand", [(40, 120), (10, 60, "R", 90), (70, 70, 80, "A"), (120, 110, 20, 30, 40)])
def test_the_plan_is_the_best_of_all_orders(hand: tuple[Any, ...]) -> None:
    model = notebook(CLIMBING)
    ends = (0.2, 0.3, 0.1, 0.25, 0.15)
    worth_of = model.plan_for(ends, rounds=5)
    best = max(worth_of(hand, model.EMPTY, card, 1) for card in hand)
    assert best == pytest.approx(slow_plan(model.lay, hand, model.EMPTY, ends))


@compiled_only
def test_the_best_first_cards_are_those_the_lesson_names() -> None:
    model = notebook(CLIMBING)
    hand = (10, 20, 40, 50, 60, 70, 90, 100, "R", "A")
    ends = stage_lengths(TWO).ends
    worth_of = model.plan_for(ends)
    assert max(hand, key=lambda card: worth_of(hand, model.EMPTY, card, 1)) == 70
    assert model.course(worth_of, hand, 70)[:3] == [70, 90, 100]
    assert f"{100 * sum(ends[:3]):.0f}" == "87"
    low = (70, 70, 70, 80, 80, "R")
    worth_low = model.plan_for(ends)
    assert max((70, 80), key=lambda card: worth_low(low, model.EMPTY, card, 1)) == 70
    short = model.plan_for(stage_lengths(gk.load("kartenspiel", players=2, limit=50)).ends)
    assert max(hand, key=lambda card: short(hand, model.EMPTY, card, 1)) == 90
    driven = model.drive(model.course(worth_of, hand, 70), ends, 40_000, np.random.default_rng(2))
    assert abs(driven.mean() - worth_of(hand, model.EMPTY, 70, 1)) < 1.5


def test_strategies_win_as_the_lesson_says() -> None:
    def wins(first: Any, second: str, games: int = 4_000, limit: int = 150) -> Estimate:
        game = gk.load("kartenspiel", players=2, limit=limit)
        return gk.simulate(game, [first, second], games, progress=False).win_rate(0)

    many = 400 if interpreted() else 4_000
    assert wins("planner", "climber", many).low > 0.5
    assert wins("spoiler", "climber", many).low > 0.5
    model = notebook(CLIMBING)
    hasty, careful = model.strategy(counter="highest"), model.strategy(counter="lowest")

    def solution(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        run = model.EMPTY
        for kind in s.run[player][: s.run_size[player]]:
            run = model.lay(run, model.card_of(kind))
        return int((hasty if run[0] >= 200 else careful)(s, t, player, actions, n, rng))

    assert wins(solution, "climber", 200).low > 0.5
    assert wins(solution, "greedy", 200).low > 0.5


# Lesson 4


@compiled_only
def test_the_figures_of_the_house_rules_are_what_comes_out() -> None:
    said = prose(HOUSE)
    model = notebook(HOUSE)
    exact = {rest: rounds(rest=rest) for rest in (0, 20)}
    assert [f"{value:.2f}" for value in exact.values()] == ["2.14", "2.53"]
    assert "2.14 without any and 2.53 with twenty" in said
    for rest, km in ((0, 61.3), (20, 57.7)):
        found = gk.simulate(gk.load("kartenspiel", players=2, stages=1, rest=rest), "any-card", 40_000, progress=False)
        assert close_to(found.mean_return(0), km) or abs(found.mean_return(0).value - km) < 0.5
        assert f"{km}" in said
    assert (f"{rounds():.1f}", f"{rounds(action=0):.1f}") == ("2.4", "1.9")
    climbers = {}
    for limit in (150, 300):
        game = gk.load("kartenspiel", players=2, stages=1, limit=limit)
        found = gk.simulate(game, "climber", 10_000, statistics=["round_number"], progress=False)
        climbers[limit] = found.distribution("round_number").mean.value
    assert [f"{value:.1f}" for value in climbers.values()] == ["5.3", "7.8"]
    average = np.repeat(model.WORTH, model.game.tables.deck).mean()
    assert f"{2 * average:.0f}" == "87"
    rng = np.random.default_rng(4)
    assert all(abs(model.rounds_of(20_000, rng, n, 75 * n).mean() - 2.4) <= 0.25 for n in (2, 3, 4, 5))
    assert abs(model.rounds_of(20_000, rng, 5, 300).mean() - 1.95) < 0.02


@pytest.mark.parametrize("strategy", ["any-card", "climber"])
def test_it_does_not_help_to_begin(strategy: str) -> None:
    found = gk.simulate(TWO, strategy, 500 if interpreted() else 40_000, seed=3, progress=False)
    assert close_to(found.advantage(0, 1), 0.0)
