"""Write a strategy: files are read safely, the tournament is fair, and nobody can stop the others."""

import ast
import inspect
import math
from pathlib import Path

import numpy as np
import pytest

import gamekit as gk
from gamekit.errors import StrategyError
from gamekit.lab.simulate import simulate
from gamekit.lessons.topics import league, plan, referee, strategy_file
from gamekit.lessons.topics.strategy_file import StrategyFile
from gamekit.strategy import Strategy

HEAD = "def choose(s, t, player, actions, n, rng):\n    "


@pytest.fixture(scope="module")
def game():
    return gk.load("kartenspiel", players=2, stages=1)


def written(name: str, body: str) -> StrategyFile:
    return StrategyFile(name, name, HEAD + body)


def test_the_package_s_plan_is_a_strategy_file_itself(game):
    file = strategy_file.read_file(Path(plan.__file__), game)
    loaded = strategy_file.load(file, game)
    ours = simulate(game, [plan.choose, "random"], games=20, seed=4, progress=False)
    theirs = simulate(game, [loaded, "random"], games=20, seed=4, progress=False)
    assert np.array_equal(ours.returns, theirs.returns)


HOSTILE = {
    "imports": "import os\n    return actions[0]",
    "import from": "from subprocess import run\n    return actions[0]",
    "open": "return open('/etc/passwd')",
    "exec": "exec('1')\n    return actions[0]",
    "dunder name": "return __import__('os').getpid()",
    "dunder attribute": "return ().__class__.__bases__",
    "frames": "g = (x for x in [1])\n    return g.gi_frame.f_back.f_globals",
    "files of arrays": "s.hand.tofile('x')\n    return actions[0]",
    "format": "return '{0.__class__}'.format(s)",
    "f-string": "return f'{s.__class__}'",
    "writes a field": "s.counter = 0\n    return actions[0]",
    "swallows the clock": "try:\n        return actions[0]\n    except Exception:\n        pass",
    "class": "class A:\n        pass\n    return actions[0]",
    "bit generator": "return rng.bit_generator.state",
    "global": "global x\n    x = 1\n    return actions[0]",
    "yield": "yield actions[0]",
    "decorated": "@max\n    def f(x):\n        return x\n    return f",
    "type": "return type(s)",
    "getattr": "return getattr(s, 'hand')",
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_beyond_numbers_lists_and_the_position_is_reachable(game, body):
    """Refused when it is read, with the line; or, for functions that are no part of the language, when it is asked."""
    with pytest.raises(StrategyError, match=r"bad, line \d+: |NameError"):  # noqa: PT012
        strategy = strategy_file.load(written("bad", body), game)
        simulate(game, [strategy, "random"], games=1, progress=False)


def test_only_the_listed_functions_can_be_called(game):
    reachable = set(strategy_file.BUILTINS)
    assert not reachable & {
        "open",
        "exec",
        "eval",
        "compile",
        "__import__",
        "getattr",
        "setattr",
        "type",
        "vars",
        "input",
    }
    names = strategy_file.checked("a", HEAD + "return actions[0]", game)[1]
    assert all(isinstance(value, int) for value in names.values())


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def choose(s:\n", "cannot read"),
        ("x = 1\n", "there is no function"),
        ("def choose(a, b):\n    return 1\n", "must be written"),
        ("print(1)\n" + HEAD + "return 1", "outside of functions"),
        ("from gamekit.games.kartenspiel.rules import setup\n" + HEAD + "return 1", "capitals"),
        ("from math import *\n" + HEAD + "return 1", "allowed are"),
        ("(" * 500 + ")" * 500, "cannot read"),
    ],
)
def test_a_file_that_cannot_play_is_refused_with_the_place_and_what_is_allowed(game, source, sentence):
    with pytest.raises(StrategyError, match=sentence):
        strategy_file.checked("eve", source, game)


def test_math_and_the_games_numbers_may_be_imported(game):
    head = "import math\nfrom gamekit.games.kartenspiel.rules import REST, KINDS as K\n"
    strategy = strategy_file.load(
        StrategyFile("a", "", head + HEAD + "return actions[int(math.sqrt(REST + K)) * 0]"), game
    )
    actions = np.array([3, 5], np.int32)
    assert strategy.choose(game.start(), game.tables, 0, actions, 2, np.random.default_rng(1)) == 3


def test_a_strategy_cannot_change_the_tables_of_the_game(game):
    strategy = strategy_file.load(written("cheat", "t.km[0] = 500\n    return actions[0]"), game)
    with pytest.raises(StrategyError, match="read-only"):
        simulate(game, [strategy, "random"], games=1, progress=False)
    assert game.tables.km[0] == 10


def test_a_folder_gives_its_files_and_a_reason_for_each_that_cannot_play(game, tmp_path):
    (tmp_path / "ada.py").write_text('"""Ada\'s plan"""\n' + HEAD + "return actions[0]", encoding="utf-8")
    (tmp_path / "eve.py").write_text("import os\n", encoding="utf-8")
    (tmp_path / "big.py").write_text("#" * (strategy_file.LARGEST + 1), encoding="utf-8")
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "link.py").symlink_to(tmp_path / "ada.py")
    (tmp_path / "_draft.py").write_text("", encoding="utf-8")
    files, problems = strategy_file.read_folder(tmp_path, game)
    assert [(file.name, file.title) for file in files] == [("ada", "Ada's plan")]
    assert set(problems) == {"eve", "big", "bytes", "link"}
    with pytest.raises(StrategyError, match="no folder"):
        strategy_file.read_folder(tmp_path / "nowhere", game)


@pytest.mark.parametrize("players", [2, 3])
def test_a_strategy_against_itself_wins_exactly_half(players):
    game = gk.load("kartenspiel", players=players, stages=1)
    low = Strategy("low", "", "", lambda s, t, p, a, n, r: a[0])
    same = Strategy("same", "", "", lambda s, t, p, a, n, r: a[0])
    found = league.play_match(game, low, same, 40, seed=2)
    assert found.wins == pytest.approx(found.games / 2)


def test_the_ranking_counts_every_win_once(game):
    strategies = [Strategy(str(k), "", "", lambda s, t, p, a, n, r, k=k: a[min(k, n - 1)]) for k in range(3)]
    table = league.play_league(game, strategies, games=5)
    assert sum(match.games for match in table.matches) == 3 * 10
    rates = dict(table.ranking())
    assert sum(rate.value for rate in rates.values()) == pytest.approx(3 / 2)
    assert table.against("0", "1").value == pytest.approx(1 - table.against("1", "0").value)


def test_who_fails_leaves_and_the_others_play_on(game):
    good = Strategy("good", "", "", lambda s, t, p, a, n, r: a[0])
    better = Strategy("better", "", "", lambda s, t, p, a, n, r: a[n - 1])
    wrong = Strategy("goo", "", "", lambda s, t, p, a, n, r: 999)
    table = league.play_league(game, [good, wrong, better], games=2)
    assert list(table.out) == ["goo"]
    assert "not legal" in table.out["goo"]
    assert table.playing == ["good", "better"]
    assert not math.isnan(table.rate("good").value)


def test_too_few_and_doubled_names_are_refused(game):
    with pytest.raises(StrategyError, match="at least two"):
        league.checked_entrants(["a"])
    with pytest.raises(StrategyError, match="only once"):
        league.checked_entrants(["a", "b", "a"])


def test_the_referee_plays_files_and_survives_everything_they_do(game):
    files = [
        written("first", "return actions[0]"),
        written("last", "return actions[n - 1]"),
        written("endless", "while True:\n        pass"),
        written("hungry", "x = [0] * 10 ** 9\n    return actions[0]"),
        written("huge", "x = 9 ** 9 ** 9\n    return actions[0]"),
        written("lazy", "for i in range(1000000):\n        pass\n    return actions[0]"),
        written("wrong", "return -1"),
    ]
    found = referee.hold(game, files, own=["random"], games=30, silence=5.0)
    assert set(found.playing) == {"first", "last", "random"}
    assert len(found.counted) == 3
    assert all(match.games == 60 for match in found.counted)
    assert "longer than" in found.out["endless"]
    assert "MemoryError" in found.out["hungry"]
    assert "time or memory" in found.out["huge"]
    assert "ms for a decision" in found.out["lazy"]
    assert "not legal" in found.out["wrong"]


def test_the_referee_finds_what_a_tournament_in_this_process_finds(game):
    files = [written("first", "return actions[0]"), written("last", "return actions[n - 1]")]
    apart = referee.hold(game, files, games=20, seed=3)
    strategies = [strategy_file.load(file, game) for file in files]
    here = league.play_league(game, strategies, games=20, seed=3)
    assert apart.matches == here.matches


def test_the_shown_program_is_the_plan_that_plays():
    names = {node.name for node in ast.parse(inspect.getsource(plan)).body if isinstance(node, ast.FunctionDef)}
    assert names == {"choose", "decide", "for_run", "standing"}


def test_files_for_another_game_use_the_numbers_of_that_game(tmp_path):
    race = gk.load("ausgebremst", players=3)
    name = next(iter(strategy_file.constants(race)))
    head = f"from gamekit.games.ausgebremst.rules import {name}\n"
    (tmp_path / "fast.py").write_text(head + HEAD + "return actions[n - 1]", encoding="utf-8")
    files, problems = strategy_file.read_folder(tmp_path, race)
    assert not problems
    found = referee.hold(race, files, own=["random"], games=2)
    assert not found.out
    assert found.counted[0].games == 4
    with pytest.raises(StrategyError, match="allowed are"):
        strategy_file.checked("fast", files[0].source, gk.load("kartenspiel", players=2))
