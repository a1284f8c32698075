"""What ships is what the sources make, and a game's build says of what it was made."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
import gamekit.core.rule_sources as sources
from gamekit.core.errors import BuildError
from gamekit.web.game_bundle import BUILT, DATA, MACHINE, PICTURE
from tests.play import THOROUGH
from tools.js.pictures import translate_picture
from tools.wasm import build, options
from tools.wasm.game_data import compose_data


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_data_that_ships_is_what_the_sources_make(name: str) -> None:
    if not THOROUGH and name in ("ausgebremst", "auf_achse"):
        pytest.skip("takes a quarter of a minute: only when the suite is thorough")
    shipped = json.loads((BUILT / DATA.format(name)).read_text(encoding="utf-8"))
    made = json.loads(json.dumps(compose_data(name)))
    del shipped["machine"], shipped["files"], made["files"]
    assert shipped == made


@pytest.mark.parametrize("name", ["kartenspiel", "route66", "pig"])  # the others take longer: CI's `check` makes them
def test_the_picture_that_ships_is_what_the_sources_make(name: str) -> None:
    assert (BUILT / PICTURE.format(name)).read_text(encoding="utf-8") == translate_picture(name)


def test_a_built_file_that_is_not_of_these_sources_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "make_all", lambda names: [(name, {f"{name}.wasm": b"other"}) for name in names])
    with pytest.raises(BuildError, match=r"route66\.wasm is not what the sources make now"):
        build.check_bytes(["route66"])


@pytest.mark.parametrize("name", gk.game_names(examples=True))
def test_the_hashes_of_what_ships_are_those_of_the_sources(name: str) -> None:
    build.check_hashes([name])


@pytest.mark.parametrize(("kind", "told"), [(MACHINE, r"pig\.python\.wasm"), (PICTURE, r"pig\.js")])
def test_a_file_of_another_build_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, told: str
) -> None:
    shutil.copytree(BUILT, tmp_path / "built")
    monkeypatch.setattr(build, "BUILT", tmp_path / "built")
    build.check_hashes(["pig"])
    shutil.copy(BUILT / kind.format("kuhn"), tmp_path / "built" / kind.format("pig"))
    with pytest.raises(BuildError, match=f"{told} is not what the sources make now"):
        build.check_hashes(["pig"])


# The hash of a game's rules.


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Hash the rules of Pig after a change of a file: of the game's folder, or of the package where a path is named."""
    rules = gk.load("pig").rules
    shutil.copytree(Path(str(rules.__file__)).parent, tmp_path / "pig")
    for name in sources.CORE:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sources.PACKAGE / name, tmp_path / name)
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)
    monkeypatch.setattr(rules, "__file__", str(tmp_path / "pig" / "rules.py"))

    def change(file: str, before: str, after: str) -> bool:
        path = tmp_path / file
        was, files, text = sources.hash_rules(rules), sources.hash_files(rules), path.read_text(encoding="utf-8")
        assert before in text
        path.write_text(text.replace(before, after, 1), encoding="utf-8")
        found = sources.hash_rules(rules) != was
        assert sources.hash_files(rules) != files, "any change: it is only asked whether there is none"
        path.write_text(text, encoding="utf-8")
        return found

    return change


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("pig/rules.py", "s.pot", "s.pot + 0"),
        ("pig/strategies.py", "import kernel", "import kernel, OVER"),
        ("lab/engine/loops.py", "steps += 1", "steps += 2"),
        ("core/kernel.py", "MOST_STEPS: Final = 1_000_000", "MOST_STEPS: Final = 2_000_000"),
    ],
)
def test_a_change_of_what_is_built_changes_the_hash(changed: Any, file: str, before: str, after: str) -> None:
    assert changed(file, before, after)


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("pig/rules.py", '    """', '    """In other words: '),
        ("pig/rules.py", "\n\n\n", "\n\n\n# A remark.\n"),
        ("pig/rules.py", "from gamekit.core.kernel import", "from gamekit.core.marks import"),
        ("pig/picture.py", "return", "return None or"),
        ("core/record.py", "def freeze(s: Any) -> Any:", "def freeze(s: object) -> Any:"),
    ],
    ids=["docstring", "comment", "a kernel's other home", "picture", "no kernel"],
)
def test_a_change_of_nothing_that_is_built_leaves_the_hash(changed: Any, file: str, before: str, after: str) -> None:
    assert not changed(file, before, after)


def test_an_option_that_changes_tables_unevenly_stops_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = options.compute_tables

    def crooked(game: Any, players: int, chosen: Any) -> Any:
        cells = usual(game, players, chosen).copy()
        cells[3] = chosen.get("limit", 0) ** 2 % 97
        return cells

    monkeypatch.setattr(options, "compute_tables", crooked)
    with pytest.raises(BuildError, match="the option limit changes the tables in a way a browser cannot follow"):
        options.find_effects(gk.load("kartenspiel"))


def test_the_command_line_refuses_a_game_that_is_not_there() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tools.wasm.build", "chess"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 2
    assert "There is no game 'chess'" in done.stderr
