"""A player against strategies as an environment of Gymnasium: its own checker, names, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")
from gymnasium.utils.env_checker import check_env  # noqa: E402

import gamekit as gk  # noqa: E402
from gamekit.bridges.gymnasium_env import NAMES, GamekitEnv  # noqa: E402
from tests.serving import LONGEST_START  # noqa: E402


@pytest.mark.filterwarnings("ignore")  # its checker recommends kinds of spaces
@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_a_game_passes_gymnasiums_own_checker(name: str) -> None:
    env = gymnasium.make(NAMES[name]).unwrapped
    # Its checker knows no masks, and draws an action before it begins: it is given one that is legal at its own seed.
    env.action_space.sample = lambda mask=None: np.int64(env.reset(seed=123)[1]["action_mask"].argmax())
    check_env(env, skip_render_check=True)


def test_a_whole_game_is_paid_in_shares_of_the_win() -> None:
    opponents = ["hold at 20", "random"]
    env = gymnasium.make("gamekit/Pig-v0", players=3, opponents=opponents, player=1, goal=30, payoff="win")
    env.action_space.seed(1)
    paid = []
    for seed in range(20):
        _seen, told = env.reset(seed=seed)
        over = False
        while not over:
            assert told["player"] == 1
            assert list(np.flatnonzero(told["action_mask"])) == list(np.flatnonzero(env.unwrapped.action_masks()))
            _seen, reward, over, cut, told = env.step(env.action_space.sample(told["action_mask"]))
            assert not cut
        best = told["returns"] == told["returns"].max()
        assert reward == best[1] / best.sum()
        paid.append(reward)
    assert 0 <= min(paid) < max(paid) <= 1


def test_the_same_seed_gives_the_same_game_and_words_can_be_shown() -> None:
    def played() -> list[str]:
        env = gymnasium.make("gamekit/Pig-v0", players=2, render_mode="ansi")
        told = env.reset(seed=5)[1]
        shown = []
        for _ in range(6):
            told = env.step(int(np.flatnonzero(told["action_mask"])[0]))[4]
            shown.append(env.render())
        return shown

    assert played() == played()
    assert "Round" in played()[0]


def test_a_name_that_says_where_it_is_registered_needs_no_import_before() -> None:
    """Gymnasium's own way: MODULE:NAME. A process of its own, since this one has imported the room already."""
    code = (
        "import gymnasium; env = gymnasium.make('gamekit.bridges.gymnasium_env:gamekit/Pig-v0', players=2); "
        "print(env.reset(seed=1)[1]['player'], env.spec.id)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=LONGEST_START
    )
    assert done.stdout.split() == ["0", "gamekit/Pig-v0"]


def test_many_games_are_made_by_the_same_name() -> None:
    env = gymnasium.make_vec("gamekit/Pig-v0", num_envs=4, players=2, opponents="random", player=1, seat="relative")
    _seen, told = env.reset(seed=1)
    assert set(told["player"]) == {1}


@pytest.mark.parametrize(("more", "said"), [
    ({"opponents": ["random"]}, "There are 2 opponents"), ({"player": 3}, "There is no player 3"),
    ({"opponents": "nobody"}, "nobody"), ({"colour": 1}, "no option"), ({"render_mode": "3d"}, "there is ansi"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(more: dict[str, Any], said: str) -> None:
    with pytest.raises(gk.GamekitError, match=said):
        GamekitEnv("pig", players=3, **more)


@pytest.mark.parametrize("action", [2, -1, 1.0, "Roll", None, True])
def test_what_is_no_action_and_what_comes_too_early_or_too_late_is_refused(action: Any) -> None:
    env = GamekitEnv("pig", players=2, goal=10)
    with pytest.raises(gk.IllegalAction, match="No game has begun yet"):
        env.step(0)
    _seen, told = env.reset(seed=1)
    with pytest.raises(gk.IllegalAction, match=r"There is no action .*: there are 0 to 1"):
        env.step(action)
    with pytest.raises(gk.OptionError, match="reset knows no options"):
        env.reset(options={"goal": 20})
    over = False
    while not over:
        _seen, _reward, over, _cut, told = env.step(int(np.flatnonzero(told["action_mask"])[0]))
    with pytest.raises(gk.IllegalAction, match=r"The game is over: reset\(\) begins another"):
        env.step(0)
