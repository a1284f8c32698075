"""Route 66: what is believed of the others' speed cards: whoever has just played the best one kept the worse ones."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.route66.beliefs import has_played, imagine
from gamekit.games.route66.state import Phase
from gamekit.games.route66.strategies import CARD, CRAWL, HASTE, SLOW, STROLL, cost_of_patrol
from tests.games.route66_board import Board
from tests.play import dealt

FASTEST = "+30"
DEALS = 400


def a_turn():
    """A's turn in a game of two, as A knows it; B stands still in Chicago."""
    game = gk.load("route66", players=2)
    view = dealt(game).view(0)
    view.phase, view.round_number = Phase.SPEED, 2
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
    game, view = a_turn()
    assert held(game, view, imagine, FASTEST) < 0.6 * held(game, view, game.rules.redeal, FASTEST)


def test_who_has_played_is_who_sits_before_the_one_at_it_counted_from_who_began():
    game = gk.load("route66", players=4)
    start, s = int(game.tables.start), game.start()
    for turn in range(4):
        s.current = (start + turn) % 4
        for round_number in (1, 2):
            s.round_number = round_number
            played = [has_played(s, game.tables, (start + seat) % 4) for seat in range(4)]
            assert played == [round_number > 1 or seat < turn for seat in range(4)]


@pytest.mark.parametrize(
    ("turned", "cards", "way", "cost"),
    [
        (False, "", HASTE, 6.0), (False, "", STROLL, 6.0), (True, "", HASTE, -6.0), (True, "CA-A", HASTE, CARD - 6.0),
        (True, "CA-A", STROLL, CARD + 6.0 / SLOW), (True, "", CRAWL, 6.0 / SLOW),
    ],
)  # fmt: skip
def test_being_caught_costs_the_way_back_and_at_home_a_card_and_road_for_who_likes_it(turned, cards, way, cost):
    """Six spaces from the border: lost on the way out, won for who is in haste to get home, unused by who collects."""
    board = Board()
    place = next(v for v in range(1, 60) if v - board.game.tables.border[v] == 6)
    board.car(0, place, turned=turned)
    board.s.score[0] = len(cards.split())
    assert cost_of_patrol(board.s, board.game.tables, 0, way) == pytest.approx(cost)
    board.s.place[0] = 0
    assert cost_of_patrol(board.s, board.game.tables, 0, way) == 0
