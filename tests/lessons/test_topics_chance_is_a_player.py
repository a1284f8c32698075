"""Chance is a player: the tree of the notebook is that of the rules, and deals by lot agree with it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np

from gamekit.lab.estimate import share
from tests.lessons.notebooks import notebook, results, said

NAME = "topics/chance_is_a_player"
MODEL = notebook(NAME)


def test_the_branches_have_the_weights_of_the_rules() -> None:
    weights = MODEL.game.weights(MODEL.game.start())
    shares = [one for _card, one, _left in MODEL.branches(MODEL.pile)]
    assert shares[:13] == [Fraction(weight, sum(weights)) for weight in weights[:13]]
    assert sum(shares) == 1


def test_two_cards_climb_as_often_along_the_tree_as_by_symmetry_and_by_lot() -> None:
    exact = MODEL.probability(MODEL.climb, 2)
    total, km = sum(MODEL.pile.values()), sum(MODEL.values.values())
    equal = sum(copies * (copies - 1) for copies in MODEL.values.values())
    assert exact == Fraction(km * (km - 1) - equal, 2 * total * (total - 1))
    hits = sum(map(MODEL.climb, MODEL.deal(4_000, 2, np.random.default_rng(1))))
    assert share(hits, 4_000).covers(float(exact))


def test_what_follows_a_kilometre_card_is_averaged_row_by_row_as_counting_all_pairs_of_cards_gives_it() -> None:
    cards = [card for card, copies in MODEL.pile.items() for _ in range(copies)]
    first_km = [pair for pair in permutations(cards, 2) if pair[0] in MODEL.values]
    counted = Fraction(sum(map(MODEL.climb, first_km)), len(first_km))
    assert counted == Fraction(97, 297)
    told = next(said(shown) for cell, shown, _space in results(NAME) if "One limb after the other" in cell.source)
    assert f"a higher one follows with {counted}: the average" in told
    assert f"{counted} = {MODEL.probability(MODEL.climb, 2)}." in told


def test_a_bet_is_fair_where_its_expectation_is_0() -> None:
    p = MODEL.probability(MODEL.climb, 2)
    assert MODEL.expectation(MODEL.climb, (1 - p) / p) == 0
    assert MODEL.expectation(MODEL.climb, 1) < 0
