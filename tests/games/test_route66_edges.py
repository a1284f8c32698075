"""Route 66 at its edges: each verb's first and last action, cards a pile has no more, one card collected, no jump."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gamekit.core.record import UNKNOWN, notes_of
from gamekit.games.route66 import rules as r
from gamekit.games.route66.beliefs import best_held, exchange_best_card, imagine
from gamekit.games.route66.strategies import CRAWL, HARM, HASTE, STROLL, value, worth_of
from tests.games.route66_board import Board, card, kind, lay, space


@pytest.mark.rule("R66-12")
def test_only_state_cards_that_lie_in_the_pile_are_drawn_each_as_likely_as_any_other():
    board = Board().hand(0, "IL-A TX-A CA-A CA-A").hand(1, "IL-B NM-B")
    board.do(r.DRAW)
    drawn_as_often_as_it_lies_there(board, r.STATE_CARD, board.s.pile)
    assert r.STATE_CARD + card("IL-A") not in board.legal()


@pytest.mark.rule("R66-09")
def test_only_speed_cards_that_lie_in_the_pile_are_drawn_each_as_likely_as_any_other():
    board = Board()
    first, stops = 0, kind("stop")
    for gone in (first, stops):
        board.s.speed_used[gone] += board.s.speed_pile[gone]
        board.s.speed_pile_size -= board.s.speed_pile[gone]
        board.s.speed_pile[gone] = 0
    board.s.to_draw = 1
    board.s.phase = r.Phase.REFILL
    drawn_as_often_as_it_lies_there(board, r.SPEED_CARD, board.s.speed_pile)
    assert not {r.SPEED_CARD + first, r.SPEED_CARD + stops} & set(board.legal())


def drawn_as_often_as_it_lies_there(board: Board, verb: int, pile: np.ndarray) -> None:
    """Every place of the pile gives one card, and what is allowed and its weights say the same."""
    s, t = board.s, board.game.tables
    lies = {verb + int(k): int(pile[k]) for k in np.flatnonzero(pile)}
    weights = np.zeros(board.game.tables.num_actions, np.int64)
    total = r.weights(s, t, weights)
    assert board.legal() == list(lies)
    assert weights[: len(lies) + 1].tolist() == [*lies.values(), 0]
    assert total == r.total(s, t) == sum(lies.values())
    assert Counter(int(r.draw(s, t, place)) for place in range(total)) == lies
    of_verb = range(verb, verb + len(pile))
    assert [board.why_not(action) for action in of_verb] == [0 if a in lies else r.No.NOT_IN_PILE for a in of_verb]


@pytest.mark.rule("R66-23")
@pytest.mark.parametrize("cards", [1, 2])
def test_one_card_is_told_as_one_and_two_as_two(cards):
    board = Board().after_tide()
    t = board.game.tables
    place = next(v for v in range(space("AZ", 1), 0, -1) if t.cards[v] == cards)
    board.car(0, place + 1, mph=10, turned=True)
    codes = board.drive()
    told = {1: r.Note.COLLECTS, 2: r.Note.COLLECTS_TWO}
    assert board.s.score[0] == cards
    assert {code for code in codes if code in told.values()} == {told[cards]}


@pytest.mark.rule("R66-17")
@pytest.mark.parametrize("jumped", [0, 1, 2])
def test_a_jump_is_told_where_a_car_was_jumped_and_nowhere_else(jumped):
    board = Board(players=3).car(0, space("MO", 1), mph=20)
    for other in range(1, jumped + 1):
        board.car(other, space("MO", 1 + other))
    assert (r.Note.JUMPED in board.drive()) == (jumped > 0)
    assert board.s.place[0] == space("MO", 3) + jumped


@pytest.mark.parametrize("way", [HASTE, CRAWL, STROLL])
def test_the_first_state_card_is_worth_as_much_to_lay_as_any_other(way):
    board = Board().hand(0, "IL-A MO-A")
    first, other = (value(board.s, board.game.tables, 0, lay(name), 1.0, 0.5, way) for name in ("IL-A", "MO-A"))
    assert first == other == 1


# Refusals


@pytest.mark.rule("R66-09")
@pytest.mark.parametrize("phase", [r.Phase.LAY, r.Phase.DRAWN, r.Phase.AGAIN])
def test_no_speed_card_is_due_before_a_state_card_is_laid_the_first_one_included(phase):
    board = Board().hand(0, "IL-A")
    board.s.phase, board.s.drawn, board.s.laid_now = phase, card("IL-A"), card("IL-A")
    assert {board.why_not(action) for action in range(r.PLAY, r.DRIVE)} == {r.No.SPEED_NOW}


@pytest.mark.rule("R66-14")
def test_the_first_speed_card_may_be_played_on_the_first_speedometer():
    board = Board().speed_hand(0, "+5").speed_phase()
    assert r.PLAY in board.legal()
    assert board.why_not(r.PLAY) == 0
    assert board.why_not(r.PLAY - 1) == r.No.LAYING_NOW


# Knowledge and beliefs


@pytest.mark.rule("R66-31")
def test_of_what_is_told_only_the_cards_that_others_have_drawn_are_hidden():
    board = Board().hand(0, "IL-A")
    board.do(lay("IL-A"))
    assert notes_of(board.game.view(board.s, 1)) == notes_of(board.s), "a card laid is seen by all"
    board = Board()
    board.do(r.DRAW, r.STATE_CARD + card("CA-B"))
    own, other = board.game.view(board.s, 0), board.game.view(board.s, 1)
    assert (notes_of(own), own.drawn) == (notes_of(board.s), card("CA-B")), "who draws a card sees it"
    assert ([note.b for note in notes_of(other)], other.drawn) == ([UNKNOWN], r.NONE)


@pytest.mark.rule("R66-31")
def test_only_of_another_player_and_only_while_asked_a_card_just_drawn_is_imagined():
    board = Board().hand(0, "TX-A OK-A NM-A KS-A").hand(1, "TX-B OK-B NM-B KS-B")
    t, seeds = board.game.tables, range(20)

    def drawn(player: int) -> set[int]:
        dealt = [board.game.view(board.s, player).copy() for _ in seeds]
        for seed, view in zip(seeds, dealt, strict=True):
            r.redeal(view, t, player, np.random.default_rng(seed))
        return {int(view.drawn) for view in dealt}

    assert drawn(0) == drawn(1) == {r.NONE}
    board.do(r.DRAW, r.STATE_CARD + card("CA-B"))
    assert drawn(0) == {card("CA-B")}
    assert len(drawn(1)) > 1


@pytest.mark.rule("R66-31")
@pytest.mark.parametrize("round_number", [1, 2])
def test_the_own_speed_cards_are_never_imagined_nor_those_of_who_has_not_had_a_turn(round_number):
    board = Board().speed_hand(0, "+5 +20 -20").speed_hand(1, "-5 +10 +30").speed_phase()
    board.s.round_number = round_number
    view, t, changed = board.game.view(board.s, 0), board.game.tables, 0
    for seed in range(20):
        imagined, dealt = view.copy(), view.copy()
        imagine(imagined, t, 0, np.random.default_rng(seed))
        r.redeal(dealt, t, 0, np.random.default_rng(seed))
        assert imagined.speed_hand[0].tolist() == board.s.speed_hand[0].tolist()
        changed += imagined.tobytes() != dealt.tobytes()
    assert (changed > 0) == (round_number > 1)


def test_among_speed_cards_equally_good_to_a_stroller_each_is_taken_for_the_one_played():
    board = Board().speed_hand(1, "+10 +15 -5").speed_phase()
    s, t, rng, n = board.s, board.game.tables, np.random.default_rng(1), 2_000
    assert worth_of(s, t, 1, kind("+10"), 1, 1.0, HARM, STROLL) == worth_of(s, t, 1, kind("+15"), 1, 1.0, HARM, STROLL)
    found = Counter(int(best_held(s, t, 1, rng)) for _ in range(n))
    assert set(found) == {kind("+10"), kind("+15")}
    assert abs(found[kind("+10")] - n / 2) < 5 * (n / 4) ** 0.5


@pytest.mark.parametrize(("hand", "pile_empty"), [("-5 -10 -20", False), ("+5 +20 -20", True)])
def test_whose_cards_fit_nowhere_or_who_could_draw_none_is_imagined_with_any_hand(hand, pile_empty):
    board = Board().speed_hand(1, hand).speed_phase()
    if pile_empty:
        board.s.speed_used[:] += board.s.speed_pile
        board.s.speed_pile[:] = board.s.speed_pile_size = 0
    before = board.s.tobytes()
    exchange_best_card(board.s, board.game.tables, 1, np.random.default_rng(1))
    assert board.s.tobytes() == before
