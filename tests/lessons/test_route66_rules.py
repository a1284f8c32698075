"""Route 66, the rules: rows are judged by the rules, every figure computed again."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.route66 import rules as r
from gamekit.lab.estimate import share
from gamekit.lessons.route66.reference import card_fits
from gamekit.lessons.route66.row_rule import build_rule
from tests.lessons.notebooks import notebook

NAME = "route66/01-rules"
GAME = gk.load("route66", players=4)


@pytest.mark.rule("R66-10")
def test_the_rule_from_four_decisions_needs_the_first_three_and_the_solution_needs_them_too() -> None:
    rng, rows = np.random.default_rng(1), []
    for cards in rng.integers(1, 9, 40):
        laid = [0] * 8
        for _card in range(cards):
            laid[rng.choice([state for state in range(8) if card_fits(GAME, laid, state)])] += 1
        rows.append(laid)

    def right(rule):  # type: ignore[no-untyped-def]
        return all(rule(laid, state) == card_fits(GAME, laid, state) for laid in rows for state in range(8))

    assert right(build_rule(ends=True, east=True, west=True, same=True))
    assert right(build_rule(ends=True, east=True, west=True, same=False)), "a neighbour always lies there too"
    for missing in ("ends", "east", "west"):
        assert not right(build_rule(**{name: name != missing for name in ("ends", "east", "west", "same")}))


# The opening hand


def test_hands_are_counted_right_for_a_small_pile() -> None:
    model = notebook(NAME)
    cards = model.pile({"Illinois": 1, "Kansas": 1, "California": 0}, players=3)
    for size in range(1, 6):
        hands = list(combinations(cards, size))
        assert model.exactly(cards, size) == Fraction(sum(map(model.can_begin, hands)), len(hands))


def test_the_opening_hand_agrees_with_dealing_by_the_rules_and_by_lot() -> None:
    model, hits, deals, rng = notebook(NAME), 0, 2_000, np.random.default_rng(8)
    for _deal in range(deals):
        s = GAME.start()
        for _card in range(9):
            r.apply(s, GAME.tables, r.draw(s, GAME.tables, int(rng.integers(r.total(s, GAME.tables)))))
        hits += any(s.hand[0, card] and card % 8 in (0, 7) for card in range(32))
    cards = model.pile(model.ONE_SET)
    exact = float(model.exactly(cards))
    assert share(hits, deals).covers(exact)
    assert share(float(model.deal(cards, deals, rng).sum()), deals).covers(exact)
