"""A map of the lessons: to which of a school's topics each belongs, and which lessons are good to know before it.

All of it is read from the lessons: the topic follows from the subject in the metadata, and what comes before are the
lessons that the line **For** links to. Plans and answers are the teachers' page's own.
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath
from typing import Final

from matplotlib.patches import PathPatch
from matplotlib.path import Path as Curve

from gamekit.game import game_names, load
from gamekit.serve.lesson_words import translate_notebook
from gamekit.serve.lessons import Lesson, LessonError, read_text_cells, say_title
from gamekit.show.canvas import COLOURS, INK, MARKERS, MUTED, Chart, canvas, finish_chart
from gamekit.words import _

LINK: Final = re.compile(r"\]\(([^)\s]+\.ipynb)\)")
ROW: Final = 0.33
"""Inches from one lesson of the picture to the next: a name may take two lines on a phone."""
BEND: Final = 0.6
"""How far a line runs on level from a dot, in columns."""
Before = Mapping[str, Sequence[str]]
"""For each lesson, by its name, the lessons before it."""


def topics() -> dict[str, tuple[str, ...]]:
    """Which subjects of the metadata belong to which topic; a subject that stands nowhere here is on no map."""
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
    """Everything that a lesson says outside its code, in its reader's language."""
    cells = translate_notebook({"cells": read_text_cells(folder, lesson.name)}, lesson.name)["cells"]
    return "\n\n".join("".join(cell["source"]) for cell in cells)


def find_audience(folder: Path, lesson: Lesson) -> str:
    """The block of a lesson, in English, that says for whom it is; nothing where none does."""
    blocks = (block for cell in read_text_cells(folder, lesson.name) for block in "".join(cell["source"]).split("\n\n"))
    return next((block for block in blocks if block.startswith("**For** ")), "")


def read_audience(folder: Path, lesson: Lesson) -> str:
    """For whom a lesson is, how long it takes and what should be known before; nothing where it does not say so."""
    block = {"cell_type": "markdown", "source": find_audience(folder, lesson)}
    (said,) = translate_notebook({"cells": [block]}, lesson.name)["cells"]
    return re.sub(r"^\*\*[^*]+\*\*\s*:?\s*", "", said["source"]).strip()


def read_before(folder: Path, lessons: Sequence[Lesson]) -> dict[str, list[str]]:
    """For each lesson those before it, of the same lessons. Raises `LessonError` if a lesson leads up to itself."""
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
    """How many lessons lead up to each, one after the other; the longest way counts."""
    stages: dict[str, int] = {}
    for name in TopologicalSorter(before).static_order():
        stages[name] = max((stages[other] + 1 for other in before[name]), default=0)
    return stages


def group_by_topic(lessons: Sequence[Lesson], before: Before) -> dict[str, list[Lesson]]:
    """The lessons of each topic, those first that need least."""
    stages = count_stages(before)
    return {
        topic: sorted(
            (one for one in lessons if one.subject in {*subjects, *map(say_title, subjects)}),
            key=lambda one: stages[one.name],
        )
        for topic, subjects in topics().items()
    }


def name_lessons(lessons: Sequence[Lesson]) -> dict[str, str]:
    """What each lesson is called on the map: its title, with its game where others have the same."""
    lessons = [one.translate() for one in lessons]
    titles = [one.title for one in lessons]
    games = {name: load(name).title for name in game_names()}
    return {
        one.name: f"{one.title} ({games[one.game]})" if titles.count(one.title) > 1 and one.game in games else one.title
        for one in lessons
    }


def write_map(lessons: Sequence[Lesson], before: Before) -> str:
    """The map as Markdown: a list for each topic, with links to the lessons and to those before them."""
    called, paths = name_lessons(lessons), {one.name: one.path for one in lessons}
    parts = []
    for topic, found in group_by_topic(lessons, before).items():
        parts.append(f"**{topic[:1].upper()}{topic[1:]}**\n")
        for one in found:
            link = f"- [{called[one.name]}]({one.path})"
            known = ", ".join(f"[{called[name]}]({paths[name]})" for name in before[one.name])
            parts.append(link + (" " + _("after {lessons}").format(lessons=known) if known else ""))
        parts.append("")
    return "\n".join(parts)


def describe(lessons: Sequence[Lesson], before: Before) -> str:
    """The map in a few sentences, for whoever does not see the picture."""
    called = name_lessons(lessons)
    told = []
    for topic, found in group_by_topic(lessons, before).items():
        parts = []
        for one in found:
            known = ", ".join(called[name] for name in before[one.name])
            parts.append(called[one.name] + (" " + _("after {lessons}").format(lessons=known) if known else ""))
        told.append(f"{topic}: {'; '.join(parts)}.")
    return " ".join([_("A map of {number} lessons.").format(number=len(lessons)), *told])


def draw(lessons: Sequence[Lesson], before: Before) -> Chart:
    """The map as a picture: a line for each lesson, its dot the further right the more lessons lead up to it."""
    stages, called, lines = count_stages(before), name_lessons(lessons), leave_out_implied(before)
    shown = {topic: found for topic, found in group_by_topic(lessons, before).items() if found}
    rows = [name for topic, found in shown.items() for name in (topic, *(one.name for one in found))]
    places = {name: (float(stages[name]), float(rows.index(name))) for name in before}
    figure, axes = canvas(7.2, 0.9 + ROW * len(rows), "")
    for number, found in enumerate(shown.values()):
        colour = (INK, *COLOURS)[number % (len(COLOURS) + 1)]
        for one in found:
            x, y = places[one.name]
            axes.plot([-0.3, x], [y, y], color=MUTED, lw=1, ls=":", zorder=1)
            for other in lines[one.name]:
                axes.add_patch(PathPatch(curve(places[other], (x, y)), fc="none", ec=colour, lw=1.6, alpha=0.8))
            marker = ("v", *MARKERS)[number % (len(MARKERS) + 1)]
            axes.plot([x], [y], marker=marker, ms=8, color=colour, zorder=3, clip_on=False)
    axes.set_yticks(range(len(rows)), [called.get(name, name) for name in rows], fontsize=8.5)
    for name, label in zip(rows, axes.get_yticklabels(), strict=True):
        label.set_fontweight("normal" if name in called else "bold")
        label.set_multialignment("right")
    axes.tick_params(axis="y", length=0)
    axes.set_xticks(range(max(stages.values(), default=0) + 1))
    axes.set_xlabel(_("lessons that lead up to it"))
    axes.set_xlim(-0.3, max(stages.values(), default=0) + 0.2)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.spines["left"].set_visible(False)
    return finish_chart(figure, axes, describe(lessons, before))


def leave_out_implied(before: Before) -> dict[str, list[str]]:
    """Only the lessons right before each: not those that lead up to another one of them."""
    behind: dict[str, set[str]] = {}
    for name in TopologicalSorter(before).static_order():
        behind[name] = {*before[name]}.union(*(behind[other] for other in before[name]))
    return {
        name: [one for one in found if not any(one in behind[other] for other in found)]
        for name, found in before.items()
    }


def curve(begin: tuple[float, float], end: tuple[float, float]) -> Curve:
    """A line from one dot to another: along its own row, where no other dot is, then up or down in the last column."""
    (x, y), (to_x, to_y) = begin, end
    steps = [Curve.MOVETO, Curve.LINETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4]
    return Curve([(x, y), (to_x - 1, y), (to_x - 1 + BEND, y), (to_x - BEND, to_y), (to_x, to_y)], steps)
