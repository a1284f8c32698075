"""Every panel says the same in a notebook, on a served page and in a recording, for the same controls and luck.

A notebook's panel is a widget in the process that ran the cells; a page's is asked of a worker, another process. One
lesson is always asked, all of them by .ci/run.
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

from gamekit.serve.lesson_run import LessonRun, LessonShell, run_cells
from gamekit.serve.lessons import Lesson, find_lessons, own_folder
from gamekit.serve.panel_workers import Workers
from gamekit.show import fonts
from gamekit.show.guard import ALONE

FOLDER = own_folder()
LESSONS = find_lessons(FOLDER)
SEED = 1
ALWAYS = "kartenspiel/02-counting-cards"
CHOSEN = [
    pytest.param(lesson, id=lesson.name, marks=[] if lesson.name == ALWAYS else [pytest.mark.thorough])
    for lesson in LESSONS
]


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Running cells changes the folder and the shell of this process."""
    monkeypatch.setenv(fonts.PAGE_HAS_IT, "1")
    monkeypatch.setenv(ALONE, "1")  # where code is hidden a check does not name the function: so in all three
    here = Path.cwd()
    yield
    os.chdir(here)
    LessonShell.clear_instance()
    InteractiveShell.clear_instance()


async def served(lesson: Lesson, run: LessonRun) -> dict[int, dict[str, Any]]:
    """What a worker answers, panel by panel, as they stand when the page is opened."""
    workers = Workers(1)
    about = {"key": lesson.path, "folder": str(FOLDER), "lesson": lesson.model_dump(), "language": "en"}
    try:
        return {
            number: await workers.result(
                {**about, "do": "answer", "panel": number, "values": {}, "seed": SEED, "bets": {}, "wide": False}
            )
            for number in run.panels
        }
    finally:
        workers.close()


@pytest.mark.parametrize("lesson", CHOSEN)
def test_a_panel_says_the_same_in_a_notebook_on_a_served_page_and_in_a_recording(
    lesson: Lesson, elsewhere: None
) -> None:
    run = run_cells(FOLDER / lesson.path)
    assert run.failed == ""
    answers = asyncio.run(served(lesson, run))
    for number, panel in run.panels.items():
        panel.start({}, SEED if panel.luck else None)
        on_a_page = json.loads(json.dumps(panel._parts))
        assert answers[number]["type"] == "result", (panel.title, answers[number])
        assert answers[number]["parts"] == on_a_page, panel.title
        assert json.loads(json.dumps(panel.told(SEED))) == on_a_page, panel.title
