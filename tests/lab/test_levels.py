"""Levels of opponents: their order, their words, and that each plays what the rules allow."""

from __future__ import annotations

import re
from types import SimpleNamespace

import numpy as np
import pytest

import gamekit as gk
from gamekit.lab.estimate import Estimate
from gamekit.lab.levels import describe_levels, find_levels, levels, mix_random_moves
from tests.play import dealt, enough, machine_code


@machine_code  # the best level plays out thousands of games
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_every_game_has_five_levels_that_make_legal_moves(name: str) -> None:
    game = gk.load(name)
    figures = find_levels(name)
    assert 1 >= figures.easy > figures.medium > figures.steady > 0
    assert figures.best > 0
    for level in levels(game).values():
        session = dealt(game, 3)
        player, legal = session.player, session.legal()
        rng = np.random.default_rng(1)
        action = level.choose(session.view(player), game.tables, player, np.array(legal, np.int32), len(legal), rng)
        assert action in legal
    assert re.findall(r"\d+", levels(game, 7)["best"].description) == ["7"]
    told = describe_levels(game)
    shares = [figures.easy, figures.medium, figures.steady, 0, 0]
    assert [(one["name"], one["share"]) for one in told] == [*zip(levels(game), shares, strict=True)]
    assert [one["playouts"] for one in told] == [0, 0, 0, 0, figures.best]
    assert [re.findall(r"\d+", one["description"])[:1] for one in told[:3]] == [
        [f"{100 * share:.0f}"] for share in shares[:3]
    ]


def test_a_level_wins_more_than_the_one_below_it() -> None:
    game = gk.load("kartenspiel", players=2, stages=1)
    known, games = levels(game), enough(150, 400)
    for below, above in (("easy", "steady"), ("medium", "steady"), ("steady", "strong")):
        found = gk.simulate(game, [known[below], known[above]], games, seed=1, progress=False)
        won = found.wins[:, 1]
        assert won.mean() - 1.96 * won.std() / games**0.5 > 0.5


def test_who_stumbles_makes_any_legal_move_as_often_as_its_share_says() -> None:
    rng, legal = np.random.default_rng(1), np.array([2, 5, 9], np.int32)

    def made(share: float) -> list[int]:
        play = mix_random_moves(lambda *_: 7, share)
        return [play(None, None, 0, legal, len(legal), rng) for _ in range(600)]

    assert set(made(0.0)) == {7}
    mixed = made(0.5)
    assert mixed.count(7) == pytest.approx(300, abs=50)
    assert [mixed.count(action) for action in legal] == pytest.approx([100] * 3, abs=35)


@pytest.mark.parametrize(("low", "high", "better"), [(-0.1, 0.3, False), (0.0, 0.3, False), (0.01, 0.3, True)])
def test_the_best_level_leaves_its_habit_only_for_what_is_better_beyond_chance(
    low: float, high: float, better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = gk.load("kartenspiel", players=2)
    session = dealt(game, 1)
    legal = np.array(session.legal(), np.int32)
    view, rng = session.view(session.player), np.random.default_rng(1)
    habit = gk.levels(game)["strong"].choose(view, game.tables, session.player, legal, len(legal), rng)
    other = next(action for action in legal if action != habit)
    table = SimpleNamespace(best=other, of=lambda _action: SimpleNamespace(behind=Estimate(0.1, low, high)))
    monkeypatch.setattr("gamekit.lab.coach.advise", lambda *_, **__: table)
    chosen = gk.levels(game)["best"].choose(view, game.tables, session.player, legal, len(legal), rng)
    assert chosen == (other if better else habit)
