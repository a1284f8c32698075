"""Profiles that are kept with their games: what is read, and what is said of them."""

from __future__ import annotations

import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lab.profile import load_profile


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


def test_a_profile_is_a_table_and_a_chart_and_says_what_it_has() -> None:
    found = gk.profile("route66")
    assert len(found.to_frame()) == len(found)
    assert "<table" in found._repr_html_()
    assert found.chart().get_title() == found.title
    assert repr(found).count("\n") == len(found) + len(found.rungs)
    with pytest.raises(gk.OptionError, match=r"no figure 'fun'\. It has decisions, steps"):
        found["fun"]
