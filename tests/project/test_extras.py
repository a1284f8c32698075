"""The core does without what extras bring, loads nothing before it is asked for, and says which extra is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gamekit.core.extras import EXTRA_OF, EXTRAS, MissingExtra, name_missing, need, say_install

ROOT = Path(__file__).parents[2]
FOR_THE_PROJECT = {"test", "build", "docs"}
NAMES = {"open-spiel": "pyspiel", "fonttools": "fontTools"}
"""Packages that are imported by another name."""
ALONE = """
import sys
from gamekit.core.extras import EXTRA_OF
sys.modules.update(dict.fromkeys(EXTRA_OF))
"""
"""What stands there as None is neither imported nor found."""


def said(code: str) -> str:
    """What a fresh Python prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_extra_of_the_project_says_what_it_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(extras) - FOR_THE_PROJECT == set(EXTRAS)
    for extra, packages in EXTRAS.items():
        named = {re.split(r"[\[>]", line)[0] for line in extras[extra]}
        assert set(packages) & {NAMES.get(name, name) for name in named}
        assert {NAMES.get(name, name) for name in named} <= set(EXTRA_OF)
    core = {re.split(r"[\[>]", line)[0] for line in project["dependencies"]}
    assert core == {"numpy", "wasmtime", "scipy", "networkx", "tqdm", "pydantic", "platformdirs"}


@pytest.mark.skipif("COVERAGE_PROCESS_START" in os.environ, reason="coverage loads some of it in every process")
def test_importing_gamekit_loads_nothing_that_costs() -> None:
    costly = [
        "numpy",
        "wasmtime",
        "pydantic",
        "networkx",
        "tqdm",
        "pandas",
        "matplotlib",
        "importlib.metadata",
        "inspect",
    ]
    loaded = said(f"import gamekit, sys; print(*[m for m in sys.modules if m in {costly} or m.startswith('gamekit')])")
    assert set(loaded.split()) == {
        "gamekit",
        "gamekit.core",
        "gamekit.core.i18n",
        "gamekit.core.i18n.translation",
        "gamekit.core.i18n.catalogs",
        "gamekit.core.i18n.numbers",
    }


def test_simulating_cards_loads_no_library_of_graphs() -> None:
    """It takes half a second of processor time, half of the first simulation."""
    play = "import gamekit as gk, sys; gk.simulate(gk.load('kartenspiel'), games=3, progress=False)"
    assert said(f"{play}; print('networkx' in sys.modules)") == "False\n"


def test_no_room_of_the_core_needs_an_extra() -> None:
    rooms = ["*.py", "games/**/*.py", "lab/**/*.py", "core/**/*.py", "web/*.py", "bridges/__init__.py"]
    found = sorted({path for room in rooms for path in (ROOT / "gamekit").glob(room)})
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found]
    wanted = [m.removesuffix(".__init__") for m in modules if not m.endswith("__main__")]
    assert len(wanted) > 80
    said(ALONE + f"from importlib import import_module\nfor name in {wanted}: import_module(name)")


def test_without_pandas_a_result_is_shown_as_text_and_a_table_says_what_to_install() -> None:
    told = said(
        ALONE
        + """
import gamekit as gk
found = gk.simulate(gk.load("pig", players=2, goal=20), games=10, progress=False)
assert found._repr_html_() is None and "player 0" in repr(found)
for shown in (found.to_frame, found.plot, lambda: gk.play(found.game)):
    try: shown()
    except gk.GamekitError as error: print(error)
assert "Ask about one position" in gk.__doc__ and callable(gk.replay)
"""
    )
    lines = told.splitlines()
    assert len(lines) == 3
    assert all(line.endswith(say_install("lessons")) for line in lines)
    assert [line.split(" needs ")[0] for line in lines] == ["A table", "A chart", "gamekit.play"]


@pytest.mark.parametrize("command", ["serve", "export site", "lab", "voila"])
def test_a_command_whose_extra_is_missing_says_so_in_one_sentence(command: str, tmp_path: Path) -> None:
    arguments = command.replace("site", str(tmp_path / "site")).split()
    call = "from gamekit.server.cli import main\nimport contextlib, io\nheard = io.StringIO()\n"
    call += f"with contextlib.redirect_stderr(heard): print(main({arguments}))\nprint(heard.getvalue())"
    told = said(ALONE + call).strip().splitlines()
    assert told[0] == "1"
    assert len(told) == 2
    assert say_install("lessons,class") in told[1]


def test_an_error_of_our_own_is_not_taken_for_a_missing_extra() -> None:
    assert name_missing(ModuleNotFoundError("No module named 'nonsense'", name="nonsense"), "It") is None
    with pytest.raises(ModuleNotFoundError) as raised, need("It"):
        import nonsense_that_nobody_has  # noqa: F401
    assert not isinstance(raised.value, MissingExtra)
