"""The coach in forty lines: it plays as the rules do, many coaches do what is computed exactly, figures hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.kartenspiel.reference import own_choice, wins_in
from tests.lessons.notebooks import cells, notebook, prose

NAME = "topics/coach_in_forty_lines"
MODEL = notebook(NAME)
OPENING = MODEL.first_decision(MODEL.DEAL)


def faults(deal: int, worlds: int, seed: int, **how: Any) -> Any:
    """What many coaches promise too much and lose in one hand, on average."""
    return np.mean(MODEL.faults(deal, *MODEL.coaches(deal, worlds, np.random.default_rng(seed), **how)), axis=1)


def test_it_has_at_most_forty_lines_and_the_coach_of_the_board_agrees_with_it() -> None:
    cell = next(cell for cell in cells(NAME) if "def coach(" in cell.source)
    assert cell.lines <= 40
    shares = MODEL.coach(OPENING, 150, np.random.default_rng(1))
    board = gk.coach(OPENING, 20_000, even=True, ahead=0, strategy="planner")
    assert list(shares) == OPENING.legal()
    off = [(shares[one.action] - one.win.value) / np.sqrt(one.win.value * (1 - one.win.value) / 150) for one in board]
    assert max(map(abs, off)) < 3.5
    assert np.sum(np.square(off)) < 22, "a chi-square of 8 goes that far in one of 200 cases"


def test_a_world_keeps_what_a_sees_and_is_played_on_to_its_end() -> None:
    view, rng = OPENING.view(MODEL.A), np.random.default_rng(2)
    first, second = MODEL.imagine(view, rng), MODEL.imagine(view, rng)
    assert (first["hand"][0] == view["hand"][0]).all()
    assert (first["hand"][1] != second["hand"][1]).any()
    assert first["hand"].sum() + first["pile"].sum() == sum(MODEL.game.tables.deck)
    MODEL.play_on(first, OPENING.legal()[0], rng)
    assert MODEL.game.rules.player(first, MODEL.game.tables) == gk.OVER
    assert (OPENING.view(MODEL.A) == view).all(), "the game on the board does not move"


def test_the_judge_counts_as_the_coach_of_the_board_does() -> None:
    board = gk.coach(OPENING, 20_000, seed=5, even=True, ahead=0, strategy="planner")
    for one in board:
        wins = MODEL.WINS[:, OPENING.legal().index(one.action)]
        assert set(np.unique(wins)) <= {0, 0.5, 1}
        assert abs(wins.mean() - one.win.value) < 0.03
    assert MODEL.WINS.shape == (MODEL.WORLDS, len(OPENING.legal()))
    assert MODEL.WORLDS == 6_000
    assert 196 * MODEL.WINS.std(axis=0).max() / np.sqrt(MODEL.WORLDS) < 1.3, "right to about 1 of 100"


def test_the_best_card_is_the_best_one_in_other_worlds_too() -> None:
    other = wins_in(OPENING, 20_000, "planner", seed=77)
    lead = other[:, [MODEL.BEST]] - np.delete(other, MODEL.BEST, axis=1)
    assert min(mean(column).low for column in lead.T) > 0


def test_the_planners_card_is_what_it_would_play() -> None:
    view, t = OPENING.view(0), MODEL.game.tables
    actions = np.array(OPENING.legal(), np.int32)
    chosen = MODEL.planner(view, t, 0, actions, len(actions), np.random.default_rng(3))
    assert OPENING.legal()[own_choice(OPENING, "planner")] == chosen


@pytest.mark.parametrize(("n", "cards"), [(5, None), (20, None), (100, None), (20, 3)])
def test_what_is_computed_exactly_is_what_many_coaches_do(n: int, cards: int | None) -> None:
    shares = MODEL.throw(MODEL.WINS[:, :cards], n, np.random.default_rng(4), 10_000)
    chosen = shares.argmax(axis=1)
    exactly = MODEL.exactly(n, cards)
    assert exactly.sum() == pytest.approx(1)
    for card, chance in enumerate(exactly.sum(axis=1)):
        assert abs((chosen == card).mean() - chance) < 4 * np.sqrt(chance * (1 - chance) / 10_000) + 1e-9
    said_, true = MODEL.said_and_true(n, cards)
    for found, exact in ((100 * shares.max(axis=1), said_), (100 * MODEL.TRUE[chosen], true)):
        assert abs(found.mean() - exact) < 4 * found.std() / 100


def test_exact_chances_by_enumeration_for_one_world_each() -> None:
    exactly = MODEL.exactly(1, 2)
    a, b = ([(MODEL.WINS[:, card] == value).mean() for value in (0, 0.5, 1)] for card in (0, 1))
    first = [a[i] * sum(b[: i + 1]) for i in range(3)]
    second = [b[i] * sum(a[:i]) for i in range(3)]
    assert exactly == pytest.approx(np.array([first, second]))


@pytest.mark.thorough
def test_which_coaches_are_good_and_what_the_solution_says_of_them() -> None:
    def found(halve: bool, doubt: float, seed: int = 8) -> Any:
        return MODEL.tried(halve, doubt, np.random.default_rng(seed)).mean(axis=0)

    def good(pair: Any) -> bool:
        return bool(pair[0] <= MODEL.TOO_HIGH and pair[1] <= MODEL.LOST)

    halved, best, plain, hesitant = found(True, 0), found(True, 0.5), found(False, 0), found(False, 3)
    assert abs(halved - [6.9, 2.8]).max() < 0.2
    assert abs(best - [5.7, 2.5]).max() < 0.2
    assert abs(hesitant[1] - 3.1) < 0.1
    assert [good(one) for one in (halved, best, plain, hesitant)] == [False, True, False, False]
    assert all(good(found(True, 0.5, seed)) for seed in range(20, 24)), "no luck is wanted"
    assert not any(good(found(False, doubt)) for doubt in np.arange(0, 3.25, 0.25))
    alone = MODEL.tried(True, 0, np.random.default_rng(9))[:, 1]
    doubting = MODEL.tried(True, 0.5, np.random.default_rng(9))[:, 1]
    assert [number for number in range(1, 9) if doubting[number - 1] > alone[number - 1]] in ([1, 5, 6], [1, 2, 5, 6])


def test_the_rule_of_the_solution_is_that_of_the_panel() -> None:
    space: dict[str, Any] = {}
    source = next(block for block in prose(NAME).split("```python\n")[1:] if block.startswith("def choose("))
    exec(source.split("```")[0], space)
    rng = np.random.default_rng(10)
    for _ in range(300):
        shares, own = rng.integers(0, 21, 5) / 20, int(rng.integers(5))
        assert space["choose"](list(shares), 20, own) == MODEL.decide(shares[None], 20, own, 0.5)[0]
