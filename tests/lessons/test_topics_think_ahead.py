"""Think ahead: minimax against a slow search by the rules' own graph, the die against equations, figures hold."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.ausgebremst.circuits import space_name
from gamekit.games.ausgebremst.state import PIT
from tests.lessons.notebooks import notebook, results

NAME = "topics/think_ahead"
MODEL = notebook(NAME)
GRAPH = gk.load("ausgebremst", circuit=1).graph
NUMBERS = {space_name(space): space for space in GRAPH if space < PIT}
Cars = tuple[str, str]
Hands = tuple[tuple[int, ...], tuple[int, ...]]


def walks(space: str, steps: int, taken: str) -> Iterator[str]:
    """Where each walk of so many steps ends, one walk after the other."""
    if steps == 0 or space == "line":
        yield space
        return
    for follower in GRAPH[NUMBERS[space]]:
        if follower < PIT and space_name(follower) != taken:
            over = GRAPH.edges[NUMBERS[space], follower]["line"]
            yield from walks("line" if over else space_name(follower), steps - 1, taken)


@cache
def choices(space: str, taken: str, cards: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple(sorted({(card, goal) for card in cards for goal in walks(space, card, taken)}))


def outcome(cars: Cars, hands: Hands, player: int) -> int:
    """What the race is worth to A: every course of it, the highest for A, the lowest for B, without a memory."""
    if "line" in cars:
        return 1 if cars[0] == "line" else -1
    ways = [choices(cars[one], cars[1 - one], hands[one]) for one in (0, 1)]
    if not any(ways):
        return 0
    if not ways[player]:
        return outcome(cars, hands, 1 - player)
    found = []
    for card, goal in ways[player]:
        left = list(hands[player])
        left.remove(card)
        went = (goal, cars[1]) if player == 0 else (cars[0], goal)
        kept = (tuple(left), hands[1]) if player == 0 else (hands[0], tuple(left))
        found.append(outcome(went, kept, 1 - player))
    return max(found) if player == 0 else min(found)


def first_moves(cars: Cars, hands: Hands) -> dict[tuple[int, str], int]:
    found = {}
    for card, goal in choices(*cars, hands[0]):
        left = list(hands[0])
        left.remove(card)
        found[card, goal] = outcome((goal, cars[1]), (tuple(left), hands[1]), 1)
    return found


def chance_of_a(cars: Cars, player: int, kept: dict[Any, Fraction]) -> Fraction:
    """A's chance to win by the die, seen by A in every turn."""
    if "line" in cars:
        return Fraction(cars[0] == "line")
    if (cars, player) not in kept:
        faces = []
        for face in MODEL.DIE:
            goals = {goal for _card, goal in choices(cars[player], cars[1 - player], (face,))} or {cars[player]}
            went = [(goal, cars[1]) if player == 0 else (cars[0], goal) for goal in goals]
            faces.append((max if player == 0 else min)(chance_of_a(one, 1 - player, kept) for one in went))
        kept[cars, player] = sum(faces, Fraction(0)) / len(faces)
    return kept[cars, player]


HERE = (MODEL.A_AT, MODEL.B_AT)


@pytest.mark.rule("AB-09")
@pytest.mark.rule("AB-10")
def test_a_move_goes_just_so_far_along_the_arrows_and_never_over_the_other_car() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        at, taken = map(str, rng.choice(sorted(NUMBERS), 2, replace=False))
        cards = tuple(int(card) for card in rng.integers(1, 6, 3))
        assert sorted(MODEL.moves(at, taken, cards)) == list(choices(at, taken, cards))


def test_it_does_so_in_other_races_too() -> None:
    rng, seen = np.random.default_rng(2), set()
    near = [space for space in NUMBERS if 17 <= int(space[1:]) <= 28]
    for _ in range(60):
        at, taken = map(str, rng.choice(near, 2, replace=False))
        mine, yours = (tuple(sorted(int(card) for card in rng.integers(1, 6, 3))) for _ in (0, 1))
        found = MODEL.judged(at, taken, mine, yours)[0]
        assert found == first_moves((at, taken), (mine, yours))
        seen |= set(found.values())
    assert seen == {-1, 0, 1}


def test_a_race_that_is_played_on_ends_as_it_was_judged() -> None:
    played = next(space["played_on"] for cell, _shown, space in results(NAME) if "def played_on" in cell.source)
    for move, worth in MODEL.judged(*HERE, MODEL.MINE, MODEL.YOURS)[0].items():
        told = played(move)
        assert told.startswith(f"A plays {move[0]} to {move[1]}")
        assert told.endswith({1: "A wins.", -1: "B wins.", 0: "A draw."}[worth])
        assert ("B cannot move" in told) == (worth == 1), "who waits before the chicane is in the way"


def test_the_chance_by_the_die_is_that_of_fractions_and_of_races() -> None:
    kept: dict[Any, Fraction] = {}
    exact, second = (float(chance_of_a(HERE, player, kept)) for player in (0, 1))
    assert MODEL.chance(*HERE) == pytest.approx(exact)
    assert 1 - MODEL.chance(*reversed(HERE)) == pytest.approx(second)
    rng = np.random.default_rng(3)
    assert abs(np.mean([MODEL.race(rng) for _ in range(1_500)]) - exact) < 4 * np.sqrt(exact * (1 - exact) / 1_500)
