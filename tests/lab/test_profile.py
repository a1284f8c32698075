"""Profiles that are kept with their games: what is read, and what is said of them."""

from __future__ import annotations

import math
import re

import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lab.profile import Profile, Rung, list_figures, load_profile, measure_spread
from gamekit.widgets import game_profile


def width(value: Estimate) -> float:
    return value.high - value.low


@pytest.mark.parametrize("name", gk.game_names())
def test_every_share_that_is_kept_is_within_one_per_cent(name: str) -> None:
    shares = [one for one in load_profile(name) or () if one.share]
    assert len(shares) == 8
    assert {one.key: width(one.value) / 2 for one in shares if width(one.value) / 2 > 0.01} == {}


def test_a_game_without_a_kept_profile_has_none() -> None:
    assert load_profile("pig") is None
    with pytest.raises(gk.OptionError, match="route66"):
        gk.profile("pig")
    with pytest.raises(gk.UnknownGame):
        gk.profile("chess")


def test_a_spread_without_bound_or_without_rungs_says_so() -> None:
    even, all_won = Estimate(0.0, -30.0, 40.0), Estimate(math.inf, 50.0, math.inf)
    rungs = [Rung(2**n, 2**n // 2, 9, Estimate(0.5, 0.4, 0.6), elo) for n, elo in enumerate((even, even))]
    assert measure_spread(rungs) == (0.0, pytest.approx(-30 * 2**0.5), pytest.approx(40 * 2**0.5))
    assert measure_spread([*rungs, rungs[0]._replace(elo=all_won)]) == (math.inf, -10.0, math.inf)
    assert all(map(math.isnan, measure_spread([])))


def test_a_profile_is_a_table_and_a_chart_and_says_what_it_has() -> None:
    found = gk.profile("route66")
    assert "<table" in found._repr_html_()
    chart, shares = found.chart(), [one for one in found if one.share]
    assert chart.get_title() == found.title
    drawn = [bar.get_segments()[0][:, 0].tolist() for bar in chart.collections]
    assert drawn == [pytest.approx(one.scaled[1:]) for one in shares]
    assert repr(found).count("\n") == len(found) + len(found.rungs)
    with pytest.raises(gk.OptionError, match=r"no figure 'fun'\. It has decisions, steps"):
        found["fun"]


def test_a_page_about_a_game_tells_the_figures_that_were_measured() -> None:
    rungs = [
        Rung(1, 0, 792, Estimate(0.4519, 0.4186, 0.4856), Estimate(160.0, 130.0, 190.0)),
        Rung(4, 1, 2520, Estimate(0.381, 0.3266, 0.4384), Estimate(100.0, 60.0, 140.0)),
        Rung(8, 4, 12, Estimate(0.5, 0.2, 0.8), Estimate(100.0, 60.0, 140.0)),
    ]
    values = {
        "decisions": Estimate(310.8, 310.6, 311.0), "branching": Estimate(6.17, 6.16, 6.18),
        "luck": Estimate(0.845, 0.84, 0.85), "skill": Estimate(0.155, 0.15, 0.16), "drama": Estimate(0.334, 0.32, 0.35),
        "first": Estimate(-0.0102, -0.0128, -0.0075),
    }  # fmt: skip
    about = {"title": "T", "call": "", "strategy": "planner", "styles": ["planner"], "games": 100_000, "seed": 7}
    found = Profile(list_figures(values, rungs), rungs, [], [], name="kartenspiel", players=4, **about)
    assert f" {rungs[-1].playouts} " in found["spread"].meaning
    game = gk.load("kartenspiel")

    def numbers(*texts: str) -> list[list[str]]:
        return [re.findall(r"[−-]?\d[\d,.]*\d|\d", text) for text in texts]

    assert numbers(*game_profile.describe_plainly(found)[1:4]) == [
        ["4", "78"], ["33", "100"], ["73", "100", "3", "25"]
    ]  # fmt: skip  # Elo 360 are odds of 7.94 against three others of 1
    assert numbers(*game_profile.sum_up(found, game)) == [
        ["311", "6.2"], ["16", "100", "84"], ["33", "100"], ["-1.02", "-1.28", "-0.75", "100"]
    ]  # fmt: skip
    assert numbers(*game_profile.describe_thinking(found)) == [
        ["45.2", "41.9", "48.6", "100", "25", "792"],
        ["4", "38", "33", "44", "100", "25", "2,520"],
        ["8", "4", "12"],
        ["360", "296", "424"],
    ]
    assert numbers(*re.findall(r'class="value">(.*?)</td>', game_profile.figures_table(found)))[-1] == [
        "−1.02", "−1.28", "−0.75"
    ]  # fmt: skip
    assert found.to_frame().to_numpy().tolist()[0] == ["Decisions", 310.8, 310.6, 311.0, "", found[0].meaning]
    assert numbers(game_profile.describe_measuring(found, game))[0] == ["100,000", "4", "100000", "7"]
    assert str(game_profile.kind_part("route66")).count("<figure") == 2, "its shares, and its ladder"
    said = []
    for first in (values["first"], Estimate(0.01, -0.002, 0.022), Estimate(0.01, 0.008, 0.012)):
        other = list_figures({**values, "first": first}, rungs)
        told = game_profile.sum_up(Profile(other, rungs, [], [], name="kartenspiel", players=4, **about), game)[-1]
        said.append(re.sub(r"[\d.−-]", "", told))
    assert len(set(said)) == 3, "bad, unknown, good"
    assert ["bad" in one for one in said] == [True, False, False]
