"""Every lesson in a real browser: it loads whole, fits a phone, its console stays empty; axe on one of each game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.serve import lessons
from tests.browser.axe import serious
from tests.serving import Server

Open = Callable[..., Any]
FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = lessons.find_lessons(FOLDER)
FIRST_OF_EACH_GAME = list({lesson.game: lesson for lesson in reversed(LESSONS)}.values())
WHOLE_MS = 120_000


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(FOLDER) as running:
        yield running


def opened(server: Server, open_page: Open, lesson: lessons.Lesson, **how: Any) -> Any:
    page = open_page("about:blank", **how)
    page.goto(f"{server.base}/voila/render/{lesson.path}", timeout=WHOLE_MS)
    page.wait_for_selector("#rendered_cells", state="visible", timeout=WHOLE_MS)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_loads_whole_can_be_used_and_fits_a_phone_in_the_dark(
    server: Server, open_page: Open, lesson: lessons.Lesson
) -> None:
    page = opened(server, open_page, lesson)
    assert page.title() == lesson.title
    assert page.locator(".gk-failed").count() == 0
    assert page.locator("h1").count() >= 1
    stepper = page.locator(".gk:has(.gk-where)").first
    if stepper.count():
        where = stepper.locator(".gk-where")
        where.wait_for()
        start = stepper.locator(".gk-buttons button").first
        if start.is_enabled():  # a board may open at its first position
            start.click()
        page.wait_for_function("/^\\D*0\\D/.test(document.querySelector('.gk-where').textContent)")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 375, "height": 740})
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert page.errors == []


@pytest.mark.slow
@pytest.mark.parametrize("lesson", FIRST_OF_EACH_GAME, ids=lambda lesson: lesson.name)
def test_axe_finds_nothing_serious_in_one_lesson_of_each_game(
    server: Server, open_page: Open, lesson: lessons.Lesson
) -> None:
    page = opened(server, open_page, lesson)
    assert serious(page) == []


def test_every_folder_of_lessons_is_covered() -> None:
    assert {re.split("/", lesson.path)[0] for lesson in LESSONS} >= {
        path.name for path in FOLDER.iterdir() if path.is_dir() and list(path.glob("*.ipynb"))
    }
