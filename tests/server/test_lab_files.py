"""What JupyterLab saves: what a notebook says of its language stays as it was, everything else is saved as it is."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from gamekit.server import jupyterlab_hook
from gamekit.server.jupyterlab_hook import keep_metadata, sign_lessons

BLANK: dict[str, Any] = {"cells": [], "nbformat": 4}
OURS = {"gamekit": {"title": "A"}, "kernelspec": {"name": "python3"}, "language_info": {"name": "python"}}
LABS = {**OURS, "kernelspec": {"name": "python3", "display_name": "3"}}
LABS["language_info"] = {"name": "python", "version": "3.99"}


def saved(tmp_path: Path, metadata: dict[str, Any], before: str | None) -> dict[str, Any]:
    if before is not None:
        (tmp_path / "a.ipynb").write_text(before, encoding="utf-8")
    model = {"type": "notebook", "content": {"cells": ["new"], "metadata": json.loads(json.dumps(metadata))}}
    keep_metadata(model, "a.ipynb", SimpleNamespace(_get_os_path=lambda path: str(tmp_path / path)))
    return model["content"]  # type: ignore[return-value]


def test_what_the_kernel_says_of_itself_is_not_written_down(tmp_path: Path) -> None:
    after = saved(tmp_path, {**LABS, "mine": 1}, json.dumps({**BLANK, "metadata": OURS}))
    assert after == {"cells": ["new"], "metadata": {**OURS, "mine": 1}}


@pytest.mark.parametrize(
    "before", [None, "", "[]", "{}", json.dumps({**BLANK, "metadata": {**OURS, "language_info": {"name": "R"}}})]
)
def test_a_new_notebook_or_one_in_another_language_is_saved_as_it_is(tmp_path: Path, before: str | None) -> None:
    assert saved(tmp_path, LABS, before)["metadata"] == LABS


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    model = {"type": "file", "content": "text"}
    keep_metadata(model, "a.txt", SimpleNamespace())
    assert model == {"type": "file", "content": "text"}


def test_lessons_are_shown_before_they_run_and_a_changed_one_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(jupyterlab_hook, "own_folder", lambda: tmp_path)
    shown = nbformat.v4.new_output("display_data", {"text/html": "a board"})
    lesson = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1", outputs=[shown])])
    nbformat.write(lesson, tmp_path / "a.ipynb")
    notary = NotebookNotary()
    assert not notary.check_signature(lesson)
    sign_lessons()
    assert notary.check_signature(lesson)
    lesson.cells[0].outputs[0]["data"]["text/html"] = "another"
    assert not notary.check_signature(lesson)
