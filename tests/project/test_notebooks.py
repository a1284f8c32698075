"""A lesson of each folder runs from its first cell to its last; `.ci/release notebooks` runs them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamekit.serve.lessons import notebooks
from tests.lessons.notebooks import is_result, results, run_in_kernel

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"

ONE_OF_EACH = (
    "start",
    "auf_achse/01-rules",
    "ausgebremst/01-rules",
    "kartenspiel/01-rules",
    "route66/01-rules",
    "topics/bluffing_is_arithmetic",
)
"""A notebook of each folder: of those that run soonest."""


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_lesson_of_each_folder_runs_to_its_end(name: str) -> None:
    shown = [shown for _cell, shown, _names in results(name)]
    assert any(map(is_result, shown))


def test_a_notebook_runs_in_a_kernel_and_outputs_that_are_marked_are_compared() -> None:
    """With nbval, as `.ci/release notebooks` runs all of them."""
    assert " passed" in run_in_kernel(FOLDER / f"{ONE_OF_EACH[0]}.ipynb", cwd=ROOT)


def test_no_folder_of_lessons_is_left_out() -> None:
    folders = {path.parent.relative_to(FOLDER).as_posix() for path in notebooks(FOLDER)}
    assert {Path(name).parent.as_posix() for name in ONE_OF_EACH} == folders
    assert all((FOLDER / f"{name}.ipynb").is_file() for name in ONE_OF_EACH)
    assert len(folders) > 1
