"""Chance is a player: trees are exact, formulas and simulation agree with them."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.kartenspiel import state as cards
from gamekit.kernel import CHANCE
from gamekit.lab.estimate import share
from gamekit.lessons.topics import chance
from gamekit.lessons.topics.deals import deal


@pytest.fixture(scope="module")
def game():
    return gk.load("kartenspiel", players=2)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_shares_of_every_branch_add_up_to_one(game, depth):
    for label in chance.resolutions(game, chance.event("climb"), depth).values():
        tree = chance.tree(game, game.start(), depth, label)
        assert sum(reached for _, reached in tree.leaves()) == 1
        assert sum(branch.share for branch in tree.branches) == 1


@pytest.mark.parametrize("event", chance.events(), ids=lambda e: e.name)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_formulas_agree_with_the_tree(game, event, depth):
    assert chance.probability(game, game.start(), depth, event) == chance.counted(game, depth, event.name)


def test_a_small_pile_agrees_with_counting_every_order_of_its_cards():
    game = gk.load("kartenspiel", players=2, copies=1, rest=2, action=1)
    pile = [kind for kind, count in enumerate(game.tables.deck) for _ in range(count)]
    for event in chance.events():
        orders = list(permutations(pile, 2))
        favourable = sum(event.holds(order) for order in orders)
        assert chance.probability(game, game.start(), 2, event) == Fraction(favourable, len(orders))


@pytest.mark.parametrize("event", chance.events(), ids=lambda e: e.name)
def test_the_simulation_agrees_with_the_exact_answer(game, event):
    hits = chance.simulate(game, game.start(), 2, event, 2_000, seed=3)
    assert share(hits, 2_000).covers(float(chance.counted(game, 2, event.name)))


def test_fast_deals_agree_with_the_exact_answer_for_ten_cards(game):
    rows = deal(game, 20_000, 10, seed=5) - cards.DRAW
    found = share(int((rows != cards.REST).all(axis=1).sum()), 20_000)
    assert found.covers(float(chance.counted(game, 10, "no_rest")))
    assert np.array_equal(rows, deal(game, 20_000, 10, seed=5) - cards.DRAW)


def test_a_branch_that_is_decided_grows_no_further(game):
    tree = chance.tree(game, game.start(), 3, chance.event("climb").label(3))
    lost = next(branch for branch in tree.branches if branch.label == "no")
    assert lost.branches == ()


@pytest.mark.parametrize("name", gk.games())
def test_chance_has_its_share_of_the_steps_of_every_game(name):
    turns = chance.turns(gk.load(name), seed=1)
    assert CHANCE in turns.actors
    assert set(turns.actors) <= {CHANCE, *range(turns.players)}
    assert 0 < turns.chance_share(forced=False) <= 1
    assert all(count > 0 for count in turns.outcomes)
