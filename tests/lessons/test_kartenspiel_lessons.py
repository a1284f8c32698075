"""The card game's lessons: their model cells against the rules and the exact lab, and every figure in their prose."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.estimate import Estimate, mean
from gamekit.lessons.kartenspiel import run_quiz
from gamekit.lessons.kartenspiel.asked import run_after, unseen_by, views_by_lot
from gamekit.lessons.kartenspiel.lengths import stage_lengths
from tests.lessons.notebooks import cells, notebook, prose

COUNTING, CLIMBING, HOUSE = (
    "kartenspiel/02-counting-cards",
    "kartenspiel/03-when-to-stop-climbing",
    "kartenspiel/04-house-rules",
)
TWO = gk.load("kartenspiel", players=2, stages=1)
TWO_PLAYERS = gk.load("kartenspiel", players=2)
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


def test_the_best_and_the_worst_order_of_four_cards_are_those_of_the_exercise() -> None:
    worth, text = notebook("kartenspiel/01-rules").run_worth, prose("kartenspiel/01-rules")
    found = {order: worth(order) for order in permutations((60, 20, 110, "R"))}
    climbing = {value for order, value in found.items() if [card for card in order if card != "R"] == [20, 60, 110]}
    assert climbing == {max(found.values())}, "the rest may stand anywhere"
    assert f"Most: 20 – 60 – 110, with the rest anywhere: {max(found.values())} km." in text
    assert found[60, 110, "R", 20] == min(found.values())
    assert f"it breaks and is all that counts, {min(found.values())} km" in text


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


@built_only
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


@built_only
def test_the_first_round_ends_a_stage_for_two_as_counting_pairs_says() -> None:
    model = notebook(COUNTING)
    worth = np.repeat(model.WORTH, model.DECK)
    pairs = sum(worth[i] + worth[j] >= 150 for i in range(109) for j in range(i))
    assert (pairs, comb(109, 2)) == (1096, 5886)
    assert stage_lengths(TWO, most=1).ends[0] == pytest.approx(pairs / comb(109, 2))


def test_the_exercises_about_counting_are_computed() -> None:
    model, text = notebook(COUNTING), prose(COUNTING)
    above, every = int(model.DECK[7:12].sum()), int(model.DECK.sum())
    left, cards = above - 5, every - 15
    assert f"({above} − 5) / ({every} − 15) = {left}/{cards} ≈ {100 * left / cards:.1f} %" in text
    below = every - above
    one = 1 - Fraction(below, every) * Fraction(below - 1, every - 1)
    assert f"({below}/{every}) · ({below - 1}/{every - 1}) = {one.numerator}/{one.denominator:,}" in text
    assert f"≈ {100 * float(one):.1f} %. In the second fraction" in text
    copies = dict(zip(model.WORTH.tolist(), model.DECK.tolist(), strict=True))
    kinds = [km for km in copies if km > 0]
    unequal = sum(copies[a] * copies[b] for a, b in combinations(kinds, 2) if a + b >= 150)
    equal = sum(comb(copies[km], 2) for km in kinds if 2 * km >= 150)
    pairs = unequal + equal
    assert f"Together {unequal:,} + {equal} = {pairs:,} of {comb(every, 2):,} pairs" in text
    assert f"pairs: {100 * pairs / comb(every, 2):.1f} %" in text


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


@built_only
def test_the_best_first_cards_are_those_the_lesson_names() -> None:
    model = notebook(CLIMBING)
    hand = (10, 20, 40, 50, 60, 70, 90, 100, "R", "A")
    ends = stage_lengths(TWO).ends
    worth_of = model.plan_for(ends)
    assert max(hand, key=lambda card: worth_of(hand, model.EMPTY, card, 1)) == 70
    assert model.course(worth_of, hand, 70)[:3] == [70, 90, 100]
    assert (f"{stage_lengths(TWO).mean:.1f}", f"{100 * sum(ends[:3]):.0f}") == ("2.4", "87")
    assert "lasts 2.4 rounds on average, and 87 of 100 are over after three rounds" in prose(CLIMBING)
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

    many = 400 if is_interpreted() else 4_000
    assert wins("planner", "climber", many).low > 0.5
    assert wins("spoiler", "climber", many).low > 0.5
    model = notebook(CLIMBING)
    for rival in ("climber", "greedy"):
        assert wins(model.strategy(first=40, step=30, counter="lowest"), rival, 200).low > 0.5, "what is given beats it"


def solution_of(cell: str, ends_from: int) -> Any:
    """The solution of the last part as it stands in the notebook, with another number of kilometres."""
    model = notebook(CLIMBING)
    space = dict(vars(model))
    space["careful"], space["hasty"] = (model.strategy(first=40, step=30, counter=one) for one in ("lowest", "highest"))
    assert cell.count("run[0] >= 300") == 1
    exec(cell.replace("run[0] >= 300", f"run[0] >= {ends_from}"), space)
    return space["mine"]


@built_only
@pytest.mark.thorough
def test_ending_the_stage_from_300_km_on_helps_against_those_the_lesson_names() -> None:
    """Paired: both versions meet the same luck. A plain function plays, so the games are few and the intervals wide."""
    said = prose(CLIMBING)
    cell = next(block for block in re.findall(r"```python\n(.*?)```", said, re.S) if "def mine" in block)
    won = {
        (km, rival): gk.simulate(TWO_PLAYERS, [solution_of(cell, km), rival], games, seed=11, progress=False).wins[:, 0]
        for rival, games in (("planner", 250), ("climber", 250), ("spoiler", 500))
        for km in (300, 200, 10_000)
    }
    more = {key: mean(100 * (wins - won[10_000, key[1]])) for key, wins in won.items()}
    assert "about 7 of 100 games more against Planner and about 9 more against Safe climber" in said
    assert min(more[km, rival].low for km in (200, 300) for rival in ("planner", "climber")) > 0
    assert more[300, "planner"].covers(7)
    assert more[300, "climber"].covers(9)
    assert "changes nothing against Spoiler" in said
    assert more[300, "spoiler"].covers(0)
    assert more[300, "spoiler"].low > -2.5
    assert "loses about 4 of 100 games more against Spoiler" in said
    assert more[200, "spoiler"].covers(-4)
    assert more[200, "spoiler"].high < 0


@built_only
def test_a_shorter_stage_makes_no_best_first_card_lower() -> None:
    model = notebook(CLIMBING)
    long, short = (model.plan_for(stage_lengths(gk.load("kartenspiel", players=2, limit=km)).ends) for km in (150, 50))

    def first(worth_of: Any, hand: Any) -> int:
        return max((one for one in hand if isinstance(one, int)), key=lambda card: worth_of(hand, model.EMPTY, card, 1))

    panel = next(cell.source for cell in cells(CLIMBING) if "HANDS = {" in cell.source)
    hands = ast.literal_eval(panel.split("HANDS = ")[1].split("\n}")[0] + "\n}")
    assert len(hands) == 4
    assert all(first(short, hand) >= first(long, hand) for hand in hands.values())
    assert "it is now the 90 instead of the 70" in prose(CLIMBING)


def test_a_lower_first_card_can_make_a_run_worth_more() -> None:
    worth = notebook("kartenspiel/01-rules").run_worth
    assert (worth([50, 40, 60]), worth([30, 40, 60])) == (100, 130)
    assert "in 50 – 40 – 60 it can" in prose("kartenspiel/01-rules")
    for cards in combinations(range(10, 130, 10), 3):
        assert all(worth([low, *cards[1:]]) < worth(list(cards)) for low in range(10, cards[0], 10))


def test_what_the_text_says_of_changing_one_card() -> None:
    worth = notebook("kartenspiel/01-rules").run_worth
    run = [30, 50, 40, 60, 60, 70, 90]
    into = [*range(10, 130, 10), "R", "A"]
    found = {(place, card): worth([*run[:place], card, *run[place + 1 :]]) for place in range(7) for card in into}
    assert [change for change, value in found.items() if value == max(found.values())] == [(3, 50)]
    assert (worth(run), found[3, 50]) == (220, 310)
    assert [found[place, "R"] for place in range(7)] == [220, 220, 220, 260, 260, 150, 130]


def test_the_exercises_about_climbing_are_computed() -> None:
    lay, most = notebook(CLIMBING).lay, 0
    for two in permutations((90, 120, 50), 2):
        run = (0, 0, 0)
        for card in (60, 80, *two):
            run = lay(run, card)
        most = max(most, run[0])
    assert f"90, then 120: 60 + 80 + 90 + 120 = {most} km." in prose(CLIMBING)
    low, both, high, broken = (run_after(cards)[0] for cards in ([40], [40, 120], [120], [120, 40]))
    assert f"40 first: {low}p + {both}(1 − p)" in prose(CLIMBING)
    assert f"120 first: {high}p + {broken}(1 − p)" in prose(CLIMBING)
    assert f"for p below {(both - broken) / (both - broken + high - low)}." in prose(CLIMBING)


# Lesson 4


@built_only
def test_the_figures_of_the_house_rules_are_what_comes_out() -> None:
    said = prose(HOUSE)
    model = notebook(HOUSE)
    exact = {rest: rounds(rest=rest) for rest in (0, 20)}
    assert [f"{value:.2f}" for value in exact.values()] == ["2.14", "2.53"]
    assert "2.14 without any and 2.53 with twenty" in said
    for rest, km in ((0, 61), (20, 58)):
        found = gk.simulate(gk.load("kartenspiel", players=2, stages=1, rest=rest), "any-card", 200_000, progress=False)
        both = mean(found.returns.mean(axis=1))
        assert (round(both.low), round(both.high)) == (km, km)
    assert "about 61 and 58 km for a run" in said
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
    found = gk.simulate(TWO, strategy, 500 if is_interpreted() else 40_000, seed=3, progress=False)
    assert close_to(found.advantage(0, 1), 0.0)
