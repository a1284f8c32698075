"""What a field declares as its least and greatest value is just what box and options allow: reached at their ends.

That no position leaves its bounds is looked at in every game of the conformance suite.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.record import clear_notes
from gamekit.games.ausgebremst import rules as ab
from gamekit.games.ausgebremst.race import score_race
from gamekit.games.kartenspiel import rules as ks
from gamekit.games.route66 import rules as r66

GAMES = gk.game_names(examples=True)
WIDER = {("auf_achse", "cash", 1)}
"""A table that holds more than its option allows: a box may have more."""


def whole_options() -> list[tuple[str, str, int, int]]:
    """Every whole-numbered option with a table of its own, and the least and the greatest it may be."""
    found = []
    for name in GAMES:
        options = importlib.import_module(f"gamekit.games.{name}.box").Options
        for option, about in options.model_json_schema()["properties"].items():
            for kind in about.get("anyOf", [about]):
                if kind["type"] == "integer" and option in gk.load(name).rules.Tables.fields:
                    found.append((name, option, kind["minimum"], kind["maximum"]))
    return found


@pytest.mark.parametrize(("name", "option", "low", "high"), whole_options())
def test_the_ends_of_an_option_are_the_ends_of_its_table(name: str, option: str, low: int, high: int) -> None:
    fields = gk.load(name).rules.Tables.fields
    for side, (least, told) in enumerate(((low, fields[option].low), (high, fields[option].high))):
        if (name, option, side) in WIDER:
            assert told > least
        else:
            assert told == least


@pytest.mark.parametrize("name", GAMES)
def test_the_most_players_of_a_box_fill_every_row_of_players(name: str) -> None:
    game = gk.load(name)
    most = gk.load(name, game.max_players)
    assert (most.tables.players, game.max_players) == (most.rules.Tables.fields["players"].high, most.players)
    for row in most.rules.State.seats.rows:
        assert most.rules.State.fields[row].shape[0] == max(most.players, getattr(most.rules, "CARS", 0))
    for field in most.rules.State.fields.values():
        if field.unit == "player":
            assert field.high == most.players - 1


def ends(game: gk.Game, s: Any, *names: str) -> None:
    """Each of these fields has its greatest value somewhere."""
    for name in names:
        assert np.max(s[name]) == game.rules.State.fields[name].high, name


def test_the_largest_deck_of_the_card_game_fills_the_pile_and_one_card_more_is_refused() -> None:
    most = {"players": 5, "copies": 8, "rest": 20, "action": 6}
    game = gk.load("kartenspiel", **most)
    ends(game, game.start(), "pile_size")
    assert game.tables.deck.sum() == ks.MAX_CARDS
    for option in ("copies", "rest", "action"):
        with pytest.raises(gk.OptionError, match=option):
            gk.load("kartenspiel", **(most | {option: most[option] + 1}))


STATES = "Illinois 9, Missouri 9, Kansas 9, Oklahoma 9, Texas 9, New Mexico 9, Arizona 9, California 9"
SPEEDS = "+5 40, +10 40, +15 40, +20 40, +30 40, -5 0, -10 0, -20 0, stop 0"


def test_the_largest_sets_of_route_66_fill_pile_rows_and_hands() -> None:
    game = gk.load("route66", players=5, state_cards=STATES, speed_cards=SPEEDS)
    s = game.start()
    ends(game, s, "pile", "pile_size", "speed_pile_size")
    for name, cards in (("hand", "pile"), ("laid", "pile"), ("speed_used", "speed_pile_size")):
        assert game.rules.State.fields[name].high == np.max(s[cards])
    for name in ("hand_size", "supply", "collected", "score"):
        assert game.rules.State.fields[name].high == s.pile_size


@pytest.mark.rule("R66-22", "R66-23")
@pytest.mark.parametrize(("copies", "players"), [(1, 2), (2, 2), (1, 5), (5, 2)])
def test_california_brings_two_more_than_its_spaces_as_far_as_its_cards_go(copies: int, players: int) -> None:
    game = gk.load("route66", players=players, state_cards=f"California {copies}")
    t = game.tables
    others = sum(min(int(t.cards[t.state == one].sum()), int(t.copies[one]) * players) for one in range(r66.STATES - 1))
    california = int(t.cards[t.state == r66.CALIFORNIA].sum()) + 2
    assert game.return_bounds == (0, others + min(california, copies * players))
    s = game.start()
    s.place[0], s.speed[0] = t.los_angeles - 1, 10
    while s.num_home == 0:
        clear_notes(s)
        r66.drive(s, t, 0)
    assert s.score[0] == game.return_bounds[1]


def test_who_wins_all_races_of_the_longest_championship_has_all_points_there_are() -> None:
    game = gk.load("ausgebremst", championship=[1, 2, 3, 4, 5, 6, 7, 8])
    s, t = game.start(), game.tables
    for race in range(1, ab.MAX_RACES + 1):
        s.race, s.phase, s.status[0], s.place[0] = race, ab.Phase.RESULT, ab.FINISHED, 1
        clear_notes(s)
        score_race(s, t)
    assert s.phase == ab.Phase.OVER
    assert s.points[0] == t.prizes.max() * ab.MAX_RACES == game.return_bounds[1]
    ends(game, s, "race_points", "points", "race")
