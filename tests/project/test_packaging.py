"""What is installed is what lies here, visible to people's tools; what is handed on is whole."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WRITTEN_ELSEWHERE = """
import gamekit as gk

title: str = gk.load("pig").title
wrong: int = gk.load("pig").title
"""


def test_an_editable_install_is_a_path_that_every_tool_follows():
    """And no code that runs when Python starts, which type checkers and editors do not run."""
    where = "import sys, gamekit; print(gamekit.__file__); print(*sys.path, sep='\\n')"
    done = subprocess.run([sys.executable, "-I", "-c", where], cwd="/", capture_output=True, text=True, check=False)
    if done.returncode or not Path(done.stdout.splitlines()[0]).is_relative_to(ROOT):
        pytest.skip("this folder is not installed here")
    assert str(ROOT) in done.stdout.splitlines()[1:], "installed by an older pyproject.toml: pip install -e . again"


@pytest.mark.thorough
def test_a_type_checker_sees_the_types_outside_the_folder(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(WRITTEN_ELSEWHERE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", file.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "import-not-found" in done.stdout:
        test_an_editable_install_is_a_path_that_every_tool_follows()
    assert done.stdout.count("error:") == 1, done.stdout
    assert 'expression has type "str", variable has type "int"' in done.stdout


def test_a_source_archive_carries_every_folder_and_file_of_the_project():
    """`.ci/wheel` builds one and compares; this says sooner what MANIFEST.in forgets."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a clone")
    tops = {line.split("/")[0] for line in listed.stdout.splitlines()}
    lines = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    named = {word for line in lines if line.startswith(("include", "graft")) for word in line.split()[1:]}
    by_itself = {"MANIFEST.in", "pyproject.toml", "setup.py"}
    assert tops - named - by_itself == set()
