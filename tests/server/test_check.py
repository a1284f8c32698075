"""Authors of games and lessons are told in sentences what is missing, where, and what it looks like elsewhere."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gamekit.core.game
import gamekit.games
from gamekit.lessons import catalog
from gamekit.server import check, cli
from gamekit.server.check import Finding, check_lesson
from tests.lessons.notebooks import every_notebook

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
OURS = [FOLDER / f"{name}.ipynb" for name in every_notebook() if "/" in name]
PATTERN = "route66/02-speedometer"
Notebook = dict[str, Any]
Own = Callable[..., list[Finding]]


def cell_of(notebook: Notebook, text: str) -> dict[str, Any]:
    """The first cell that has a text in it."""
    found: dict[str, Any] = next(cell for cell in notebook["cells"] if text in "".join(cell["source"]))
    return found


@pytest.fixture
def lesson(tmp_path: Path) -> Own:
    """What a copy of a lesson lacks after a change."""
    for one in catalog.notebooks(FOLDER):  # links to them must lead somewhere
        (tmp_path / "notebooks" / one.relative_to(FOLDER)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "notebooks" / one.relative_to(FOLDER)).touch()
    path = tmp_path / "notebooks" / f"{PATTERN}.ipynb"
    shutil.copy(FOLDER / f"{PATTERN}.ipynb", path)

    def changed(change: Callable[[Notebook], object]) -> list[Finding]:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        change(notebook)
        path.write_text(json.dumps(notebook), encoding="utf-8")
        return check_lesson(tmp_path / "notebooks", path)

    return changed


@pytest.mark.quick
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_nothing_is_missing_in_our_lessons(path: Path) -> None:
    assert check_lesson(FOLDER, path) == []


CHANGES: dict[str, tuple[Callable[[Notebook], object], str, str]] = {
    "no metadata": (lambda n: n["metadata"].pop("gamekit"), "gamekit", "Notebook Metadata"),
    "no minutes": (lambda n: n["metadata"]["gamekit"].pop("minutes"), "gamekit", "“minutes” is missing"),
    "a subject of its own": (
        lambda n: n["metadata"]["gamekit"].update(subject="cars"), "gamekit", "“subject” is \"cars\", which is none",
    ),
    "too long": (lambda n: n["metadata"]["gamekit"].update(minutes=200), "gamekit", "from 5 to 90"),
    "another title": (lambda n: n["metadata"]["gamekit"].update(title="Mine"), "cell 1", "begins with its title"),
    "no heading": (
        lambda n: cell_of(n, "## Run").update(source="Text"), "below “Predict”", "The heading “Run” is missing",
    ),
    "a heading in the middle": (
        lambda n: cell_of(n, "## Run").update(source="Text\n\n## Run"), "cell ", "in the middle of a cell",
    ),
    "no bet": (
        lambda n: [c.update(source="".join(c["source"]).replace("kit.bet(", "nothing(")) for c in n["cells"]],
        "Predict", "Nobody is asked for a prediction",
    ),
    "an open answer": (
        lambda n: cell_of(n, "## Explain")["metadata"].update(tags=[]), "cell ", "“after-bet”",
    ),
    "no model": (lambda n: [c["metadata"].update(tags=["after-bet"]) for c in n["cells"]], "model", "the tag “model”"),
    "a change of nothing": (
        lambda n: n["metadata"]["gamekit"].update(change=["no such text", "x"]), "gamekit", "it stands in 0",
    ),
    "an error": (
        lambda n: next(c for c in n["cells"] if c["cell_type"] == "code").update(
            outputs=[{"output_type": "error", "ename": "NameError"}]
        ), "cell ", "NameError",
    ),
    "a dead link": (
        lambda n: cell_of(n, "## Play").update(source="## Play\n\n[There](../no/where.ipynb)"),
        "cell ", "leads nowhere",
    ),
    "a word of its own": (lambda n: n["metadata"]["gamekit"].update(minuten=40), "gamekit", "“minuten” says nothing"),
    "other minutes": (lambda n: n["metadata"]["gamekit"].update(minutes=41), "beginning", "how long"),
    "an answer in its code": (
        lambda n: cell_of(n, "answer=")["metadata"].update(jupyter={}), "cell ", "gives an answer away",
    ),
    "a question on the way without its tag": (
        lambda n: cell_of(n, "kit.ask(")["metadata"].update(tags=["after-bet"]), "cell ", "the tag “ask”",
    ),
    "no questions on the way": (
        lambda n: [c.update(source="".join(c["source"]).replace("kit.ask(", "nothing(")) for c in n["cells"]],
        "Explain", "fewer than two questions",
    ),
    "a question that opens nothing": (
        lambda n: n["cells"].insert(n["cells"].index(cell_of(n, "kit.ask(")), cell_of(n, "kit.ask(")),
        "Explain", "nothing that its answer opens",
    ),
    "nothing found": (
        lambda n: [c.update(source="".join(c["source"]).replace("kit.say(", "nothing(")) for c in n["cells"]],
        "Exit ticket", "what was found",
    ),
    "no exercise": (
        lambda n: [
            c.update(source="".join(c["source"]).replace("**Exercise ", "**Try ").replace("kit.exercise(", "nothing("))
            for c in n["cells"]
        ],
        "Exercises", "There is no exercise",
    ),
    "an exercise without fields": (
        lambda n: [c.update(source="".join(c["source"]).replace("kit.exercise(", "nothing(")) for c in n["cells"]],
        "Exercises", "Exercise 1 has no fields",
    ),
    "an exercise without a solution": (
        lambda n: [c.update(source="".join(c["source"]).replace("solution=", "hint=")) for c in n["cells"]],
        "Exercises", "Exercise 1 has no solution",
    ),
    "Python on a page": (
        lambda n: cell_of(n, "## Play").update(source="## Play\n\n```\nprint(3)\n```"), "cell ", "shows Python",
    ),
    "no way on": (lambda n: cell_of(n, "## Where next").update(source="## Where next"), "Where next", "two other"),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_what_a_lesson_lacks_is_said_with_its_place(lesson: Own, case: str) -> None:
    change, where, said = CHANGES[case]
    found = lesson(change)
    assert any(where in lack.where and said in lack.what for lack in found), found


@pytest.mark.parametrize("text", ["", "[]", "{", '{"cells": 3}', '{"cells": [{"source": []}], "metadata": []}'])
def test_what_is_no_notebook_is_told_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_text(text, encoding="utf-8")
    assert "no notebook that can be read" in check_lesson(tmp_path, path)[0].what


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Own:
    """What a copy of Pig lacks after a file of it was changed, or taken away."""
    name = f"goat{abs(hash(request.node.name))}"
    shutil.copytree(ROOT / "gamekit/games/pig", tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / name).iterdir():
        path.write_text(path.read_text("utf-8").replace("games.pig", f"games.{name}"), encoding="utf-8")
    monkeypatch.setattr(gamekit.games, "__path__", [*gamekit.games.__path__, str(tmp_path)])
    monkeypatch.setattr(gamekit.core.game, "FOLDER", tmp_path)
    monkeypatch.setattr(check, "GAMES_FOLDER", tmp_path)
    monkeypatch.setattr(check, "GAMES", (name,))
    monkeypatch.setattr(check, "check_checkout", lambda game: [])

    def changed(file: str = "", old: str = "", new: str | None = "") -> list[Finding]:
        if file and new is None:
            (tmp_path / name / file).unlink()
        elif file:
            text = (tmp_path / name / file).read_text(encoding="utf-8")
            assert old in text
            (tmp_path / name / file).write_text(text.replace(old, new or ""), encoding="utf-8")
        return check.check_game(name)

    return changed


def test_a_copy_of_pig_lacks_nothing(own_game: Own) -> None:
    assert own_game() == []


@pytest.mark.parametrize(("file", "old", "new", "where", "said"), [
    ("picture.py", "", None, "games/goat", "The file picture.py is missing"),
    ("rules.py", "complete(globals())", "", "rules.py", "These kernels are missing: legal, weights, total, draw"),
    ("rules.py", "def returns(", "def payoffs(", "rules.py", "lacks returns"),
    ("rules.py", "import", "imporrt", "rules.py", "It cannot be loaded: SyntaxError"),
    ("rulebook.toml", "[log]", "[logg]", "games/goat", "unknown section 'logg'"),
    ("rulebook.toml", "[log]\nheading = \"Round {round_number}\"", "", "games/goat", "'log' is missing"),
    ("box.toml", "title", "titel", "games/goat", "title"),
    ("strategies.py", "STRATEGIES", "PLAYERS", "strategies.py", "STRATEGIES"),
    ("picture.py", "def targets", "def places", "picture.py", "The function targets is missing"),
    ("picture.py", 'role="img"', "", "picture.py", 'The drawing lacks role="img"'),
])  # fmt: skip
def test_what_a_game_lacks_is_said_with_its_place(
    own_game: Own, file: str, old: str, new: str | None, where: str, said: str
) -> None:
    found = own_game(file, old, new)
    assert any(where in lack.where and said in lack.what for lack in found), found
    assert all(lack.example for lack in found)


def test_a_name_that_is_not_listed_is_told_where_to_stand(own_game: Own, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "GAMES", ())
    (lack,) = own_game()
    assert lack.where == "gamekit/core/game.py"
    assert "is not on the list GAMES" in lack.what


def test_a_game_without_an_end_is_noticed(own_game: Own, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MANY_STEPS", 3)
    assert ["After 3 steps it has not ended" in lack.what for lack in own_game()] == [True]


def test_names_and_paths_lead_to_games_and_lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check.check_named("pig", FOLDER) == ("pig", [])
    assert check.check_named(str(ROOT / "gamekit/games/pig") + "/", FOLDER) == ("pig", [])
    for name in (PATTERN, f"{PATTERN}.ipynb", str(FOLDER / PATTERN)):
        assert check.check_named(name, FOLDER)[1] == []
    assert "neither a game nor a lesson" in check.check_named("no/such", FOLDER)[1][0].what
    monkeypatch.chdir(tmp_path)
    shutil.copy(FOLDER / f"{PATTERN}.ipynb", tmp_path / "mine.ipynb")
    assert all("leads" in lack.what for lack in check.check_named("mine.ipynb", FOLDER)[1])


def test_the_command_says_what_is_missing_and_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert (cli.main(["check", PATTERN]), capsys.readouterr().out) == (0, f"{PATTERN}: nothing is missing.\n")
    assert cli.main(["check", "nosuch"]) == 1
    assert "For example: python -m gamekit check pig" in capsys.readouterr().out
