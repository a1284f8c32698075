"""Catalogue of the lessons in a folder of notebooks, from their metadata, and editable copies; nothing is run."""

from __future__ import annotations

import json
import logging
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamekit.core.arguments import guess_name
from gamekit.core.errors import OptionError
from gamekit.core.errors import quote as quote_error
from gamekit.core.files import read_plain, write_whole
from gamekit.core.i18n.catalogs import TITLES, has_catalogue
from gamekit.core.i18n.numbers import ENGLISH
from gamekit.core.i18n.translation import _, language, say_from, say_pair
from gamekit.lessons.notebook_translation import translate_notebook

log = logging.getLogger(__name__)

HOME = "start.ipynb"
"""Introductory lesson; it comes first and belongs to no game."""
NOTEBOOK_ONLY = "notebook-only"
"""Tag of cells that a page neither shows nor runs."""
TOPICS = "topics"
"""Value of a lesson's `game` if it belongs to no single game."""

LARGEST_NOTEBOOK: Final = 50_000_000
"""Bytes; a lesson with all its pictures has about a million."""
NOTEBOOK_FORMAT: Final = 4
CONFLICT_COPY: Final = re.compile(r"conflict|konflikt|conflit", re.IGNORECASE)
"""Part of the name of a conflict copy that file synchronisation makes."""

SAID = ("title", "question", "subject", "level")
"""Fields of a lesson that lists of lessons show, translated."""

LEVELS: Final = ("first steps", "from 14", "from 15", "from 16", "from 18", "for teachers")
"""Audiences of lessons, youngest first."""
PACKAGE = Path(__file__).parents[1]


def own_folder() -> Path:
    """Return the folder of the package's lessons: beside the package in a checkout, inside if installed."""
    beside = PACKAGE.with_name("notebooks")
    return beside if (beside / HOME).is_file() else PACKAGE / "notebooks"


class PictureMoment(BaseModel):
    """Position of a lesson's game after `step` random moves from `seed`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: int = Field(default=1, ge=0)
    step: int = Field(default=15, ge=0, le=5000)


class Lesson(BaseModel):
    """Metadata of a notebook, under the key `gamekit`."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    path: str = Field(description="the notebook, relative to the folder, with forward slashes")
    title: str = Field(min_length=1, max_length=80)
    question: str = Field(min_length=1, max_length=200)
    game: str = Field(default=TOPICS, description="the game's name, or topics")
    subject: str = Field(min_length=1, max_length=60)
    level: str = Field(min_length=1, max_length=60)
    minutes: int = Field(ge=5, le=90)
    order: int = Field(default=50, ge=0, le=999)
    path_step: int = Field(default=0, ge=0, le=24, description="place on the path of lessons, from 1; 0 beside it")
    picture: PictureMoment | str | None = Field(
        default=None, description="a moment of the game, or an image file beside it"
    )
    is_english: bool = Field(default=False, description="it has no words in its reader's language")

    @property
    def name(self) -> str:
        """Path without its ending, as in URLs."""
        return self.path.removesuffix(".ipynb")

    def translate(self) -> Lesson:
        """Return the lesson with its fields in the reader's language."""
        if language() == ENGLISH:
            return self
        if not has_catalogue(language(), TITLES):
            return self.model_copy(update={"is_english": True})
        said = {field: say_title(getattr(self, field)) for field in SAID}
        return self.model_copy(update={**said, "is_english": said["question"] == self.question})

    @property
    def picture_address(self) -> str | None:
        """URL of its picture, relative to the server's base; None if it has none."""
        if isinstance(self.picture, PictureMoment):
            return f"picture/{self.game}.svg?seed={self.picture.seed}&step={self.picture.step}"
        if self.picture:
            return f"thumb/{quote(self.name)}"
        return None


def say_title(text: str) -> str:
    """Translate a title, subject or other field of a lesson."""
    return say_from(TITLES, text)


class LessonError(ValueError):
    """A notebook is not a lesson; the message says why."""


def read_notebook(path: Path) -> dict[str, Any]:
    """Read a notebook file, whichever editor wrote it.

    Raises
    ------
    LessonError
        If the file cannot be read, is not text, or is not a notebook of format 4.
    """
    try:
        notebook = json.loads(read_plain(path, LARGEST_NOTEBOOK))
    except (OSError, ValueError, RecursionError) as error:
        raise LessonError(_("it cannot be read as a notebook: {reason}").format(reason=error)) from error
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise LessonError(_("it cannot be read as a notebook: it has no cells"))
    if notebook.get("nbformat") != NOTEBOOK_FORMAT:
        number = quote_error(notebook.get("nbformat"))
        told = _("it is a notebook of format {number}; this gamekit reads format {known}")
        raise LessonError(told.format(number=number, known=NOTEBOOK_FORMAT))
    if not all(isinstance(cell, dict) and {"cell_type", "source"} <= set(cell) for cell in notebook["cells"]):
        raise LessonError(_("it cannot be read as a notebook: one of its cells has no type or no source"))
    return notebook


def read_lesson(folder: Path, path: Path) -> Lesson:
    """Read the lesson in a notebook. Raises `LessonError` if it is none."""
    relative = path.relative_to(folder).as_posix()
    if CONFLICT_COPY.search(path.name):
        told = _("{file} is the second copy of a file that was changed in two places; compare both")
        raise LessonError(told.format(file=relative))
    try:
        metadata: Any = read_notebook(path)["metadata"]["gamekit"]
    except LessonError as error:
        raise LessonError(say_pair(relative, error)) from error
    except (KeyError, TypeError) as error:
        raise LessonError(_("{file} has no “gamekit” entry in its metadata").format(file=relative)) from error
    if not isinstance(metadata, dict):
        raise LessonError(_("{file}: “gamekit” in the metadata is not a table").format(file=relative))
    try:
        return Lesson(path=relative, **metadata)
    except (ValidationError, TypeError) as error:
        raise LessonError(say_pair(relative, error)) from error


def step_names(folder: Path, name: str) -> list[str]:
    """Return the names of a lesson's steps in the reader's language; the last heading is not a step."""
    return find_headings(translate_notebook({"cells": read_text_cells(folder, name)}, name)["cells"])[:-1]


def read_text_cells(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return the Markdown cells of a lesson that its page shows, in English."""
    cells = read_notebook(folder / f"{name}.ipynb")["cells"]
    texts = (cell for cell in cells if cell["cell_type"] == "markdown")
    return [cell for cell in texts if NOTEBOOK_ONLY not in cell.get("metadata", {}).get("tags", [])]


def find_headings(cells: Iterable[Any]) -> list[str]:
    """Return the headings of the second level in cells, made distinct."""
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    found = [line[3:].strip() for text in texts for line in text.splitlines() if line.startswith("## ")]
    return distinct(found)


def distinct(names: Sequence[str]) -> list[str]:
    """Return names, equal ones numbered from the second on, as lesson_steps.js does.

    >>> distinct(["Run", "Explain", "Explain"])
    ['Run', 'Explain', 'Explain (2)']
    """
    counted = [(name, names[: place + 1].count(name)) for place, name in enumerate(names)]
    return [name if number == 1 else f"{name} ({number})" for name, number in counted]


def notebooks(folder: Path) -> list[Path]:
    """Return the notebooks below a folder, sorted; paths with a part beginning with "." or "_" are left out."""
    return sorted(
        path
        for path in folder.rglob("*.ipynb")
        if not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    )


def find_lessons(folder: Path) -> list[Lesson]:
    """Return all lessons in the order of teaching; notebooks that are none are logged and left out."""
    found = []
    for path in notebooks(folder):
        try:
            found.append(read_lesson(folder, path))
        except LessonError as error:
            log.warning(_("Not in the gallery: {reason}").format(reason=error))
    return sorted(found, key=lambda lesson: (lesson.path != HOME, lesson.order, lesson.path))


def refuse_lesson(name: str, lessons: Iterable[Lesson]) -> OptionError:
    """Return the error for an unknown lesson, with a guess which one was meant."""
    names = [lesson.name for lesson in lessons]
    told = _("There is no lesson {name}.{hint} There are: {names}.")
    return OptionError(told.format(name=quote_error(name), hint=guess_name(name, names), names=", ".join(names)))


def lesson_path(folder: Path, name: str) -> str | None:
    """Return the notebook of a URL path, relative to the folder; None if there is none inside the folder."""
    if "\x00" in name or "\\" in name or len(name) > 300:
        return None
    parts = name.removesuffix(".ipynb").split("/")
    if not all(parts) or any(part.startswith((".", "_")) for part in parts):
        return None
    relative = "/".join(parts) + ".ipynb"
    path = (folder / relative).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    return relative


def sort_levels(said: Iterable[str]) -> list[str]:
    """Return levels in the reader's language, youngest readers first, unknown ones last."""
    ranks = {say_title(level): rank for rank, level in enumerate(LEVELS)}
    return sorted(said, key=lambda level: ranks.get(level, len(LEVELS)))


def choices(lessons: Iterable[Lesson], field: str) -> list[str]:
    """Return the different values of a field, in the order of the lessons."""
    return list(dict.fromkeys(str(getattr(lesson, field)) for lesson in lessons))


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
