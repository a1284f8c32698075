"""Route 66, the speedometer as a chain: the cells of the notebook, held against the rules and the exact lab."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate, mean, share
from gamekit.lessons.kit import hundred
from gamekit.lessons.route66.asked import dial_after
from tests.lessons.notebooks import notebook, prose

NAME = "route66/02-speedometer"
GAME = gk.load("route66", players=4)


@pytest.mark.rule("R66-18")
@pytest.mark.parametrize(
    ("mph", "card", "after"),
    [(0, "+30", 30), (45, "+30", 45), (0, "-5", 0), (55, "+5", 0), (50, "+5", 55), (70, "-5", 0), (60, "-5", 55),
     (70, "-10", 60), (35, "stop", 0), (0, "stop", 0)],
)  # fmt: skip
def test_the_rules_and_the_model_agree_on_what_a_card_does(mph: int, card: str, after: int) -> None:
    assert dial_after(GAME, mph, card) == after
    assert notebook(NAME).after(mph, card) == after


def test_the_model_agrees_with_the_rules_for_every_speed_and_every_card() -> None:
    model = notebook(NAME)
    for mph in model.SPEEDS:
        for card in model.cards:
            assert model.after(mph, card) == dial_after(GAME, int(mph), card)


def test_the_stationary_distribution_does_not_change_and_is_reached_from_any_start() -> None:
    model = notebook(NAME)
    exact = gk.chain(model.P, model.SPEEDS).stationary()
    assert sum(exact.values()) == 1
    assert all(isinstance(one, Fraction) for one in exact.values())
    pi = np.array(list(exact.values()), float)
    assert np.allclose(model.pi, pi)
    assert np.allclose(pi @ model.P, pi)
    for mph in (0, 35, 70):
        assert np.abs(model.start_at(mph) @ np.linalg.matrix_power(model.P, 80) - pi).max() < 1e-6


@pytest.mark.parametrize("turns", [1, 4, 40])
def test_dials_by_lot_agree_with_the_matrix(turns: int) -> None:
    model = notebook(NAME)
    shown = model.throw(turns, 40_000, np.random.default_rng(turns))
    exact = model.start_at(0) @ np.linalg.matrix_power(model.P, turns)
    for mph, p in zip(model.SPEEDS, exact, strict=True):
        found = share(float((shown == mph).sum()), len(shown))
        assert abs(found.value - p) < 4 * max(found.high - found.low, 1e-4) / 2


def test_the_waiting_time_agrees_with_dials_by_lot() -> None:
    model = notebook(NAME)
    exact = gk.chain(model.P, model.SPEEDS).mean_steps(lambda mph: mph > model.LIMIT)
    assert exact[60] == exact[70] == 0
    rng = np.random.default_rng(2)
    turns, dials = np.zeros(20_000), np.zeros(20_000, int)
    while (slow := dials <= model.LIMIT).any():
        turns[slow] += 1
        dials[slow] = model.throw(1, slow.sum(), rng, start=dials[slow])
    found = mean(turns)
    assert abs(found.value - float(exact[0])) < 1.5 * (found.high - found.low)


def test_what_the_text_says_of_the_lowest_limit() -> None:
    model = notebook(NAME)
    lowest, none = (100 * model.too_fast(model.lasting(model.matrix(limit=mph))) for mph in (0, 70))
    assert 10 < lowest < 100 * model.too_fast(model.pi) < none


@pytest.mark.thorough
def test_what_the_text_says_of_real_games() -> None:
    """Whether the model is too fast depends on the round: the slider goes to 30."""
    model, said = notebook(NAME), prose(NAME)
    truth = 100 * model.too_fast(model.pi)

    def fast(rounds: int, players: str, games: int) -> Estimate:
        game = gk.load("route66", players=4, rounds=rounds)
        played = gk.simulate(game, players, games, seed=5, progress=False, statistics=["speed[0]"])
        return hundred(played.distribution("speed[0]").at_least(60))

    random = {rounds: fast(rounds, "random", 16_000) for rounds in (12, 20, 25, 30)}
    assert "after 12 rounds 10 or 11 of 100 are above 55 mph, after 20 rounds 15 or 16" in said
    assert 10 <= random[12].low < random[12].high < 11.5
    assert 14.5 < random[20].low < random[20].high < 16.5
    assert "After 25 rounds they are as many as in the model, 17, and after 30 a few more" in said
    assert random[25].covers(truth)
    assert truth < random[30].low < random[30].high < truth + 3
    thinking = [name for name in GAME.strategies if name != "random"]
    assert "after 12 rounds fewer than 4 of 100" in said
    assert max(fast(12, name, 2_000).high for name in thinking) < 4
    assert min(fast(30, name, 2_000).low for name in thinking) > 4
    assert "Later, on the way home, their rivals hurry them" in said


def test_the_patrol_catches_as_often_as_the_solution_says() -> None:
    model = notebook(NAME)
    caught = sum(
        share * copies / sum(model.cards.values())
        for share, mph in zip(model.pi, model.SPEEDS, strict=True)
        for card, copies in model.cards.items()
        if (mph, card) in model.PATROLLED
    )
    assert f"{100 * caught:.2f} of 100 turns: the sum" in prose(NAME)
    assert f"about once in {1 / caught:.0f} turns" in prose(NAME)
    by_rules = {(mph, card) for mph in model.SPEEDS for card in model.PATROL if caught_by_rules(int(mph), card)}
    assert by_rules == model.PATROLLED


def caught_by_rules(mph: int, card: str) -> bool:
    """Whether the rules stop a dial that would show something else without a limit."""
    return dial_after(GAME, mph, card) == 0 != dial_after(gk.load("route66", players=4, limit=70), mph, card)


def test_two_turns_to_40_mph_are_counted_as_the_exercise_says() -> None:
    model, rules = notebook(NAME), {}
    for first in model.cards:
        for second in model.cards:
            if model.after(model.after(0, first), second) == 40:
                rules[first, second] = model.cards[first] * model.cards[second]
    assert set(rules) == {("+10", "+30"), ("+30", "+10"), ("+20", "+20")}
    exact = Fraction(sum(rules.values()), sum(model.cards.values()) ** 2)
    assert f"Exactly {100 * float(exact):.2f} %: 10 and 30 in either order, 20 and 20." in prose(NAME)
