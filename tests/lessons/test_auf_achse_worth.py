"""Auf Achse, what a contract is worth: the cells of the notebook, against auctions by the rules and by lot."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import mean
from gamekit.lessons.auf_achse.reference import auction_by_rules
from tests.lessons.notebooks import content, notebook

NAME = "auf_achse/04-contract-worth"
LOT = 4


def text() -> str:
    return "".join("".join(one["source"]) for one in content(NAME)["cells"])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_winners_curse_by_lot_agrees_with_its_formula(players: int) -> None:
    model = notebook(NAME)
    found = mean(model.profits(players, 600, 40_000, np.random.default_rng(players), less=50))
    assert abs(found.value - model.curse(players, 600, 50)) < 1.5 * (found.high - found.low)


@pytest.mark.rule("AA-21")
def test_auctions_by_the_rules_end_as_bidders_with_limits_end() -> None:
    game = gk.load("auf_achse", players=3)
    prices = [price for price, _ in game.box.contracts.cards[LOT].bids]
    assert auction_by_rules(game, LOT, [0, 0, 0]) == (0, 0)
    assert auction_by_rules(game, LOT, [prices[1], prices[1], 0]) == (0, prices[1])
    assert auction_by_rules(game, LOT, [0, prices[2], prices[0]]) == (1, prices[0])
    assert auction_by_rules(game, LOT, [0, prices[0], prices[2]]) == (2, prices[1])


def test_a_contract_by_itself_costs_the_way_to_it_and_its_own_way() -> None:
    model = notebook(NAME)
    card, t = model.CARDS[LOT], gk.load("auf_achse", players=2).tables
    names = list(gk.load("auf_achse", players=2).box.map.cities)
    alone = t.distance[names.index("Hamburg"), t.origin[LOT]] + t.distance[t.origin[LOT], t.target[LOT]]
    assert model.more_steps(["Hamburg"], card) == alone
    assert model.worth(["Hamburg"], card, 180) == t.revenue[LOT] - 180 * alone
    assert model.more_steps(["Hamburg", card.origin, card.to], card) == 0
    assert (card.origin, card.to) == ("Rostock", "Graz")
    revenue = t.revenue[LOT]
    assert f"{revenue:,} DM minus 180 DM for each of its {alone} steps: {revenue - 180 * alone:,} DM" in text()


def test_a_rule_for_bidding_less_that_is_asked_for_exists() -> None:
    model = notebook(NAME)
    good = [
        (fixed, each)
        for fixed in range(-500, 510, 10)
        for each in range(0, 205, 5)
        if all(abs(model.curse(n, 600, fixed + each * n)) <= 25 for n in (3, 4, 5, 6))
    ]
    assert good
    assert (0, 50) not in good


def test_the_solution_of_the_make_part_bids_as_the_rules_do() -> None:
    sources = ["".join(one["source"]) for one in content(NAME)["cells"]]
    solution = next(one for one in sources if "A solution" in one).split("```python\n")[1].split("```")[0]
    beginning, check = next(one for one in sources if "kit.check(" in one).split("ROW, OTHER =")
    for function, passes in ((solution, True), (beginning, False)):
        names = dict(vars(notebook(NAME)))
        exec(f"{function}\nROW, OTHER ={check}".replace("kit.check(", "verdict = kit.check("), names)
        assert bool(names["verdict"]) == passes
