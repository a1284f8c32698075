"""Auf Achse, what a contract is worth: the cells of the notebook, against auctions by lot."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from tests.lessons.notebooks import notebook

NAME = "auf_achse/04-contract-worth"
LOT = 4


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_winners_curse_by_lot_agrees_with_its_formula(players: int) -> None:
    model = notebook(NAME)
    found = mean(model.profits(players, 600, 40_000, np.random.default_rng(players), less=50))
    assert abs(found.value - model.curse(players, 600, 50)) < 1.5 * (found.high - found.low)


def test_a_contract_by_itself_costs_the_way_to_it_and_its_own_way() -> None:
    model = notebook(NAME)
    card, t = model.CARDS[LOT], gk.load("auf_achse", players=2).tables
    names = list(gk.load("auf_achse", players=2).box.map.cities)
    alone = t.distance[names.index("Hamburg"), t.origin[LOT]] + t.distance[t.origin[LOT], t.target[LOT]]
    assert model.more_steps(["Hamburg"], card) == alone
    assert model.worth(["Hamburg"], card, 180) == t.revenue[LOT] - 180 * alone
    assert model.more_steps(["Hamburg", card.origin, card.to], card) == 0
    assert (card.origin, card.to) == ("Rostock", "Graz")


def test_a_rule_for_bidding_less_that_is_asked_for_exists() -> None:
    model = notebook(NAME)
    assert model.least == model.off(model.fixed, model.each) <= model.ENOUGH < model.off(0, 50)
