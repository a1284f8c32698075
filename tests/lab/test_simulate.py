"""Many games: the same with any worker, honest figures, clear refusals."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import numpy as np
import pytest

import gamekit as gk
from gamekit.core.game import Game
from gamekit.core.strategy import Strategy, choose_random
from gamekit.games.kuhn.rules import Phase
from gamekit.lab.engine import batches
from gamekit.lab.simulate import Simulation
from tests.play import machine_code, play_to_the_end
from tests.serving import PATIENCE


@pytest.fixture(scope="module")
def game() -> Game:
    return gk.load("kartenspiel", players=3, stages=1)


def play(game: Game, strategies: Any = "random", games: int = 6, **options: Any) -> Simulation:
    return gk.simulate(game, strategies, games=games, progress=False, **options)


def lowest(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
    """Plays the lowest legal action."""
    return int(actions[0])


def any_action(s: Any, t: Any, player: int, actions: Any, n: int, rng: np.random.Generator) -> int:
    """The random strategy as a person writes it."""
    return int(actions[int(rng.random() * n)])


# The same result, whoever plays


def test_the_same_seed_gives_the_same_games_and_another_seed_others(game: Game) -> None:
    assert np.array_equal(play(game).returns, play(game).returns)
    assert not np.array_equal(play(game).returns, play(game, seed=2).returns)


def test_every_chunk_plays_games_of_its_own(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CHUNK", 6)
    returns = play(game, games=12).returns
    assert (returns[:6] != returns[6:]).any(axis=1).all()


def test_more_games_begin_with_the_same_games(game: Game) -> None:
    assert np.array_equal(play(game, games=9).returns[:5], play(game, games=5).returns)


@machine_code
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["threads", "processes", "dask"])
def test_the_result_does_not_depend_on_the_executor(game: Game, kind: str) -> None:
    games = 3 * batches.CHUNK * batches.CHUNKS_PER_TASK + 17
    statistics = ["round_number", "scores[1]"]
    strategies = ["planner", "random", "greedy"]
    alone = play(game, strategies, games, statistics=statistics)
    with ExitStack() as stack:
        other = play(game, strategies, games, statistics=statistics, executor=executor(kind, stack))
    assert alone.to_frame().equals(other.to_frame())
    assert alone.win_rate(0) == other.win_rate(0)


def executor(kind: str, stack: ExitStack) -> Executor:
    if kind == "threads":
        return stack.enter_context(ThreadPoolExecutor(3))
    if kind == "processes":
        return stack.enter_context(ProcessPoolExecutor(2))
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    cluster = stack.enter_context(distributed.LocalCluster(**options))
    client = stack.enter_context(distributed.Client(cluster))
    return client.get_executor()  # type: ignore[no-any-return]


def test_a_job_is_sent_to_other_processes_without_cloudpickle_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cloudpickle", None)
    job: Any = ("a job",)
    assert batches._unpickle_job(batches.pickle_job(job)) == job


def test_the_loop_plays_by_the_rules(game: Game) -> None:
    """An independent slow oracle: the same luck and the same strategy through the game's plain face."""
    luck_stream, rng = batches.make_streams(1, 0)
    luck = luck_stream.random((3, batches.LUCK))
    expected = []
    for row in luck:
        s, steps, decisions, drawn = game.start(), 0, 0, iter(row)
        while (p := game.player(s)) != gk.OVER:
            weights, legal = game.weights(s) if p == gk.CHANCE else [], game.legal(s)
            if p != gk.CHANCE:
                action, decisions = legal[int(rng.random() * len(legal))], decisions + 1
            elif sum(weights) == 1:
                action = legal[0]
            else:
                action = legal[int(np.searchsorted(np.cumsum(weights), int(next(drawn) * sum(weights)), side="right"))]
            game.apply(s, action)
            steps += 1
        expected.append([*game.returns(s), steps, decisions])
    assert play(game, games=3).to_frame().to_numpy().tolist() == expected


# Strategies of every kind


def test_a_plain_function_a_kernel_and_the_packages_own_play_alike(game: Game) -> None:
    own = play(game)
    assert play(game, any_action).to_frame().equals(own.to_frame())
    assert np.array_equal(play(game, gk.kernel(any_action)).returns, own.returns)
    del any_action.__gamekit_kernel__  # type: ignore[attr-defined]
    assert np.array_equal(play(game, [any_action, "random", choose_random]).returns, own.returns)


def test_a_plain_function_sees_only_what_its_player_knows(game: Game) -> None:
    def watchful(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        assert s.pile.sum() == 0
        assert s.hand[(player + 1) % 3].sum() == 0
        actions[:] = 99
        return int(np.flatnonzero(s.hand[player])[0]) + (17 if s.phase == 2 else 0)

    assert play(game, [watchful, "random", "random"]).games == 6


def changes_the_position(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Would rather have other cards."""
    s.counter = 10_000
    return int(actions[0])


def changes_a_hand(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Would rather have other cards."""
    s.hand[player, 10] = 9
    return int(actions[0])


def changes_the_tables(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Would rather have other rules."""
    t.km[:] = 500
    return int(actions[0])


@pytest.mark.parametrize("function", [changes_the_position, changes_a_hand, changes_the_tables])
@pytest.mark.parametrize("as_kernel", [False, True])
def test_a_strategy_cannot_change_what_it_is_shown(
    game: Game, monkeypatch: pytest.MonkeyPatch, function: Any, as_kernel: bool
) -> None:
    if as_kernel:
        monkeypatch.setattr(function, "__gamekit_kernel__", True, raising=False)
    before = game.tables.tobytes()
    with pytest.raises(gk.StrategyError, match=f"strategy {function.__name__} failed .*read-only"):
        play(game, function)
    assert game.tables.tobytes() == before


def swallows_errors(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Tries again and again, whatever goes wrong."""
    while True:
        try:
            while True:
                pass
        except Exception:  # noqa: BLE001
            pass


def swallows_everything(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """The same, and will not even be told to stop, until the test is over."""
    while not test_over.is_set():
        try:
            while not test_over.is_set():
                pass
        except BaseException:  # noqa: BLE001
            pass
    return int(actions[0])


def answers_late(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Takes no notice of being told to stop, and then answers as if nothing had been."""
    until = time.monotonic() + 0.6
    while time.monotonic() < until:
        with contextlib.suppress(BaseException):
            time.sleep(0.01)
    return int(actions[0])


test_over = threading.Event()


@pytest.mark.parametrize("function", [swallows_errors, swallows_everything, answers_late])
def test_a_strategy_that_swallows_its_time_out_does_not_hang(
    game: Game, monkeypatch: pytest.MonkeyPatch, function: Any
) -> None:
    monkeypatch.setattr("gamekit.lab.engine.python_strategies.EXIT_GRACE", 0.4)
    test_over.clear()
    try:
        with pytest.raises(
            gk.StrategyError, match=rf"{function.__name__} thought longer than 0.2 seconds \(game 0, step"
        ):
            play(game, Strategy(function.__name__, "", "", function, patience=0.2))
    finally:
        test_over.set()
    for thread in threading.enumerate():
        if thread.name == "gamekit-strategies":
            thread.join(PATIENCE)
            assert not thread.is_alive(), "a strategy that was left behind ends in the end"
    assert play(game, lowest, games=2).games == 2


def leaves(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Ends the program, as it thinks."""
    raise SystemExit(3)


def gives_up(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """As if somebody had pressed Ctrl-C."""
    raise KeyboardInterrupt


@pytest.mark.parametrize("function", [leaves, gives_up])
@pytest.mark.parametrize("as_kernel", [False, True])
def test_a_strategy_that_would_end_the_program_only_fails(
    game: Game, monkeypatch: pytest.MonkeyPatch, function: Any, as_kernel: bool
) -> None:
    if as_kernel:
        monkeypatch.setattr(function, "__gamekit_kernel__", True, raising=False)
    with pytest.raises(gk.StrategyError, match=rf"{function.__name__} failed .*(SystemExit: 3|KeyboardInterrupt)"):
        play(game, function)


def illegal(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Chooses what it must not."""
    return 50


def raising(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Divides by nothing."""
    return 1 // int(s.stage - 1)


def endless(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
    """Never answers."""
    while True:
        pass


def comparing(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> Any:
    """Answers with a comparison where action 1 is legal."""
    return bool(1 in actions[:n]) or int(actions[0])


def not_a_number(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> Any:
    """Answers with a word."""
    return "the lowest"


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (illegal, r"strategy illegal chose 50, which is not legal \(.*step 30, player 0\); legal are"),
        (raising, r"strategy raising failed \(.*step 30, player 0\): ZeroDivisionError"),
        (endless, r"strategy endless thought longer than 1.5 seconds \(.*step 30, player 0\)"),
        (comparing, r"strategy comparing chose True, which is not legal"),
        (not_a_number, r"strategy not_a_number chose 'the lowest', which is not legal"),
    ],
)
@pytest.mark.parametrize("as_kernel", [False, True])
def test_a_strategy_that_misbehaves_is_told_where(
    game: Game, monkeypatch: pytest.MonkeyPatch, function: Any, sentence: str, as_kernel: bool
) -> None:
    if as_kernel:
        monkeypatch.setattr(function, "__gamekit_kernel__", True, raising=False)
    with pytest.raises(gk.StrategyError, match=sentence):
        play(game, Strategy(function.__name__, "", "", function, patience=1.5 if function is endless else PATIENCE))


def test_the_game_in_which_a_strategy_fails_is_counted_from_the_first_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CHUNK", 3)
    begun = []

    def fails_late(s: Any, t: Any, player: int, actions: Any, n: int, rng: Any) -> int:
        if player == 0 and s.phase == Phase.OPEN:
            begun.append(player)
        return 50 if len(begun) == 5 else int(actions[0])

    with pytest.raises(gk.StrategyError, match=r"chose 50, .* \(game 4, step 2, player 0\)"):
        play(gk.load("kuhn"), fails_late)


# Wrong things a person may type


@pytest.mark.parametrize(
    ("strategies", "sentence"),
    [
        ("clever", "has no strategy 'clever'. .*Its strategies are: random, "),
        (["random"] * 2, "3 players and 2 strategies"), (["random"] * 4, "3 players and 4 strategies"),
        (7, "A strategy is a name"), ([7, 7, 7], "A strategy is a name"),
    ],
)  # fmt: skip
def test_strategies_that_do_not_exist_are_refused(game: Game, strategies: Any, sentence: str) -> None:
    with pytest.raises(gk.StrategyError, match=sentence):
        play(game, strategies)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "number of games"), ({"games": 2.5}, "number of games"), ({"games": True}, "number of games"),
        ({"seed": "seven"}, "seed must be a whole number"), ({"statistics": ["nonsense"]}, "no field 'nonsense'"),
        ({"statistics": ["scores"]}, r"'scores\[0\]'"), ({"statistics": ["scores[5]"]}, r"shape \(5,\)"),
        ({"statistics": ["scores[0); import os"]}, "no field"),
        ({"statistics": {"best": 5}}, "'best' must be the name of a field or a function"),
        ({"statistics": [5]}, "5 must be the name of a field or a function"),
        ({"statistics": {"best": lambda positions: 1 / 0}}, "'best' must give a number for each.*ZeroDivisionError"),
        ({"statistics": {"best": lambda positions: [1, 2]}}, r"'best' must give a number for each.*shape \(2,\)"),
        ({"start": 5}, "needs a position of Auf Achse.*not 5"),
        ({"start": gk.load("route66").start()}, "needs a position of Auf Achse.*not a position of another game"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(game: Game, options: Any, sentence: str) -> None:
    with pytest.raises(gk.OptionError, match=sentence):
        play(game, **options)


def test_a_position_with_a_number_out_of_its_range_is_no_start(game: Game) -> None:
    """Machine code would look for card 99 beyond the end of its arrays."""
    s = game.start()
    s.laid[0] = 99
    with pytest.raises(gk.OptionError, match=r"laid is .*99.*allowed are -2 to 16"):
        play(game, start=s)


# Figures


def test_figures_come_from_the_games(game: Game) -> None:
    found = play(game, games=12, statistics=["round_number", "scores[2]", "scores[4]"])
    returns, frame = found.returns, found.to_frame()
    best = returns == returns.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    for p in range(3):
        assert found.win_rate(p).value == pytest.approx(shares[:, p].mean())
        assert found.mean_return(p).value == pytest.approx(returns[:, p].mean())
    assert sum(found.win_rate(p).value for p in range(3)) == pytest.approx(1)
    assert found.mean("win_1") == found.win_rate(1)
    assert found.advantage(0, 1).value == pytest.approx((shares[:, 0] - shares[:, 1]).mean())
    assert (frame["scores[2]"] == returns[:, 2]).all()
    assert found.mean("scores[4]").value == 0, "of nobody, and the last there is"
    assert found.mean("round_number").value == pytest.approx(frame["round_number"].mean())
    assert found.summary()["strategy"].tolist() == ["random"] * 3


@pytest.mark.parametrize("name", gk.game_names())
def test_returns_lie_between_bounds_that_the_state_declares(name: str) -> None:
    game = gk.load(name)
    low, high = game.field_bounds
    session, rng = game.session(seed=2), np.random.default_rng(2)
    while not session.over and session.step < 300:
        session.play(session.drawn() if session.player == gk.CHANCE else int(rng.choice(session.legal())))
        assert all(low <= value <= high for value in session.returns())
    assert low < high


def test_a_mean_return_is_never_said_to_be_certain(game: Game) -> None:
    """A single game, and games that all returned nothing: the truth may lie anywhere a return can."""
    found = play(game, games=1).mean_return(0)
    low, high = game.field_bounds
    assert low <= found.low <= found.value <= found.high <= high
    assert found.low < found.high
    end = game.start()
    play_to_the_end(game, end, np.random.default_rng(3), 1_000)
    again = play(game, start=end, games=50).mean_return(0)
    assert again.value == game.returns(end)[0]
    assert again.low < again.high


def test_without_single_returns_the_summaries_are_the_same(game: Game) -> None:
    kept, summed = play(game), play(game, raw=False)
    assert kept.summary().equals(summed.summary())
    assert kept.lengths["steps"].counts.tolist() == summed.lengths["steps"].counts.tolist()
    with pytest.raises(gk.OptionError, match="raw=True"):
        summed.returns  # noqa: B018


def test_a_statistic_may_be_a_function_of_the_final_positions(game: Game) -> None:
    found = play(game, statistics={"best": lambda s: s["scores"].max(axis=1)})
    assert found.to_frame()["best"].tolist() == found.returns.max(axis=1).tolist()


def test_a_simulation_can_begin_at_any_position(game: Game) -> None:
    session = game.session(seed=3)
    while not session.over and session.step < 60:
        session.roll() if session.player < 0 else session.play(session.legal()[0])
    found = play(game, start=session.position, statistics=["round_number"])
    assert found.distribution("round_number").values.min() >= session.position.round_number


def test_progress_is_told_and_a_simulation_can_be_cancelled(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    cancel = threading.Event()
    gk.simulate(game, lowest, games=3, progress=told.append)
    assert told == [1.0]
    monkeypatch.setattr(batches, "CHUNK", 2)
    found = gk.simulate(game, lowest, games=6, progress=lambda _share: cancel.set(), cancel=cancel)
    assert found.cancelled
    assert found.games == 2
    assert found.returns.shape == (2, 3)
