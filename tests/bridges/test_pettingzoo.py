"""The games as PettingZoo environments: its own tests, and what agents are told."""

from __future__ import annotations

import functools

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
from pettingzoo.test import api_test, render_test, seed_test

import gamekit as gk
from gamekit.bridges import pettingzoo_env

pytestmark = pytest.mark.filterwarnings("ignore")  # its own tests recommend names and kinds of spaces


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_game_passes_pettingzoos_own_tests(name):
    api_test(pettingzoo_env(name), num_cycles=100)
    seed_test(functools.partial(pettingzoo_env, name), num_cycles=30)


def test_a_game_can_be_shown_in_words(capsys):
    render_test(lambda render_mode=None: pettingzoo_env("pig", players=2, render_mode=render_mode))
    assert "Round 1." in capsys.readouterr().out
    with pytest.raises(gk.OptionError, match="ansi, human"):
        pettingzoo_env("pig", render_mode="3d")


def test_a_whole_game_ends_with_everybodys_payoff():
    env = pettingzoo_env("kartenspiel", players=3, stages=1)
    env.reset(seed=4)
    rng, earned = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _info = env.last()
        earned[agent] += reward
        mask = observation["action_mask"]
        assert bool(mask.any()) is not termination
        env.step(None if termination or truncation else int(rng.choice(np.flatnonzero(mask))))
    assert list(earned.values()) == env.walk.returns()


def test_an_agent_sees_its_own_view_and_may_act_only_in_its_turn():
    env = pettingzoo_env("kartenspiel", players=2)
    env.reset(seed=4)
    mover, other = env.agent_selection, next(one for one in env.agents if one != env.agent_selection)
    assert set(np.flatnonzero(env.observe(mover)["action_mask"])) == set(env.walk.legal)
    assert not env.observe(other)["action_mask"].any()
    assert not np.array_equal(env.observe(mover)["observation"], env.observe(other)["observation"])
    with pytest.raises(gk.IllegalAction):
        env.step(int(np.flatnonzero(env.observe(mover)["action_mask"] == 0)[0]))
