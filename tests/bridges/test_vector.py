"""Games side by side for Gymnasium: each the same as a session, illegal actions refused, what is over begun anew."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

import gamekit as gk
from gamekit.bridges import vector_env


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_every_step_leaves_the_legal_actions_of_each_game_and_what_its_player_sees(name):
    env = vector_env(name, 5)
    seen, told = env.reset(seed=3)
    for _ in range(40):
        for i, position in enumerate(env._positions):
            player = int(told["player"][i])
            assert player == env.game.player(position)
            legal = env.game.legal(position) if player >= 0 else []
            assert list(told["legal"][i, : told["count"][i]]) == legal == list(np.flatnonzero(env.action_mask()[i]))
            view = env.game.view(position, max(player, 0))
            values = [v for f in view.dtype.names if f not in ("notes", "num_notes") for v in np.ravel(view[f])]
            assert list(seen[i]) == values
        seen, _rewards, _over, _cut, told = env.step(env.sample())
    assert seen.shape == (5, len(env.game.observation_names)) == env.observation_space.shape


def test_a_game_that_is_over_pays_and_begins_anew():
    env = vector_env("pig", 50, players=2, goal=20)
    env.reset(seed=1)
    ends = 0
    for _ in range(80):
        before = env._player.copy()
        _seen, rewards, over, _cut, told = env.step(env.sample())
        assert not (over & (before == gk.OVER)).any(), "a new game is not over at once"
        assert list(rewards) == list(np.where(over, told["returns"][:, 0], 0))
        assert all(env._positions[i].scores[:2].max() < 20 for i in np.flatnonzero(before == gk.OVER))
        ends += over.sum()
    assert ends > 50


def test_the_same_seed_gives_the_same_games():
    def played():
        env = vector_env("kartenspiel", 20, players=2)
        env.reset(seed=7)
        return [env.step(env.sample())[0].copy() for _ in range(30)]

    assert np.array_equal(played(), played())


def test_the_agent_decides_for_free_seats_only():
    env = vector_env("kartenspiel", 30, players=3, seats=["planner", None, "random"])
    _seen, told = env.reset(seed=2)
    for _ in range(60):
        assert set(told["player"]) <= {1, gk.OVER}
        _seen, rewards, over, _cut, told = env.step(env.sample())
        assert list(rewards[over]) == list(told["returns"][over, 1])


def test_an_illegal_action_is_refused_and_nothing_is_done():
    env = vector_env("kartenspiel", 4, players=2)
    env.reset(seed=2)
    before, wrong = env._positions.copy(), env.sample()
    wrong[2] = np.flatnonzero(~env.action_mask()[2])[0]
    with pytest.raises(gk.IllegalAction):
        env.step(wrong)
    assert env._positions.tobytes() == before.tobytes()
    with pytest.raises(gk.IllegalAction, match="There is no action"):
        env.step(env.sample().astype(np.int64) + 2**32)


@pytest.mark.parametrize("actions", [[0], "play", np.zeros(4), np.zeros((4, 1), int), None])
def test_what_are_no_actions_is_refused_in_a_sentence(actions):
    env = vector_env("pig", 4)
    env.reset(seed=1)
    with pytest.raises(gk.OptionError, match="4 whole numbers"):
        env.step(actions)


def test_a_box_of_ones_own_is_played(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(gk.load("ausgebremst").box_path.read_text("utf-8").replace("[9, 6,", "[8, 6,"), "utf-8")
    assert vector_env("ausgebremst", 2, players=3, box=own).game.tables.prizes.max() == 8


def test_bad_requests_are_refused_in_a_sentence():
    with pytest.raises(gk.OptionError, match="1 to 1,000,000 games, not 0"):
        vector_env("pig", 0)
    with pytest.raises(gk.OptionError, match="One seat at least"):
        vector_env("pig", 2, players=2, seats=["random", "random"])
    with pytest.raises(gk.OptionError, match="kernels"):
        vector_env("pig", 2, players=2, seats=[lambda *a: 0, None])


@pytest.mark.parametrize("seats", ["random", 5, ["random"], [None, None, None], {"A": None, "B": "random"}])
def test_seats_that_are_no_list_for_all_players_are_refused_in_a_sentence(seats):
    with pytest.raises(gk.StrategyError, match=r"an entry for each of the 2 players.*None for the agent"):
        vector_env("pig", 2, players=2, seats=seats)


@pytest.mark.parametrize("seed", [-3, "x", 1.5, [1, 2]])
def test_what_is_no_seed_is_refused_in_a_sentence(seed):
    with pytest.raises(gk.OptionError, match="The seed must be a whole number"):
        vector_env("pig", 2).reset(seed=seed)
