"""Which of the four is the most luck: what the panel says is no more than its intervals allow."""

from __future__ import annotations

import gamekit as gk
from tests.lessons.notebooks import notebook

NAME = "topics/most_luck"


def test_a_game_is_named_only_if_its_interval_lies_above_all_others() -> None:
    verdict = notebook(NAME).verdict
    apart = {"A": gk.Estimate(60, 55, 65), "B": gk.Estimate(90, 86, 94), "C": gk.Estimate(80, 75, 85)}
    assert verdict(apart, 50) == "Most luck here: B."
    touching = apart | {"C": gk.Estimate(80, 74, 86), "A": gk.Estimate(60, 20, 100)}
    assert verdict(touching, 50) == "50 lots cannot tell which is the most luck: the intervals of B, C and A overlap."
    assert "the intervals of B and C overlap" in verdict(apart | {"C": gk.Estimate(80, 73, 87)}, 300)
