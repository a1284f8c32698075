"""The card game: what strategies and beliefs say they do, in hands with one right answer."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import clear_notes, notes_of
from gamekit.games.kartenspiel import rules as r
from gamekit.games.kartenspiel import strategies as sg
from gamekit.games.kartenspiel.beliefs import draw_events_here, give_up_counter, has_laid, lose_last
from gamekit.games.kartenspiel.strategies import lay_on_run as run_card

NAMES = {"rest": r.REST, "freight": r.FREIGHT, "free": r.FREE, "really": r.REALLY_FREE}


def kinds(cards: str) -> list[int]:
    return [NAMES[one] if one in NAMES else int(one) // 10 - 1 for one in cards.split()]


def holding(cards: str, run: str = "", players: int = 2, p: int = 0, phase: int = r.Phase.RUN):
    """A player with a hand and a run, in the middle of a stage; the pile is full."""
    game = gk.load("kartenspiel", players=players)
    s = game.start()
    s.phase, s.round_number, s.start = phase, 3, 0
    for kind in kinds(cards):
        s.hand[p, kind] += 1
    s.hand_size[p] = len(kinds(cards))
    s.run_size[p] = len(kinds(run))
    s.run[p, : len(kinds(run))] = kinds(run)
    return game, s


# Free roads
@pytest.mark.rule("KS-23", "KS-25")
@pytest.mark.parametrize(("road", "owed"), [(r.FREE, 1), (r.REALLY_FREE, 2)])
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_only_who_has_fewer_cards_than_are_due_is_told_to_have_too_few(road: int, owed: int, cards: int) -> None:
    game, s = holding(" ".join(["50"] * cards))
    s.hand[1, 4], s.hand_size[1] = 5, 5
    clear_notes(s)
    r.free_road(s, game.tables, 0, road)
    few = [note.a for note in notes_of(s) if note.code == r.Note.TOO_FEW_CARDS]
    assert few == ([0] if cards < owed else [])
    assert (s.phase, s.owed) == (r.Phase.ROAD, min(cards, owed) or owed)
    for _ in range(min(cards, owed)):
        r.lay_on_run(s, game.tables, 4)
        s.owed -= 1
    r.next_on_road(s, game.tables)
    assert (s.seat, s.owed, s.run_size[0]) == (1, owed, min(cards, owed))
    s.owed = 0
    r.next_on_road(s, game.tables)
    assert s.road == 0


# Beliefs
@pytest.mark.rule("KS-08")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_who_has_laid_the_run_card_sits_before_whose_turn_it_is(start: int) -> None:
    game, s = holding("10", players=3)
    s.start = start
    for seat in range(3):
        s.seat, s.phase = seat, r.Phase.RUN
        assert [has_laid(s, game.tables, (start + k) % 3) for k in range(3)] == [k < seat for k in range(3)]
        for phase in (r.Phase.COUNTER, r.Phase.TURN_UP, r.Phase.ROAD):
            s.phase = phase
            assert all(has_laid(s, game.tables, p) for p in range(3))


def test_events_fall_evenly_in_the_rounds_that_are_left_and_all_in_the_last_one() -> None:
    rng = np.random.default_rng(1)
    assert {draw_events_here(5, 1, rng) for _ in range(50)} == {5}
    assert {draw_events_here(5, 0, rng) for _ in range(50)} == {0}
    mean = sum(draw_events_here(4, 4, rng) for _ in range(4_000)) / 4_000
    assert abs(mean - 1) < 5 * (4 * 3 / 16 / 4_000) ** 0.5


@pytest.mark.parametrize(
    ("hand", "run", "given"),
    [
        ("20 40 free", "30", "free"), ("20 free", "30", "20"), ("20 40 50 free really", "30", "really"),
        ("20 40 free really", "30", "free"), ("20 40 freight", "30", "freight"),
    ],
)  # fmt: skip
def test_who_went_on_gave_what_opens_the_road_or_else_held_back(hand: str, run: str, given: str) -> None:
    game, s = holding(hand, run)
    before, pile = s.hand[0].copy(), s.pile.copy()
    give_up_counter(s, game.tables, 0)
    assert list(np.flatnonzero(before - s.hand[0])) == kinds(given)
    assert list(np.flatnonzero(s.pile - pile)) == kinds(given)


def test_a_barrier_takes_the_last_card_also_if_it_is_the_only_one() -> None:
    _, s = holding("", "30 50")
    for left, taken in ((1, 4), (0, 2)):
        lose_last(s, 0)
        assert (s.run_size[0], s.taken[0, taken]) == (left, 1)
    lose_last(s, 0)
    assert (s.run_size[0], s.taken_size[0]) == (0, 2)


# Strategies
@pytest.mark.parametrize(
    ("last", "cards", "laid"), [(0, 1, 100), (0, 2, 60), (0, 3, 30), (0, 9, 30), (30, 9, 60), (60, 2, 100), (100, 1, 0)]
)
def test_with_so_many_cards_to_come_the_lowest_of_so_many_highest_is_laid(last: int, cards: int, laid: int) -> None:
    game, s = holding("30 60 100")
    assert sg.step_up(s, game.tables, 0, last, cards) == (laid // 10 - 1 if laid else sg.NONE)
    assert sg.count_climbing(s, game.tables, 0, last) == sum(card > last for card in (30, 60, 100))


@pytest.mark.parametrize(
    ("hand", "run", "laid"),
    [
        ("30 60 rest", "50", "60"), ("30 40 rest", "50", "rest"), ("30 40 rest", "50 rest", "30"),
        ("30 50", "50", "30"), ("free freight", "50", "freight"),
    ],
)  # fmt: skip
def test_a_run_climbs_or_rests_once_or_breaks_cheaply(hand: str, run: str, laid: str) -> None:
    game, s = holding(hand, run)
    first = r.RUN + min(kinds(hand))
    assert run_card(s, game.tables, 0, r.KM_KINDS, first) == r.RUN + kinds(laid)[0]
    actions, rng = np.array(sorted(r.RUN + kind for kind in set(kinds(hand))), np.int32), np.random.default_rng(1)
    assert sg.climber(s, game.tables, 0, actions, len(actions), rng) == r.RUN + kinds(laid)[0]


@pytest.mark.parametrize(
    ("hand", "held", "pushed"),
    [
        ("20 50 freight rest rest", "freight", "50"), ("20 50 rest rest", "rest", "50"), ("20 50 rest", "20", "50"),
        ("rest free", "rest", "rest"), ("10 free", "10", "10"),
    ],
)  # fmt: skip
def test_the_counter_is_held_back_or_pushed_on(hand: str, held: str, pushed: str) -> None:
    _, s = holding(hand)
    first = r.COUNTER + min(kinds(hand))
    assert sg.hold_back(s, 0, first) == r.COUNTER + kinds(held)[0]
    assert sg.push_on(s, 0, first) == r.COUNTER + kinds(pushed)[0]


@pytest.mark.parametrize(
    ("hand", "steps", "opened"),
    [
        ("free", 0, ""), ("free", 1, "free"), ("really", 1, ""), ("really", 2, "really"), ("free really", 1, "free"),
        ("10 20", 2, ""), ("free 10", 2, "free"),
    ],
)  # fmt: skip
def test_a_road_is_opened_for_as_many_cards_as_climb(hand: str, steps: int, opened: str) -> None:
    _, s = holding(hand)
    assert sg.open_road(s, 0, steps) == (r.COUNTER + kinds(opened)[0] if opened else sg.NONE)


@pytest.mark.parametrize(
    ("run", "hand", "pile", "given"),
    [
        ("80 120", "10 30", sg.LOW_PILE, "30"),  # 200 km, nothing climbs
        ("70 120", "10 30", sg.LOW_PILE, "10"),  # 190 km
        ("90 110", "10 120", sg.LOW_PILE, "10"),  # 200 km, and the hand climbs
        ("90 110", "10 120 free", sg.LOW_PILE, "free"),
        ("50", "10 30", sg.LOW_PILE - 1, "30"),
    ],
)
def test_the_planner_ends_the_stage_on_a_good_run_that_climbs_no_more_or_with_a_low_pile(
    run: str, hand: str, pile: int, given: str
) -> None:
    game, s = holding(hand, run, phase=r.Phase.COUNTER)
    s.pile_size = pile
    assert sg.GOOD_RUN == 200
    assert sg.plan_counter(s, game.tables, 0, r.COUNTER) == r.COUNTER + kinds(given)[0]


@pytest.mark.parametrize(("run", "given"), [("80 120", "50"), ("70 120", "20")])
def test_the_spoiler_ends_the_stage_on_a_good_run_and_the_greedy_give_their_lowest(run: str, given: str) -> None:
    game, s = holding("20 50", run, phase=r.Phase.COUNTER)
    actions, rng = np.array([r.COUNTER + 1, r.COUNTER + 4], np.int32), np.random.default_rng(1)
    assert sg.spoiler(s, game.tables, 0, actions, 2, rng) == r.COUNTER + kinds(given)[0]
    assert sg.greedy(s, game.tables, 0, actions, 2, rng) == r.COUNTER + 1
    s.phase = r.Phase.RUN
    assert sg.greedy(s, game.tables, 0, np.array([1, 4], np.int32), 2, rng) == r.RUN + 4


@pytest.mark.parametrize("counter", [-50, 0, 136, 167, 168, 199, 200, 500])
def test_the_rounds_left_are_those_until_the_limit_is_reached(counter: int) -> None:
    game, s = holding("10", players=2)
    game.tables.limit = 200
    s.counter = counter
    rounds, stand = 0, counter
    while stand < 200 or rounds == 0:
        stand += 2 * 16
        rounds += 1
    assert sg.rounds_left(s, game.tables, 16) == rounds
