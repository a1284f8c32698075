"""Levels of opponents: their order, their words, and that each plays what the rules allow."""

from __future__ import annotations

import numpy as np
import pytest

import gamekit as gk
from gamekit.compiling import is_interpreted
from gamekit.lab.levels import level_data, levels, levels_in
from tests.play import enough


@pytest.mark.skipif(is_interpreted(), reason="the best plays out thousands of games, minutes without machine code")
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_every_game_has_four_levels_that_make_legal_moves(name: str) -> None:
    game = gk.load(name)
    figures = levels_in(name)
    assert 1 >= figures.easy > figures.steady > 0
    assert figures.best > 0
    for level in levels(game).values():
        session = game.session(3)
        while session.player < 0:
            session.roll()
        player, legal = session.player, session.legal()
        rng = np.random.default_rng(1)
        action = level.choose(session.view(player), game.tables, player, np.array(legal, np.int32), len(legal), rng)
        assert action in legal
    assert [one["name"] for one in level_data(game)] == ["easy", "steady", "strong", "best"]


def test_a_level_wins_more_than_the_one_below_it() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    known, games = levels(game), enough(150, 400)
    for below, above in (("easy", "steady"), ("steady", "strong")):
        found = gk.simulate(game, [known[below], known[above]], games, seed=1, progress=False)
        won = found.wins[:, 1]
        assert won.mean() - 1.96 * won.std() / games**0.5 > 0.5


def test_levels_are_asked_of_a_game() -> None:
    with pytest.raises(gk.OptionError):
        gk.levels("kartenspiel")  # type: ignore[arg-type]
