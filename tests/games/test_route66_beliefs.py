"""Route 66: what is believed of the others' speed cards: whoever has just played the best one kept the worse ones."""

from __future__ import annotations

import numpy as np

import gamekit as gk
from gamekit.games.route66.beliefs import has_played, imagine
from gamekit.games.route66.state import PHASE_SPEED

FASTEST = "+30"
DEALS = 400


def a_turn(round_number: int):
    """A's turn in a game of two, as A knows it; B stands still in Chicago."""
    game = gk.load("route66", players=2)
    session = game.session(1)
    while session.player == gk.CHANCE:
        session.roll()
    view = session.view(0).copy()
    view.phase, view.round_number = PHASE_SPEED, round_number
    return game, view


def held(game, view, deal, kind: str) -> float:
    """How many cards of a kind B holds, on average over deals."""
    rng, found = np.random.default_rng(1), 0
    for _ in range(DEALS):
        position = view.copy()
        deal(position, game.tables, 0, rng)
        assert position.speed_hand[1].sum() == position.speed_size[1] == view.speed_size[1]
        assert (position.speed_hand.sum(axis=0) + position.speed_pile + position.speed_used == game.tables.count).all()
        found += int(position.speed_hand[1, list(game.box.speed_cards.copies).index(kind)])
    return found / DEALS


def test_who_has_just_played_and_stands_still_has_hardly_kept_what_would_have_made_the_car_fast():
    game, view = a_turn(2)
    assert held(game, view, imagine, FASTEST) < 0.6 * held(game, view, game.rules.redeal, FASTEST)


def test_who_has_not_had_a_turn_may_hold_anything():
    game, view = a_turn(1)
    one, other = view.copy(), view.copy()
    imagine(one, game.tables, 0, np.random.default_rng(2))
    game.rules.redeal(other, game.tables, 0, np.random.default_rng(2))
    assert one.tobytes() == other.tobytes()


def test_who_has_played_is_who_sits_before_the_one_at_it_counted_from_who_began():
    game = gk.load("route66", players=4)
    start, s = int(game.tables.start), game.start()
    for turn in range(4):
        s.current = (start + turn) % 4
        for round_number in (1, 2):
            s.round_number = round_number
            played = [has_played(s, game.tables, (start + seat) % 4) for seat in range(4)]
            assert played == [round_number > 1 or seat < turn for seat in range(4)]
