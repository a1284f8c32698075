"""What all bridges share: columns within their fields' bounds, actions without chance's, shares of the win, seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.bridges.environment import NO_ACTION, Interface
from gamekit.core.observation import observation
from tests.play import variants, walk

EVERY = pytest.mark.parametrize(("name", "options"), variants(), ids=str)


@EVERY
def test_what_is_left_out_says_nothing_and_the_rest_keeps_to_its_bounds(name: str, options: dict[str, Any]) -> None:
    found = walk(name, options, 0)
    face = Interface(found.game)
    left_out = np.ones(len(found.game.observation_names), bool)
    left_out[[column.place for column in face.columns]] = False
    first: Any = None
    for s, _ in found.some(40, 400):
        for player in range(found.game.players):
            plain = observation(found.game.view(s, player))
            first = plain if first is None else first
            changed = np.flatnonzero((plain != first) & left_out)
            assert [found.game.observation_names[k] for k in changed] == []
            (seen,) = face.observe(plain[None, :], [player])
            assert (face.low <= seen).all()
            assert (seen <= face.high).all()


@EVERY
def test_actions_of_players_and_back(name: str, options: dict[str, Any]) -> None:
    game = gk.load(name, **options)
    face = Interface(game)
    named = np.arange(face.num_actions)
    meant = face.read_actions(named, 0)
    assert list(face.name_actions(meant, 0)) == list(named)
    assert list(meant) == sorted(set(meant)), "in the game's order"
    assert [face.action_text(k) for k in named] == [game.action_text(a) for a in meant]
    chance = sorted(set(range(game.num_actions)) - set(meant.tolist()))
    assert set(face.name_actions(np.array(chance, int), 0)) <= {NO_ACTION}
    assert list(face.read_actions([-1, face.num_actions, 2**40], 0)) == [NO_ACTION] * 3
    with pytest.raises(gk.IllegalAction, match=f"There is no action {face.num_actions}: there are 0 to"):
        face.action_text(face.num_actions)


@pytest.mark.parametrize(("name", "numbers"), [("pig", 2), ("kartenspiel", 34), ("kuhn", 4)])
def test_so_many_actions_are_players(name: str, numbers: int) -> None:
    assert Interface(gk.load(name)).num_actions == numbers
    assert Interface(gk.load(name), chance=True).num_actions == gk.load(name).num_actions


def test_rows_of_nobody_are_left_out_and_an_unowned_car_is_seen() -> None:
    assert "scores[2]" not in Interface(gk.load("pig", players=2)).names
    names = Interface(gk.load("ausgebremst", players=3)).names
    assert {"space[5]", "hand[2, 0]"} <= set(names)
    assert "hand[3, 0]" not in names


def test_a_shared_win_is_shared_and_all_shares_add_up_to_one() -> None:
    returns = np.array([[30.0, 50.0, 50.0], [0.0, 0.0, 0.0], [7.0, 1.0, 2.0]])
    face = Interface(gk.load("pig", players=3), payoff="win")
    assert face.pay(returns).tolist() == [[0, 0.5, 0.5], [1 / 3] * 3, [1, 0, 0]]
    assert (face.sum, face.reward_range) == (1.0, (0.0, 1.0))
    plain = Interface(gk.load("kuhn", bet=2))
    assert plain.pay(returns) is returns
    assert (plain.sum, plain.reward_range) == (0.0, (-3.0, 3.0))


@pytest.mark.parametrize("payoff", ["wins", None, 1])
def test_what_is_no_payoff_is_refused(payoff: Any) -> None:
    with pytest.raises(gk.OptionError, match="A payoff is 'returns' or 'win'"):
        Interface(gk.load("pig"), payoff=payoff)
