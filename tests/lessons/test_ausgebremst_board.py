"""Ausgebremst, the lost board: the cells of the notebook, held against the printed table and the boards drawn."""

from __future__ import annotations

import pytest

from gamekit.games.ausgebremst.track import ideal_lap
from gamekit.lessons.ausgebremst.reference import circuit
from tests.lessons.notebooks import notebook, results, said

NAME = "ausgebremst/03-lost-board"


@pytest.mark.rule("AB-06")
def test_the_boards_drawn_have_the_lengths_that_the_table_gives_without_its_misprint() -> None:
    model = notebook(NAME)
    for number, lap in model.laps_of(model.RIGHT).items():
        assert lap == len(ideal_lap(circuit(number)))
    assert model.fits(model.laps_of(model.RIGHT))
    assert not model.fits(model.laps_of(model.NO_STOP))
    assert {n for n in model.RIGHT if model.RIGHT[n] != model.NO_STOP[n]} == {7}


def test_only_the_misprint_is_found_and_two_pairs_of_rows_cannot_be_told_apart() -> None:
    model = notebook(NAME)
    assert model.suspects(model.laps_of(model.NO_STOP)) == [7]
    found = {n: model.suspects(model.laps_of(model.RIGHT | {n: model.RIGHT[n] + 1})) for n in model.RIGHT}
    assert found == {1: [1, 4], 2: [2], 3: [3, 6], 4: [1, 4], 5: [5], 6: [3, 6], 7: [7], 8: [8]}


def test_one_division_finds_the_misprint_and_every_error_that_three_does_not_divide() -> None:
    model = notebook(NAME)
    assert model.broken(model.laps_of(model.NO_STOP)) == [7]
    for row in model.RIGHT:
        for by in range(-6, 7):
            found = model.broken(model.laps_of(model.RIGHT | {row: model.RIGHT[row] + by}))
            assert found == ([row] if by % 3 else [])


def test_the_panel_says_of_every_misprint_what_equations_and_division_say_of_it() -> None:
    """Only an error of 3 or 6 in one of the rows 1, 4, 3 and 6 stays hidden between two of them."""
    (panel,) = [shown for cell, shown, _space in results(NAME) if "def misprint" in cell.source]
    model = notebook(NAME)
    for name, row in model.NAMES.items():
        for by in range(-6, 7):
            told = said(panel, row=name, by=by)
            if by == 0:
                assert "nothing is wrong" in told
            elif by % 3 == 0 and row in (1, 3, 4, 6):
                assert "Both together leave two rows" in told
            else:
                assert f"must stand there: {model.RIGHT[row]}." in told
            assert ("The division: every lap is a whole number" in told) == (by != 0 and by % 3 == 0)
            assert ("They cannot say in which" in told) == (by != 0 and row in (1, 3, 4, 6))


def test_the_halves_add_up_to_every_lap_whatever_is_chosen_for_bleifuss() -> None:
    model = notebook(NAME)
    laps = model.laps_of(model.RIGHT)
    for bleifuss in (6, 12, 18):
        halves = model.solve(laps, bleifuss)
        assert halves["Bleifuß"] == bleifuss
        assert all(sum(halves[half] for half in model.PAIRS[n]) == laps[n] for n in laps)


@pytest.mark.parametrize(("kept", "unknown"), [((1, 2, 3, 4, 5), 0), ((1, 2, 4, 5, 8), 2), ((1, 2, 3, 4), 3), ((), 8)])
def test_rows_that_connect_all_halves_give_all_others(kept: tuple[int, ...], unknown: int) -> None:
    model = notebook(NAME)
    laps = model.laps_of(model.RIGHT)
    told = {n: model.follows({row: laps[row] for row in kept}, n) for n in laps}
    assert sum(value is None for value in told.values()) == unknown
    assert all(value in (None, laps[n]) for n, value in told.items())
