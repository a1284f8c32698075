"""Write a strategy: files are read safely, the tournament is fair, and nobody can stop the others."""

import math
import re
import subprocess
import sys

import numpy as np
import pytest

import gamekit as gk
from gamekit.errors import StrategyError
from gamekit.lab.arena import apart, class_tournament, live_tournament, strategy_file
from gamekit.lab.arena.strategy_file import StrategyFile
from gamekit.lab.simulate import simulate
from gamekit.lessons import kit
from gamekit.serve.lessons import own_folder

HEAD = "def choose(s, t, player, actions, n, rng):\n    "


@pytest.fixture(scope="module")
def game():
    return gk.load("kartenspiel", players=2, stages=1)


def written(name: str, body: str) -> StrategyFile:
    return StrategyFile(name, HEAD + body)


def held(*given, **options):
    return class_tournament.hold(*given, progress=False, **options)


def playing(found) -> set[str]:
    return {one.strategy for one in found.standings}


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
    names = strategy_file.check_code("a", HEAD + "return actions[0]", game)[1]
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
        strategy_file.check_code("eve", source, game)


def test_math_and_the_games_numbers_may_be_imported(game):
    head = "import math\nfrom gamekit.games.kartenspiel.rules import REST, KINDS as K\n"
    strategy = strategy_file.load(StrategyFile("a", head + HEAD + "return actions[int(math.sqrt(REST + K)) * 0]"), game)
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
    files, problems = strategy_file.read_folder(tmp_path)
    assert [file.name for file in files] == ["ada", "eve"]  # what eve has written is found out in a process of its own
    assert set(problems) == {"big", "bytes", "link"}
    with pytest.raises(StrategyError, match="no folder"):
        strategy_file.read_folder(tmp_path / "nowhere")


AT_THE_TOP = "def choose(s, t, player, actions, n, rng):\n    return actions[0]\n"
BAD_FILES = {
    "endless": (HEAD + "while True:\n        pass", "too much time or memory for a decision"),
    "hungry": (HEAD + "x = [0] * 10 ** 9\n    return actions[0]", "failed in line 2: MemoryError"),
    "huge": (HEAD + "x = 9 ** 9 ** 9\n    return actions[0]", "too much time or memory for a decision"),
    "lazy": (HEAD + "for i in range(2000000):\n        pass\n    return actions[0]", "ms for a decision"),
    "wrong": (HEAD + "return -1", "not legal"),
    "list": (HEAD + "return [1]", "chose [1]; a choice is one of the whole numbers in actions"),
    "top_memory": ("x = [0] * 10 ** 10\n" + AT_THE_TOP, "failed in line 1: MemoryError"),
    "top_endless": ("x = [i for i in range(10 ** 12) if i < 0]\n" + AT_THE_TOP, "when its file was read"),
    "top_raises": ("x = 1 / 0\n" + AT_THE_TOP, "failed in line 1: ZeroDivisionError: division by zero"),
    "top_folds": ("x = " + "-" * 40_000 + "1\n" + AT_THE_TOP, "top_folds"),
    "no_python": ("def choose(s:\n", "no_python, line 1: Python cannot read this"),
    "imports": ("import os\n" + AT_THE_TOP, "imports, line 1: allowed are"),
    "collects": (
        "kept = []\n" + HEAD + "kept.append([0] * 3000000)\n    return actions[0]", "failed in line 3: MemoryError"
    ),
}  # fmt: skip


ONE_OF_EACH_KIND = {"endless", "hungry", "wrong", "top_raises"}
"""Time, memory, a move that is not legal, and code at the top of the file: the quick suite tries these."""


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(ONE_OF_EACH_KIND, id="one of each kind"),
        pytest.param(BAD_FILES.keys() - ONE_OF_EACH_KIND, id="all others", marks=pytest.mark.thorough),
    ],
)
def test_whatever_a_file_does_only_its_author_is_out(game, monkeypatch, names):
    """At its top, too: everything happens in a process of its own, which is limited before the file is read as code."""
    monkeypatch.setattr(apart, "READING", 5.0)
    good = [written("first", "return actions[0]"), written("last", "return actions[n - 1]")]
    bad = [StrategyFile(name, BAD_FILES[name][0]) for name in sorted(names)]
    found = held(game, [good[0], *bad, good[1]], own=["random"], games=30)
    assert playing(found) == {"first", "last", "random"}
    assert len(found.standings.duels) == 3 * 2
    assert all(one.games == 2 * 30 for one in found.standings)
    for name in names:
        assert BAD_FILES[name][1] in found.out[name], (name, found.out[name])


def test_no_code_of_a_file_runs_in_the_process_of_the_teacher(game, monkeypatch):
    def never(*_: object) -> None:
        raise AssertionError("read as code here")

    for name in ("check_code", "load", "read_first_line"):
        monkeypatch.setattr(strategy_file, name, never)
    found = held(game, [written("first", "return actions[0]")], own=["random"], games=2)
    assert playing(found) == {"first", "random"}


def test_a_file_called_like_one_of_the_game_s_own_strategies_is_out_alone(game):
    files = [written("random", "return actions[0]"), written("first", "return actions[0]")]
    found = held(game, files, own=["random"], games=2)
    assert playing(found) == {"first", "random"}
    assert list(found.out) == ["random.py"]


def test_a_process_ends_with_its_tournament(game):
    with apart.Apart(written("first", "return actions[0]"), game) as process:
        assert process.strategy().title == "first"
    assert process._process.poll() is not None


def test_apart_the_same_is_found_as_in_one_process(game):
    files = [written("first", "return actions[0]"), written("last", "return actions[n - 1]")]
    apart = held(game, files, games=20, seed=3)
    strategies = [strategy_file.load(file, game) for file in files]
    here = gk.tournament(game, strategies, games=20, seed=3, progress=False)
    assert apart.standings.duels == here.duels


def test_files_for_another_game_use_the_numbers_of_that_game(tmp_path):
    race = gk.load("ausgebremst", players=3)
    name = next(iter(strategy_file.list_constants(race)))
    head = f"from gamekit.games.ausgebremst.rules import {name}\n"
    (tmp_path / "fast.py").write_text(head + HEAD + "return actions[n - 1]", encoding="utf-8")
    files, problems = strategy_file.read_folder(tmp_path)
    assert not problems
    found = held(race, files, own=["random"], games=2)
    assert not found.out
    assert found.standings[0].games > 0
    with pytest.raises(StrategyError, match="allowed are"):
        strategy_file.check_code("fast", files[0].source, gk.load("kartenspiel", players=2))


def test_a_tournament_that_nobody_is_left_for_says_why(game):
    with pytest.raises(StrategyError, match=r"at least two strategies\.\nwrong: .*not legal"):
        held(game, [written("first", "return actions[0]"), written("wrong", "return -1")], games=2)


def test_who_fails_only_in_the_tournament_is_out_and_the_others_play_on(game):
    """Here: after the trial games, by a name that another one's name begins with."""
    late = "kept = []\n" + HEAD + "kept.append(n)\n    return actions[0] if len(kept) < 300 else -1"
    files = [written("first", "return actions[0]"), StrategyFile("fir", late)]
    found = held(game, files, own=["random"], games=60)
    assert list(found.out) == ["fir"]
    assert "not legal" in found.out["fir"]
    assert playing(found) == {"first", "random"}
    assert found.titles == {"first": "first"}


def test_a_notebook_shows_the_ranking_and_a_web_page_reads_no_files(game, monkeypatch, tmp_path):
    for name in ("VOILA_BASE_URL", "VOILA_SERVER_URL", "VOILA_APP_PORT", "SERVER_SOFTWARE"):
        monkeypatch.delenv(name, raising=False)
    shown = kit.class_tournament(game, own_folder() / "topics" / "strategies", own=["random"], games=2)
    assert {row[1] for row in shown.rows} == {"lowest", "small_steps", "spoiler", "Random"}, "files keep their names"
    assert [row[0] for row in shown.rows] == [1, 2, 3, 4]
    (tmp_path / "a.py").write_text(HEAD + "return -1", encoding="utf-8")
    (tmp_path / "b.py").write_text(HEAD + "return actions[0]", encoding="utf-8")
    shown = kit.class_tournament(game, tmp_path, own=["random"], games=2)
    assert shown.rows[-1][1] == "a"
    assert "not legal" in shown.rows[-1][2]
    assert "no folder" in kit.class_tournament(game, tmp_path / "nowhere")
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    monkeypatch.setattr(strategy_file, "read_file", None)
    assert "JupyterLab" in kit.class_tournament(game, tmp_path)


CALLS = {
    "abs": "abs(-n)", "all": "all([n, True])", "any": "any([n])", "bool": "bool(n)", "dict": "dict([(1, n)])",
    "divmod": "divmod(n, 2)", "enumerate": "list(enumerate(actions))", "filter": "list(filter(None, actions))",
    "float": "float(n)", "int": "int(1.5)", "len": "len(actions)", "list": "list(actions)",
    "map": "list(map(abs, actions))", "max": "max(actions)", "min": "min(actions)", "range": "list(range(n))",
    "reversed": "list(reversed([1, n]))", "round": "round(n / 3, 2)", "set": "set([n])", "sorted": "sorted(actions)",
    "sum": "sum(actions)", "tuple": "tuple(actions)", "zip": "list(zip(actions, actions))",
    "append": "[n].append(1)", "extend": "[n].extend([1])", "insert": "[n].insert(0, 1)", "remove": "[n].remove(n)",
    "pop": "[n].pop()", "index": "[n].index(n)", "count": "[n].count(n)", "sort": "actions.sort()",
    "reverse": "[n].reverse()", "copy": "actions.copy()", "clear": "[n].clear()", "get": "{1: n}.get(1)",
    "items": "list({1: n}.items())", "keys": "list({1: n}.keys())", "values": "list({1: n}.values())",
    "add": "set([n]).add(1)", "discard": "set([n]).discard(1)", "union": "set([n]).union([1])",
    "random": "rng.random()", "integers": "rng.integers(5)", "choice": "rng.choice(actions)",
    "argmax": "actions.argmax()", "argmin": "actions.argmin()", "nonzero": "actions.nonzero()",
    "tolist": "actions.tolist()",
}  # fmt: skip
OF_ARRAYS = [
    f"{what}.{name}()"
    for what in ("actions", "s.hand", "rng.random(3)")
    for name in ("sum", "min", "max", "any", "all")
]
OF_MATH = {
    "acosh": "1.5", "comb": "5, 2", "perm": "5, 2", "dist": "[1], [2]", "fsum": "[1.5]", "prod": "[2]",
    "sumprod": "[1], [2]", "fma": "1.0, 2.0, 3.0", "isclose": "1, 1",
}  # fmt: skip
UNLIKE_NUMBERS = ("factorial", "isqrt", "gcd", "lcm", "ldexp")


def test_every_allowed_call_works_in_the_process_that_plays(game):
    """NumPy loads parts of itself when a method is first called, in the name of whoever calls it."""
    assert set(CALLS) >= (set(strategy_file.BUILTINS) | strategy_file.METHODS) - {"sum", "min", "max", "any", "all"}
    calls = [*CALLS.values(), *OF_ARRAYS]
    for name in sorted(strategy_file.MATHS):
        if callable(getattr(math, name)):
            two = name in ("atan2", "copysign", "fmod", "nextafter", "pow", "remainder", "gcd", "lcm", "ldexp")
            given = OF_MATH.get(
                name, ("4, 2" if two else "4") if name in UNLIKE_NUMBERS else "0.5, 1" if two else "0.5"
            )
            calls.append(f"math.{name}({given})")
    one_by_one = "".join(f"    if turn[0] == {number}:\n        {call}\n" for number, call in enumerate(calls))
    source = f"import math\nturn = [-1]\n{HEAD}turn[0] += 1\n{one_by_one}    return actions[0]"
    s = game.session(seed=1)
    while s.player < 0:
        s.roll()
    legal = np.array(s.legal(), np.int32)
    with apart.Apart(StrategyFile("all", source), game) as process:
        choose = process.strategy().choose
        for call in calls:
            try:
                assert choose(s.position, game.tables, s.player, legal, len(legal), None) == legal[0]
            except StrategyError as error:
                pytest.fail(f"{call}: {error}")


def test_a_file_may_not_load_what_numpy_may(game):
    with pytest.raises(ImportError):
        strategy_file.numpys_own("os")
    with pytest.raises(ImportError):
        strategy_file.numpys_own("numpyro.util")


@pytest.mark.parametrize(
    ("choice", "said"),
    [("1.5", "chose 1.5;"), ("'x\\u202e'", r"chose 'x\u202e';"), ("True", "chose True;"), ("None", "chose None;")],
)
def test_what_was_chosen_in_place_of_a_number_is_said(game, choice, said):
    with apart.Apart(written("odd", f"return {choice}"), game) as process:
        strategy = process.strategy()
        with pytest.raises(StrategyError, match=re.escape(said)):
            simulate(game, [strategy, "random"], games=1, progress=False)


def test_a_slow_file_is_out_after_about_a_second_of_computing(game):
    process = apart.Apart.__new__(apart.Apart)
    process.name, process._asked, process._took = "slow", 1, apart.SLOWEST + apart.AHEAD
    process._judge()
    process._took += 0.001
    with pytest.raises(StrategyError, match="needs 1006 ms for a decision; allowed are 5 ms on average"):
        process._judge()


def test_all_files_together_have_a_limit_of_memory(game, monkeypatch):
    """What one alone may take is too much when there are twenty."""
    hungry = "kept = [0] * 10_000_000\n" + HEAD + "return actions[0]"
    with apart.Apart(StrategyFile("alone", hungry), game) as alone:
        assert alone.strategy().title == "alone"
    with (
        apart.Apart(StrategyFile("one_of_twenty", hungry), game, 20) as crowded,
        pytest.raises(StrategyError, match="Memory"),
    ):
        crowded.strategy()
    with apart.Apart(written("small", "return sorted(actions)[0]"), game, strategy_file.MOST_FILES) as small:
        assert small.strategy().title == "small"


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("linux", "memory and access to files are limited"),
        ("darwin", "its memory cannot"),
        ("win32", "only a file’s time"),
    ],
)
def test_what_is_limited_is_said_for_each_system(monkeypatch, system, said):
    monkeypatch.setattr(sys, "platform", system)
    assert said in apart.limits()


def test_a_file_cannot_lift_what_limits_it():
    pytest.importorskip("resource", reason="systems without it limit only the time")
    code = (
        "import resource\nfrom gamekit.lab.arena.apart import limit\nlimit(2**30)\n"
        "print([resource.getrlimit(one) for one in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE)])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[(0, 0), (0, 0)]"


def test_a_tournament_that_takes_too_long_ends_with_what_was_played(monkeypatch):
    monkeypatch.setattr(live_tournament, "PLAN", (2, 10_000))
    said = []

    def tell(**message):
        said.append(message)
        if "rows" in message:
            monkeypatch.setattr(live_tournament.time, "monotonic", lambda: float("inf"))

    task = {"game": "kartenspiel", "players": 2, "options": {"stages": 1}, "files": [], "own": ["random", "planner"]}
    live_tournament.play(task, tell)
    monkeypatch.undo()
    assert said[-1]["done"]
    assert "by itself" in said[-1]["late"]
    assert len([one for one in said if "rows" in one]) == 1


def test_a_title_is_only_what_can_be_seen():
    assert strategy_file.read_first_line('"""Mine \\ud800\\u202e!"""') == "Mine !"
