"""Ausgebremst, 84 points: the cells of the notebook, held against listing every card."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest

from gamekit.lab.estimate import share
from gamekit.lessons.ausgebremst.build import build_sums
from gamekit.lessons.kit import check
from tests.lessons.notebooks import notebook

NAME = "ausgebremst/04-84-points"


def stack(deck: list[int]) -> list[int]:
    """The cards of a deck, one by one."""
    return [value for value, copies in enumerate(deck, start=1) for _copy in range(copies)]


@pytest.mark.rule("AB-33")
def test_every_set_up_is_worth_84_points_and_none_can_have_fewer_than_17_cards() -> None:
    model = notebook(NAME)
    assert [sum(stack(deck)) for deck in model.SET_UPS.values()] == [84, 84, 84]
    assert model.FEWEST == 17
    small = model.ways_to([2, 1, 1, 0, 0, 0])
    for cards in range(5):
        for points in range(8):
            listed = sum(sum(some) == points for some in itertools.combinations([1, 1, 2, 3], cards))
            assert small[cards, points] == listed


@pytest.mark.parametrize("name", ["fast", "slow"])
def test_hands_are_counted_as_by_listing_every_card(name: str) -> None:
    model = notebook(NAME)
    deck = model.SET_UPS[name]
    listed = list(itertools.combinations(stack(deck), 3))
    for room in (5, 8, 13):
        assert model.room_is_enough(deck, 3, room) == Fraction(sum(sum(hand) <= room for hand in listed), len(listed))
    good = [
        hand
        for hand in listed
        if any(11 < sum(some) <= 16 for n in (1, 2, 3) for some in itertools.combinations(hand, n))
    ]
    assert model.chance(deck, 3, lambda hand: model.stops(hand, 11, 5)) == Fraction(len(good), len(listed))


def test_turns_are_counted_as_by_listing_orders_of_a_small_deck() -> None:
    found: dict[int, int] = {}
    for order in itertools.permutations([1, 1, 2, 4, 6]):
        turn = next(k for k in range(1, 6) if sum(order[:k]) >= 8)
        found[turn] = found.get(turn, 0) + 1
    exact = notebook(NAME).turns([2, 1, 0, 1, 0, 1], 8)
    assert exact == {turn: Fraction(n, 120) for turn, n in sorted(found.items())}


def test_hands_by_lot_cover_the_exact_chance() -> None:
    model = notebook(NAME)
    for deck in model.SET_UPS.values():
        good = model.all_used(model.deal(deck, 3, 20_000, np.random.default_rng(4)).T, 8)
        found = share(float(good.sum()), 20_000)
        assert abs(found.value - float(model.room_is_enough(deck, 3, 8))) < found.high - found.low


@pytest.mark.parametrize("decisions", list(itertools.product((True, False), repeat=3)))
def test_only_the_right_decisions_build_the_list_of_distances(decisions: tuple[bool, bool, bool]) -> None:
    assert bool(check(build_sums(*decisions), notebook(NAME).CASES)) == all(decisions)
