"""The card game at its edges: each verb's first and last action, the lowest card, exactly a good run, the last card."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import UNKNOWN
from gamekit.games.kartenspiel import bounds
from gamekit.games.kartenspiel import rules as r
from gamekit.games.kartenspiel.beliefs import deal_rest, draw_up_to, imagine, play_stage, resize_run
from gamekit.games.kartenspiel.knowledge import count_unseen, unseen_card
from gamekit.games.kartenspiel.strategies import GOOD_RUN, any_held, restless
from tests.games.test_kartenspiel_rules import Table, cards, kind

VERBS = {
    r.Phase.RUN: (range(r.RUN, r.COUNTER), r.No.RUN_NOW),
    r.Phase.ROAD: (range(r.RUN, r.COUNTER), r.No.ROAD_NOW),
    r.Phase.COUNTER: (range(r.COUNTER, r.DRAW), r.No.COUNTER_NOW),
    r.Phase.DRAW: (range(r.DRAW, r.TURN), r.No.DRAW_NOW),
    r.Phase.TURN_UP: (range(r.TURN, r.TURN + 1), r.No.TURN_UP_NOW),
    r.Phase.SCORE: (range(r.SCORE, r.SCORE + 1), r.No.SCORE_NOW),
    r.Phase.GATHER: (range(r.GATHER, r.GATHER + 1), r.No.GATHER_NOW),
}


# Refusals
def refused_as(t: Table, code: int) -> set[int]:
    """The actions that are refused for just this reason."""
    return {action for action in range(r.NUM_ACTIONS) if r.reason(t.s, t.game.tables, action) == code}


@pytest.mark.rule("KS-08", "KS-09", "KS-10", "KS-23", "KS-26")
@pytest.mark.parametrize("phase", VERBS)
def test_in_each_step_just_the_actions_of_its_verb_are_not_refused_for_their_verb(phase):
    t = Table()
    t.s.phase, t.s.road = phase, r.FREE_CARDS
    verb, code = VERBS[phase]
    assert refused_as(t, code) == set(range(r.NUM_ACTIONS)) - set(verb)


@pytest.mark.rule("KS-10")
def test_a_card_that_the_pile_has_no_more_is_not_drawn():
    t = Table()
    t.s.phase = r.Phase.DRAW
    t.hand(1, "50 " * int(t.s.pile[kind(50)]))
    assert refused_as(t, r.No.SUCH_DRAW) == {r.DRAW + kind(50)}


# The course of a round
@pytest.mark.rule("KS-11")
def test_discards_become_the_pile_only_when_somebody_must_draw_and_no_card_is_left():
    t = Table().hand(0, "10 10 10 10 20 20 20 20").hand(1, "30 30 30 30 40 40 40 40 50 50").discarded("R R").pile_gone()
    t.s.phase = r.Phase.DRAW
    for k in cards("60 70"):
        t.s.pile[k] += 1
        t.s.pile_size += 1
        t.game.tables.deck[k] += 1
    assert r.Note.RESHUFFLED not in t.do(r.DRAW + kind(60))
    assert (t.s.pile_size, t.s.discard[r.REST]) == (1, 2)
    codes = t.do(r.DRAW + kind(70))
    assert not {r.Note.RESHUFFLED, r.Note.PILES_EMPTY} & set(codes), "nobody draws any more"
    assert (t.s.pile_size, t.s.discard[r.REST], t.s.phase) == (0, 2, r.Phase.RUN)


@pytest.mark.rule("KS-10", "KS-20")
def test_behind_the_last_who_draws_there_is_nobody_even_if_the_first_has_a_full_hand():
    t = Table(players=5)
    for p in range(5):
        t.hand(p, f"{10 * p + 10} " * 5 + f"{10 * p + 60} " * (5 if p < 4 else 4))
    t.s.phase, t.s.seat, t.s.round_number = r.Phase.DRAW, 4, r.LAST_ROUND
    assert r.Note.LAST_ROUND in t.do(r.DRAW + r.REST)
    assert t.s.seat == 5


@pytest.mark.rule("KS-21")
def test_of_lost_freight_that_leaves_at_once_nobody_is_told_that_it_stays():
    t = Table().hand(0, "10").hand(1, "10").lying("50").laid("L", "R")
    codes = t.do(r.TURN)
    assert r.Note.FREIGHT_CLEARED in codes
    assert r.Note.FREIGHT_STAYS not in codes


# Knowledge and beliefs
@pytest.mark.rule("KS-28")
def test_of_the_lowest_card_too_who_has_laid_it_counts_those_not_seen():
    t = Table().run(0, "10 20 10")
    t.s.laid[0] = t.from_pile(cards("10"))[0]
    lies = t.s.pile.copy()
    count_unseen(t.s, t.game.tables, 0)
    assert t.s.pile.tolist() == lies.tolist()
    assert t.s.pile_size == lies.sum()


@pytest.mark.rule("KS-28")
def test_a_card_not_seen_is_one_of_the_pile_and_each_can_be_it():
    found = set()
    for seed in range(20):
        t = Table().pile_gone()
        for k in cards("20 20 50 120"):
            t.s.pile[k] += 1
            t.s.pile_size += 1
        found.add(int(unseen_card(t.s, np.random.default_rng(seed))))
        assert (t.s.pile.min(), t.s.pile.sum(), t.s.pile_size) == (0, 3, 3)
    assert found == set(cards("20 50 120"))


@pytest.mark.rule("KS-26")
def test_runs_that_lie_open_are_not_imagined():
    t = Table(stages=2).run(0, "30 50").run(1, "20 60 R").hand(1, "40")
    t.s.phase = r.Phase.GATHER
    view = t.game.view(t.s, 0).copy()
    imagine(view, t.game.tables, 0, np.random.default_rng(1))
    assert view.run[:2].tolist() == t.s.run[:2].tolist()


@pytest.mark.rule("KS-09")
@pytest.mark.parametrize("round_number", [1, 2, 3])
@pytest.mark.parametrize(
    ("phase", "laid", "given"),
    [
        (r.Phase.RUN, r.NOTHING, False), (r.Phase.COUNTER, r.NOTHING, False), (r.Phase.COUNTER, UNKNOWN, True),
        (r.Phase.TURN_UP, UNKNOWN, True), (r.Phase.TURN_UP, r.NOTHING, True), (r.Phase.ROAD, r.NOTHING, True),
    ],
)  # fmt: skip
def test_a_stage_is_imagined_with_just_one_counter_card_for_each_round_in_which_one_was_laid(
    round_number, phase, laid, given
):
    t = Table(players=3)
    s, full = t.s, t.game.tables.hand
    s.phase, s.round_number, s.laid[1] = phase, round_number, laid
    s.seat = 2 if phase == r.Phase.RUN else 0
    unseen = s.pile_size
    play_stage(s, t.game.tables, 1, round_number, full - 1 - given, 0, np.random.default_rng(1))
    assert (s.run_size[1], s.hand_size[1], s.hand[1].sum()) == (round_number, full - 1 - given, full - 1 - given)
    assert (s.laid[1] >= 0) == (laid == UNKNOWN)
    lies_face_down = int(s.laid[1] >= 0)
    assert s.pile_size == s.pile.sum() == unseen - s.run_size[1] - s.hand_size[1] - lies_face_down


@pytest.mark.parametrize("hand", ["20 40 R", ""])
def test_an_imagined_run_and_hand_of_the_right_size_stay_as_they_are(hand):
    t, rng = Table().run(1, "30 50 60").hand(1, hand), np.random.default_rng(1)
    before = t.s.tobytes()
    resize_run(t.s, t.game.tables, 1, 3, rng)
    deal_rest(t.s, 1, len(hand.split()), 0, rng)
    assert t.s.tobytes() == before


@pytest.mark.rule("KS-10")
def test_with_no_unseen_card_left_an_imagined_hand_stays_small_and_a_run_short():
    t, rng = Table().run(1, "30").hand(1, "20 40").pile_gone(), np.random.default_rng(1)
    before = t.s.tobytes()
    draw_up_to(t.s, 1, 10, rng)
    assert t.s.tobytes() == before
    resize_run(t.s, t.game.tables, 1, 5, rng)
    assert (t.s.run_size[1], t.s.hand_size[1], t.s.pile_size) == (3, 0, 0)


# Strategies
def test_any_card_is_each_card_of_the_hand_equally_often():
    t, rng, n = Table().hand(0, "20 20 40 R"), np.random.default_rng(1), 4_000
    found = [int(any_held(t.s, 0, 4, rng)) for _ in range(n)]
    assert set(found) == set(cards("20 40 R"))
    for card, share in (("20", 1 / 2), ("40", 1 / 4), ("R", 1 / 4)):
        assert abs(found.count(kind(card)) - n * share) < 5 * (n * share * (1 - share)) ** 0.5


@pytest.mark.parametrize(("run", "given"), [("90 110", "10 120"), ("80 110", "10")])
def test_the_restless_push_on_in_half_of_the_decisions_once_the_run_is_good(run, given):
    t = Table().run(0, run).hand(0, "10 120")
    t.s.phase = r.Phase.COUNTER
    assert GOOD_RUN == 200
    actions, rng = np.array([r.COUNTER + kind(10), r.COUNTER + kind(120)], np.int32), np.random.default_rng(1)
    found = [int(restless(t.s, t.game.tables, 0, actions, 2, rng)) - r.COUNTER for _ in range(400)]
    assert set(found) == set(cards(given))
    assert found.count(kind(120)) == (pytest.approx(200, abs=50) if "120" in given else 0)


# How much can be scored
@pytest.mark.rule("KS-10")
@pytest.mark.parametrize(("more", "least"), [(0, 0), (1, 10)])
def test_nobody_scores_nothing_where_there_is_a_kilometre_card_for_everybody(more, least):
    tables = gk.load("kartenspiel", players=3, stages=1).tables
    tables.deck[:] = 0
    tables.deck[: r.KM_KINDS] = 1
    tables.deck[kind(120)] += 2 * tables.hand + more - tables.deck.sum()
    assert bounds.returns(tables)[0] == least
    tables.deck[r.REST] = 1
    assert bounds.returns(tables)[0] == 0, "a run can end with two rest cards"


@pytest.mark.rule("KS-08", "KS-09", "KS-10", "KS-20")
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("tens", [1, 4, 5, 21, 33, 40])
@pytest.mark.parametrize("limit", [40, 60, 70, 2000])
def test_with_kilometre_cards_only_a_run_has_as_many_cards_as_the_numbers_alone_say(players, tens, limit):
    game = gk.load("kartenspiel", players=players, stages=1, limit=limit)
    game.tables.deck[:] = 0
    game.tables.deck[kind(10)] = tens
    s = game.start()
    while s.phase != r.Phase.SCORE:
        game.apply(s, game.legal(s)[0])
    assert max(s.run_size) == bounds.cards_of_a_run(game.tables, tens)
