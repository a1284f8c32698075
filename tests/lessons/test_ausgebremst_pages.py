"""Ausgebremst lessons: every panel runs, every exact answer is right, every situation is a real race."""

from __future__ import annotations

import inspect
import itertools
import threading
from fractions import Fraction

import networkx as nx
import pytest

from gamekit.lessons.ausgebremst import lines, page_line, page_points, page_rebuild, page_rules, page_strategy, points
from gamekit.lessons.ausgebremst.rebuild import Solution, fourth, laps_of, stop_costs, suspects, told, without_stop
from gamekit.lessons.ausgebremst.surprises import GROUPS, surprises
from gamekit.show import Bet, Lab
from gamekit.show.controls import parts_of

PAGES = (page_rules, page_line, page_rebuild, page_points, page_strategy)
SLOW = {"all_against_all", "who_finishes", "more_sixes"}


def panels():
    """Every function of a page that makes a panel."""
    for page in PAGES:
        for name, function in vars(page).items():
            own = inspect.isfunction(function) and function.__module__ == page.__name__
            if own and function.__annotations__.get("return") == "Lab":
                marks = [pytest.mark.slow] if name in SLOW else []
                yield pytest.param(function, id=f"{page.__name__.rpartition('.')[2]}.{name}", marks=marks)


@pytest.mark.parametrize("make", list(panels()))
def test_every_panel_runs_and_says_something(make):
    bet = Bet("?", low=0, high=300_000)
    bet.store(5)
    panel: Lab = make(bet) if inspect.signature(make).parameters else make()
    values = {control.name: control.value for control in panel.controls}
    values |= {name: 100 for name in ("games", "races", "tries") if name in values}
    beside = {"progress": lambda _share: None, "cancel": threading.Event()}
    parts = parts_of(panel.run(**values, **{name: beside[name] for name in panel._takes}))
    assert parts
    assert all(part.get("alt", "·") and "{" not in str(part.get("text", "")) for part in parts)


@pytest.mark.parametrize("key", [key for keys in GROUPS.values() for key in keys])
def test_every_situation_is_a_real_race_with_one_right_answer(key):
    one = surprises()[key]
    assert one.answer in one.choices
    assert one.rule in one.game.rulebook
    assert "{" not in one.question
    assert one.asked().step == len(one.actions) - 1
    session = one.played()
    assert one.rule in {note.rule for note in session.log[-1].notes} | {"AB-22", "AB-30"}


# The racing line


@pytest.mark.parametrize("number", [1, 3, 6])
def test_shortest_laps_are_counted_right(number):
    road = lines.lap(number)
    best = len(lines.shortest(number))
    ways = [
        way[:-1]
        for start in lines.starts()
        if nx.shortest_path_length(road, start, lines.SINK) == best
        for way in nx.all_shortest_paths(road, start, lines.SINK)
    ]
    assert lines.count(number) == len(ways)
    shares = lines.passed(number)
    for space in itertools.islice(shares, 0, None, 7):
        assert shares[space] == pytest.approx(sum(space in way for way in ways) / len(ways))


def test_detours_are_what_a_lap_through_a_space_costs_more():
    costs = lines.detours(2)
    best = len(lines.shortest(2))
    for space in itertools.islice(costs, 0, None, 5):
        assert len(lines.shortest(2, through=space)) == best + costs[space]
    assert min(costs.values()) == 0


def test_a_chicane_closed_closes_the_circuit():
    chicanes = [n for n, kind in lines.circuit(1).graph().nodes(data="kind") if kind == "chicane"]
    assert all(lines.shortest(1, without=[space]) == [] for space in chicanes)
    assert all(lines.passed(1)[space] == 1 for space in chicanes)


@pytest.mark.parametrize(
    ("function", "right"),
    [
        (page_line.checked(lines.steps), True),
        (page_line.checked(page_line.search("first", "skip", "way")), True),
        (page_line.checked(page_line.search("last", "skip", "way")), False),
        (page_rebuild.checked(fourth), True),
        (page_rebuild.checked(lambda a, b, c: (a + b + c) / 3), False),
        (page_points.checked(points.sums), True),
        (page_points.checked(page_points.summing(True, True, True)), True),
        (page_points.checked(page_points.summing(False, True, True)), False),
        (page_rules.checked(page_rules.rule(True, True, True)), True),
        (page_rules.checked(page_rules.rule(False, True, True)), False),
    ],
)
def test_solutions_pass_and_first_versions_do_not(function, right):
    assert bool(function) == right


# The lost board


def test_only_the_misprint_is_found_and_two_pairs_of_rows_cannot_be_told_apart():
    laps = laps_of(without_stop())
    assert suspects(laps) == [7]
    assert told(laps, 7) == 25
    right = laps_of(without_stop() | {7: 76})
    assert Solution(right).fits
    found = {}
    for number in right:
        wrong = dict(right)
        wrong[number] += 1
        found[number] = suspects(wrong)
    assert found == {1: [1, 4], 2: [2], 3: [3, 6], 4: [1, 4], 5: [5], 6: [3, 6], 7: [7], 8: [8]}
    assert stop_costs() == {"Circuit": [3, 3, 3], "Drom": [1, 1, 1], "Ring": [1, 1]}


# 84 points


def test_hands_are_counted_as_by_listing_every_card():
    stack = [value for value, n in zip(points.VALUES, points.deck("fast"), strict=True) for _copy in range(n)]
    listed = list(itertools.combinations(stack, 3))
    for room in (5, 8, 13):
        exact = points.chance(points.deck("fast"), 3, lambda hand, room=room: points.all_used(hand, room))
        assert exact == Fraction(sum(sum(hand) <= room for hand in listed), len(listed))


def test_turns_are_counted_as_by_listing_orders_of_a_small_deck():
    deck = (2, 1, 0, 1, 0, 1)
    stack = [1, 1, 2, 4, 6]
    found: dict[int, int] = {}
    for order in itertools.permutations(stack):
        total = 0
        for turn, card in enumerate(order, start=1):
            total += card
            if total >= 8:
                found[turn] = found.get(turn, 0) + 1
                break
    assert points.turns(deck, 8) == {turn: Fraction(n, 120) for turn, n in sorted(found.items())}


def test_the_simulated_share_covers_the_exact_one():
    from gamekit.lab.estimate import share

    fits = lambda hand: points.stops(hand, 11, 5)  # noqa: E731
    for name in points.SET_UPS:
        exact = points.chance(points.deck(name), 3, fits)
        assert share(points.dealt(points.deck(name), 3, fits, 20_000, 4), 20_000).covers(float(exact))


def test_set_ups_of_84_points_have_17_cards_or_more():
    assert min(map(sum, points.set_ups_of_84())) == 17


def test_quiz_questions_have_one_right_answer_and_a_reason_for_each_wrong_one():
    import numpy as np

    rng = np.random.default_rng(2)
    for _again in range(2):
        question = page_rules.question(rng)
        assert question.choices is not None
        assert set(question.reasons) == set(range(4)) - {int(question.answer)}
