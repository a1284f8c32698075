"""Index of the lessons by school topic, with the lessons that are prerequisites of each.

The topic follows from the subject in a lesson's metadata; its prerequisites are the lessons to which its block **For**
links.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from typing import Final

from gamekit.core.game import game_names, load
from gamekit.core.i18n.translation import _
from gamekit.lessons.catalog import Lesson, LessonError, read_text_cells, say_title
from gamekit.lessons.notebook_translation import translate_notebook

LINK: Final = re.compile(r"\]\(([^)\s]+\.ipynb)\)")
Before = Mapping[str, Sequence[str]]
"""Prerequisites of each lesson, by name."""


def topics() -> dict[str, tuple[str, ...]]:
    """Return the subjects of each topic, by the topic's title; a lesson with any other subject is not listed."""
    return {
        _("the games themselves"): ("rules",),
        _("probability"): ("probability", "counting"),
        _("statistics"): ("statistics",),
        _("graphs"): ("graphs",),
        _("algorithms"): ("optimisation", "programming"),
        _("modelling"): ("strategy", "equations"),
        _("game design"): ("game design",),
    }


def read_text(folder: Path, lesson: Lesson) -> str:
    """Return all text of a lesson outside its code, in the reader's language."""
    cells = translate_notebook({"cells": read_text_cells(folder, lesson.name)}, lesson.name)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def find_audience(folder: Path, lesson: Lesson) -> str:
    """Return a lesson's block **For** in English, or an empty text."""
    blocks = (block for cell in read_text_cells(folder, lesson.name) for block in "".join(cell["source"]).split("\n\n"))
    return next((block for block in blocks if block.startswith("**For** ")), "")


def read_audience(folder: Path, lesson: Lesson) -> str:
    """Return a lesson's audience, duration and prerequisites in the reader's language, or an empty text."""
    block = {"cell_type": "markdown", "source": find_audience(folder, lesson)}
    (said,) = translate_notebook({"cells": [block]}, lesson.name)["cells"]
    return re.sub(r"^\*\*[^*]+\*\*\s*:?\s*", "", said["source"]).strip()


def read_before(folder: Path, lessons: Sequence[Lesson]) -> dict[str, list[str]]:
    """Return the prerequisites of each lesson, as far as they are among `lessons`.

    Raises `LessonError` if they form a cycle.
    """
    names = {one.name for one in lessons}
    before = {}
    for one in lessons:
        here = PurePosixPath(one.path).parent
        told = LINK.findall(find_audience(folder, one))
        linked = [os.path.normpath(here / target).replace(os.sep, "/").removesuffix(".ipynb") for target in told]
        before[one.name] = [name for name in dict.fromkeys(linked) if name in names]
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        round_ = " → ".join(reversed(error.args[1]))
        raise LessonError(_("These lessons lead up to themselves: {lessons}.").format(lessons=round_)) from error
    return before


def count_stages(before: Before) -> dict[str, int]:
    """Return the length of the longest chain of prerequisites of each lesson, 0 if it has none."""
    stages: dict[str, int] = {}
    for name in TopologicalSorter(before).static_order():
        stages[name] = max((stages[other] + 1 for other in before[name]), default=0)
    return stages


def group_by_topic(lessons: Sequence[Lesson], before: Before) -> dict[str, list[Lesson]]:
    """Return the lessons of each topic, those with the shortest chain of prerequisites first."""
    stages = count_stages(before)
    return {
        topic: sorted(
            (one for one in lessons if one.subject in {*subjects, *map(say_title, subjects)}),
            key=lambda one: stages[one.name],
        )
        for topic, subjects in topics().items()
    }


def find_path(lessons: Sequence[Lesson]) -> list[Lesson]:
    """Return the lessons that build on one another, in their order."""
    return sorted((one for one in lessons if one.path_step), key=lambda one: one.path_step)


def name_lessons(lessons: Sequence[Lesson]) -> dict[str, str]:
    """Return the title of each lesson by name, with its game if another lesson has an equal title."""
    lessons = [one.translate() for one in lessons]
    titles = [one.title for one in lessons]
    games = {name: load(name).title for name in game_names()}
    return {
        one.name: f"{one.title} ({games[one.game]})" if titles.count(one.title) > 1 and one.game in games else one.title
        for one in lessons
    }


def write_list(lessons: Sequence[Lesson], before: Before) -> str:
    """Return Markdown: the path of lessons, then a list per topic, with links to lessons and their prerequisites."""
    called, paths = name_lessons(lessons), {one.name: one.path for one in lessons}
    parts = [f"**{_('A path of lessons')}**\n"] if find_path(lessons) else []
    parts += [f"{one.path_step}. [{called[one.name]}]({one.path})" for one in find_path(lessons)] + [""]
    for topic, found in group_by_topic(lessons, before).items():
        parts.append(f"**{topic[:1].upper()}{topic[1:]}**\n")
        for one in found:
            link = f"- [{called[one.name]}]({one.path})"
            known = ", ".join(f"[{called[name]}]({paths[name]})" for name in before[one.name])
            parts.append(link + (" " + _("after {lessons}").format(lessons=known) if known else ""))
        parts.append("")
    return "\n".join(parts)
