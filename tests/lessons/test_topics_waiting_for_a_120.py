"""Waiting for a 120: waits and hands by counting, by the library and by the game's own deals; what the text says."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest
from scipy.stats import geom, nhypergeom

from tests.lessons.notebooks import notebook, said, shown_by

NAME = "topics/waiting_for_a_120"
shown = partial(shown_by, NAME)
MODEL = notebook(NAME)
HITS, CARDS = 6, 109


def within(n: int, back: bool, hits: int = HITS, cards: int = CARDS) -> float:
    """How many of 100 have a hit among n cards, by counting."""
    none = Fraction(cards - hits, cards) ** n if back else Fraction(comb(cards - n, hits), comb(cards, hits))
    return float(100 * (1 - none))


def test_the_pile_is_that_of_the_box() -> None:
    assert (MODEL.HITS, MODEL.CARDS, int(MODEL.PILE.sum()), len(MODEL.PILE)) == (HITS, CARDS, HITS, CARDS)
    assert MODEL.game.rulebook.words["card"][MODEL.KM // 10 - 1] == "120"


def test_a_first_hit_is_as_likely_as_the_library_says() -> None:
    back = MODEL.first_hit(HITS, CARDS, True)
    assert back == pytest.approx(geom.pmf(np.arange(1, len(back) + 1), HITS / CARDS))
    for copies, all_cards in ((1, 20), (1, 150), (2, 150), (12, 150)):
        put_back = MODEL.first_hit(copies, all_cards, True)
        assert MODEL.average(put_back) == pytest.approx(all_cards / copies, rel=1e-4), "long waits count, too"
    for hits, cards in ((HITS, CARDS), (3, 106), (1, 20), (12, 20)):
        kept = MODEL.first_hit(hits, cards, False)
        misses = np.arange(cards - hits + 1)
        assert kept == pytest.approx(nhypergeom.pmf(misses, cards, cards - hits, 1))
        assert kept.sum() == pytest.approx(1)
        assert MODEL.average(kept) == pytest.approx((cards + 1) / (hits + 1))
    assert MODEL.average(back) == pytest.approx(CARDS / HITS)


@pytest.mark.parametrize("back", [True, False])
def test_people_draw_as_is_exact(back: bool) -> None:
    drawn = MODEL.draw(back, 40_000, np.random.default_rng(3))
    came, exact = MODEL.first(drawn), MODEL.first_hit(HITS, CARDS, back)
    for n in (1, 10, 18, 40):
        share = exact[:n].sum()
        assert abs((came <= n).mean() - share) < 4 * np.sqrt(share * (1 - share) / 40_000)
    assert abs(came.mean() - MODEL.average(exact)) < 4 * came.std() / 200


def test_exactly_these_boxes_are_good() -> None:
    panel = shown("def design_a_box(")
    good = [
        (copies, cards)
        for copies in range(1, 13)
        for cards in range(20, 151)
        if within(10, False, copies, cards) <= 50 and within(20, False, copies, cards) >= 80
    ]
    assert good == [*((1, cards) for cards in range(20, 26)), (2, 35), (2, 36)]
    for copies, cards, back, wanted in (
        (1, 25, False, True),
        (1, 26, False, False),
        (2, 36, False, True),
        (2, 34, False, False),
    ):
        verdict = panel.answer(copies=copies, cards=cards, back="put back" if back else "kept out")[0]
        assert str(verdict).startswith("✓") is wanted
    assert not any(
        within(10, True, h, n) <= 50 and within(20, True, h, n) >= 80 for h in range(1, 13) for n in range(20, 151)
    )


def test_the_panels_answer_otherwise_with_other_controls() -> None:
    waits = shown("def many_waits(")
    assert len({said(waits, back=way, within=n) for way in ("put back", "kept out") for n in (1, 18)}) == 4
    due = shown("def next_card(")
    assert said(due, drawn=0) != said(due, drawn=40)
    stuck = shown("def badly_shuffled(")
    assert len({said(stuck, size=one) for one in ("not at all", "in pairs", "in threes", "all together")}) == 4
