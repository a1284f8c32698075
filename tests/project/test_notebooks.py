"""A lesson of each folder runs from its first cell to its last; .ci/run runs them all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gamekit.serve.lessons import notebooks
from tests.play import ALL_TESTS

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"


ONE_OF_EACH = (
    "start.ipynb",
    "auf_achse/02-map-as-a-graph.ipynb",
    "ausgebremst/01-rules.ipynb",
    "kartenspiel/01-rules.ipynb",
    "route66/01-rules.ipynb",
    "topics/bluffing_is_arithmetic.ipynb",
)
"""A notebook of each folder: of those that run soonest."""


def run(path: Path) -> subprocess.CompletedProcess[str]:
    """Run a notebook with nbval, as CI runs all of them: marked outputs are compared."""
    without = [
        f"-pno:{plugin}" for plugin in ("xdist", "hypothesispytest", "benchmark")
    ]  # slow to load, and not needed
    command = [sys.executable, "-m", "pytest", "-pnbval", "--nbval-lax", "--nbval-cell-timeout=300", *without, "-q"]
    return subprocess.run([*command, "-oaddopts=", str(path)], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(ALL_TESTS, reason=".ci/run runs every notebook in a step of its own")
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_lesson_of_each_folder_runs_to_its_end(name: str) -> None:
    ran = run(FOLDER / name)
    assert ran.returncode == 0, ran.stdout[-3000:]
    assert " passed" in ran.stdout


def test_no_folder_of_lessons_is_left_out() -> None:
    folders = {path.parent.relative_to(FOLDER).as_posix() for path in notebooks(FOLDER)}
    assert {Path(name).parent.as_posix() for name in ONE_OF_EACH} == folders
    assert all((FOLDER / name).exists() for name in ONE_OF_EACH)
    assert len(folders) > 1
