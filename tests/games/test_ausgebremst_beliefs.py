"""Ausgebremst: what is believed of the others' hands: whoever has just played the best card kept the worse ones."""

from __future__ import annotations

import numpy as np

import gamekit as gk
from gamekit.games.ausgebremst.beliefs import imagine
from gamekit.games.ausgebremst.state import Phase

DEALS = 300


def a_decision_in(round_number: int, seed: int = 3):
    """A decision of a driver in that round, as that driver knows it."""
    game = gk.load("ausgebremst", players=3)
    session, rng = game.session(seed), np.random.default_rng(seed)
    while session.player < 0 or session.position.round_number < round_number:
        session.roll() if session.player == gk.CHANCE else session.play(int(rng.choice(session.legal())))
    assert session.position.phase == Phase.PLAY
    return game, session.view(session.player).copy(), session.player


def points(game, view, player: int, deal) -> float:
    """The points of a card in the others' hands, on average over deals."""
    rng, found, cards = np.random.default_rng(1), 0, 0
    others = [p for p in range(game.players) if p != player]
    for _ in range(DEALS):
        position = view.copy()
        deal(position, game.tables, player, rng)
        assert (position.hand.sum(axis=1)[others] == view.hand_size[others]).all()
        assert (position.deck.sum(axis=1)[others] == view.deck_size[others]).all()
        found += int((position.hand[others] @ np.arange(1, 7)).sum())
        cards += int(view.hand_size[others].sum())
    return found / cards


def test_who_has_just_played_is_thought_to_hold_slower_cards():
    game, view, player = a_decision_in(3)
    assert points(game, view, player, imagine) < points(game, view, player, game.rules.redeal) - 0.1


def test_who_has_not_moved_yet_may_hold_anything():
    game, view, player = a_decision_in(1)
    view.moved[:] = 0
    one, other = view.copy(), view.copy()
    imagine(one, game.tables, player, np.random.default_rng(2))
    game.rules.redeal(other, game.tables, player, np.random.default_rng(2))
    assert one.tobytes() == other.tobytes()
