"""A notebook runs in a kernel of its own; tests of lessons run the cells of all of them."""

from __future__ import annotations

from pathlib import Path

from tests.lessons.notebooks import run_in_kernel

ROOT = Path(__file__).parents[2]


def test_a_notebook_runs_in_a_kernel_and_outputs_that_are_marked_are_compared() -> None:
    """With nbval, as `.ci/release notebooks` runs all of them."""
    assert " passed" in run_in_kernel(ROOT / "notebooks/start.ipynb", cwd=ROOT)
