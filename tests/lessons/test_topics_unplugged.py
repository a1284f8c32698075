"""Unplugged: boards by the bell, by other games and by hand; what is missing on them; what the text says."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.errors import OptionError
from gamekit.lessons import unplugged
from gamekit.show import Numbers
from tests.lessons.notebooks import flat_prose, notebook, said, shown_by

NAME = "topics/unplugged"
TEXT = flat_prose(NAME)
shown = partial(shown_by, NAME)
MODEL = notebook(NAME)
PLANNER, CLIMBER = (MODEL.stages(player) for player in ("planner", "climber"))


def other_stages(player: str) -> Any:
    """Stages with other luck than the lesson's."""
    game = gk.load("kartenspiel", players=2, stages=1)
    return gk.simulate(game, [player, player], games=12_000, seed=77, progress=False).returns


def by_the_bell(km: Any, pairs: int, far: float) -> float:
    """Of 100 boards, how many are more than so many km off, if their means form a bell."""
    return 100 * erfc(far / (km.mean(axis=1).std() / sqrt(pairs)) / sqrt(2))


def wrong_by_hand(pairs: int, line: float) -> tuple[float, float]:
    """Of 100 boards of planners those below the line, and of 100 of climbers the others, sum after sum."""
    found = []
    for km in (PLANNER, CLIMBER):
        one = np.bincount((km.sum(axis=1) // 10).astype(int)) / len(km)
        chances = np.ones(1)
        for _pair in range(pairs):
            chances = np.convolve(chances, one)
        found.append(100 * chances[10 * np.arange(len(chances)) / (2 * pairs) < line].sum())
    return found[0], 100 - found[1]


def test_the_class_and_its_board_are_those_of_the_sheets() -> None:
    assert 2 * MODEL.PAIRS == unplugged.RESULTS == len(MODEL.EXAMPLE) == 30
    assert (MODEL.game.players, MODEL.game.options["stages"]) == (unplugged.game().players, 1)
    assert max(MODEL.EXAMPLE) < unplugged.AXIS[1]
    assert "fifteen pairs, thirty results" in TEXT
    assert "an *example* stands there: results of a class that a computer has made up" in TEXT


@pytest.mark.parametrize("player", ["planner", "climber"])
def test_stages_with_other_luck_have_the_same_mean_spread_and_correlation(player: str) -> None:
    ours, others = MODEL.stages(player), other_stages(player)
    assert abs(ours.mean() - others.mean()) < 4 * others.mean(axis=1).std() * sqrt(1 / 12_000 + 1 / 20_000)
    assert ours.std() == pytest.approx(others.std(), rel=0.02)
    assert abs(np.corrcoef(ours.T)[0, 1] - np.corrcoef(others.T)[0, 1]) < 0.05


def test_boards_by_lot_lie_as_far_off_as_is_exact_and_as_the_bell_says() -> None:
    for pairs in (5, 15, 60):
        found = MODEL.boards("planner", pairs, 20_000, np.random.default_rng(3))
        assert found.shape == (20_000, pairs, 2)
        means, exact = found.mean(axis=(1, 2)), MODEL.far_off("planner", pairs)
        far = 100 * (abs(means - PLANNER.mean()) > MODEL.FAR_OFF).mean()
        assert abs(far - exact) < 0.02 + 4 * sqrt(exact * (100 - exact) / 20_000)
        assert abs(by_the_bell(PLANNER, pairs, MODEL.FAR_OFF) - exact) < 1.5
        assert means.std() == pytest.approx(MODEL.typical("planner", pairs), rel=0.03)
        km, chances = MODEL.means("planner", pairs)
        assert chances.sum() == pytest.approx(1)
        assert km @ chances == pytest.approx(PLANNER.mean())


def test_the_two_of_a_pair_are_not_independent_and_pairs_are_counted() -> None:
    together = np.corrcoef(PLANNER.T)[0, 1]
    assert together - 4 / sqrt(len(PLANNER)) > 0.1
    alone = PLANNER.std() / sqrt(30)
    assert MODEL.typical("planner", 15) == pytest.approx(alone * sqrt(1 + together), rel=1e-3)
    assert MODEL.typical("planner", 15) > alone + 1
    within = MODEL.boards("planner", 15, 20_000, np.random.default_rng(4)).mean(axis=(1, 2)) - PLANNER.mean()
    assert 94 < 100 * (abs(within) < 2 * MODEL.typical("planner", 15)).mean() < 96.5, "about 95 within twice that"


def test_it_is_the_stage_that_binds_the_two_of_a_pair() -> None:
    """Results of two who sat at different tables have nothing to do with each other."""
    elsewhere = np.random.default_rng(5).permutation(PLANNER[:, 1])
    assert abs(np.corrcoef(PLANNER[:, 0], elsewhere)[0, 1]) < 4 / sqrt(len(PLANNER))
    words = MODEL.game.rulebook
    assert "A stage ends when" in words["KS-20"].text
    assert all(words[rule].text.startswith("Everybody") for rule in ("KS-22", "KS-23"))


def test_the_example_fits_only_whom_the_text_names() -> None:
    ours = np.mean(MODEL.EXAMPLE), np.std(MODEL.EXAMPLE)
    assert f"The example has a mean of {ours[0]:.0f} km" in TEXT
    assert f"Its standard deviation, {ours[1]:.0f} km, fits the climber but not the spoiler" in TEXT
    fits = {}
    for title, player in MODEL.PLAYERS.items():
        drawn = MODEL.boards(player, 15, 20_000, np.random.default_rng(6)).reshape(20_000, -1)
        limits = [np.quantile(values, [0.025, 0.975]) for values in (drawn.mean(axis=1), drawn.std(axis=1))]
        fits[title] = [low <= value <= high for value, (low, high) in zip(ours, limits, strict=True)]
    assert [title for title, fit in fits.items() if fit[0]] == ["Safe climber", "Spoiler"]
    assert [title for title, fit in fits.items() if all(fit)] == ["Safe climber"]
    table = shown("def who_plays_like_us(").answer()[1].rows
    assert {row[0]: row[1][-1] == "✓" for row in table} == {player: fit[0] for player, fit in fits.items()}


def test_the_text_tells_how_many_boards_are_far_off() -> None:
    few, many, more = (MODEL.far_off("planner", pairs) for pairs in (5, 15, 60))
    assert f"With 5 pairs {few:.1f} of 100, with 15 pairs {many:.1f}, with 60 pairs {more:.2f}" in TEXT
    assert MODEL.far_off("planner", 240) < 1e-6, "none that one could wait for"
    highest = {
        pairs: MODEL.boards("planner", pairs, 6_000, np.random.default_rng(pairs)).max(axis=(1, 2)).mean()
        for pairs in (5, 120)
    }
    assert abs(highest[5] - 539) < 4
    assert abs(highest[120] - 664) < 3
    assert "from 539 km on average with 5 pairs to 664 with 120" in TEXT


def test_what_is_missing_is_not_made_good_by_more_results() -> None:
    better = PLANNER.max(axis=1)
    assert f"Only the better: about {better.mean() - PLANNER.mean():.0f} km too high." in TEXT
    assert other_stages("planner").max(axis=1).mean() - other_stages("planner").mean() == pytest.approx(70, abs=3)
    shares = []
    for pairs in (15, 60, 240):
        means = better[np.random.default_rng(pairs).integers(len(better), size=(8_000, pairs))].mean(axis=1)
        shares.append(100 * (abs(means - PLANNER.mean()) > MODEL.FAR_OFF).mean())
    told = [74, 91, 99]
    assert all(abs(share - wanted) < 2.5 for share, wanted in zip(shares, told, strict=True)), shares
    assert "with 15 pairs about 74 of 100 are more than 50 km off, with 60 pairs 91, with 240 nearly all" in TEXT
    dared = PLANNER[PLANNER >= 200].mean() - PLANNER.mean()
    assert f"the mean is about {dared:.0f} km too high, with any number of pairs" in TEXT
    panel = shown("def who_writes(")
    for pairs in ("15", "240"):
        drawn = panel.answer(writes="who has 200 km or more", pairs=pairs)[0]
        assert "more than" in said(panel, writes="everybody", pairs=pairs)
        assert drawn is not None


def test_eighteen_pairs_are_the_fewest_that_tell_the_two_apart() -> None:
    good = [n for n, line in product(range(1, 24), range(150, 451, 10)) if max(errors(n, line)) <= 5]
    assert min(good) == 18
    for pairs, told in ((18, (3.9, 4.5)), (15, (5.3, 6.1))):
        assert wrong_by_hand(pairs, 300) == pytest.approx(errors(pairs, 300), abs=1e-9)
        assert tuple(round(one, 1) for one in errors(pairs, 300)) == told
    assert "wrong for 3.9 of 100 boards of planners and for 4.5 of 100 of climbers" in TEXT
    assert "you are wrong for 5.3 and 6.1" in TEXT
    assert 18 < min(max(errors(5, line)) for line in range(150, 451, 10)) < 19
    panel = shown("def tell_apart(")
    for pairs, line, right in ((18, 300, True), (17, 300, False), (18, 250, False)):
        assert str(panel.answer(pairs=pairs, line=line)).startswith("✓") is right


def errors(pairs: int, line: float) -> tuple[float, float]:
    """The same by the lesson's exact means."""
    (low, those), (high, others) = (MODEL.means(player, pairs) for player in ("planner", "climber"))
    return 100 * those[low < line].sum(), 100 * others[high >= line].sum()


def test_your_own_results_are_taken_and_nothing_else_is() -> None:
    panel = shown("def our_board(")
    (asked,) = panel.controls
    assert isinstance(asked, Numbers)
    assert list(asked.value) == MODEL.EXAMPLE
    example, ours = said(panel), said(panel, km=[100, 200, 300])
    assert "The example lies 90 km below" in example
    assert "Our board | 3 | 200 km | 82 km | 100 km | 300 km" in ours
    assert f"Our board lies {PLANNER.mean() - 200:.0f} km below" in ours
    assert "km above the mean of all" in said(panel, km=[700, 700])
    for refused in ([], [-10], [891], [10.5], ["10"], [None], [True], "100 200", [1] * 101):
        with pytest.raises(OptionError, match="1 to 100 whole numbers from 0 to 890"):
            panel.answer(km=refused)
    whose = shown("def who_plays_like_us(")
    assert said(whose, km=[100]) != said(whose)


def test_what_was_found_is_computed() -> None:
    found = said(shown("*Does a class play differently?*"))
    off = MODEL.typical("planner", 15)
    for figure in (f"{off:.0f} km", f"within {2 * off:.0f} km", "8.5 of 100", "3.1 such errors", "is 70 km too high"):
        assert figure in found
    change = 'PLAYER, STAGES = "planner", 20_000', 'PLAYER, STAGES = "climber", 20_000'
    assert "15 pairs of the Safe climber" in said(shown("*Does a class play differently?*", change))


def test_the_panels_answer_otherwise_with_other_controls() -> None:
    many = shown("def many_classes(")
    assert len({said(many, pairs=str(pairs)) for pairs in (5, 15, 60, 240)}) == 4
    top = shown("def highest(")
    assert len({said(top, player=player) for player in MODEL.PLAYERS}) == 5
    board = shown("def who_writes(")
    assert (
        len(
            {
                said(board, writes=one, pairs=str(n))
                for one in ("everybody", "the better of each pair", "who has 200 km or more")
                for n in (15, 60)
            }
        )
        == 6
    )


def test_the_exercise_of_two_dice_is_computed() -> None:
    higher = [max(pair) for pair in product(range(1, 7), repeat=2)]
    assert f"/ 36 = {sum(higher)}/36 ≈ {np.mean(higher):.2f}" in TEXT
    assert f"All rolls have the mean {np.mean(range(1, 7))}." in TEXT
