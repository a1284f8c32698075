"""The coach's search: right where the truth is known, the same for the same seed, and stoppable."""

from __future__ import annotations

import threading
from fractions import Fraction

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.kernel import is_interpreted
from gamekit.games.pig.rules import HOLD, ROLL
from gamekit.lab.coach import Coaching, advise
from gamekit.lab.engine import tree_search
from tests.play import machine_code

GOAL = 10
FEW = 20 if is_interpreted() else 1000
AHEAD = 8

Place = tuple[int, int, int]
"""Whose turn it is (0: mine), my points, and what the turn has won so far; the other one has 9 of 10."""


def pig_values() -> dict[Place, float]:
    """How often I win Pig to 10 if I play as well as can be, and the other one by lot: by iteration."""
    value = {(who, me, pot): 0.5 for who in (0, 1) for me in range(GOAL) for pot in range(GOAL + 6)}
    change = 1.0
    while change > 1e-5:
        change = 0.0
        for place in value:
            choices = [rolled(value, place), held(value, place)] if place[2] else [rolled(value, place)]
            new = sum(choices) / len(choices) if place[0] else max(choices)
            change, value[place] = max(change, abs(new - value[place])), new
    return value


def rolled(value: dict[Place, float], place: Place) -> float:
    who, me, pot = place
    return (value[1 - who, me, 0] + sum(value[who, me, min(pot + face, GOAL + 5)] for face in range(2, 7))) / 6


def held(value: dict[Place, float], place: Place) -> float:
    who, me, pot = place
    if who == 1:
        return 0.0
    return 1.0 if me + pot >= GOAL else value[1, me + pot, 0]


def advised(playouts: int = FEW, **settings: object) -> Coaching:
    """Player A has no points and won 2 in this turn, player B has 9 of 10; the playouts go on by lot."""
    game = gk.load("pig", goal=GOAL)
    position = game.start().copy()
    position.scores[1], position.pot = 9, 2
    return advise(game, position, 0, playouts, strategy="random", even=True, **settings)  # type: ignore[arg-type]


@machine_code
def test_the_search_finds_what_playouts_by_lot_do_not_see() -> None:
    value = pig_values()
    best = rolled(value, (0, 0, 2))
    worse = held(value, (0, 0, 2))
    assert best == pytest.approx(0.7129, abs=1e-3)
    assert best > worse
    flat, searched = advised(4 * FEW, ahead=0), advised(4 * FEW, ahead=AHEAD)
    assert searched.best == flat.best == ROLL
    assert flat.of(ROLL).win.high < 0.4, "by lot it wins 0.338"
    assert best - 0.1 < searched.of(ROLL).win.value < best + 0.03, "what is learnt is never better than the best"
    assert flat.of(HOLD).win.value - 0.05 < searched.of(HOLD).win.value < worse + 0.03


def test_a_search_that_is_stopped_answers_with_what_it_has() -> None:
    cancel = threading.Event()
    found = advised(50 * FEW, ahead=AHEAD, cancel=cancel, progress=lambda share: cancel.set())
    assert found.cancelled
    assert {advice.playouts for advice in found} == {min(100, 50 * FEW)}


def test_the_clock_ends_a_search_and_nobody_stopped_it() -> None:
    found = advised(50 * FEW, ahead=AHEAD, seconds=0)
    assert not found.cancelled
    assert {advice.playouts for advice in found} == {100}
    assert {advice.playouts for advice in advised(FEW, ahead=AHEAD, seconds=3600)} == {FEW}


@pytest.mark.parametrize("wrong", [{"ahead": -1}, {"ahead": 1.5}, {"seconds": -1}, {"seconds": "soon"}])
def test_a_search_refuses_what_makes_no_sense(wrong: dict[str, object]) -> None:
    with pytest.raises(gk.OptionError, match="must be a"):
        advised(**wrong)  # type: ignore[arg-type]


def test_every_node_has_edges_of_its_own() -> None:
    tree = tree_search.new_tree(9)
    wide = {key: key % 4 + 1 for key in (3, 7, 12)}
    for key, n in wide.items():
        assert tree_search.grow(*tree, -tree_search.find_row(tree.nodes, key), key, n, 0)
    rows = [tree_search.find_row(tree.nodes, key) for key in wide]
    edges = [
        edge
        for row, n in zip(rows, wide.values(), strict=True)
        for edge in range(tree.nodes[row, tree_search.FIRST], tree.nodes[row, tree_search.FIRST] + n)
    ]
    assert sorted(edges) == list(range(sum(wide.values())))


def test_a_tree_that_is_full_grows_no_more() -> None:
    tree = tree_search.new_tree(2)
    grown = [tree_search.grow(*tree, -tree_search.find_row(tree.nodes, key), key, 2, 0) for key in range(1, 99, 2)]
    assert grown[0]
    assert not grown[-1]
    assert sum(grown) == np.count_nonzero(tree.nodes[1:, tree_search.KEY])


def test_views_that_differ_in_one_word_have_different_keys() -> None:
    words = np.zeros(8, np.int32)
    keys = {tree_search.hash_words(words)}
    for place in range(8):
        for value in (-1, 1, 7):
            words[:] = 0
            words[place] = value
            keys.add(tree_search.hash_words(words))
    assert len(keys) == 25


def test_an_action_that_was_seldom_tried_gets_its_chance() -> None:
    tree = tree_search.new_tree(4)
    row = -tree_search.find_row(tree.nodes, 5)
    tree_search.grow(*tree, row, 5, 3, 1)
    first = tree.nodes[row, tree_search.FIRST]
    assert tree_search.pick_edge(*tree, row, 0.5, 0.5) == 0, "nothing is known yet"
    tree.edges[first : first + 3] = (4, 3), (10, 4), (0, 0)
    assert tree_search.pick_edge(*tree, row, 0.5, 0.5) == 2, (
        "what was never tried is taken to be as good as all together"
    )
    tree.edges[first + 2] = 4, 0
    assert tree_search.pick_edge(*tree, row, 0.5, 0.5) == 0
    tree.edges[first] = 400, 100
    assert tree_search.pick_edge(*tree, row, 0.5, 0.5) == 1


def test_several_who_win_share_the_win() -> None:
    returns = np.array([3.0, 5.0, 5.0])
    assert [Fraction(tree_search.share_win(returns, p)) for p in range(3)] == [0, Fraction(1, 2), Fraction(1, 2)]
