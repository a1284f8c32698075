"""Route 66: what its strategies say they do, in positions with one right answer."""

from __future__ import annotations

import numpy as np
import pytest

from gamekit.games.route66 import strategies as sg
from gamekit.games.route66.rules import DRAW, KEEP, LAY, PASS, STOP, SWAP
from tests.games.route66_board import LA, Board, card, kind, play

WAYS = (sg.HASTE, sg.CRAWL, sg.STROLL)


@pytest.mark.parametrize("limit", [30, 55])
def test_a_speed_is_a_risk_above_the_limit_and_not_at_it(limit):
    t = Board(limit=limit).game.tables
    at, above = limit // 10, (limit + 5) // 10
    assert sg.rate_speed(t, 0, limit, sg.HASTE) == sg.rate_speed(t, 1, limit, sg.HASTE) == at
    assert sg.rate_speed(t, 0, limit + 5, sg.HASTE) == sg.rate_speed(t, 1, limit + 5, sg.HASTE) == above - sg.RISK
    assert sg.rate_speed(t, 1, limit, sg.CRAWL) == sg.SLOW / at
    assert sg.rate_speed(t, 1, limit + 5, sg.CRAWL) == sg.SLOW / above - sg.RISK
    assert sg.rate_speed(t, 0, limit, sg.STROLL) == min(at, sg.OUT)
    home = [sg.rate_speed(t, 1, mph, sg.STROLL) for mph in range(0, 80, 10)]
    assert home.index(max(home)) == sg.BACK
    assert sg.rate_speed(t, 1, 0, sg.CRAWL) == sg.STANDING


@pytest.mark.parametrize("way", WAYS)
def test_what_is_held_twice_is_laid_before_what_is_held_once_and_anything_before_the_turn_is_ended(way):
    board = Board().hand(0, "MO-A TX-A TX-A")
    actions = (LAY + card("TX-A"), LAY + card("MO-A"), DRAW, PASS, STOP)
    twice, once, draw, *ends = (sg.value(board.s, board.game.tables, 0, one, 1.0, 0.5, way) for one in actions)
    assert (twice, once, ends[0]) == (2, 1, ends[1])
    assert draw == (sg.ABOVE_ALL if way == sg.STROLL else 0) > ends[0]


def test_where_no_speed_card_fits_they_are_swapped_rather_than_kept():
    board = Board().speed_phase()
    found = [sg.value(board.s, board.game.tables, 0, action, 1.0, 0.5, sg.CRAWL) for action in (SWAP, KEEP)]
    assert found == [1, 0]


@pytest.mark.parametrize("way", WAYS)
def test_a_card_is_worth_its_good_to_oneself_and_its_harm_to_others(way):
    board = Board(players=3).car(0, 10, 20).car(1, 20, 30).car(2, 0, 40, turned=True).speed_phase()
    t, s, faster = board.game.tables, board.s, kind("+10")
    taken_for = sg.CRAWL if way == sg.HASTE else way
    assert sg.worth_of(s, t, 0, faster, 0, 2.0, 0.5, way) == 2.0 * sg.rating_change(s, t, faster, 0, way) == 2.0
    harmed = sg.rating_change(s, t, faster, 1, taken_for)
    assert sg.worth_of(s, t, 0, faster, 1, 2.0, 0.5, way) == -0.5 * harmed == -0.5
    assert sg.rating_change(s, t, faster, 2, way) == 0, "at home nothing matters any more"
    board.car(1, 20, 30, turned=True)
    assert sg.worth_of(s, t, 0, faster, 1, 1.0, 1.0, way) == -sg.rating_change(s, t, faster, 1, taken_for)
    action = play("+10", 1)
    assert sg.value(s, t, 0, action, 2.0, 0.5, way) == sg.worth_of(s, t, 0, faster, 1, 2.0, 0.5, way)


@pytest.mark.parametrize("way", WAYS)
def test_a_patrol_card_above_the_limit_stops_the_car_and_costs_the_way_back(way):
    board = Board().car(0, LA - 1, 55).speed_phase()
    t, s = board.game.tables, board.s
    road = float(s.place[0] - t.border[s.place[0]])
    assert t.patrol[kind("+5")] == 1
    assert sg.rating_change(s, t, kind("+5"), 0, way) == -min(5, sg.OUT if way == sg.STROLL else 5) - road
    s.speed[0] = 50
    assert sg.rating_change(s, t, kind("+5"), 0, way) == sg.rate_speed(t, 0, 55, way) - sg.rate_speed(t, 0, 50, way)


def test_among_equally_good_actions_each_is_chosen_about_equally_often_the_first_and_the_last_too():
    board = Board().hand(0, "MO-A TX-A OK-A KS-A")
    lays = [LAY + card(name) for name in ("MO-A", "KS-A", "OK-A", "TX-A")]
    actions = np.array([*lays[:2], STOP, PASS, *lays[2:]], np.int32)
    rng, n = np.random.default_rng(1), 2_000
    chosen = [sg.best(board.s, board.game.tables, 0, actions, len(actions), rng, 1.0, 0.5, sg.CRAWL) for _ in range(n)]
    counts = [chosen.count(int(action)) for action in actions]
    assert counts[2] == counts[3] == 0
    assert all(abs(count - n / 4) < 5 * (n * 3 / 16) ** 0.5 for count in counts[:2] + counts[4:])
