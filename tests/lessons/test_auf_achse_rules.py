"""Auf Achse, the rules: where a move may end, and who wins an auction."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import gamekit as gk
from gamekit.lessons.auf_achse.reference import bids_by_lot, ends_by_rules, winner_by_rules
from gamekit.lessons.auf_achse.situations import GROUPS, group, surprises
from tests.lessons.notebooks import cells, executed, notebook
from tests.play import enough

NAME = "auf_achse/01-rules"
GAME = gk.load("auf_achse", players=3)


def test_each_part_shows_its_situations_in_the_order_of_the_lesson() -> None:
    assert [one for name in GROUPS for one in group(name)] == list(surprises())
    assert group("auction")[1].key == "match"


@pytest.mark.rule("AA-09", "AA-10", "AA-11")
@pytest.mark.parametrize("goods_for", ["", "München"])
def test_the_rule_for_a_move_printed_in_the_lesson_says_what_the_rules_say(goods_for: str) -> None:
    model = notebook(NAME)
    for space in list(model.board)[:: enough(3, 1)]:
        for roll in model.ROLLS:
            assert model.ends(space, roll, goods_for) == ends_by_rules(GAME, space, roll, goods_for), (space, roll)


def test_other_rules_only_add_ends_and_do_what_they_are_called() -> None:
    model = notebook(NAME)
    for city in model.CITIES.values():
        for roll in model.ROLLS:
            real = model.ends(city, roll)
            assert real <= model.ends(city, roll, turn_back=True)
            early = model.ends(city, roll, leave_over=True)
            assert early == set().union(*(model.ends(city, less) for less in range(1, roll + 1)))
    assert "A24 Hamburg – Berlin (1 of 3)" in model.ends("Berlin", 3, turn_back=True)
    assert model.ends("Berlin", 2, turn_back=True) - model.ends("Berlin", 2) == {"Berlin"}


@pytest.mark.rule("AA-21")
def test_auctions_by_lot_are_legal_and_their_winner_is_the_last_of_the_highest_bidders() -> None:
    rng, seen = np.random.default_rng(7), Counter[str]()
    for _again in range(1_000):
        bids = bids_by_lot(GAME, rng)
        highest = max(bid for _player, bid in bids)
        last = [player for player, bid in bids if bid == highest][-1] if highest else "A"
        assert winner_by_rules(GAME, bids) == last
        seen[last] += 1
    assert seen["A"] > 1.5 * max(seen["B"], seen["C"]), "the right to match is worth something"


@pytest.mark.rule("AA-21")
def test_one_builder_s_rule_finds_every_winner_and_the_others_do_not() -> None:
    space: dict[str, object] = {}
    for cell in cells(NAME):
        if any(part in cell.source for part in ("import ", "gk.load(", "AUCTIONS = ", "def build")):
            panel = executed(cell, space)
        if "def build" in cell.source:
            break
    said = {
        (ties, nobody): "✗" in repr(panel.answer(ties=ties, nobody=nobody))
        for ties in ("the earlier one wins", "the later one wins")
        for nobody in ("nobody gets the contract", "the caller has it free")
    }
    assert [decisions for decisions, wrong in said.items() if not wrong] == [
        ("the later one wins", "the caller has it free")
    ]
