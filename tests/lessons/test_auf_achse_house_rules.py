"""Auf Achse, strategies and house rules: matches, contracts and every sentence about them, held against games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gamekit as gk
from gamekit.compiling import is_interpreted, kernel
from gamekit.game import Game
from gamekit.games.auf_achse.names import PHASE_PARTNER
from gamekit.games.auf_achse.state import State, Tables
from gamekit.games.auf_achse.strategies import nearest_first
from gamekit.lab.engine.batches import LUCK, pack_positions
from gamekit.lab.engine.game_loops import list_loops
from gamekit.lab.engine.loops import ASK, TALLY
from gamekit.lab.estimate import mean, share, win_shares
from gamekit.record import Ints
from gamekit.strategy import Choose
from tests.lessons.notebooks import notebook, prose

NAME = "auf_achse/06-house-rules"
built_only = pytest.mark.skipif(is_interpreted(), reason="thousands of games take minutes in plain Python")


def wins(one: str, others: str, games: int = 8_000, seed: int = 1, **rules: Any) -> Any:
    """For each game the share of the win of one player against three who are alike."""
    return notebook(NAME).one_against(one, others, games, seed, **rules)[0]


@built_only
def test_four_alike_win_a_quarter_each_if_each_sits_in_every_seat() -> None:
    model = notebook(NAME)
    shares, own, theirs = model.one_against("nearest", "nearest", 2_000, 11)
    assert abs(100 * shares.mean() - 25) < 3
    assert abs(own.mean() - theirs.mean()) < 400


@built_only
def test_a_planner_beats_those_who_drive_to_the_nearest() -> None:
    found = notebook(NAME).of_100(wins("planner", "nearest", 2_000))
    assert 40 < found.low < found.high < 60


@kernel
def first_partner(s: State, t: Tables, player: int, actions: Ints, n: int, rng: np.random.Generator) -> int:
    """Nearest first as it once was: lets the first player in the alphabet move too."""
    return int(actions[0]) if s.phase == PHASE_PARTNER else nearest_first(s, t, player, actions, n, rng)


def play_compiled(game: Game, strategy: Choose, games: int) -> NDArray[np.float64]:
    """Every player's share of the win in games of a strategy that is in no build, compiled by Numba."""
    specialize = pytest.importorskip("tools.wasm.specialize", reason="the compiler is a tool of the build")
    loop, parts = list_loops(game.rules, (strategy,))["play_games"]
    positions, returns = np.zeros(games, game.rules.State.dtype), np.zeros((games, game.players))
    counts, tally, rng = np.zeros((games, 2), np.int64), np.zeros(TALLY, np.int64), np.random.default_rng(77)
    seats, actions = np.zeros(game.players, np.int32), np.zeros(game.num_actions, np.int32)
    start, luck = pack_positions(game, game.start()), rng.random((games, LUCK))
    play = specialize.specialise(loop, **parts)
    assert play(ASK, positions, start, game.tables, seats, actions, luck, rng, returns, counts, tally) == gk.OVER
    return win_shares(returns)


@built_only
@pytest.mark.thorough
def test_seat_a_is_worth_a_game_of_100_to_players_who_take_the_first_partner_and_nothing_to_others() -> None:
    assert "So A won about 26 of 100 games when all four played alike" in prose(NAME)
    table = gk.load("auf_achse", players=4)
    rates = play_compiled(table, first_partner, 16_000).mean(axis=0)
    assert 0.252 < rates[0] < 0.27
    assert rates[0] > max(rates[1:])
    for name in ("nearest", "planner", "bargain"):
        fair = gk.simulate(table, name, 16_000, seed=78, progress=False)
        assert all(abs(fair.win_rate(seat).value - 0.25) < 0.016 for seat in range(4)), name


def test_contracts_on_the_table_bring_their_share_of_all() -> None:
    model, text = notebook(NAME), prose(NAME)
    assert len(model.REVENUE) == 52
    assert sum(model.REVENUE) == 127_400
    assert "All 52 contracts together bring 127,400 DM" in text
    assert "127,400 / 52 = 2,450 DM" in text
    assert sum(model.REVENUE) / 52 == 2_450
    assert "Each player is dealt three of the 52 contracts" in text
    assert "with four players 12 are dealt and 20 are public" in text
    assert model.game.tables.public == 20
    rng = np.random.default_rng(2)
    found = mean([model.dealt(rng) for _ in range(4_000)])
    assert abs(found.value - model.EXACT) < 1.7 * (found.high - found.low) / 2


@built_only
def test_nobody_earns_more_than_lies_on_the_table() -> None:
    model = notebook(NAME)
    for name in ("planner", "nearest", "bargain"):
        gained = model.many([name] * 4, 500, 3).returns.sum(axis=1) - 4 * 5_000
        assert mean(gained).high < 0.9 * model.EXACT


@built_only
@pytest.mark.thorough
def test_more_public_contracts_make_games_longer_and_the_fewer_players_the_more() -> None:
    def longer(players: int) -> float:
        model = notebook(NAME)
        few, many = (
            model.many(["planner"] * players, 600, 4, public=number).mean("round_number").value for number in (4, 20)
        )
        return float(many / few)

    assert "a game of two planners gets about three times as long, a game of six not quite twice" in prose(NAME)
    assert 2.7 < longer(2) < 3.2
    assert 1.75 < longer(6) < 2


@built_only
@pytest.mark.thorough
def test_auctions_take_about_1850_dm_from_each_who_drives_to_the_nearest() -> None:
    model = notebook(NAME)
    box, without = (model.many(["nearest"] * 4, 5_000, 6, **rules) for rules in ({}, {"children": True, "cash": 5_000}))
    more = mean(without.returns.mean(axis=1) - box.returns.mean(axis=1))
    assert "about 1,850 DM more at the end" in prose(NAME)
    assert more.covers(1_850)
    assert more.high - more.low < 150
    assert abs(box.mean("round_number").value - without.mean("round_number").value) < 0.6
    bought = gk.simulate(model.game, "bargain", 300, progress=False, statistics=["small[0]", "large[1]"])
    assert bought.mean("small[0]").high == bought.mean("large[1]").high == 0, "they never buy trailers"


@built_only
@pytest.mark.thorough
def test_a_strategy_is_as_good_as_its_company() -> None:
    of_100 = notebook(NAME).of_100
    text = prose(NAME)
    assert "a bargain hunter wins about 41 of 100 games" in text
    assert "wins about 41, too" in text
    for one, others in (("bargain", "nearest"), ("nearest", "bargain")):
        found = of_100(wins(one, others))
        assert 38 < found.low < found.high < 44
    assert of_100(wins("bargain", "planner")).high < 20


@built_only
@pytest.mark.thorough
def test_house_rules_change_what_the_lesson_says() -> None:
    of_100, box = notebook(NAME).of_100, wins("planner", "nearest")
    poor = of_100(wins("planner", "nearest", cash=0) - box)
    assert -4 < poor.low < poor.high < 4
    assert of_100(wins("planner", "nearest", 2_000, public=4)).high < 25
    assert of_100(wins("planner", "nearest", 2_000, public=40)).low > 65
    assert of_100(wins("planner", "nearest", 2_000, children=True)).low > 65
    for said in ("less than 4 of 100 games", "fewer than 25 of 100 games", "With 40 it wins more than 65"):
        assert said in prose(NAME)


@built_only
def test_the_solution_passes_and_the_numbers_of_the_box_and_the_first_sliders_do_not() -> None:
    model = notebook(NAME)
    space: dict[str, Any] = {}
    exec(prose(NAME).split("```python")[1].split("```")[0], space)
    assert "✗" not in repr(model.judged(space["public_for"]))
    assert "✗" in repr(model.judged(lambda players: {2: 12, 3: 16, 4: 20, 5: 24}[players]))
    assert "✗" in repr(model.judged(lambda players: 4 + 4 * players))


def test_the_figures_of_the_exercises() -> None:
    few, many = share(28, 100), share(1_120, 4_000)
    assert (round(100 * few.low), round(100 * few.high)) == (20, 37)
    assert (round(100 * many.low, 1), round(100 * many.high, 1)) == (26.6, 29.4)
    assert "The interval is 20 to 37" in prose(NAME)
    assert "where the interval is 26.6 to 29.4" in prose(NAME)
    assert "by two to four games of 100" in prose(NAME)


def test_ten_thousand_games_show_26_of_100_and_half_as_many_do_not() -> None:
    assert "So A won about 26 of 100 games when all four played alike, and it took 10,000 games" in prose(NAME)
    half, all_games = share(1_300, 5_000), share(2_600, 10_000)
    assert half.covers(0.25)
    assert all_games.low > 0.25
