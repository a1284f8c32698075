"""The gallery can show every notebook of the folder, and all are committed as lessons are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gamekit.serve import lessons
from gamekit.serve.check_lesson import SUBJECTS

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = lessons.notebooks(FOLDER)


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def content(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_the_gallery_can_read_it(path: Path) -> None:
    lesson = lessons.read_lesson(FOLDER, path)
    assert lesson.subject in SUBJECTS
    assert lesson.level in lessons.LEVELS
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
def test_what_gives_an_answer_away_is_not_committed(path: Path) -> None:
    for cell in content(path)["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] or "after-bet" not in cell["metadata"].get("tags", []), cell["source"]


def test_no_two_lessons_of_a_game_claim_the_same_place() -> None:
    places = [(lesson.game, lesson.order) for lesson in lessons.find_lessons(FOLDER) if lesson.path != lessons.HOME]
    assert sorted(set(places)) == sorted(places)
