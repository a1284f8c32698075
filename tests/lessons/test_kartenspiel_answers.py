"""The card game's lessons: what they calculate, held against slow oracles and against simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamekit as gk
from gamekit.games.kartenspiel.runs import run_value
from gamekit.kernel import interpreted
from gamekit.lessons.kartenspiel import climbing, counting, lengths, run_quiz, stages, surprises, variants, worked_runs
from gamekit.lessons.kartenspiel.staging import kinds
from gamekit.record import UNKNOWN

DECK = [6, 6, 6, 7, 7, 7, 7, 7, 6, 6, 6, 6, 12, 5, 5, 5, 5]
LEDGER = {
    "20 40 50 70 80 120": 380,
    "30 50 40 60 60 70 90": 220,
    "10 20 40 80 R 120": 270,
    "R 40 50 70 30 90": 120,
    "20 50 40 60 60 R 70 80": 210,
    "40 50 R R 60 120 R": 180,
    "70 R 80 100 B 110 R 120": 230,
}
slow_interpreted = pytest.mark.skipif(interpreted(), reason="a million collections take minutes without compiling")


def close_to(estimate, truth):
    """Whether the truth lies inside the interval of 99.9 %: 1.68 times as wide as that of 95 %."""
    return abs(estimate.value - truth) <= 1.68 * (estimate.high - estimate.low) / 2


# Situations


@pytest.mark.parametrize("one", surprises.surprises(), ids=lambda one: one.key)
def test_a_situation_can_be_played_and_its_answer_is_offered(one):
    session = one.played()
    assert session.length == len(one.actions) > one.at > 0
    assert one.answer in one.choices
    assert len(set(one.choices)) == len(one.choices)
    assert one.rule in session.game.rulebook
    assert one.asked().step == one.at
    assert one.told, "something must happen after the question"


@pytest.mark.parametrize("number", range(1, 8))
def test_the_worked_runs_of_the_ledger_are_situations_with_its_answers(number):
    one = surprises.situation(f"run-{number}")
    cards = worked_runs.WORKED_RUNS[number - 1][1]
    assert one.answer == f"{LEDGER[cards]} km"
    assert [int(k) for k in one.asked().position.run[0, : len(cards.split())]] == kinds(cards)


def test_a_worked_run_cannot_be_read_off_the_board_before_it_is_scored():
    for number in range(1, 9):
        one = surprises.situation(f"run-{number}")
        seen = one.game.view(one.asked().position, int(one.viewer))
        assert (seen.run[0, : seen.run_size[0]] == UNKNOWN).all()


def test_the_situations_are_what_their_questions_say():
    before = {one.key: one.asked().position for one in surprises.surprises()}
    assert before["stays"].lying[5] == 1
    assert (before["paid"].counter, int(before["paid"].lying[2] + before["paid"].lying[1])) == (30, 1)
    assert before["passed"].counter == 180
    assert before["rests"].counter == 140
    assert before["barriers"].run_size[:2].sum() == 0
    assert before["one-card"].hand_size[0] == 1
    assert (before["both-empty"].pile_size, before["both-empty"].discard.sum()) == (0, 0)
    assert (before["start"].start, before["start"].round_number) == (0, 1)


# Runs


@settings(deadline=None)
@given(st.lists(st.sampled_from([*range(10, 130, 10), "R", "A"]), max_size=9))
def test_the_variant_with_the_real_rules_agrees_with_the_rules(cards):
    text = " ".join("B" if card == "A" else str(card) for card in cards)
    run = np.array(kinds(text), np.int32)
    assert variants.Variant().worth(cards) == run_value(run, len(run), gk.load("kartenspiel").tables.km)


def test_the_quiz_asks_what_the_rules_answer_and_gives_a_reason_for_every_card():
    rng = np.random.default_rng(5)
    for _again in range(300):
        cards = run_quiz.random_run(rng)
        offered = run_quiz.answers(cards, run_quiz.worth(cards), rng)
        written = [10 * (kind + 1) if kind < 12 else "R" if kind == 12 else "A" for kind in cards]
        assert run_quiz.worth(cards) == variants.Variant().worth(written)
        assert len(set(offered)) == 4
        assert run_quiz.worth(cards) in offered
        assert offered == sorted(offered)
        assert run_quiz.reasons(cards).count(".") == len(cards)


def test_the_quiz_has_runs_with_and_without_breaks():
    rng = np.random.default_rng(6)
    lost = [
        run_quiz.worth(run) < sum(10 * (k + 1) for k in run if k < 12)
        for run in (run_quiz.random_run(rng) for _ in range(200))
    ]
    assert 60 < sum(lost) < 190


# The next card and the hand


def test_the_first_card_beats_70_with_31_of_109():
    assert counting.beats(DECK, 70) == Fraction(31, 109)
    assert counting.beats(DECK, 120) == 0
    with pytest.raises(gk.OptionError, match="No card is left"):
        counting.beats([0] * 17, 70)


def test_unseen_cards_are_all_that_the_player_does_not_hold_and_has_not_seen():
    session = gk.load("kartenspiel", 3).session(seed=4)
    while session.player < 0:
        session.roll()
    counts = counting.unseen(session.game, session.view(0), 0)
    assert sum(counts) == 109 - 10
    assert counts == [DECK[k] - int(session.position.hand[0, k]) for k in range(17)]


def test_redealing_agrees_with_counting():
    session = gk.load("kartenspiel", 3).session(seed=4)
    while session.player < 0:
        session.roll()
    exact = counting.beats(counting.unseen(session.game, session.view(0), 0), 70)
    assert counting.redealt(session.game, session.view(0), 0, 70, deals=1500).covers(float(exact))


@pytest.mark.parametrize("group", counting.GROUPS)
def test_a_hand_is_hypergeometric_and_dealing_agrees(group):
    exact = counting.hand_exact(DECK, counting.GROUPS[group])
    assert sum(exact.values()) == 1
    dealt = counting.hand_simulated(DECK, counting.GROUPS[group], hands=4000, seed=2)
    good = sum(DECK[kind] for kind in counting.GROUPS[group])
    assert close_to(dealt.mean, 10 * good / 109)
    assert all(close_to(dealt.probability(k), float(exact[k])) for k in range(4))


# Lengths of stages


def slow_lengths(counted, values, blanks, players, limit, most):
    """Every order of a small deck, one after another."""
    cards = [value for value, copies in zip(values, counted, strict=True) for _ in range(copies)] + [0] * blanks
    ends, orders = [0] * most, 0
    for order in permutations(cards, players * most):
        orders += 1
        for r in range(most):
            if sum(order[: players * (r + 1)]) >= limit:
                ends[r] += 1
                break
    return [Fraction(count, orders) for count in ends]


@pytest.mark.parametrize(
    ("counted", "values", "blanks", "players", "limit", "most"),
    [
        ((2, 1, 2), (30, 60, -50), 2, 2, 60, 3),
        ((3, 2, 1), (20, 50, -50), 1, 2, 90, 3),
        ((1, 2, 2), (10, 100, -50), 2, 3, 100, 2),
        ((2, 2), (40, -50), 2, 1, 40, 5),
    ],
)
def test_exact_lengths_agree_with_every_order_of_a_small_deck(counted, values, blanks, players, limit, most):
    found = lengths.walk(counted, values, blanks, players, limit, most)
    slow = slow_lengths(counted, values, blanks, players, limit, most)
    assert found.ends == pytest.approx([float(x) for x in slow], abs=1e-12)
    assert found.rest == pytest.approx(1 - float(sum(slow)), abs=1e-12)


@slow_interpreted
def test_the_first_round_ends_a_stage_for_two_as_counting_pairs_says():
    values = [10 * (k + 1) for k in range(12) for _ in range(DECK[k])] + [-50] * 5 + [0] * 27
    pairs = sum(values[i] + values[j] >= 150 for i in range(109) for j in range(i))
    assert pairs == 1096
    found = lengths.stage_lengths(gk.load("kartenspiel", 2), most=1)
    assert found.ends[0] == pytest.approx(pairs / comb(109, 2))


@slow_interpreted
def test_exact_and_simulated_lengths_agree():
    found = stages.stages(2, games=20_000, seed=1)
    assert found.exact is not None
    assert found.rounds.mean.covers(found.exact.mean)
    inside = [found.rounds.probability(r + 1).covers(chance) for r, chance in enumerate(found.exact.ends[:6])]
    assert sum(inside) >= 5
    assert found.exact.survives(3) == pytest.approx(1 - sum(found.exact.ends[:3]))


@slow_interpreted
def test_more_players_and_higher_limits_are_left_to_simulation():
    assert stages.exact_lengths(gk.load("kartenspiel", 3)) is None
    assert stages.exact_lengths(gk.load("kartenspiel", 2, limit=200)) is None


@slow_interpreted
@pytest.mark.parametrize("strategy", ["any-card", "climber"])
def test_it_does_not_help_to_begin(strategy):
    found = stages.stages(2, strategy, games=40_000, seed=3)
    assert close_to(found.begins, 0.0)


# Plans


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 13), min_size=2, max_size=5),
    st.lists(st.floats(0.05, 0.6), min_size=2, max_size=5),
)
def test_a_plan_is_the_best_order_of_the_hand(hand, raw):
    ends = [share / (sum(raw) + 0.1) for share in raw]
    plan = climbing.Plan(hand, ends)
    table = gk.load("kartenspiel").tables.km

    def expected(order):
        values = [run_value(np.array(order, np.int32), r + 1, table) for r in range(len(plan.ends))]
        return sum(chance * value for chance, value in zip(plan.ends, values, strict=True))

    for first, worth in plan.firsts.items():
        assert worth == pytest.approx(max(expected(order) for order in permutations(hand) if order[0] == first))


def test_playing_a_plan_agrees_with_its_worth():
    plan = climbing.Plan(kinds("10 20 40 50 70 90 100 R 60 L"), (0.186, 0.442, 0.238, 0.091, 0.03))
    kept = [plan.simulated(kind, stages=3000, seed=4).covers(worth) for kind, worth in plan.firsts.items()]
    assert sum(kept) >= len(kept) - 1
    assert plan.best() == kinds("70")[0]


def test_a_hand_may_not_be_empty_or_too_large():
    for hand in ([], list(range(11))):
        with pytest.raises(gk.OptionError, match="1 to 10"):
            climbing.Plan(hand, (0.5, 0.5))
