"""Every panel says the same in a notebook, on a served page and in a recording, for the same controls and luck.

A notebook's panel is a widget in the process that ran the cells, in JupyterLab and under Voilà alike; a page's is asked
of a worker, another process. `.ci/release` asks two or three lessons, with the next seed the next ones.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell

from gamekit.core.errors import GamekitError
from gamekit.lessons.catalog import Lesson, find_lessons, own_folder
from gamekit.server.notebook_runner import LessonRun, LessonShell, run_cells
from gamekit.server.worker_pool import WorkerPool
from gamekit.web import font_faces
from gamekit.widgets.error_guard import ALONE, explain_error
from gamekit.widgets.panel import Lab
from tests.play import take_share

FOLDER = own_folder()
LESSONS = find_lessons(FOLDER)
SEED = 7
"""Not the one that a panel takes where none is said."""
Question = tuple[dict[str, Any], int, dict[str, float]]
"""Values of controls, luck, predictions."""
CHOSEN = take_share(LESSONS, 16)
"""It is one machinery that answers all panels, and asking three ways is slow."""


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Running cells changes the folder and the shell of this process."""
    monkeypatch.setenv(font_faces.PAGE_HAS_IT, "1")
    monkeypatch.setenv(ALONE, "1")  # where code is hidden a check does not name the function: so in all three
    here = Path.cwd()
    yield
    os.chdir(here)
    LessonShell.clear_instance()
    InteractiveShell.clear_instance()


def moved(panel: Lab) -> dict[str, Any]:
    """Values of the controls as a reader might set them: each of them elsewhere than it stands at first."""
    values = {}
    for control in (one.tell_page() for one in panel.controls):
        if control["kind"] == "number":
            values[control["name"]] = control["low"] if control["value"] != control["low"] else control["high"]
        elif control["kind"] == "choice":
            values[control["name"]] = next(
                (one["key"] for one in control["choices"] if one["key"] != control["value"]), control["value"]
            )
        elif control["kind"] == "list":
            values[control["name"]] = [control["low"], *control["value"]]
        else:
            values[control["name"]] = not control["value"]
    return values


def questions(run: LessonRun) -> dict[int, list[Question]]:
    """What is asked of each panel: as it stands when the page is opened, and by a reader who has set and predicted."""
    bets = predictions(run)
    return {number: [({}, SEED, {}), (moved(panel), SEED + 1, bets)] for number, panel in run.panels.items()}


def predictions(run: LessonRun) -> dict[str, float]:
    """A prediction for each question of the lesson, at the end of what is allowed."""
    told = {key: bet.data() for key, bet in run.bets.items()}
    return {key: len(one["choices"]) - 1 if one["choices"] else one["high"] for key, one in told.items()}


async def served(lesson: Lesson, asked: dict[int, list[Question]]) -> dict[int, list[dict[str, Any]]]:
    """What a worker answers to each question, panel by panel."""
    workers = WorkerPool(1)
    about = {"key": lesson.path, "folder": str(FOLDER), "lesson": lesson.model_dump(), "language": "en", "wide": False}

    async def answered(number: int, question: Question) -> dict[str, Any]:
        values, seed, bets = question
        order = {"do": "answer", "panel": number, "values": values, "seed": seed, "bets": bets}
        return await workers.result({**about, **order})

    try:
        return {number: [await answered(number, one) for one in every] for number, every in asked.items()}
    finally:
        workers.close()


def in_a_notebook(panel: Lab, values: dict[str, Any], seed: int) -> Any:
    """What its widget shows after a press."""
    panel.start(values, seed if panel.luck else None)
    return json.loads(json.dumps(panel._parts))


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", CHOSEN, ids=lambda lesson: lesson.name)
def test_a_panel_says_the_same_in_a_notebook_on_a_served_page_and_in_a_recording(
    lesson: Lesson, elsewhere: None
) -> None:
    run = run_cells(FOLDER, lesson.name)
    assert run.failed == ""
    asked = questions(run)
    answers = asyncio.run(served(lesson, asked))
    for number, panel in run.panels.items():
        (at_first, _changed) = answers[number]
        assert at_first["type"] == "result", (panel.title, at_first)
        assert at_first["parts"] == json.loads(json.dumps(panel.run_as_parts(SEED))), panel.title
    for key, bet in run.bets.items():
        bet.store(predictions(run)[key])
    for number, panel in run.panels.items():
        values, seed, _bets = asked[number][1]
        said = answers[number][1]
        if said["type"] == "error":  # these values do not go together: both say so
            with pytest.raises(GamekitError) as refused:
                panel.answer(seed, **values)
            assert said["text"] == explain_error(refused.value)[0], panel.title
        else:
            assert said["parts"] == in_a_notebook(panel, values, seed), panel.title
