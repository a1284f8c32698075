"""The lessons in a folder of notebooks, as the gallery shows them. Reads metadata only; runs nothing."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gamekit.arguments import guess_name
from gamekit.catalogues import TITLES, has_catalogue
from gamekit.errors import OptionError
from gamekit.errors import quote as quote_error
from gamekit.figures import ENGLISH
from gamekit.files import read_plain
from gamekit.words import _, language, say_from, say_pair

from .lesson_words import translate_notebook

log = logging.getLogger(__name__)

HOME = "start.ipynb"
"""The lesson that shows the way round; it stands first and belongs to no game."""
NOTEBOOK_ONLY = "notebook-only"
"""The tag of cells that a page neither shows nor runs."""
TOPICS = "topics"
"""What the metadata calls the home of a lesson that belongs to no single game."""

LARGEST_NOTEBOOK: Final = 50_000_000
"""Bytes. A lesson with all its pictures stored has about a million."""
NOTEBOOK_FORMAT: Final = 4
CONFLICT_COPY: Final = re.compile(r"conflict|konflikt|conflit", re.IGNORECASE)
"""In the name of the second copy that a program writes which synchronises folders, when a file was changed twice."""

SAID = ("title", "question", "subject", "level")
"""What a list of lessons says of each, in its reader's language."""

LEVELS: Final = ("first steps", "from 14", "from 15", "from 16", "from 18", "for teachers")
"""For whom a lesson can be, from the youngest on."""
PACKAGE = Path(__file__).parents[1]


def own_folder() -> Path:
    """The lessons that come with this gamekit: beside the package in a checkout, inside it where it is installed."""
    beside = PACKAGE.with_name("notebooks")
    return beside if (beside / HOME).is_file() else PACKAGE / "notebooks"


class PictureMoment(BaseModel):
    """A moment of the lesson's game: the position after `step` random moves from `seed`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: int = Field(default=1, ge=0)
    step: int = Field(default=15, ge=0, le=5000)


class Lesson(BaseModel):
    """What a notebook's metadata says of it under the key `gamekit`."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    path: str = Field(description="the notebook, relative to the folder, with forward slashes")
    title: str = Field(min_length=1, max_length=80)
    question: str = Field(min_length=1, max_length=200)
    game: str = Field(default=TOPICS, description="the game's name, or topics")
    subject: str = Field(min_length=1, max_length=60)
    level: str = Field(min_length=1, max_length=60)
    minutes: int = Field(ge=5, le=90)
    order: int = Field(default=50, ge=0, le=999)
    picture: PictureMoment | str | None = Field(
        default=None, description="a moment of the game, or an image file beside it"
    )
    is_english: bool = Field(default=False, description="it has no words in its reader's language")

    @property
    def name(self) -> str:
        """The path as an address, without its ending."""
        return self.path.removesuffix(".ipynb")

    def translate(self) -> Lesson:
        """The same lesson, as its reader's language calls it."""
        if language() == ENGLISH:
            return self
        if not has_catalogue(language(), TITLES):
            return self.model_copy(update={"is_english": True})
        said = {field: say_title(getattr(self, field)) for field in SAID}
        return self.model_copy(update={**said, "is_english": said["question"] == self.question})

    @property
    def picture_address(self) -> str | None:
        """Where its picture is, below the server's address; None for a lesson without one of its own."""
        if isinstance(self.picture, PictureMoment):
            return f"picture/{self.game}.svg?seed={self.picture.seed}&step={self.picture.step}"
        if self.picture:
            return f"thumb/{quote(self.name)}"
        return None


def say_title(text: str) -> str:
    """What the list of lessons says of one, such as its subject, in the reader's language."""
    return say_from(TITLES, text)


class LessonError(ValueError):
    """A notebook that is not a lesson, with the reason."""


def read_notebook(path: Path) -> dict[str, Any]:
    """Read a notebook as it lies on the disk, written by whichever editor.

    Raises
    ------
    LessonError
        If the file cannot be read, is no text, or no notebook of format 4.
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
    """Read the lesson in a notebook. Raises `LessonError` with the reason if it is none."""
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
    """The steps of a lesson, its headings of the second level; the last one says where to go next and is none."""
    return find_headings(translate_notebook({"cells": read_text_cells(folder, name)}, name)["cells"])[:-1]


def read_text_cells(folder: Path, name: str) -> list[dict[str, Any]]:
    """Return a lesson's cells of Markdown that a page shows, in English."""
    cells = read_notebook(folder / f"{name}.ipynb")["cells"]
    texts = (cell for cell in cells if cell["cell_type"] == "markdown")
    return [cell for cell in texts if NOTEBOOK_ONLY not in cell.get("metadata", {}).get("tags", [])]


def find_headings(cells: Iterable[Any]) -> list[str]:
    """The headings of the second level in a notebook's cells, each of which stands there once."""
    texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    found = [line[3:].strip() for text in texts for line in text.splitlines() if line.startswith("## ")]
    return distinct(found)


def distinct(names: Sequence[str]) -> list[str]:
    """The same names, each of which stands there once; as a lesson's page tells its steps apart (steps.js).

    >>> distinct(["Run", "Explain", "Explain"])
    ['Run', 'Explain', 'Explain (2)']
    """
    counted = [(name, names[: place + 1].count(name)) for place, name in enumerate(names)]
    return [name if number == 1 else f"{name} ({number})" for name, number in counted]


def notebooks(folder: Path) -> list[Path]:
    """Every notebook below the folder that is meant to be seen."""
    return sorted(
        path
        for path in folder.rglob("*.ipynb")
        if not any(part.startswith((".", "_")) for part in path.relative_to(folder).parts)
    )


def find_lessons(folder: Path) -> list[Lesson]:
    """All lessons, in the order of teaching; a notebook that is none is left out, and the log says why."""
    found = []
    for path in notebooks(folder):
        try:
            found.append(read_lesson(folder, path))
        except LessonError as error:
            log.warning(_("Not in the gallery: {reason}").format(reason=error))
    return sorted(found, key=lambda lesson: (lesson.path != HOME, lesson.order, lesson.path))


def refuse_lesson(name: str, lessons: Iterable[Lesson]) -> OptionError:
    """Return the error of a name that no lesson has, with a guess which one was meant."""
    names = [lesson.name for lesson in lessons]
    told = _("There is no lesson {name}.{hint} There are: {names}.")
    return OptionError(told.format(name=quote_error(name), hint=guess_name(name, names), names=", ".join(names)))


def lesson_path(folder: Path, name: str) -> str | None:
    """The notebook an address means, relative to the folder; None when there is none inside the folder."""
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
    """Return levels in the reader's language from the youngest readers on, those of other lessons last."""
    ranks = {say_title(level): rank for rank, level in enumerate(LEVELS)}
    return sorted(said, key=lambda level: ranks.get(level, len(LEVELS)))


def choices(lessons: Iterable[Lesson], field: str) -> list[str]:
    """The different values of a field, in the order of the lessons: what a filter offers."""
    return list(dict.fromkeys(str(getattr(lesson, field)) for lesson in lessons))
