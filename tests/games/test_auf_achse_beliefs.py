"""Auf Achse: what is believed of the others' hands: whoever has loaded much kept what nobody would load first."""

from __future__ import annotations

import numpy as np

import gamekit as gk
from gamekit.games.auf_achse.beliefs import doubt, imagine
from gamekit.games.auf_achse.knowledge import fits_question
from gamekit.games.auf_achse.roads import explore
from gamekit.games.auf_achse.state import HAND, NOBODY, UNSEEN, Phase

DEALS = 300
ME, OTHER = 0, 1


def a_position(round_number: int, seed: int = 3):
    """A position of planners in that round, as the first player knows it."""
    game = gk.load("auf_achse", players=2)
    rng = np.random.default_rng(seed)
    session = game.session(seed)
    while session.position.round_number < round_number or session.position.hand[OTHER] == 0:
        go_on(game, session, rng)
    return game, session.view(ME).copy()


def go_on(game, session, rng):
    """One step: by chance, or by a planner."""
    if session.player == gk.CHANCE:
        session.roll()
        return
    view, legal = session.view(session.player), np.array(session.legal(), np.int32)
    choose = game.strategies["planner"].choose
    session.play(int(choose(view, game.tables, session.player, legal, len(legal), rng)))


def held(game, view, deal):
    """How often each contract was dealt to the other player."""
    rng, often = np.random.default_rng(1), np.zeros(len(view.where))
    for _ in range(DEALS):
        position = view.copy()
        deal(position, game.tables, ME, rng)
        mine = position.where == HAND + OTHER
        assert mine.sum() == view.hand[OTHER]
        often += mine
    return often


def test_what_is_doubted_least_is_thought_to_be_left_in_the_hand():
    game, view = a_position(25)
    view.done[OTHER] = 8 * view.hand[OTHER]
    unseen = np.flatnonzero(view.where == UNSEEN)
    doubts = np.array([doubt(view, game.tables, OTHER, int(c)) for c in unseen])
    often = held(game, view, imagine)[unseen]
    poor = doubts <= np.median(doubts)
    assert often[poor].sum() > 2 * often[~poor].sum()
    dealt = held(game, view, game.rules.redeal)[unseen]
    assert dealt[poor].sum() < 1.3 * dealt[~poor].sum()


def test_who_has_loaded_nothing_yet_may_hold_anything():
    game, view = a_position(25)
    view.done[OTHER] = view.carried[OTHER] = 0
    unseen = view.where == UNSEEN
    often = held(game, view, imagine)[unseen]
    expected = DEALS * view.hand[OTHER] / unseen.sum()
    assert ((often - expected) ** 2 / expected).sum() < 2 * unseen.sum()


def test_a_contract_is_doubted_for_what_a_step_earns_and_less_where_the_truck_goes():
    game, view = a_position(25)
    t = game.tables.copy()
    c = int(np.flatnonzero(view.where == UNSEEN)[0])
    before = doubt(view, t, OTHER, c)
    t.revenue[c] += 1000
    assert doubt(view, t, OTHER, c) > before
    far = doubt(view, t, OTHER, c)
    view.truck[OTHER] = t.origin[c]
    assert doubt(view, t, OTHER, c) < far


def test_aa_10_who_must_load_is_thought_to_hold_something_to_load():
    game, view = a_position(25)
    c = int(np.flatnonzero(view.where == UNSEEN)[0])
    view.truck[OTHER], view.goods[OTHER], view.stock = game.tables.origin[c], 0, game.tables.stock
    view.must_load, view.decider, view.done[OTHER] = 1, OTHER, 20
    rng = np.random.default_rng(1)
    for _ in range(50):
        position = view.copy()
        imagine(position, game.tables, ME, rng)
        assert fits_question(position, game.tables, NOBODY)


def test_aa_16_where_another_may_stop_fits_the_hand_imagined():
    """One may stop short where something in the hand begins, so the places are found anew for an imagined hand."""
    game = gk.load("auf_achse", players=2)
    rng, different = np.random.default_rng(5), 0
    session = game.session(5)
    while different < 3:
        if session.position.phase == Phase.DRIVE and session.player == OTHER and session.position.round_number > 15:
            imagined = session.view(ME).copy()
            imagine(imagined, game.tables, ME, rng)
            found = imagined.reach.copy()
            explore(imagined, game.tables)
            assert (imagined.reach == found).all()
            different += (found != session.position.reach).any()
        go_on(game, session, rng)
