"""Every lesson in a real browser: it loads whole, what it is for works, it fits a phone, its console stays empty.

One lesson of each folder is also looked at on a large screen and with axe in light, in dark and on a phone; of the
others `.ci/release` opens a third.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.lessons import catalog
from tests.browser import reader
from tests.browser.axe import serious
from tests.browser.conftest import resize
from tests.play import take_share
from tests.serving import Server

Open = Callable[..., Any]
FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = catalog.find_lessons(FOLDER)
FIRST_OF_EACH_FOLDER = list({Path(lesson.path).parent: lesson for lesson in reversed(LESSONS)}.values())
ALWAYS = next(lesson for lesson in FIRST_OF_EACH_FOLDER if lesson.path.startswith("kartenspiel/"))
LOOKED_AT = [
    lesson if lesson is ALWAYS else pytest.param(lesson, marks=pytest.mark.thorough)
    for lesson in FIRST_OF_EACH_FOLDER
    if lesson is ALWAYS or lesson in take_share(FIRST_OF_EACH_FOLDER)
]
"""A quick run looks at one page of all that are made alike."""
PHONE, DESK, WALL = 375, 1280, 1920
"""Widths of a phone, of a desk's screen and of the screen on a classroom's wall."""
ENOUGH_TO_SEE = 100
FIRST_SCREEN = "the first thing to do begins on the first screen"
SOMETHING_TO_DO = "a lesson has something to do: a prediction, a question, a panel or a board"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server(FOLDER) as running:
        yield running


def opened(server: Server, open_page: Open, lesson: catalog.Lesson, **how: Any) -> Any:
    page = open_page("about:blank", **how)
    page.goto(f"{server.base}/lessons/{lesson.name}.html")
    reader.waits_until_whole(page)
    assert page.title() == lesson.title
    assert page.locator(".gk-failed").count() == 0
    assert page.locator("h1").count() >= 1
    return page


def begins_on_the_first_screen(page: Any) -> bool:
    """Whether so much of the first card or board is to be seen, on a laptop and on a phone, that one goes on there."""
    first = "document.querySelectorAll('#rendered_cells .gk')"
    tops = []
    for width, height in ((1366, 768), (375, 667)):
        resize(page, width, height)
        seen = (
            f"const card = [...{first}].find((card) => card.checkVisibility()), board = card.querySelector('.gk-board')"
        )
        top, inside = page.evaluate(
            f"() => {{ {seen}; return [card, board ?? card].map((one) => one.getBoundingClientRect().top); }}"
        )
        tops.append(top + ENOUGH_TO_SEE <= height and inside < height)
    page.set_viewport_size({"width": DESK, "height": 800})
    return all(tops)


def fits(page: Any, width: int) -> bool:
    """Whether nothing falls out at this width; on a phone also of the steps that are not on its screen now."""
    resize(page, width, 740)
    page.evaluate("document.body.classList.remove('gk-paged')")
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    "lesson", take_share([one for one in LESSONS if one not in FIRST_OF_EACH_FOLDER], 6), ids=lambda lesson: lesson.name
)
def test_a_lesson_loads_whole_answers_its_reader_and_fits_a_phone_in_the_dark(
    server: Server, open_page: Open, lesson: catalog.Lesson
) -> None:
    page = opened(server, open_page, lesson)
    if lesson.name not in ("teachers", "topics/unplugged"):  # the one is to be read, the other begins on paper
        assert begins_on_the_first_screen(page), FIRST_SCREEN
    assert reader.uses(page), SOMETHING_TO_DO
    assert reader.strays(page) == []
    page.emulate_media(color_scheme="dark")
    assert fits(page, PHONE)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", LOOKED_AT, ids=lambda lesson: lesson.name)
def test_one_lesson_of_each_folder_fits_a_wall_and_axe_finds_nothing_serious_in_light_or_dark_or_on_a_phone(
    server: Server, open_page: Open, lesson: catalog.Lesson
) -> None:
    page = opened(server, open_page, lesson, width=DESK, still=True)
    assert begins_on_the_first_screen(page), FIRST_SCREEN
    assert serious(page) == []
    assert reader.uses(page), SOMETHING_TO_DO
    page.emulate_media(color_scheme="dark")
    assert fits(page, WALL)
    assert serious(page) == []
    assert fits(page, PHONE)
    assert serious(page) == []
