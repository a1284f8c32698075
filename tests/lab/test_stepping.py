"""Walks from outside: copied, pickled and dealt anew, they stay where they are."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.kernel import CHANCE
from gamekit.lab.engine.stepping import Walk


def walked(steps: int) -> Walk:
    """A random walk through a card game, at a decision of a player."""
    walk, rng = Walk.begin(gk.load("kartenspiel", players=2)), np.random.default_rng(1)
    while steps > 0 or walk.player == CHANCE:
        walk.apply(int(rng.choice(walk.legal)))
        steps -= 1
    return walk


@pytest.mark.parametrize("seed", range(4))
def test_a_walk_dealt_anew_is_pickled_where_it_stands_and_goes_on_there(seed: int) -> None:
    """Its history, replayed from the beginning, leads elsewhere, or is not even legal."""
    walk = walked(60)
    player = walk.player
    rng = np.random.default_rng(seed)
    dealt = walk.redeal_unknown(player, rng)
    for _ in range(3):
        dealt.apply(dealt.legal[0])
    for again in (pickle.loads(pickle.dumps(dealt)), dealt.copy()):  # noqa: S301  written here
        assert again.position.tobytes() == dealt.position.tobytes()
        assert (again.player, again.legal, again.odds) == (dealt.player, dealt.legal, dealt.odds)
        assert again.history() == dealt.history()
        assert [again.information_digest(p) for p in range(2)] == [dealt.information_digest(p) for p in range(2)]
        again.apply(again.legal[0])
        assert again.position.tobytes() != dealt.position.tobytes()
    with pytest.raises(gk.IllegalAction, match="There is no action"):
        walk.apply(walk.game.num_actions)


def test_a_mark_holds_what_its_player_saw_and_nothing_of_the_cards_of_others() -> None:
    dealt = {}
    for first, second in itertools.permutations(range(3), 2):
        walk = Walk.begin(gk.load("kuhn"))
        walk.apply(walk.legal[first])
        walk.apply(walk.legal[second - (second > first)])
        dealt[first, second] = walk
    for player in range(2):
        marks = [
            {walk.information_digest(player) for cards, walk in dealt.items() if cards[player] == card}
            for card in range(3)
        ]
        assert [len(one) for one in marks] == [1, 1, 1]
        assert len(set().union(*marks)) == 3


def test_a_walk_from_the_beginning_is_pickled_as_its_actions() -> None:
    walk = walked(40)
    again = pickle.loads(pickle.dumps(walk))  # noqa: S301  written here
    assert again.position.tobytes() == walk.position.tobytes()
    assert again.information_digest(0) == walk.information_digest(0)
    assert len(pickle.dumps(walk)) < 2_000
