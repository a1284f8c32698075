"""Route 66, rule by rule: set-up, rows of states, drawing, speed cards. Each test sets up a position."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit as gk
from gamekit.core.record import notes_of
from gamekit.games.route66 import rules as r
from gamekit.games.route66.moves import put_in_row
from tests.games.route66_board import SHORT, Board, card, kind, lay, play
from tests.play import dealt

# Material


@pytest.mark.rule("R66-01")
def test_two_to_five_play_and_no_other_number():
    assert [gk.load("route66", players=n).players for n in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for n in (1, 6):
        with pytest.raises(gk.OptionError, match="2 to 5 players"):
            gk.load("route66", players=n)


@pytest.mark.rule("R66-02")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_colour_that_is_played_has_thirteen_cards_and_the_others_stay_in_the_box(players):
    s = gk.load("route66", players=players).start()
    sets = s.pile.reshape(r.MAX_PLAYERS, r.STATES).sum(axis=1)
    assert list(sets) == [13] * players + [0] * (5 - players)
    assert Board(2).why_not(lay("IL-C")) == r.No.SUCH_COLOUR


@pytest.mark.rule("R66-03")
def test_a_set_has_most_cards_of_the_longest_state():
    s = gk.load("route66", players=2).start()
    assert dict(zip(SHORT, s.pile[:8].tolist(), strict=True)) == {
        "IL": 1, "MO": 2, "KS": 1, "OK": 2, "TX": 1, "NM": 3, "AZ": 1, "CA": 2,
    }  # fmt: skip


@pytest.mark.rule("R66-04", "R66-05")
def test_there_are_fifty_speed_cards_and_fives_are_patrol_cards():
    game = gk.load("route66")
    pile = game.start().speed_pile
    names = ("+5", "-5", "+10", "+15", "+20", "+30", "-10", "-20", "stop")
    assert [int(pile[kind(name)]) for name in names] == [6, 6, 8, 4, 8, 4, 6, 4, 4]
    patrols = [game.rulebook.words["kind"][k] for k in range(r.KINDS) if game.tables.patrol[k]]
    assert (pile.sum(), patrols) == (50, ["+5 patrol", "−5 patrol"])


# Set-up and order
@pytest.mark.rule("R66-07")
def test_nine_state_cards_and_three_speed_cards_are_dealt_to_each():
    session = dealt(gk.load("route66", players=3))
    s = session.position
    assert session.step == 3 * 12
    assert s.hand.sum(axis=1).tolist() == [9, 9, 9, 0, 0]
    assert s.speed_hand.sum(axis=1).tolist() == [3, 3, 3, 0, 0]
    assert (s.pile_size, s.speed_pile_size) == (39 - 27, 50 - 9)
    assert not s.place.any()
    assert not s.speed.any()


@pytest.mark.rule("R66-07")
def test_each_card_of_the_pile_is_equally_likely_to_be_dealt():
    chances = dict(gk.load("route66", players=2).session(seed=0).chance())
    assert chances[r.STATE_CARD + card("NM-A")] == 3 * chances[r.STATE_CARD + card("TX-B")]
    assert sum(chances.values()) == 1


@pytest.mark.rule("R66-08")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_chosen_player_begins_and_play_goes_clockwise(start):
    game = gk.load("route66", players=3, start=start)
    session = game.session(seed=1)
    order = []
    while len(order) < 4:
        if session.player == gk.CHANCE:
            session.roll()
            continue
        if not order or session.player != order[-1]:
            order.append(session.player)
        actions = session.legal()
        session.play(r.DRAW if r.DRAW in actions else actions[-1])
    assert order == [(start + k) % 3 for k in range(4)]


@pytest.mark.rule("R66-09")
def test_a_turn_is_lay_play_move_draw_in_this_order():
    board = Board().hand(0, "IL-A").speed_hand(0, "+20 +5 -5").hand(1, "IL-B")
    assert board.why_not(play("+20", 0)) == r.No.SPEED_NOW
    assert board.why_not(r.DRIVE) == r.No.PERSON
    assert r.Note.LAID in board.do(lay("IL-A"))
    assert board.s.phase == r.Phase.SPEED
    assert board.why_not(lay("IL-A")) == r.No.LAYING_NOW
    board.do(play("+20", 0))
    assert board.s.phase == r.Phase.DRIVE
    assert board.why_not(play("+5", 0)) == r.No.CHANCE
    assert board.why_not(r.SPEED_CARD) == r.No.NOT_THIS_CHANCE
    board.do(r.DRIVE)
    assert (board.s.place[0], board.s.phase) == (2, r.Phase.REFILL)
    board.do(r.SPEED_CARD + kind("stop"))
    assert board.s.speed_hand[0, kind("stop")] == 1
    assert (board.s.current, board.s.phase) == (1, r.Phase.LAY)


# Rows
@pytest.mark.rule("R66-10")
def test_a_row_is_begun_at_either_end_only():
    board = Board().hand(0, "IL-A MO-A KS-A OK-A TX-A NM-A AZ-A CA-A")
    assert board.legal() == [lay("IL-A"), lay("CA-A"), r.DRAW, r.PASS]
    assert board.why_not(lay("MO-A")) == r.No.FIT
    assert board.why_not(lay("AZ-A")) == r.No.FIT


@pytest.mark.rule("R66-10")
def test_a_row_grows_inwards_from_both_ends():
    board = Board().rows("IL-A MO-A CA-A").hand(0, "KS-A OK-A TX-A NM-A AZ-A")
    assert board.legal() == [lay("KS-A"), lay("AZ-A"), r.DRAW, r.PASS]
    board = Board().rows("IL-A MO-A KS-A OK-A CA-A AZ-A NM-A").hand(0, "TX-A")
    assert board.legal() == [lay("TX-A"), r.DRAW, r.PASS]


@pytest.mark.rule("R66-10")
def test_a_row_takes_its_own_colour_only():
    board = Board().rows("IL-A MO-A CA-A").hand(0, "MO-B AZ-B KS-B")
    assert board.legal() == [r.DRAW, r.PASS]


@pytest.mark.rule("R66-10")
def test_a_second_card_of_a_state_joins_the_first_even_when_the_row_has_gone_on():
    board = Board().rows("IL-A MO-A KS-A").hand(0, "MO-A")
    board.do(lay("MO-A"))
    assert board.s.laid[card("MO-A")] == 2


@pytest.mark.rule("R66-10")
@given(order=st.permutations([0, 1, 1, 2, 3, 3, 4, 5, 5, 5, 6, 7, 7]))
def test_what_fits_is_what_fits_a_real_row_of_cards(order):
    """Oracle: a row is two lists growing from the ends; a card goes beside its like or beside the end of a list."""
    board = Board().bury(0)
    east, west = [], []
    for state in order:
        expected = state in east + west or (
            state == (east[-1] if east else -1) + 1 or state == (west[-1] if west else r.STATES) - 1
        )
        assert (board.why_not(r.LAY + state) == 0) == expected
        if not expected:
            continue
        put_in_row(board.s, 0, state)
        if state not in east + west:
            (east if state == (east[-1] if east else -1) + 1 else west).append(state)


@pytest.mark.rule("R66-11")
def test_the_same_state_and_colour_again_brings_a_whole_turn_and_so_on():
    board = Board().rows("CA-A AZ-A").hand(0, "NM-A NM-A NM-A").speed_hand(0, "+10 +10 +10")
    for laid in (1, 2, 3):
        codes = board.do(lay("NM-A"))
        assert (r.Note.AGAIN in codes) == (laid > 1)
        board.do(play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-20"))
        assert board.s.speed[0] == 10 * laid
        if laid < 3:
            assert (board.s.current, board.s.phase) == (0, r.Phase.AGAIN)
    assert board.s.place[0] == 1 + 2 + 3
    assert board.s.current == 1


@pytest.mark.rule("R66-11")
def test_another_turn_may_be_declined_and_no_other_card_brings_one():
    board = Board().hand(0, "CA-A CA-A CA-B IL-A").speed_hand(0, "+10 +10 +10").hand(1, "IL-B")
    board.do(lay("CA-A"), play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-5"))
    assert board.legal() == [lay("CA-A"), r.STOP]
    assert board.why_not(lay("CA-B")) == r.No.OTHER_CARD
    assert board.why_not(lay("IL-A")) == r.No.OTHER_CARD
    assert board.why_not(r.DRAW) == r.No.OTHER_CARD
    assert board.do(r.STOP) == [r.Note.NO_MORE, r.Note.TURN]
    said = board.game.rulebook.note(notes_of(board.s)[0])
    assert (said.text, said.rule) == ("A takes no other turn.", "R66-11")
    assert board.s.current == 1


@pytest.mark.rule("R66-11")
def test_a_state_drawn_and_laid_counts_for_another_turn_too():
    board = Board().hand(0, "CA-A").speed_hand(0, "+10 +10 +10")
    board.do(r.DRAW, r.STATE_CARD + card("CA-A"), lay("CA-A"), play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-5"))
    assert board.s.phase == r.Phase.AGAIN


@pytest.mark.rule("R66-12")
def test_who_cannot_or_will_not_lay_draws_and_may_lay_that_card_only():
    board = Board().hand(0, "IL-A NM-B").speed_hand(0, "+10 +5 -5")
    assert board.legal() == [lay("IL-A"), r.DRAW, r.PASS]
    assert board.why_not(r.STOP) == r.No.STOP_NOW
    board.do(r.DRAW, r.STATE_CARD + card("CA-B"))
    assert board.legal() == [lay("CA-B"), r.STOP]
    assert board.why_not(lay("IL-A")) == r.No.ONLY_DRAWN
    board.do(lay("CA-B"))
    assert board.s.phase == r.Phase.SPEED


@pytest.mark.rule("R66-12")
def test_a_drawn_card_that_does_not_fit_ends_the_turn_without_speed_card_or_move():
    board = Board().hand(0, "IL-A").speed_hand(0, "+10 +5 -5").car(0, 4, mph=50)
    board.do(r.DRAW, r.STATE_CARD + card("TX-B"))
    assert board.legal() == [r.STOP]
    assert board.why_not(lay("TX-B")) == r.No.FIT
    board.do(r.STOP)
    assert board.said()[0] == "A does not lay Texas (B), and the turn is over."
    assert (board.s.current, board.s.place[0], board.s.speed_size[0]) == (1, 4, 3)
    assert board.s.hand[0, card("TX-B")] == 1


@pytest.mark.rule("R66-12")
def test_a_drawn_card_that_fits_may_be_kept():
    board = Board().hand(0, "TX-A").speed_hand(0, "+10 +5 -5")
    board.do(r.DRAW, r.STATE_CARD + card("IL-A"), r.STOP)
    assert (board.s.current, board.s.hand_size[0], board.s.drawn) == (1, 2, r.NONE)


@pytest.mark.rule("R66-12")
@pytest.mark.parametrize("hand", ["IL-A TX-A", "TX-A KS-B", ""])
def test_drawing_is_a_right_who_does_not_draw_has_ended_the_turn(hand):
    board = Board().hand(0, hand).hand(1, "IL-B").speed_hand(0, "+10 +5 -5").car(0, 4, mph=50)
    assert r.Note.DECLINES in board.do(r.PASS)
    said = board.game.rulebook.note(notes_of(board.s)[0])
    assert (said.text, said.rule) == ("A lays no state card and draws none: the turn is over.", "R66-12")
    assert (board.s.current, board.s.phase, board.s.place[0], board.s.speed_size[0]) == (1, r.Phase.LAY, 4, 3)
    assert board.s.hand_size[0] == len(hand.split())


@pytest.mark.rule("R66-12")
@pytest.mark.parametrize("start", [0, 1])
def test_in_the_first_turn_of_the_game_nobody_draws_and_who_has_no_card_that_fits_has_ended_it(start):
    board = Board(start=start).opening().hand(start, "TX-A KS-B").hand(1 - start, "TX-B")
    assert board.legal() == [r.PASS]
    assert board.why_not(r.DRAW) == r.No.OPENING_DRAW
    board.do(r.PASS)
    assert (board.s.current, board.legal()) == (1 - start, [r.DRAW, r.PASS]), "the others may draw"
    board = Board(start=start).opening().hand(start, "TX-A IL-B")
    assert board.legal() == [lay("IL-B")]
    assert board.why_not(r.DRAW) == r.No.OPENING_DRAW
    assert board.why_not(r.PASS) == r.No.OPENING_PASS


@pytest.mark.rule("R66-13", "R66-12")
@pytest.mark.parametrize("cards", ["", "TX-B"])
@pytest.mark.parametrize("empty", [False, True])
def test_only_who_has_no_card_and_can_draw_none_plays_on_without_laying(cards, empty):
    board = Board().hand(0, "TX-A").hand(1, cards)
    if empty:
        board.bury(0)
        fits = [action for action in board.legal() if action != r.PASS]
        board.s.hand[0, [action - r.LAY for action in fits]] = 0
        board.s.hand_size[0] = board.s.hand[0].sum()
        r.apply(board.s, board.game.tables, r.PASS)
    else:
        board.do(r.PASS)
    assert board.s.current == 1
    assert board.s.phase == (r.Phase.SPEED if empty and not cards else r.Phase.LAY)


@pytest.mark.rule("R66-13")
def test_with_an_empty_pile_and_nothing_that_fits_one_passes():
    board = Board().hand(0, "TX-A KS-B").bury(1)
    assert board.legal() == [r.PASS]
    assert board.why_not(r.DRAW) == r.No.PILE
    assert r.Note.PASSES in board.do(r.PASS)
    assert board.s.current == 1


@pytest.mark.rule("R66-13")
def test_with_an_empty_pile_a_card_that_fits_must_be_laid():
    board = Board().hand(0, "IL-A TX-A").bury(1)
    assert board.legal() == [lay("IL-A")]
    assert board.why_not(r.PASS) == r.No.PASS_LAY


@pytest.mark.rule("R66-13")
def test_with_an_empty_pile_and_no_state_card_one_plays_on_without_laying():
    board = Board().bury(1).speed_hand(0, "+10 +5 -5").speed_hand(1, "+20 +20 +20")
    board.s.current = 1
    board.do(lay("IL-A"), play("+20", 1), r.DRIVE)
    codes = board.do(r.SPEED_CARD + kind("stop"))
    assert r.Note.PLAYS_ON in codes
    assert (board.s.current, board.s.phase) == (0, r.Phase.SPEED)
    board.do(play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("stop"))
    assert board.s.place[0] == 1


@pytest.mark.rule("R66-13")
def test_without_state_cards_but_with_a_pile_one_draws():
    assert Board().legal() == [r.DRAW, r.PASS]


# Speed cards
@pytest.mark.rule("R66-14")
def test_a_speed_card_changes_one_speedometer_the_own_or_another():
    board = Board(3).speed_hand(0, "+20 -10 +5").speed_phase().car(1, 2, mph=30).car(2, 3, mph=40)
    board.do(play("-10", 2))
    assert board.s.speed[:3].tolist() == [0, 30, 30]


@pytest.mark.rule("R66-14")
@pytest.mark.parametrize(
    ("name", "mph", "why"),
    [("+30", 40, 0), ("+30", 45, r.No.TOO_FAST), ("-20", 20, 0), ("-20", 15, r.No.TOO_SLOW), ("+5", 70, r.No.TOO_FAST)],
)
def test_the_new_speed_must_lie_within_zero_and_seventy(name, mph, why):
    board = Board().speed_hand(0, name).speed_phase().car(1, 2, mph=mph)
    assert board.why_not(play(name, 1)) == why


@pytest.mark.rule("R66-14")
@pytest.mark.parametrize("mph", [0, 5, 70])
def test_stop_fits_every_speedometer(mph):
    board = Board().speed_hand(0, "stop").speed_phase().car(1, 2, mph=mph)
    board.do(play("stop", 1))
    assert board.s.speed[1] == 0


@pytest.mark.rule("R66-14")
def test_only_cards_of_the_hand_are_played_and_only_on_cars_that_take_part():
    board = Board().speed_hand(0, "+20 +20 +5").speed_phase()
    assert board.why_not(play("+10", 0)) == r.No.SPEED_CARD
    assert board.why_not(play("+20", 2)) == r.No.SUCH_PLAYER
    assert board.why_not(r.SWAP) == r.No.SWAP
    assert board.why_not(r.KEEP) == r.No.SWAP


@pytest.mark.rule("R66-15")
def test_three_cards_that_fit_nowhere_may_be_swapped_and_the_car_moves_all_the_same():
    board = Board().speed_hand(0, "-20 -20 -10").speed_phase().car(0, 5, mph=5).car(1, 2, mph=0)
    assert board.legal() == [r.SWAP, r.KEEP]
    assert r.Note.SWAPS in board.do(r.SWAP)
    assert board.s.phase == r.Phase.DRIVE
    board.do(r.DRIVE)
    assert board.s.place[0] == 5
    board.do(r.SPEED_CARD + kind("+5"), r.SPEED_CARD + kind("+5"))
    assert board.s.current == 0
    board.do(r.SPEED_CARD + kind("+30"))
    assert board.s.speed_hand[0, kind("+5")] == 2
    assert board.s.speed_used[kind("-20")] == 2
    assert board.s.current == 1


@pytest.mark.rule("R66-15")
def test_the_swap_may_be_declined_and_the_car_moves_all_the_same():
    board = Board().speed_hand(0, "+30 +30 +30").speed_phase().car(0, 5, mph=50).car(1, 2, mph=70)
    assert r.Note.KEEPS in board.do(r.KEEP)
    board.do(r.DRIVE)
    assert board.s.place[0] == 10
    assert (board.s.current, board.s.speed_hand[0, kind("+30")]) == (1, 3)


@pytest.mark.rule("R66-15")
def test_one_card_that_fits_somewhere_must_be_played():
    board = Board().speed_hand(0, "-20 -20 -10").speed_phase().car(0, 5, mph=5).car(1, 2, mph=10)
    assert board.legal() == [play("-10", 1)]


@pytest.mark.rule("R66-19")
def test_a_used_up_speed_pile_is_made_of_all_cards_played():
    board = Board().speed_hand(0, "+20 +5 -5").speed_phase()
    for k in range(r.KINDS):
        while board.s.speed_pile[k] > 0:
            board.s.speed_pile[k] -= 1
            board.s.speed_pile_size -= 1
            board.s.speed_used[k] += 1
    board.do(play("+20", 0))
    assert r.Note.RESHUFFLED in board.do(r.DRIVE)
    assert board.s.speed_pile_size == 48
    assert board.s.speed_pile[kind("+20")] == 8
    assert not board.s.speed_used.any()
    board.do(r.SPEED_CARD + kind("+20"))
    assert board.s.speed_size[0] == 3


@pytest.mark.rule("R66-19")
def test_a_pile_that_runs_out_while_three_are_drawn_is_renewed_in_between():
    board = Board().speed_hand(0, "+30 +30 +30").speed_phase().car(0, 5, mph=50).car(1, 2, mph=70)
    for k in range(r.KINDS):
        board.s.speed_used[k] = board.s.speed_pile[k]
        board.s.speed_pile[k] = 0
    board.s.speed_used[0] -= 1
    board.s.speed_pile[0] = board.s.speed_pile_size = 1
    board.do(r.SWAP, r.DRIVE)
    assert r.Note.RESHUFFLED in board.do(r.SPEED_CARD + 0)
    assert board.s.speed_pile_size == 49


# Knowledge
@pytest.mark.rule("R66-31")
def test_a_player_sees_the_own_cards_and_no_others():
    session = dealt(gk.load("route66", players=3))
    real, view = session.position, session.view(1)
    assert view.hand[1].tolist() == real.hand[1].tolist()
    assert view.speed_hand[1].tolist() == real.speed_hand[1].tolist()
    assert not view.hand[[0, 2]].any()
    assert not view.speed_hand[[0, 2]].any()
    assert not view.pile.any()
    assert not view.speed_pile.any()
    assert view.hand_size.tolist() == real.hand_size.tolist()


@pytest.mark.rule("R66-11", "R66-31")
def test_whether_another_card_like_the_one_laid_is_held_is_seen_by_its_holder_only():
    """The same question to both; A may hold another California, for all that B knows."""
    seen = []
    for held in ("CA-A", "TX-A"):
        board = Board().hand(0, f"CA-A {held}").hand(1, "IL-B").speed_hand(0, "+10 +10 +10")
        board.do(lay("CA-A"), play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-5"))
        assert board.s.phase == r.Phase.AGAIN
        assert board.legal() == ([lay("CA-A"), r.STOP] if held == "CA-A" else [r.STOP])
        seen.append([board.game.view(board.s, 1).tobytes()])
        board.do(r.STOP)
        seen[-1].append(board.game.view(board.s, 1).tobytes())
    assert seen[0] == seen[1]
    assert board.s.current == 1


@pytest.mark.rule("R66-11")
def test_whoever_holds_no_other_card_is_told_so():
    board = Board().hand(0, "CA-A CA-B").speed_hand(0, "+10 +10 +10")
    board.do(lay("CA-A"), play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-5"))
    assert board.why_not(lay("CA-A")) == r.No.SECOND
    assert board.why_not(lay("CA-B")) == r.No.OTHER_CARD


@pytest.mark.rule("R66-11")
@pytest.mark.parametrize(("hand", "rows"), [("IL-A TX-A", ""), ("CA-A", ""), ("CA-A TX-A", "CA-A")])
def test_nobody_is_asked_about_another_turn_that_everybody_knows_to_be_impossible(hand, rows):
    """Illinois is there once; the hand is empty; both Californias lie in the row."""
    board = Board().hand(0, hand).hand(1, "IL-B").rows(rows).speed_hand(0, "+10 +10 +10")
    board.do(lay(hand.split()[0]), play("+10", 0), r.DRIVE, r.SPEED_CARD + kind("-5"))
    assert (board.s.current, board.s.phase) == (1, r.Phase.LAY)


@pytest.mark.rule("R66-12", "R66-31")
def test_whether_a_drawn_card_fits_is_seen_by_the_one_who_drew_it_only():
    seen, told = [], []
    for drawn in ("IL-B", "TX-B"):
        board = Board().hand(0, "TX-A").hand(1, "CA-B")
        views = []
        for action in (r.DRAW, r.STATE_CARD + card(drawn), r.STOP):
            board.do(action)
            view = board.game.view(board.s, 1)
            views.append(view.tobytes())
        seen.append(views)
        told.append(board.game.rulebook.note(notes_of(view)[0]).text)
    assert seen[0] == seen[1]
    assert told == ["A does not lay the card, and the turn is over."] * 2


@pytest.mark.rule("R66-31")
def test_a_redeal_takes_any_card_for_the_one_just_drawn():
    rng = np.random.default_rng(4)
    board = Board(3).hand(2, "TX-B").hand(1, "OK-A OK-B NM-C").rows("IL-B")
    board.s.current = 2
    board.do(r.DRAW, r.STATE_CARD + card("MO-B"))
    seen = set()
    for _ in range(300):
        dealt = board.game.view(board.s, 0)
        r.redeal(dealt, board.game.tables, 0, rng)
        assert dealt.hand[2, dealt.drawn] > 0
        seen.add(int(dealt.drawn))
    unseen = {c for c in range(3 * r.STATES) if board.s.pile[c] or board.s.hand[1:, c].any()}
    assert seen == unseen
