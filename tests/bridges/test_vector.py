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
            named = told["legal"][i, : told["count"][i]]
            assert [int(env.interface.read_actions(action, player)) for action in named] == legal
            assert list(named) == list(np.flatnonzero(told["action_mask"][i]))
            view = env.game.view(position, max(player, 0))
            values = [v for f in view.dtype.names if f not in ("notes", "num_notes") for v in np.ravel(view[f])]
            assert list(seen[i]) == [values[column.place] for column in env.interface.columns]
        assert env.observation_space.contains(seen)
        assert np.array_equal(env.action_mask(), told["action_mask"])
        seen, _rewards, _over, _cut, told = env.step(env.sample())
    assert seen.shape == (5, len(env.interface.names)) == env.observation_space.shape


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
    wrong[2] = np.flatnonzero(env.action_mask()[2] == 0)[0]
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


def test_what_is_handed_out_is_ones_own_to_keep():
    env = vector_env("kartenspiel", 3, players=2)
    seen, told = env.reset(seed=1)
    kept = [(seen, told)]
    before = [(seen.copy(), {name: one.copy() for name, one in told.items()})]
    for _ in range(6):
        seen, _rewards, _over, _cut, told = env.step(env.sample())
        kept.append((seen, told))
        before.append((seen.copy(), {name: one.copy() for name, one in told.items()}))
    for (seen, told), (seen_then, told_then) in zip(kept, before, strict=True):
        assert np.array_equal(seen, seen_then)
        assert all(np.array_equal(told[name], told_then[name]) for name in told_then)
        assert not any(np.shares_memory(one, other) for one in told.values() for other in vars(env).values()
                       if isinstance(other, np.ndarray))  # fmt: skip


def test_sampling_changes_no_game():
    def played(samples):
        env = vector_env("kartenspiel", 8, players=2)
        _seen, told = env.reset(seed=7)
        for _ in range(30):
            for _k in range(samples):
                env.sample()
            _seen, _rewards, _over, _cut, told = env.step(told["legal"][:, 0])
        return env._positions.tobytes()

    assert played(0) == played(1) == played(5)


def test_games_that_are_over_begin_anew_in_the_same_step_where_that_is_wanted():
    later = vector_env("pig", 40, players=2, goal=20)
    at_once = vector_env("pig", 40, players=2, goal=20, autoreset="SameStep")
    assert at_once.metadata["autoreset_mode"].value == "SameStep"
    assert later.metadata["autoreset_mode"].value == "NextStep"
    _seen, told = at_once.reset(seed=1)
    ends = 0
    for _ in range(60):
        seen, rewards, over, _cut, told = at_once.step(at_once.sample())
        assert (told["player"] >= 0).all(), "every game stands at a decision"
        assert (told["count"] > 0).all()
        if over.any():
            assert list(told["_final_obs"]) == list(told["_final_info"]) == list(over)
            assert list(rewards) == list(np.where(over, told["final_info"]["returns"][:, 0], 0))
            scores = [at_once.interface.names.index(f"scores[{p}]") for p in (0, 1)]
            assert (told["final_obs"][over][:, scores].max(axis=1) >= 20).all(), "what was seen at the end"
            assert (seen[over][:, scores] == 0).all(), "and at the new beginning"
            assert np.array_equal(seen[~over], told["final_obs"][~over])
        ends += over.sum()
    assert ends > 40


def test_games_that_are_over_wait_where_that_is_wanted():
    env = vector_env("pig", 30, players=2, goal=20, autoreset="Disabled")
    env.reset(seed=1)
    over = np.zeros(30, bool)
    while not over.any():
        _seen, _rewards, over, _cut, _told = env.step(env.sample())
    first = np.flatnonzero(over)[0]
    with pytest.raises(gk.IllegalAction, match=rf"Game {first} is over: reset\(options=.*reset_mask"):
        env.step(env.sample())
    others = env._positions[~over].tobytes()
    _seen, told = env.reset(options={"reset_mask": over})
    assert env._positions[~over].tobytes() == others, "the others stay where they are"
    assert (told["player"] >= 0).all()
    assert all(env._positions[i].scores[:2].max() == 0 for i in np.flatnonzero(over))
    env.step(env.sample())


@pytest.mark.parametrize("options", [
    {"reset_mask": [True]}, {"reset_mask": np.zeros(4, bool)}, {"reset_mask": np.ones(4)}, {"reset_mask": None},
    {"goal": 20}, {"reset_mask": np.ones(4, bool), "more": 1},
])  # fmt: skip
def test_what_is_no_mask_is_refused_in_a_sentence(options):
    env = vector_env("pig", 4)
    env.reset(seed=1)
    before = env._positions.tobytes()
    with pytest.raises(gk.OptionError, match="reset_mask"):
        env.reset(options=options)
    assert env._positions.tobytes() == before


def test_before_the_first_reset_there_are_no_games_and_it_says_so():
    env = vector_env("pig", 3)
    mask = np.array([True, False, True])
    for asked in (lambda: env.step(np.zeros(3, int)), env.sample, lambda: env.reset(options={"reset_mask": mask})):
        with pytest.raises(gk.IllegalAction, match=r"No game has begun yet: reset\(\) begins them"):
            asked()
    assert env.reset(options={"reset_mask": np.ones(3, bool)})


def test_seen_from_its_seat_each_player_names_itself_first():
    plain, own = (vector_env("route66", 6, players=3, seat=seat) for seat in ("absolute", "relative"))
    places = [plain.interface.names.index(f"speed[{p}]") for p in range(3)]
    (_seen, told), (seen, own_told) = plain.reset(seed=4), own.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert plain._positions.tobytes() == own._positions.tobytes(), "the same games"
        assert np.array_equal(told["player"], own_told["player"])
        assert np.array_equal(told["count"], own_told["count"])
        for i, player in enumerate(told["player"]):
            legal = own_told["legal"][i, : own_told["count"][i]]
            assert list(legal) == sorted(legal) == list(np.flatnonzero(own.action_mask()[i]))
            assert list(seen[i][places]) == [plain._positions[i].speed[(player + k) % 3] for k in range(3)]
        chosen = np.array([own_told["legal"][i, rng.integers(max(1, n))] for i, n in enumerate(own_told["count"])])
        absolute = own.interface.read_actions(chosen, own._viewers())
        meant = plain.interface.name_actions(np.where(own._player == gk.OVER, 0, absolute), own._viewers()).clip(0)
        _seen, _rewards, _over, _cut, told = plain.step(meant)
        seen, _rewards, _over, _cut, own_told = own.step(chosen)
    with pytest.raises(gk.IllegalAction, match="There is no action"):
        own.step(own.sample().astype(np.int64) + 2**32)
    with pytest.raises(gk.OptionError, match="'absolute' or 'relative'"):
        vector_env("pig", 2, seat="mine")
