"""The gallery can show every notebook of the folder, and all are committed as lessons are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons import catalog
from gamekit.server.check import SUBJECTS

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = catalog.notebooks(FOLDER)


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def content(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_the_gallery_can_read_it(path: Path) -> None:
    lesson = catalog.read_lesson(FOLDER, path)
    assert lesson.subject in SUBJECTS
    assert lesson.level in catalog.LEVELS
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


TELLS_NOTHING = {
    "kartenspiel/02-counting-cards.ipynb": ("How many hands of $n$",),
    "start.ipynb": ("Press the button again",),
}
"""Texts for after a prediction that JupyterLab shows at once. Whoever adds one has read that it gives nothing away."""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_in_jupyterlab_texts_that_give_an_answer_away_are_folded_under_a_heading(path: Path) -> None:
    is_folded = False
    for cell in content(path)["cells"]:
        source, metadata = "".join(cell["source"]), cell["metadata"]
        if source.startswith("## ") and cell["cell_type"] == "markdown":
            is_folded = metadata.get("jp-MarkdownHeadingCollapsed", False)
            assert not is_folded or len(source.splitlines()) == 1, f"below the heading it is seen: {source}"
        if cell["cell_type"] == "markdown" and "after-bet" in metadata.get("tags", []):
            assert is_folded or source.startswith(("<details>", *TELLS_NOTHING.get(named(path), ()))), source


def test_no_two_lessons_of_a_game_claim_the_same_place() -> None:
    places = [(lesson.game, lesson.order) for lesson in catalog.find_lessons(FOLDER) if lesson.path != catalog.HOME]
    assert sorted(set(places)) == sorted(places)
