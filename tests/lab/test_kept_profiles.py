"""Profiles that are kept with their games: written and read without loss, of today's games, and found again."""

from __future__ import annotations

import math
import tomllib

import pytest

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.estimate import Estimate
from gamekit.lab.kept_profiles import load_profile, write_toml
from gamekit.lab.profile import SPREAD, Profile, choose_styles, list_figures, profile
from gamekit.lab.profiling import Thinking
from gamekit.lab.skill_ladder import Rung, measure_spread

AGAIN = {"kartenspiel": 2_000, "route66": 2_000, "ausgebremst": 2_000, "auf_achse": 1_000}
"""Games for each figure. With fewer of Auf Achse, what a choice weighs rests on too few positions for its interval."""


def width(value: Estimate) -> float:
    return value.high - value.low


def made(values: dict[str, Estimate], rungs: list[Rung]) -> Profile:
    about = {
        "name": "n",
        "title": "t",
        "call": "c",
        "players": 4,
        "strategy": "s",
        "styles": ["s", "u"],
        "games": 7,
        "seed": 3,
    }
    third = Estimate(1 / 3, 0.25, 0.5)
    return Profile(list_figures(values, rungs), rungs, [Thinking(2, third)], [third] * 3, cancelled=False, **about)


def test_what_is_written_is_read_again_with_six_digits_and_without_end() -> None:
    keys = [figure.key for figure in load_profile("route66") or () if figure.key != SPREAD]
    values = {key: Estimate(2.0 * number, -1e-7, 123456.7) for number, key in enumerate(keys)}
    endless = Rung(2, 1, 30, Estimate(0.0, 0.0, 0.1), Estimate(-math.inf, -math.inf, math.nan))
    kept = tomllib.loads(write_toml(made(values, [endless])))  # what the ladder says of itself is not kept twice
    assert kept["figures"] == {key: [2.0 * number, -1e-07, 123457.0] for number, key in enumerate(keys)}
    assert (kept["lost"], kept["thinking"]) == ([[0.333333, 0.25, 0.5]] * 3, [[2, [0.333333, 0.25, 0.5]]])
    *who, win, elo = kept["rungs"][0]
    assert (who, win, elo[:2]) == ([2, 1, 30], [0.0, 0.0, 0.1], [-math.inf, -math.inf])
    assert math.isnan(elo[2])
    assert [kept[key] for key in ("games", "seed", "players", "strategy", "styles")] == [7, 3, 4, "s", ["s", "u"]]


@pytest.mark.parametrize("name", gk.game_names())
def test_what_is_kept_was_measured_as_it_would_be_today(name: str) -> None:
    kept, game = load_profile(name), gk.load(name)
    assert kept is not None
    assert (kept.title, kept.call, kept.players) == (game.title, repr(game), game.players)
    assert list(kept.styles) == choose_styles(game)
    assert kept.strategy in game.strategies
    assert kept[SPREAD].value == measure_spread(kept.rungs)


@pytest.mark.parametrize("name", gk.game_names())
def test_every_share_that_is_kept_is_within_one_per_cent(name: str) -> None:
    shares = [one for one in load_profile(name) or () if one.share]
    assert len(shares) == 8
    assert {one.key: width(one.value) / 2 for one in shares if width(one.value) / 2 > 0.01} == {}


def test_a_game_without_a_kept_profile_has_none() -> None:
    assert load_profile("pig") is None


@pytest.mark.thorough
@pytest.mark.skipif(is_interpreted(), reason="NUMBA_DISABLE_JIT: too slow without machine code")
@pytest.mark.parametrize("name", gk.game_names())
def test_what_is_kept_is_found_again_with_other_luck(name: str) -> None:
    """Within twice the intervals: a right figure fails this in one of ten thousand seeds, and the seed is fixed."""
    kept, again = load_profile(name), profile(gk.load(name), AGAIN[name], seed=5, rungs=0, progress=False)
    assert kept is not None
    apart = [
        one.key
        for one in again
        if abs(one.value.value - kept[one.key].value.value) > width(one.value) + width(kept[one.key].value)
    ]
    assert apart == []
