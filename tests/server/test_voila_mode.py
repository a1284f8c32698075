"""The template for stock Voilà: it lies where plain `voila` finds it, whole, in every kind of installation."""

from __future__ import annotations

import runpy
import signal
from pathlib import Path
from typing import Any

import nbformat
import pytest
import setuptools
from voila.app import Voila
from voila.paths import collect_template_paths

from gamekit.server import voila

PROJECT = Path(__file__).parents[2]


def test_setup_installs_what_the_template_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **options: given.update(options))
    monkeypatch.chdir(PROJECT)
    runpy.run_path(str(PROJECT / "setup.py"), run_name="__main__")
    installed = {(place, (PROJECT / name).resolve()) for place, names in given["data_files"] for name in names}
    wanted = {
        ((Path("share/jupyter") / voila.PLACE / folder).as_posix(), file.resolve())
        for folder, files in voila.INSTALLED.items()
        for file in files
    }
    assert installed == wanted


def test_the_template_that_plain_voila_finds_is_this_one(tmp_path: Path) -> None:
    voila.lay_out(tmp_path)
    made = tmp_path / voila.PLACE
    found = [Path(path) for path in collect_template_paths(["voila"], voila.NAME, prune=True)]
    place = next((path for path in found if path.name == voila.NAME), None)
    assert place, "not installed: run `python -m pip install -e .` once more"
    for file in (path for path in made.rglob("*") if path.is_file()):
        theirs = place / file.relative_to(made)
        assert theirs.read_bytes() == file.read_bytes(), f"{theirs} is old: run `python -m pip install -e .` once more"


@pytest.mark.parametrize("by_command", [False, True], ids=["voila", "gamekit voila"])
def test_a_kernel_whose_browser_has_vanished_is_ended_after_half_an_hour(
    by_command: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.chdir(tmp_path if by_command else PROJECT)  # voila.json lies in one of them
    with voila.prepare(PROJECT / "notebooks", []) as (command, around):
        monkeypatch.setenv("JUPYTER_PATH", around["JUPYTER_PATH"])
        app = Voila()
        app.initialize(command[3:] if by_command else ["notebooks"])
        kernels = app.init_settings()["kernel_manager"]
    assert (kernels.cull_idle_timeout, kernels.cull_connected) == (1800, False)


def test_a_page_runs_no_cell_that_is_only_for_a_notebook_and_has_its_lessons_title() -> None:
    notebook = nbformat.v4.new_notebook(metadata={"gamekit": {"title": "A lesson"}})
    notebook.cells = [nbformat.v4.new_code_cell("1"), nbformat.v4.new_code_cell("2")]
    notebook.cells[1].metadata["tags"] = ["notebook-only"]
    page, resources = voila.LessonPreprocessor().preprocess(notebook, {})
    assert [cell.source for cell in page.cells] == ["1"]
    assert page.metadata["title"] == "A lesson"
    assert "<math" in resources["gamekit"]["draw_text"]("So $x^2$ it is.")
    assert "://" not in resources["gamekit"]["style"].replace("http://www.w3.org", "")
