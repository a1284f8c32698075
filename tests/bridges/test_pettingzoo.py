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


@pytest.mark.parametrize(("name", "said"), [
    ("pig", "Round 1."), ("kuhn", "A holds"), ("kartenspiel", "Stage 1, round 1"), ("route66", "Chicago"),
    ("ausgebremst", "Race 1"), ("auf_achse", "DM"),
])  # fmt: skip
def test_a_game_can_be_shown_in_words(name, said, capsys):
    render_test(lambda render_mode=None: pettingzoo_env(name, render_mode=render_mode))
    assert said in capsys.readouterr().out


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
    assert [
        int(env.interface.read_actions(a, 0)) for a in np.flatnonzero(env.observe(mover)["action_mask"])
    ] == env.walk.legal
    assert not env.observe(other)["action_mask"].any()
    assert not np.array_equal(env.observe(mover)["observation"], env.observe(other)["observation"])
    with pytest.raises(gk.IllegalAction):
        env.step(int(np.flatnonzero(env.observe(mover)["action_mask"] == 0)[0]))


def test_a_box_of_ones_own_is_played(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(gk.load("ausgebremst").box_path.read_text("utf-8").replace("[9, 6,", "[8, 6,"), "utf-8")
    assert pettingzoo_env("ausgebremst", players=3, box=own).game.tables.prizes.max() == 8


def test_before_the_first_reset_there_is_no_game_and_it_says_so():
    env = pettingzoo_env("pig", players=2, render_mode="ansi")
    for asked in (lambda: env.step(0), lambda: env.observe("A"), env.last, env.render):
        with pytest.raises(gk.IllegalAction, match=r"No game has begun yet: reset\(\) begins one"):
            asked()


@pytest.mark.parametrize("action", [1.0, True, "Roll", [0]])
def test_what_is_no_whole_number_is_no_action(action):
    env = pettingzoo_env("pig", players=2)
    env.reset(seed=1)
    with pytest.raises(gk.IllegalAction, match="There is no action"):
        env.step(action)
    env.step(np.int64(0))


def test_without_a_way_to_show_it_nothing_is_shown(recwarn):
    env = pettingzoo_env("pig", players=2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode="):
        assert env.render() is None


def test_seen_from_its_seat_each_agent_names_itself_first():
    plain, own = (pettingzoo_env("route66", players=3, seat=seat) for seat in ("absolute", "relative"))
    api_test(own, num_cycles=50)
    place = [plain.interface.names.index(f"speed[{p}]") for p in range(3)]
    plain.reset(seed=4)
    own.reset(seed=4)
    rng = np.random.default_rng(1)
    turned = 0
    for _ in range(80):
        player = own.walk.player
        mask = own.observe(own.agent_selection)["action_mask"]
        for who, agent in enumerate(own.agents):
            speeds = [own.walk.position.speed[(who + k) % 3] for k in range(3)]
            assert list(own.observe(agent)["observation"][place]) == speeds
        action = int(rng.choice(np.flatnonzero(mask)))
        meant = int(plain.interface.name_actions(own.interface.read_actions(action, player), player))
        turned += meant != action
        own.step(action)
        plain.step(meant)
        assert own.walk.history() == plain.walk.history()
    assert turned > 5


def test_played_for_the_win_all_agents_are_paid_one_together_and_the_state_is_told():
    env = pettingzoo_env("pig", players=3, goal=20, payoff="win")
    assert env.metadata["name"] == "gamekit_pig_v0"
    env.reset(seed=2)
    rng, earned = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        _seen, reward, over, _cut, info = env.last()
        earned[agent] += reward
        assert env.state_space.contains(env.state())
        if not over:
            assert list(info["action_mask"]) == list(env.observe(agent)["action_mask"])
        env.step(None if over else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    position = env.walk.position
    assert list(earned.values()) == env.game.win_shares(position)
    assert dict(zip(env.game.observation_names, env.state(), strict=True))["scores[1]"] == position.scores[1]
