"""Editable copies of the lessons, also translated ones; made once and never overwritten."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from gamekit.core.files import write_whole
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, language
from gamekit.lessons.catalog import PACKAGE, LessonError, notebooks, read_notebook
from gamekit.lessons.notebook_translation import translate_notebook

COPY: Final = "gamekit-lessons"
"""Name of the copy's folder; the code of another language than English follows."""


def copy_lessons(folder: Path, here: Path) -> Path:
    """Return an editable folder of lessons in the reader's language: `folder` itself, or a copy below `here`."""
    if language() == ENGLISH and not folder.is_relative_to(PACKAGE):
        return folder
    copy = here / (COPY if language() == ENGLISH else f"{COPY}-{language()}")
    if copy.is_dir():
        print(_("The lessons are opened in {folder}, where you can change them.").format(folder=copy), flush=True)
        return copy
    with tempfile.TemporaryDirectory(
        prefix=f".{copy.name}-", dir=here
    ) as beside:  # then renamed: an existing copy counts as complete
        part = Path(shutil.copytree(folder, Path(beside) / copy.name))
        if language() != ENGLISH:
            translate_lessons(part)
        part.rename(copy)
    print(_("The lessons have been copied to {folder}, where you can change them.").format(folder=copy), flush=True)
    return copy


def translate_lessons(folder: Path) -> None:
    """Translate all lessons of a folder in place."""
    for path in notebooks(folder):
        name = path.relative_to(folder).as_posix().removesuffix(".ipynb")
        try:
            translated = translate_notebook(read_notebook(path), name)
        except LessonError:  # what is no lesson is copied as it is
            continue
        write_whole(path, json.dumps(clear_outputs(translated), ensure_ascii=False, indent=1) + "\n")


def clear_outputs(notebook: dict[str, Any]) -> dict[str, Any]:
    blank: dict[str, Any] = {"outputs": [], "execution_count": None}
    cells = [{**cell, **blank} if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    for cell in cells:
        cell["source"] = "".join(cell["source"]).splitlines(keepends=True)
    return {**notebook, "cells": cells}
