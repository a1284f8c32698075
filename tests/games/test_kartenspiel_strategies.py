"""The card game's strategies: what they imagine of the others' hidden cards is about what lies there."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import gamekit as gk
from gamekit.compiling import interpreted
from gamekit.games.kartenspiel.runs import run_value
from gamekit.games.kartenspiel.strategies import imagine, planner

GAMES = 40
DEALS = 10
ROUND = 3
PLAYOUTS = 20


def planned(session: gk.Session, rng: np.random.Generator) -> int:
    """What the planner does."""
    allowed, p = np.array(session.legal(), np.int32), session.player
    return int(planner(session.position, session.game.tables, p, allowed, len(allowed), rng))


def considered(session: gk.Session, rng: np.random.Generator) -> int:
    """What the coach advises after a short look."""
    return session.legal()[0] if len(session.legal()) == 1 else gk.coach(session, PLAYOUTS, ahead=0).best


def a_game_up_to_a_decision(
    game: gk.Game, seed: int, choose: Callable[[gk.Session, np.random.Generator], int]
) -> gk.Session:
    session, rng = game.session(seed), np.random.default_rng(seed)
    while not (session.player == 0 and session.position.round_number == ROUND):
        if session.over:
            return session
        if session.player == gk.CHANCE:
            session.roll()
        else:
            session.play(choose(session, rng))
    return session


def mean_run(game: gk.Game, s, p: int) -> float:
    return run_value(s.run[p], s.run_size[p], game.tables.km)


@pytest.mark.skipif(interpreted(), reason="NUMBA_DISABLE_JIT: too slow without machine code")
def test_the_runs_of_players_who_think_are_imagined_about_as_good_as_they_are():
    game = gk.load("kartenspiel", players=2, stages=1)
    rng = np.random.default_rng(1)
    true, imagined, dealt = [], [], []
    for seed in range(GAMES):
        session = a_game_up_to_a_decision(game, seed, considered)
        if session.over:
            continue
        true.append(mean_run(game, session.position, 1))
        for values, deal in ((imagined, imagine), (dealt, game.rules.redeal)):
            for _ in range(DEALS):
                view = session.view(0).copy()
                deal(view, game.tables, 0, rng)
                values.append(mean_run(game, view, 1))
    assert len(true) > GAMES / 4
    error = np.std(true) / len(true) ** 0.5
    assert abs(np.mean(imagined) - np.mean(true)) < 3 * error
    assert np.mean(dealt) < 0.7 * np.mean(true), "otherwise there would be nothing to imagine"


def test_imagining_keeps_every_size_and_what_the_player_knows():
    game = gk.load("kartenspiel", players=4, stages=1)
    session = a_game_up_to_a_decision(game, 3, planned)
    view = session.view(0).copy()
    s = view.copy()
    imagine(s, game.tables, 0, np.random.default_rng(1))
    for sizes in ("hand_size", "run_size", "taken_size"):
        assert np.array_equal(s[sizes], session.position[sizes])
    assert np.array_equal(s.hand.sum(axis=1), s.hand_size)
    assert np.array_equal(s.hand[0], session.position.hand[0])
    assert np.array_equal(s.run[0], session.position.run[0])
