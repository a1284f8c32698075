"""Auf Achse: what its lessons ask on the way, what a class may have found, and how they end, held against the model."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.estimate import mean, share
from gamekit.lessons.auf_achse.asked import ends_by_rules
from tests.lessons.notebooks import answers_of, flat_prose, notebook


def test_where_a_truck_may_stop_is_asked_and_told_as_the_rules_say() -> None:
    name = "auf_achse/01-rules"
    model, answers, found = notebook(name), answers_of(name), answers_of(name)[""]
    near = model.ends("Berlin", 2)
    assert [roll for roll in (3, 5, 6) if near <= model.ends("Berlin", roll)] == [6]
    assert answers["A truck leaves Berlin. After which roll is a space two steps away still an end?"] == "after a 6"
    assert "Kassel" in model.ends("Dortmund", 2)
    assert model.ends("Dortmund", 4, goods_for="Kassel") - model.ends("Dortmund", 4) == {"Kassel"}
    three, turning = model.ends("Berlin", 3), model.ends("Berlin", 3, turn_back=True)
    assert (len(turning), len(three), len(model.ends("Berlin", 3, leave_over=True))) == (14, 9, 19)
    assert turning - three == set(model.board["Berlin"])
    assert len(turning - three) == 5
    assert model.ends("Berlin", 2, turn_back=True) - near == {"Berlin"}
    for figures in ("14 spaces instead of 9", "any of its five roads", "would have 19 ends"):
        assert figures in flat_prose(name)
    assert "a 3 may end on 9 spaces, a 5 on 27" in found
    assert "on 50 spaces" in found
    assert "the caller, A, wins 3" in found


def test_turns_are_chosen_and_averaged_as_the_equation_says() -> None:
    name = "auf_achse/03-turns-to-munich"
    model, answers, found = notebook(name), answers_of(name), answers_of(name)[""]
    chosen = next(answers[text] for text in answers if text.startswith("You roll a 5. The move may end on three"))
    assert chosen == "2.1", "of what may be chosen the best counts, not the mean of 2.6"
    may, turns = model.all_ends(), np.zeros(len(model.SPACES))
    first = 1 + np.where(may, turns, np.inf).min(axis=2).mean(axis=1)
    assert set(first) == {1}
    assert next(answers[text] for text in answers if text.startswith("All guesses are 0.")) == "1"
    close = "A9 Nürnberg – München"
    sides = [roll for roll in range(1, 7) if "München" in ends_by_rules(gk.load("auf_achse", players=2), close, roll)]
    assert sides == [1, 6]
    assert next(answers[text] for text in answers if model.CALLED[close] in text) == "2"

    def saved(start: str, **rules: bool) -> float:
        """What the freedom of the 6 is worth."""
        return float(model.turns_from(start, free_six=False, **rules) - model.turns_from(start, **rules))

    cities = [city for city in model.CITIES.values() if city != model.GOAL]
    worth = {city: saved(city) for city in cities}
    assert (min(worth, key=worth.__getitem__), max(worth, key=worth.__getitem__)) == ("Zürich", "Erfurt")
    assert [round(worth[city], 3) for city in ("Hamburg", "Zürich", "Erfurt")] == [0.407, 0.247, 0.582]
    assert max(abs(saved(city, deliver=True)) for city in cities) < 1e-9
    longer, exact, deliver = (
        round(float(model.turns_from("Hamburg", **rules)), 3) for rules in ({"free_six": False}, {}, {"deliver": True})
    )
    assert (longer, exact, deliver) == (4.401, 3.994, 3.324)
    for figures in ("4.401 turns instead of 3.994", "0.407 turns there, 0.247 from Zurich and 0.582 from Erfurt"):
        assert figures in flat_prose(name)
    assert "10 steps: 3.324 turns on average until the truck can deliver, 3.994 until it arrives exactly" in found
    assert "mean of the die would be 2.857" in found
    assert "costs 0.284 turns more" in found
    assert "saves 0.670 turns. The freedom of the 6 saves 0.407 for an exact arrival and 0.000 for a delivery" in found


def test_the_winners_curse_is_asked_and_told_as_errors_by_lot_have_it() -> None:
    name = "auf_achse/04-contract-worth"
    model, answers, found = notebook(name), answers_of(name), answers_of(name)[""]
    errors = np.sort(np.random.default_rng(8).uniform(-600, 600, (100_000, 5)), axis=1)
    highest, pieces = mean(errors[:, -1]), mean(np.diff(errors, axis=1).ravel())
    assert highest.low > 0
    assert answers["And the estimate of the player who wins: is it right on average?"] == "No, it is too high."
    assert pieces.low < 200 < pieces.high
    assert pieces.high - pieces.low < 5
    assert next(answers[text] for text in answers if text.startswith("5 errors lie by lot")) == "200"
    three = mean(model.profits(3, 600, 100_000, np.random.default_rng(9)))
    assert three.low < 0 < three.high
    assert answers["With how many players does the winner come out even on average?"] == "3"
    assert [model.curse(players, 600) for players in (2, 4, 5)] == [200, -120, -200]
    less = share(float((model.profits(5, 600, 100_000, np.random.default_rng(10), 200) < 0).sum()), 100_000)
    exact = 1 - Fraction(2, 3) ** 5 - 5 * Fraction(1, 3) * Fraction(2, 3) ** 4
    assert less.low < exact < less.high
    assert round(100 * exact) == 54
    assert "With six players it would have to be 257 DM, with three nothing" in flat_prose(name)
    assert round(-model.curse(6, 600)) == 257
    assert "in 54 of 100 auctions the winner still loses" in flat_prose(name)
    lost = mean(errors[:, -2] > 0)
    assert lost.low < 1 - Fraction(6, 32) < lost.high
    assert "of 100 auctions by lot, 81.25 exactly" in found
    assert "−200 DM exactly" in found
    assert "2,600 DM to a truck in Hamburg and 980 DM to one in Vienna" in found
    assert "with 4 players by 120 DM, with 5 by 200, with 6 by 257" in found


def test_the_best_tour_is_asked_and_told_as_orders_states_and_sets_have_it() -> None:
    name = "auf_achse/05-best-tour"
    model, answers, found = notebook(name), answers_of(name), answers_of(name)[""]
    orders = math.prod(range(1, 21))
    assert round(orders / 1_000_000 / (365.25 * 86_400), -3) == 77_000
    assert answers["And how long do the twenty stops of ten contracts take it?"] == "77,000 years"
    assert round(math.factorial(10) / 1_000_000) == 4
    assert next(answers[text] for text in answers if text.startswith("Two trucks have done")) == "In nothing."
    works = set(product(("untouched", "loaded", "delivered"), repeat=5))
    assert next(answers[text] for text in answers if text.startswith("A contract is untouched")) == str(len(works))

    luck, ways, steps = np.random.default_rng(5), (model.best, model.nearest), []
    for _ in range(400):
        start, drawn = model.random_contracts(5, luck)
        steps.append([model.length(start, way(start, drawn, room)) for room in (6, 30) for way in ways])
    best, near, best_free, near_free = np.array(steps).T
    assert 10 < mean(100 * (near / best - 1)).value < 12
    assert 13.5 < mean(100 * (near_free / best_free - 1)).value < 15.5
    assert mean(100 * (near_free / best_free - near / best)).low > 0, "it gets worse"
    for more in (near - best, near_free - best_free):
        assert 5 < mean(more).low < mean(more).high < 7.5
    for less in (best - best_free, near - near_free):
        assert 13.5 < mean(less).low < mean(less).high < 16.5
    assert (round(mean(best).value), round(mean(best_free).value)) == (60, 45)
    for figures in (
        "about 14 or 15 % longer",
        "about 11 % with six goods",
        "about 6 steps too many",
        "of the 60 before",
    ):
        assert figures in flat_prose(name)

    tour = model.best("Hamburg", model.THREE, 6)
    assert ", ".join(f"{what} in {model.CALLED[model.city((one, what))]}" for one, what in tour) in found
    assert min(model.brute_force("Hamburg", model.THREE, 6))[0] == 40
    assert "That is 40 steps, one after another would be 66" in found
    assert "at most 2,673 instead of 3,628,800 orders" in found
    told = [float(one) for one in re.findall(r"([\d.]+) \([\d.]+ to [\d.]+\) % longer", found)]
    assert told == [pytest.approx(3.6, abs=0.7), pytest.approx(11.2, abs=1.5)], "insertion, and the nearest"


@pytest.mark.skipif(is_interpreted(), reason="thousands of games take minutes in plain Python")
def test_who_wins_is_asked_and_told_as_games_and_contracts_have_it() -> None:
    name = "auf_achse/06-house-rules"
    model, answers, found = notebook(name), answers_of(name), answers_of(name)[""]
    alike = 100 * model.many(["nearest"] * 4, 8_000, 12).wins
    assert all(abs(alike[:, seat].mean() - 25) < 2 for seat in range(4)), "who carries which name makes no difference"
    assert next(answers[text] for text in answers if text.startswith("All play alike")) == "nobody’s"
    assert 32 * sum(model.REVENUE) / 52 == model.EXACT == 78_400
    assert next(answers[text] for text in answers if text.startswith("All 52 contracts")) == "78,400 DM"
    gained = mean(model.many(["planner"] * 4, 600, 13).returns.sum(axis=1) - 4 * 5_000)
    assert gained.high < 78_400
    assert next(answers[text] for text in answers if text.startswith("And what do all")) == "less than that"

    def of_100(one: str, others: str, **rules: Any) -> tuple[float, float]:
        wins = model.of_100(model.one_against(one, others, 2_000, 31, **rules)[0])
        return wins.low, wins.high

    told = [tuple(map(float, one)) for one in re.findall(r"[\d.]+ \(([\d.]+) to ([\d.]+)\)", found)]
    again = [
        of_100("planner", "nearest"),
        of_100("bargain", "nearest"),
        of_100("bargain", "planner"),
        of_100("planner", "nearest", public=4),
    ]
    assert len(told) == len(again), "the change without money may be below 0, and is written with a minus"
    for (low, high), (other_low, other_high) in zip(told, again, strict=True):
        assert low < other_high
        assert other_low < high
        assert (low > 25) == (other_low > 25)
        assert (high < 25) == (other_high < 25)
    assert "these games do not show that it matters" in found
    assert "win 25 of 100 each, and the contracts of a game bring 78,400 DM" in found
