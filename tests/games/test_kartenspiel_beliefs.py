"""The card game: what is believed of the others' hidden cards is about what lies there."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.games.kartenspiel.beliefs import imagine, play_stage
from gamekit.games.kartenspiel.knowledge import count_unseen
from gamekit.games.kartenspiel.runs import run_value
from gamekit.games.kartenspiel.strategies import planner
from tests.play import machine_code, random_action


def a_planners_game_up_to_a_decision(game: gk.Game, seed: int, round_number: int):
    """A position of the first player in that round; None if the stage ends before."""
    s, rng = game.start(), np.random.default_rng(seed)
    while (p := game.player(s)) != gk.OVER:
        if p == 0 and s.round_number == round_number:
            return s
        allowed = np.array(game.legal(s), np.int32)
        chance = p == gk.CHANCE
        game.apply(s, random_action(game, s, rng) if chance else planner(s, game.tables, p, allowed, len(allowed), rng))
    return None


def worth(game: gk.Game, s, p: int) -> float:
    return run_value(s.run[p], s.run_size[p], game.tables.km)


def runs(players: int, round_number: int, games: int, deals: int) -> list[np.ndarray]:
    """What the own run of a planner is worth at a decision, and another's in truth, imagined and dealt at random."""
    game = gk.load("kartenspiel", players=players, stages=1)
    rng = np.random.default_rng(1)
    own, true, imagined, dealt = [], [], [], []
    for seed in range(games):
        s = a_planners_game_up_to_a_decision(game, seed, round_number)
        if s is None:
            continue
        own.append(worth(game, s, 0))
        true.append(worth(game, s, 1))
        for values, deal in ((imagined, imagine), (dealt, game.rules.redeal)):
            views = [game.view(s, 0) for _ in range(deals)]
            for view in views:
                deal(view, game.tables, 0, rng)
            values.append(np.mean([worth(game, view, 1) for view in views]))
    assert len(true) > games / 4
    return [np.array(one) for one in (own, true, imagined, dealt)]


@machine_code
@pytest.mark.parametrize(("players", "round_number"), [(3, 4), (2, 3)])
def test_the_runs_of_planners_are_imagined_about_as_good_as_they_are(players, round_number):
    _, true, imagined, dealt = runs(players, round_number, games=40, deals=3)
    assert abs(imagined.mean() - true.mean()) < 3 * true.std() / len(true) ** 0.5
    assert dealt.mean() < 0.6 * true.mean(), "otherwise there would be nothing to imagine"


@machine_code
def test_who_was_lucky_on_free_roads_imagines_the_others_to_have_been_lucky_too():
    own, true, imagined, dealt = runs(4, 2, games=80, deals=2)
    high = own > np.median(own)
    apart = true[high].mean() - true[~high].mean()
    assert apart > 50, "otherwise there would be nothing to learn from the own run"
    assert 0.5 * apart < imagined[high].mean() - imagined[~high].mean() < 1.5 * apart
    assert abs(dealt[high].mean() - dealt[~high].mean()) < 0.3 * apart


def test_imagining_keeps_every_size_and_what_the_player_knows():
    game = gk.load("kartenspiel", players=4, stages=1)
    true = a_planners_game_up_to_a_decision(game, 3, 4)
    s = game.view(true, 0)
    imagine(s, game.tables, 0, np.random.default_rng(1))
    for sizes in ("hand_size", "run_size", "taken_size"):
        assert np.array_equal(s[sizes], true[sizes])
    assert np.array_equal(s.hand.sum(axis=1), s.hand_size)
    assert np.array_equal(s.hand[0], true.hand[0])
    assert np.array_equal(s.run[0], true.run[0])


@pytest.mark.rule("KS-22")
@pytest.mark.parametrize("taken", [0, 1, 2, 3])
def test_as_many_cards_as_barriers_took_are_taken_from_the_imagined_run(taken):
    game = gk.load("kartenspiel", players=3, stages=1)
    known = game.view(a_planners_game_up_to_a_decision(game, 3, 3), 0)
    for seed in range(20):
        view = known.copy()
        view.run_size[1] = view.hand_size[1] = view.taken_size[1] = 0
        count_unseen(view, game.tables, 0)
        play_stage(view, game.tables, 1, 9 - taken, game.tables.hand - 2, taken, np.random.default_rng(seed))
        assert view.taken_size[1] == view.taken[1].sum() == taken
        assert (view.run[1, view.run_size[1] :] <= 0).all()
