"""Every notebook of the folder is a lesson the gallery can show, committed the way lessons are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import gamekit as gk
from gamekit.serve import lessons
from gamekit.serve.check_lesson import LEVELS, SUBJECTS

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = lessons.notebooks(FOLDER)
BEHIND = FOLDER.parent / "gamekit" / "lessons"
MOST_LINES_BEHIND = 6_500
KEYS = {"title", "question", "game", "subject", "level", "minutes", "order", "picture", "change", "was"}
MOST_CELLS = 60
BET = re.compile(r"kit\.bet\(|bet\(\)|predict\(\)")


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def content(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_its_metadata_says_what_the_gallery_needs_and_nothing_else(path: Path) -> None:
    lesson = lessons.read_lesson(FOLDER, path)
    assert lesson.game in {*gk.game_names(), lessons.TOPICS}
    assert set(content(path)["metadata"]["gamekit"]) <= KEYS
    assert lesson.subject in SUBJECTS, "a filter with a subject for each lesson finds nothing"
    assert lesson.level in LEVELS
    if isinstance(lesson.picture, str):
        assert (path.parent / lesson.picture).is_file()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_it_is_committed_with_outputs_without_widget_state_and_without_errors(path: Path) -> None:
    notebook = content(path)
    assert "widgets" not in notebook["metadata"]
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    outputs = [output for cell in code for output in cell["outputs"]]
    assert outputs or not code
    assert [output["ename"] for output in outputs if output["output_type"] == "error"] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_what_gives_an_answer_away_is_folded_or_not_committed(path: Path) -> None:
    for cell in content(path)["cells"]:
        if cell["cell_type"] == "code":
            folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
            assert folded is ("answer=" in "".join(cell["source"])), cell["source"]
            assert not cell["outputs"] or "after-bet" not in cell["metadata"].get("tags", []), cell["source"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_it_begins_with_its_title_and_is_not_too_long(path: Path) -> None:
    cells = content(path)["cells"]
    assert "".join(cells[0]["source"]).startswith("# ")
    assert len(cells) <= MOST_CELLS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_links_to_lessons_lead_where_they_say(path: Path) -> None:
    for text, target in links(path):
        assert (path.parent / target).is_file()
        lesson = lessons.read_lesson(FOLDER, (path.parent / target).resolve())
        assert text in {lesson.title, lesson.game in gk.game_names() and gk.load(lesson.game).title}


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.parent != FOLDER], ids=named)
def test_it_ends_with_links_to_other_lessons(path: Path) -> None:
    targets = {target for _, target in links(path, "## Where next")}
    assert len(targets - {path.name}) >= 2


@pytest.mark.parametrize("path", [path for path in NOTEBOOKS if path.parent != FOLDER], ids=named)
def test_what_explains_a_prediction_is_marked_to_stay_closed_until_it_is_stored(path: Path) -> None:
    explaining, marked = [], []
    heading, asked = "", False
    for cell in content(path)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = next(iter(re.findall(r"^## (.+)$", source, re.MULTILINE)), heading)
        asked = asked or (
            cell["cell_type"] == "code" and any(word in source for word in ("bet()", "predict()", "kit.bet("))
        )
        explaining.append(heading == "Explain")
        marked.append("after-bet" in cell["metadata"].get("tags", []))
        assert asked or not marked[-1]
    assert any(explaining)
    assert all(mark for explains, mark in zip(explaining, marked, strict=True) if explains)


def links(path: Path, below: str = "") -> list[tuple[str, str]]:
    """The links to notebooks as text and target, in the cells that have the heading `below`."""
    cells = ["".join(cell["source"]) for cell in content(path)["cells"] if cell["cell_type"] == "markdown"]
    parts = [cell[cell.index(below) :] for cell in cells if below in cell]
    return [found for part in parts for found in re.findall(r"\[([^\]]+)\]\(([^)\s]+\.ipynb)\)", part)]


def test_no_two_lessons_of_a_game_claim_the_same_place() -> None:
    places = [(lesson.game, lesson.order) for lesson in lessons.find_lessons(FOLDER) if lesson.path != lessons.HOME]
    assert sorted(set(places)) == sorted(places)


def test_what_stands_behind_the_lessons_is_small_and_holds_no_pages_and_no_exercises() -> None:
    files = list(BEHIND.rglob("*.py"))
    assert 0 < sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES_BEHIND
    assert [file.name for file in files if re.match(r"page_|exercises_|plot\b", file.name)] == []
