"""The card game: what its lessons ask on the way, what a class may have found, and how they end: against the rules."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom, hypergeom

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.estimate import Estimate
from gamekit.lessons.kartenspiel.asked import run_after
from gamekit.lessons.kartenspiel.lengths import stage_lengths
from tests.lessons.notebooks import answers_of, flat_prose, notebook, results, said

TWO = gk.load("kartenspiel", players=2)
built_only = pytest.mark.skipif(is_interpreted(), reason="a million collections take minutes in plain Python")


def test_what_a_run_is_worth_is_asked_and_told_as_the_rules_say() -> None:
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
    equal, rest, action = (
        [(old, model.run_worth(run, **rule)) for old, run in zip(real, model.RUNS, strict=True)]
        for rule in ({"equal_breaks": False}, {"rest_breaks": True}, {"action_breaks": False})
    )
    assert [pair for pair in equal if pair[0] != pair[1]] == [(220, 320), (210, 310)]
    lost = [old - new for old, new in rest]
    assert (sum(one > 0 for one in lost), max(lost)) == (4, 180)
    assert [pair for pair in action if pair[0] != pair[1]] == [(230, 480), (0, 290)]
    for figures in (
        "320 km instead of 220: the second 60 no longer breaks",
        "one more changes, from 210 to 310 km",
        "four of the eight would lose kilometres, up to 180",
        "480 km instead of 230, and the last one 290 instead of nothing",
    ):
        assert figures in flat_prose(name)
    found = answers[""]
    assert "lie 400 km, and 220 of them count" in found
    assert sum([30, 50, 40, 60, 60, 70, 90]) == 400
    assert "it would be 320" in found
    assert "may be worth 190 km or 20 km" in found
    assert "With 2 players the limit is 150 km." in found
    assert gk.load("kartenspiel", players=2).tables.limit == 150


def test_what_is_unseen_is_asked_and_told_as_counting_says() -> None:
    name = "kartenspiel/02-counting-cards"
    answers, model = answers_of(name), notebook(name)
    hand, others, low = (answers[one] for one in answers if one)
    above = model.DECK[7:12].sum()
    assert (above, model.DECK.sum()) == (31, 109)
    assert (hand, others, low) == ("29 of 99", "It stays as it is.", "greater than at first")
    # pile and another hand, dealt by lot from the same unseen cards: the top card is as likely to be high
    unseen, rng = np.array([1] * 29 + [0] * 70), np.random.default_rng(3)
    tops = rng.permuted(np.tile(unseen, (40_000, 1)), axis=1)[:, 10]
    assert abs(tops.mean() - 29 / 99) < 0.01
    assert [model.beats(model.DECK, km) > Fraction(1, 2) for km in (20, 30, 40)] == [True, True, False]
    assert (model.beats(model.DECK, 30), model.beats(model.DECK, 40)) == (Fraction(59, 109), Fraction(52, 109))
    steps = [float(100 * (model.beats(model.DECK, km) - model.beats(model.DECK, km + 10))) for km in range(0, 110, 10)]
    assert (math.floor(min(steps)), math.floor(max(steps))) == (5, 6)
    for figures in ("59 of 109 cards beat a 30", "only 52 beat a 40", "Each step of 10 km costs 5 or 6 of 100"):
        assert figures in flat_prose(name)
    boxes = {}
    for rest, action in ((0, 5), (0, 0), (20, 6)):
        deck = gk.load("kartenspiel", players=2, rest=rest, action=action).tables.deck
        boxes[rest, action] = Fraction(int(deck[7:12].sum()), int(deck.sum()))
    assert list(boxes.values()) == [Fraction(31, 97), Fraction(31, 77), Fraction(31, 121)]
    assert [f"{100 * float(one):.1f}" for one in boxes.values()] == ["32.0", "40.3", "25.6"]
    for figures in ("32 instead of 28.4 of 100", "31 of 77, or 40.3 of 100", "31 of 121, or 25.6"):
        assert figures in flat_prose(name)
    found = answers[""]
    for figures in ("31/109, or 28.4 %", "none of them above 70 it is 31.3 %", "with 2 above 70 it is 29.3 %"):
        assert figures in found
    assert f"{100 * hypergeom(109, 12, 10).pmf(0):.1f} of 100 hands have no rest card" in found
    assert f"{100 * binom(10, 12 / 109).pmf(0):.1f} would have none" in found
    assert "the chance would be 32.0 %" in found


@built_only
def test_a_stage_of_another_limit_lasts_as_long_as_the_reading_says() -> None:
    assert f"{stage_lengths(gk.load('kartenspiel', players=2, limit=100)).mean:.1f}" == "1.8"
    assert "a limit of 100 km it is 1.8 rounds" in flat_prose("kartenspiel/02-counting-cards")


@built_only
def test_which_card_first_and_which_strategy_are_asked_and_told_as_computed() -> None:
    name = "kartenspiel/03-when-to-stop-climbing"
    answers, model = answers_of(name), notebook(name)
    mean, leap, first = (answers[one] for one in answers if one)
    assert (mean, leap, first) == (f"{0.25 * 60 + 0.75 * 180:.0f} km", "The next card breaks the run.", "40")
    hand = (10, 20, 40, 50, 60, 70, 90, 100, "R", "A")
    km = [card for card in hand if isinstance(card, int)]
    assert all(run_after([100, other]) == (other, other, 0) for other in km if other != 100)
    # six rounds for sure: the best of all orders of six cards of eight, with a rest or without
    best = max((sum(cards), -cards[0]) for cards in combinations(km, 6))
    assert best == (410, -40)
    assert all(run_after([*cards[:k], "R", *cards[k:]])[0] < 410 for cards in combinations(km, 5) for k in range(6))
    found = answers[""]
    worth_of = model.plan_for(stage_lengths(TWO).ends)
    for card, said_so in ((70, "the 70 is worth {} km"), (10, "the 10 only {}"), (100, "the 100 only {}")):
        assert said_so.format(round(worth_of(hand, model.EMPTY, card, 1))) in found

    def wins(first: str, second: str, limit: int = 150) -> Estimate:
        game = gk.load("kartenspiel", players=2, limit=limit)
        return gk.simulate(game, [first, second], 20_000, seed=7, progress=False).win_rate(0)

    figures = [float(one) for one in re.findall(r"(\d+\.\d) \([\d.]+ to [\d.]+\)", found)]
    truths = [
        wins("spoiler", "climber"),
        wins("spoiler", "climber", 300),
        wins("planner", "climber"),
        wins("planner", "spoiler"),
        wins("climber", "greedy"),
        wins("climber", "planner"),
    ]
    assert len(figures) == len(truths)
    assert all(abs(one - 100 * truth.value) < 2.5 for one, truth in zip(figures, truths, strict=True))
    assert "about 67 of 100 games instead of 87" in flat_prose(name)
    assert abs(truths[1].value - 0.67) < 0.015
    assert abs(truths[0].value - 0.87) < 0.01
    assert "from 450 km on about half" in flat_prose(name)
    assert all(abs(wins("spoiler", "climber", limit).value - 0.5) < 0.03 for limit in (450, 600))
    assert "Spoiler wins less, 64 of 100" in flat_prose(name)
    assert abs(wins("spoiler", "climber", 50).value - 0.64) < 0.015
    order = ["planner", "spoiler", "climber", "greedy", "any-card"]
    assert all(wins(better, worse).low > 0.5 for better, worse in combinations(order, 2))


@built_only
def test_safe_climber_drives_more_against_the_planner_and_wins_less() -> None:
    played = [gk.simulate(TWO, ["climber", rival], 5_000, seed=2, progress=False) for rival in ("greedy", "planner")]
    assert played[0].mean_return(0).high < played[1].mean_return(0).low
    assert played[0].win_rate(0).low > played[1].win_rate(0).high


def rounds(strategy: str, games: int = 20_000, **options: Any) -> Estimate:
    """How many rounds a stage of two players lasts."""
    game = gk.load("kartenspiel", players=2, stages=1, **options)
    played = gk.simulate(game, strategy, games, seed=5, statistics=["round_number"], progress=False)
    return played.distribution("round_number").mean


@built_only
def test_what_moves_with_a_rule_and_what_stays_is_asked_and_told_as_computed() -> None:
    name = "kartenspiel/04-house-rules"
    answers, model = answers_of(name), notebook(name)
    average = float(np.repeat(model.WORTH, model.game.tables.deck).mean())
    assert [answers[one] for one in answers if one] == [
        f"{2 * average:.0f} km",
        "Lost freight, rests, low cards",
        "Nothing that helps",
    ]
    found = answers[""]
    figures = [float(one) for one in re.findall(r"(\d+\.\d+) \([\d.]+ to [\d.]+\)", found)]
    exact = {150: stage_lengths(TWO).mean, 300: rounds("any-card", limit=300).value}
    bare = rounds("climber", rest=0, action=0)
    truths = [rounds("climber").value, rounds("climber", limit=300).value, exact[150], exact[300], bare.value]
    assert all(abs(one - truth) < 0.1 for one, truth in zip(figures, truths, strict=False))
    assert all(2 * usual > double for usual, double in ((truths[0], truths[1]), (truths[2], truths[3])))
    assert "The argument says exactly 50: swap two names" in found
    assert all(abs(share - 50) < 2 for share in figures[-2:])
    assert "Without the rests alone it is 4.3, without the action cards alone less than 4." in flat_prose(name)
    assert f"{rounds('climber', rest=0).value:.1f}" == "4.3"
    assert rounds("climber", action=0).high < 4
    assert "2.8 rounds instead of 5.3" in flat_prose(name)
    assert f"{bare.value:.1f}" == "2.8"
    assert "from about 248 km to 94" in flat_prose(name)
    boxes: list[tuple[dict[str, Any], int]] = [({}, 248), ({"rest": 0, "action": 0}, 94)]
    for options, km in boxes:
        game = gk.load("kartenspiel", players=2, stages=1, **options)
        assert gk.simulate(game, "climber", 20_000, seed=6, progress=False).mean_return(0).covers(km)


def test_a_stage_of_any_limit_goes_about_as_far_beyond_it() -> None:
    """Stages by lot, one card after another."""
    name, rng, game = "kartenspiel/04-house-rules", np.random.default_rng(4), gk.load("kartenspiel", players=2)
    cards = [int(km) for km in np.repeat(notebook("kartenspiel/04-house-rules").WORTH, game.tables.deck)]
    above: dict[int, list[int]] = {150: [], 300: []}
    for limit, found in above.items():
        for _stage in range(4_000):
            counter, pile = 0, iter(rng.permutation(cards))
            while counter < limit:
                counter += int(next(pile)) + int(next(pile))
            found.append(counter - limit)
    means = [float(np.mean(found)) for found in above.values()]
    assert abs(means[0] - means[1]) < 5
    figures = re.findall(r"stands (\d+\.\d+) .* and (\d+\.\d+) ", told(name, "above the limit"))
    assert all(abs(float(one) - mean) < 3 for one, mean in zip(figures[0], means, strict=True))


def told(name: str, words: str) -> str:
    """What the cell says that says these words."""
    return next(
        told for cell, shown, _space in results(name) if "kit.say(" in cell.source and words in (told := said(shown))
    )


@built_only
def test_safe_climbers_give_the_counter_low_cards_first_and_higher_ones_later() -> None:
    game, worth = gk.load("kartenspiel", players=2, stages=1), notebook("kartenspiel/04-house-rules").WORTH
    climber, laid = game.strategies["climber"].choose, dict[int, list[int]]()

    def watched(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        action = int(climber(s, t, player, actions, n, rng))
        if s.phase == game.rules.PHASE_COUNTER:
            laid.setdefault(int(s.round_number), []).append(action % len(worth))
        return action

    gk.simulate(game, watched, 150, seed=1, progress=False)
    low = [kind for kind in laid[1] if kind < 5 or kind in (12, 13)]  # up to 50 km, a rest, lost freight
    assert len(low) > 0.9 * len(laid[1])
    assert abs(worth[laid[1]].mean()) < 12
    assert worth[np.concatenate([laid[number] for number in laid if number >= 3])].mean() > 20
    assert "from the third on each card brings it more than 20 km forward" in flat_prose("kartenspiel/04-house-rules")
